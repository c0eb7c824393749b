"""Seatings, round by round, and how good they are (rules §7.3-7.5, A20, A21).

``keep``, ``rotate`` and ``sides`` seat an evening before it begins, ``replan`` its next rounds; ``draw`` puts people on
slots. Nothing is random but by a seed, and every search stops after a number of attempts."""
