"""Running an installation, and keeping it safe.

``folder`` is where everything lies; ``runner`` starts ``web``, whose ``door`` knows its callers,
and has ``backup`` keep copies and ``restoring`` brings one back; ``trouble`` says what is wrong
while it runs, ``checks`` looks all of it over and has ``trial`` play a table; ``observed`` counts;
``translations``, ``static_files`` and ``shared_cache`` are made before it.
"""
