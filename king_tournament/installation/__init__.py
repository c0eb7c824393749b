"""Running an installation, and keeping it safe.

``runner`` starts ``web``, whose ``door`` knows its callers, and has copies kept; ``sleep`` says when
it may end; ``preparing`` makes its tables and files; ``clubs`` are many of one machine; ``restoring``
brings one back; ``checks`` looks all of it over, ``pooler`` the way to PostgreSQL, and has
``trial`` play a table; ``monitoring`` counts; ``translations``, ``static_files`` (each of the
house's in one of ``whole_files``, Bootstrap by ``bootstrap_cut``) and ``shared_cache`` are made before it.
"""
