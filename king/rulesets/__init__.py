"""Rule systems by their code: one file for each published system, with the source of every figure.

Each is a ``base`` rule system made of ``contracts``, each of one of the ``units``. ``setting`` is
how a choice is declared, ``settings`` are all of them; ``edition`` makes a club's own of a
published system; ``elsewhere`` has the games of other countries.
"""

from collections.abc import Mapping

from king.reading import EXPECTED, InputError, Node, one_of
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.rulesets.edition import EditionError, make_edition
from king.rulesets.settings import Settings
from king.words import Phrase, gettext_noop

# Every published system, in the order of the forms.
# isort: off
from king.rulesets.lab12 import LAB12
from king.rulesets.lab13 import LAB13
from king.rulesets.lab_coppie import LAB_COPPIE
from king.rulesets.lab_chiamata import LAB_CHIAMATA
from king.rulesets.itwiki13 import ITWIKI13
from king.rulesets.itwiki_scelta import ITWIKI_SCELTA
from king.rulesets.pirandello import PIRANDELLO
from king.rulesets.squadre import SQUADRE
from king.rulesets.squadre_terza import SQUADRE_TERZA
from king.rulesets.pt_ind import PT_IND
from king.rulesets.pt_duplas import PT_DUPLAS
from king.rulesets.pt_pareado import PT_PAREADO
from king.rulesets.pt_fu import PT_FU
from king.rulesets.fr10 import FR10
from king.rulesets.fr32 import FR32
from king.rulesets.elsewhere.rifki import RIFKI
from king.rulesets.elsewhere.russian import RUSSIAN
from king.rulesets.elsewhere.russian_khvalenki import RUSSIAN_KHVALENKI
from king.rulesets.elsewhere.king_three import KING_THREE
# isort: on

RULESETS: Mapping[str, RuleSet] = {
    ruleset.code: ruleset for ruleset in vars().copy().values() if isinstance(ruleset, RuleSet)
}
"""All systems by their code, in the order of the imports."""


def find_ruleset(code: str | RuleSet) -> RuleSet:
    if isinstance(code, RuleSet):
        return code
    try:
        return RULESETS[code]
    except KeyError:
        phrase = Phrase(EXPECTED, expected=one_of(RULESETS), found=repr(code))
        raise UnknownRuleSet(phrase, source="ruleset") from None


def read_ruleset(source: Node | object) -> RuleSet:
    """Read a system from its code, or a house edition from an object. Raises ``InputError`` with
    the place.
    """
    node = source if isinstance(source, Node) else Node(source, "ruleset", "")
    try:
        if not isinstance(node.value, dict):
            return find_ruleset(node.text())
        if node.place.count(".base") >= DEEPEST_EDITION:
            raise node.fail(Phrase(TOO_DEEP, most=DEEPEST_EDITION))
        base, changes = read_ruleset(node["base"]), node.get("changes")
        changed = {} if changes is None else changes.object()
        return make_edition(base, node["code"].text(), node["name"].text(), changed)
    except (UnknownRuleSet, EditionError) as error:
        if error.source.startswith(node.source):
            raise
        raise error.within(node.source) from None


def read_settings(ruleset: RuleSet, node: Node | None) -> Settings:
    values = None if node is None else node.object()
    try:
        return ruleset.configure(values)
    except InputError as error:
        raise error.within(node.source if node else "") from None


TOO_DEEP = gettext_noop("no more than {most} editions built on one another")

DEEPEST_EDITION = 5
"""Most levels of editions. An edition may be made from an edition, but not without end."""
