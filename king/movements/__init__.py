"""Seatings for several rounds, and their quality (rules §7.3-7.5, A20, A21): a ``Movement`` and its
``Certificate``.

``fixed_winds``, ``rotation`` and ``sides`` plan an evening. ``rotation`` also plans the next rounds
of an evening under way. It uses ``starters`` and ``local_search``. ``seating`` has the result of
them all, and the draw that puts people on its slots. Random choices come only from a seed, and
every search stops after a number of attempts.
"""
