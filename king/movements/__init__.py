"""Seatings for several rounds, and their quality (rules §7.3-7.5, A20, A21): a ``Movement`` and its
``Certificate``.

``fixed_winds``, ``rotation`` and ``sides`` plan an evening, ``rotation`` also its next rounds once
it is under way, out of ``starters`` by ``local_search``; ``seating`` is what they all answer with,
and the draw that puts people on its slots. Nothing is random but by a seed, and every search stops
after a number of attempts.
"""
