"""The club's final table: eleven called hands, then Sans Atout (R4, from the club's circuit
regulation).
"""

from dataclasses import replace

from king.rulesets.base import Order, Quota
from king.rulesets.lab12 import LAB12
from king.words import gettext_noop

LAB_CHIAMATA = replace(
    LAB12,
    code="lab_chiamata",
    name=gettext_noop("Labyrinth, called hands"),
    source=gettext_noop('Labyrinth (Genoa), "Regolamento Re di Cuori": finale con mani a chiamata'),
    order=Order.CALLED,
    # "Sans Atout" is not called: it closes the match.
    last="SA",
    # The limit of one declaration each is it.wikipedia's, whose text is unclear (A34).
    quotas=(Quota(("D",), 1, "max_declarations_per_player"),),
    pre_dealt=False,
)
