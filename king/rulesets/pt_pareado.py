"""King Pareado: duplicate teams of four, each North-South at one table and East-West at the other
(R11).
"""

from dataclasses import replace

from king.rulesets.pt_duplas import PT_DUPLAS
from king.words import gettext_noop

PT_PAREADO = replace(
    PT_DUPLAS,
    code="pt_pareado",
    language="pt",
    name=gettext_noop("Portuguese, duplicate teams"),
    source='pt.wikipedia, "King (jogo de cartas)": King Pareado',
    sides="teams",
    note=gettext_noop(
        "A team's result is its NS difference at one table and its EW difference at the other, added."
    ),
    first_dealer_by="",  # the same dealer of a board at both tables: it says who chooses
    pre_dealt=True,  # bags carry the boards between the two tables
)
