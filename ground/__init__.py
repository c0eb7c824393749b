"""Ground that every app stands on: ``guards`` (constraints and triggers), ``roles`` of the people
at the desk, ``names`` as people write them, ``languages`` of who asks, ``addresses`` of this
machine, ``system`` for what the operating systems do differently, ``monotonic_clock`` that nobody
sets, ``folder`` and ``copies`` for the files of this installation, ``trouble`` with them;
``isolation`` reads files in a process of its own. Apps declare in ``secrets`` what is sealed, in
``personal_data`` the texts that name people, in ``periodic_jobs`` what is done at its time; ``due``
notes when that is. ``task_queue`` does what takes long. ``clubs`` are many installations of one
machine; ``unused_libraries`` are left out of memory.
"""
