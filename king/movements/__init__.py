"""Who sits where, round by round, and how good that is (rules §7.3-7.5, A20, A21).

``plan_keep``, ``plan_rotating`` and ``plan_redrawn`` seat a whole tournament before it begins; ``replan_keep`` and
``replan_rotating`` the next rounds of one that is under way, or with winds of unequal numbers. All answer a
``Movement`` of slots with its ``Certificate``; ``draw_winds`` and ``draw_order`` put people on the slots, by a seed
that anyone can repeat. Nothing is random but by a seed, and every search stops after a number of attempts.
"""

from king.movements.draw import draw_order, draw_winds
from king.movements.keep import plan_keep
from king.movements.replan import replan_keep, replan_rotating
from king.movements.rotate import plan_redrawn, plan_rotating
from king.movements.seating import Certificate, Movement, Optimum, Slot, meetings

__all__ = [
    "Certificate",
    "Movement",
    "Optimum",
    "Slot",
    "draw_order",
    "draw_winds",
    "meetings",
    "plan_keep",
    "plan_redrawn",
    "plan_rotating",
    "replan_keep",
    "replan_rotating",
]
