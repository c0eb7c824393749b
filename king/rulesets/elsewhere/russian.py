"""Russian King with 32 cards: six hands to avoid, all at once, and the same seven to take (R16)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from king.rulesets.base import RuleSet
from king.rulesets.contracts import NEGATIVES, TOGETHER, Contract, mirrored
from king.rulesets.pt_ind import PT_IND
from king.rulesets.settings import Settings
from king.words import gettext_noop

# Eight tricks, hearts, kings and jacks at 2, four queens at 4, two last tricks at 8, the king at 16:
# sixteen points a hand.
VALUES = {"V": -2, "C": -2, "H": -2, "M": -4, "2U": -8, "K": -16}
UNITS = {"V": 8, "C": 8, "H": 8, "M": 4, "2U": 2, "K": 1}
ORDER = tuple(VALUES)


# "Не брать", "брать": not to take, to take.
NAMES = {
    "V": ("Взятки", "Брать взятки"),
    "C": ("Черви", "Брать червей"),
    "H": ("Мальчики", "Брать мальчиков"),
    "M": ("Девочки", "Брать девочек"),
    "2U": ("Две последние", "Брать последние"),
    "K": ("Кинг", "Брать кинга"),
}


def to_avoid(
    values: Mapping[str, int], units: Mapping[str, int], names: Mapping[str, tuple[str, str]]
) -> tuple[Contract, ...]:
    return tuple(
        replace(
            PT_IND.contract(code),
            name=names[code][0],
            value=Fraction(values[code]),
            units=units[code],
        )
        for code in NEGATIVES
    )


AVOIDED = to_avoid(VALUES, UNITS, NAMES)
TAKEN = {contract.code: mirrored(contract, NAMES[contract.code][1]) for contract in AVOIDED}
MIRRORED = tuple(TAKEN[code].code for code in ORDER)

RUSSIAN = RuleSet(
    code="russian",
    language="ru",
    name=gettext_noop("Russian King"),
    source=gettext_noop(
        'en.wikipedia, "King (card game)": Four players; "Кинг" (D. Bashurov, 1993)'
    ),
    contracts=(*AVOIDED, *TAKEN.values()),
    hands=(*ORDER, TOGETHER.join(ORDER), *MIRRORED, TOGETHER.join(MIRRORED)),
    merged_names={
        TOGETHER.join(ORDER): "Все подряд",
        TOGETHER.join(MIRRORED): "Брать все подряд",
    },
    deck=32,
    # "Drawn by lot": no source finds the first dealer in another way.
    first_dealer_by=gettext_noop("The first dealer is drawn by lot."),
    note=gettext_noop(
        "The hand of everything at once is counted six times, each time on a row of its own, with "
        "the same cards."
    ),
    defaults=Settings(
        restricted_lead="never",  # "may not be led unless there is no choice"
        positive_penalty=Fraction(-10),  # five tricks, as in the club's game (§3.1)
    ),
    terms={},
)
