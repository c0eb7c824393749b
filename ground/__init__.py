"""The ground that every app stands on: ``guards`` (constraints and triggers), ``roles`` of the
people at the desk, ``names`` as people write them, ``languages`` of readers, ``addresses`` of this
machine, ``system`` for the differences of the operating systems, ``monotonic_clock`` that nobody
sets, ``folder`` and ``copies`` for the files of this installation, ``trouble`` with them;
``isolation`` reads files in a process of its own. Apps declare in ``secrets`` which data is sealed,
in ``personal_data`` the texts that name people, in ``periodic_jobs`` their jobs; ``due`` notes when
the next one is due. ``task_queue`` runs long tasks, ``watcher`` restarts a process that died.
``program`` says how a command of the site is typed. ``clubs`` are many installations of one
machine; ``unused_libraries`` are left out of memory.
"""
