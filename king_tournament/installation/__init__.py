"""Running an installation, and keeping it safe.

``folder`` is where everything lies; ``runner`` starts ``web`` and the worker, whose queue is the ``spool``; ``backup``
keeps copies and ``restoring`` brings one back; ``trouble`` says what is wrong while it runs, ``observed`` counts;
``translations``, ``static_files`` and ``shared_cache`` are made before it.
"""
