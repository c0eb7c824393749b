"""Seatings, round by round, and how good they are (rules §7.3-7.5, A20, A21).

``plan_keep``, ``plan_rotating`` and ``plan_redrawn`` seat a whole tournament before it begins; ``replan_keep`` and
``replan_rotating`` the next rounds of one that is under way, or with winds of unequal numbers. All answer a
``Movement`` of slots with its ``Certificate``; ``draw_winds`` and ``draw_order`` put people on the slots, by a seed
that anyone can repeat. Nothing is random but by a seed, and every search stops after a number of attempts.
"""
