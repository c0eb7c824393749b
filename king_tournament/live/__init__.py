"""Pages of the public and of the screens. Nothing is stored here; ``king.standing.ranking`` ranks,
``scoring`` publishes.

``views`` are the evening's, with ``standing_tables``, a ``race`` and ``sheet_page``; ``season`` is
over many evenings, ``downloads`` are files to take away, ``previews`` and ``feeds`` what is sent
and subscribed to.
"""
