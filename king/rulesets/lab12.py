"""The Genoese club's individual game of twelve hands, without Domino (R1)."""

from king.rulesets.base import Final, RuleSet
from king.rulesets.contracts import CONTRACTS_WITHOUT_DOMINO, LABYRINTH_ORDER
from king.words import gettext_noop

RE_DI_CUORI = Final(
    # "Regolamento Re di Cuori": three partite "a chiamata", without Domino and with Sans Atout
    # last.
    ruleset="lab_chiamata",
    partite=3,
    # The final's table is dealt there; where Domino is played the re-deal rises (A24).
    settings={"domino_redeal": "rising"},
    # More firsts, then seconds, then thirds in the final, then the place in the tournament (§12.3).
    tiebreaks=("firsts", "seconds", "thirds", "previous"),
)
"""The final of the Genoese club's circuit."""

LAB12 = RuleSet(
    code="lab12",
    name=gettext_noop("Labyrinth, twelve hands"),
    source=gettext_noop('Labyrinth (Genoa), "King", torneo singolo'),
    contracts=CONTRACTS_WITHOUT_DOMINO,
    # "dodici mani": the seven negatives, four declarations, Sans Atout to end with.
    hands=(*LABYRINTH_ORDER, "D", "D", "D", "D", "SA"),
    score_kept_by=gettext_noop("The dealer keeps the score of the hand."),  # A7
    # The holder of K♥, or of 8♦, who is void must discard it, "exposing his hand to prove the
    # void".
    void_proved=True,
    final=RE_DI_CUORI,
)
