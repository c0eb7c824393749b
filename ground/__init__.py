"""Ground that every app stands on: ``guards`` (constraints and triggers), ``roles`` of the people
at the desk, ``names`` as people write them, ``languages`` of who asks, ``addresses`` of this
machine, ``system`` for what the operating systems do differently, ``steady`` for a clock that
nobody sets, ``folder`` and ``copies`` for the files of this installation, ``trouble`` with them;
``apart`` reads files in a process of its own. Apps declare in ``secrets`` what is sealed, in
``people_in`` the texts that name people, in ``due`` what is done at its time.
"""
