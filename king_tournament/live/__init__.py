"""Pages of the public and of the screens. Nothing is stored here; ``king.standing.ranking`` ranks,
``scoring`` publishes.

``visible`` says what anybody may see, ``kept`` keeps pages made; ``views`` are the evening's, with
``hall``, ``standing_page`` and ``sheet_page``; ``season`` is over many evenings, ``downloads`` are
files to take away.
"""
