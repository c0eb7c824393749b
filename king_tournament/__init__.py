"""The site: settings, urls, Celery and what each person sees. Stores nothing; ``king`` knows what
it shows.

``desk`` for organizer and arbiter, ``captain`` the phone at a table, ``live`` the public,
``replay`` a published board played again at home, ``api`` programs, ``rulebook`` and ``accounts``
everybody; ``sheet`` is the score sheet of them all. ``installation`` runs, keeps and looks over a
site, ``demo`` invents an evening and ``demo_hands`` plays it; ``webhooks`` call programs;
``field_sentences`` are what a refused field says; ``attempts``, ``middleware`` serve all.
"""
