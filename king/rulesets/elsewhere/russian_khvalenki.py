"""Russian King whose second half is of trumps, хвалёнки, and whose boys are the jacks (R18)."""

from fractions import Fraction

from king.rulesets import units
from king.rulesets.base import Owner, RuleSet
from king.rulesets.contracts import TOGETHER, Contract, Family, mirrored
from king.rulesets.elsewhere.russian import RUSSIAN
from king.rulesets.settings import Settings
from king.words import gettext_noop

# "For each boy in a trick 4 penalty points"; kings and jacks at 2 are the other reading, sixteen too.
JACKS = Contract("J", "Валеты", units.JACKS, 4, Fraction(-4), Family.NEGATIVE)
ORDER = ("V", "C", "J", "M", "2U", "K")

AVOIDED = tuple(JACKS if code == "J" else RUSSIAN.contract(code) for code in ORDER)
# Used by editions that play four hands with trumps and then one of all to be taken.
TAKEN = tuple(
    mirrored(JACKS, "Брать валетов") if code == "J" else RUSSIAN.contract(f"{code}P")
    for code in ORDER
)
# Three plus points for each trick, 24 a deal.
PRAISED = Contract(
    "XV", "Хвалёнка", units.TRICKS, 8, Fraction(3), Family.POSITIVE, sale=True, trump=True
)

RUSSIAN_KHVALENKI = RuleSet(
    code="russian_khvalenki",
    language="ru",
    name=gettext_noop("Russian King with khvalenki"),
    source=gettext_noop('"Кинг", rules in the program Sprat ("Кильки"); card-games-online.com'),
    contracts=(*AVOIDED, *TAKEN, PRAISED),
    # "Eight deals, so that each has two, where all at once was played": −192, +192.
    hands=(*ORDER, TOGETHER.join(ORDER), *("XV",) * 8),
    merged_names={TOGETHER.join(ORDER): "Все подряд"},
    deck=32,
    # "Who sits on the dealer's left orders the trump."
    owner=Owner.LEFT_OF_DEALER,
    trump_named_by=gettext_noop(
        "It is named from the first three cards dealt, or “by the last”: the suit of the last "
        "card dealt to the player who names it, shown to all."
    ),
    first_dealer_by=gettext_noop(
        "The first to lead is drawn by lot; the player before them in turn deals."
    ),
    leader_drawn=True,
    # "He may write two tricks to everybody without play."
    unplayed=(2, 2),
    note=RUSSIAN.note,
    defaults=Settings(
        restricted_lead="never",  # "hearts are not led while another suit is held"
        allow_no_trump=True,
        # "The others may buy the game for a number of tricks, handed over at the end": they offer.
        sale_procedure="auction",
        preference=False,
        frustrated_at=8,
        book_unopened=True,
        positive_penalty=Fraction(-15),  # five tricks, as in the club's game (§3.1)
    ),
    terms={},
)
