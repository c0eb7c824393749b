"""A disputed hand as the arbiter's page shows it: the four hands card by card, what was played, what ``king`` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from king.cards import SUITS, Card, Suit
from king.contracts import Contract, Family
from king.deal import Deal
from king.domino import Domino
from king.infractions import Breach
from king.notation.played import Played, read_played, write_played
from king.play import Play
from king.play_rules import DominoOpener, PlayRules, play_rules
from king.replay import Report, replay
from king.row import Row
from king.rulesets import RuleSet, Settings
from king.rulesets.base import HandPlan
from king.sale import leader_after_sale
from king.sheet import ScoredRow
from king.winds import WINDS, Side, Wind
from printing import wording
from scoring.reading import ScoredTable

NO_TRUMP = "NT"


@dataclass(frozen=True)
class Facts:
    """What is known of the hand before its first card. ``trump`` is NT for none chosen, empty where it is missing."""

    contract: Contract
    leader: Wind
    trump: str
    direction: str | None = None
    also: tuple[Contract, ...] = ()
    """What the same cards are played for besides, in the quick game (O15)."""
    start: Card | None = None
    """The card that Domino begins with, where whoever chose it has named one (R2); its holder lays it."""

    @property
    def is_domino(self) -> bool:
        """Whether cards are laid, and none taken."""
        return self.contract.family is Family.DOMINO

    @property
    def asks_trump(self) -> bool:
        """Whether a trump has to be known before a trick has a winner."""
        return self.contract.trump and self.direction != "down"

    @property
    def suit(self) -> Suit | None:
        """The trump suit in force."""
        return Suit(self.trump) if self.asks_trump and self.trump in tuple(Suit) else None


@dataclass(frozen=True)
class Key:
    """A card of the diagram; ``state`` is legal, held or played, ``code`` what its key sends."""

    card: Card
    state: str

    @property
    def code(self) -> str:
        """The card as it is read back."""
        return str(self.card)


@dataclass(frozen=True)
class Laid:
    """A card, or a pass, in its place; ``breaches`` are what it breaks."""

    wind: Wind
    card: Card | None
    won: bool
    breaches: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A trick, or in Domino a lap."""

    number: int
    cards: tuple[Laid, ...]


@dataclass(frozen=True)
class Finding:
    """An illegal card: where, whose, which rule; ``query`` fills in the form of a ruling."""

    place: str
    wind: Wind
    player: str
    sentence: str
    query: str


@dataclass(frozen=True)
class Count:
    """The units of a column by the cards, and by the sheet (None: not entered)."""

    column: Wind | Side
    found: int
    written: int | None

    @property
    def differs(self) -> bool:
        """Whether the sheet says something else."""
        return self.written is not None and self.written != self.found


@dataclass(frozen=True)
class Judged:
    """The whole answer. ``turn`` is whose turn it is, ``starts_trick`` whether somebody leads now."""

    text: str
    hands: Mapping[Wind, tuple[tuple[Suit, tuple[Key, ...]], ...]]
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...]
    counts: tuple[Count, ...]
    problems: tuple[str, ...]
    turn: Wind | None
    starts_trick: bool
    finished: bool
    domino: bool
    begun: bool

    @property
    def differs(self) -> bool:
        """Whether the finished hand and the sheet disagree."""
        return self.finished and any(count.differs for count in self.counts)


def facts_of(table: ScoredTable, hand: int, given: Mapping[str, str]) -> Facts | None:
    """What sheet and system say of the hand, changed by what the page was ``given``; None: no contract is known."""
    rules, settings = table.scored.ruleset, table.scored.settings
    plan = rules.schedule(settings)[hand - 1]
    row = _row(table, hand)
    contract = plan.contract or rules.find_contract(given.get("contract")) or (row.contract if row else None)
    if contract is None:
        return None
    written = row.row if row is not None else None
    leader = given.get("leader", "")
    named = (written.start if written is not None else None) or ""
    trump = given.get("trump", (written.trump if written is not None else None) or "")
    return Facts(
        contract,
        Wind(leader) if leader in tuple(Wind) else _leader(plan, written, settings, contract),
        trump if trump in (*tuple(Suit), NO_TRUMP) else "",
        written.direction if written is not None else None,
        tuple(
            each.contract for each in rules.played_on(plan.board, settings)
            if each.number != plan.number and each.contract is not None
        ),
        _card_named(given.get("start", named)) if contract.family is Family.DOMINO else None,
    )  # fmt: skip


def _card_named(text: str) -> Card | None:
    try:
        return Card.parse(text)
    except ValueError:
        return None


def _leader(plan: HandPlan, written: Row | None, settings: Settings, contract: Contract) -> Wind:
    """Who leads by the rules, after the sale that the sheet has; a name that nobody has is for the checks to tell."""
    sale = written.sale if written is not None else None
    known = sale if sale is not None and sale.buyer in WINDS else None
    return leader_after_sale(plan, known, settings, contract) or WINDS[0]


def _row(table: ScoredTable, hand: int) -> ScoredRow | None:
    return next((row for row in table.scored.rows if row.hand == hand), None)


def judge(table: ScoredTable, hand: int, deal: Deal, facts: Facts, given: Mapping[str, str]) -> Judged:
    """The cards written down so far, with the one that was just tapped, judged against the stored board."""
    rules = play_rules(table.scored.ruleset, table.scored.settings)
    if facts.start is not None and facts.start in deal.deck:
        rules = replace(rules, domino_opener=DominoOpener.HOLDER, domino_start=facts.start)
    played = read_played(given.get("cards", ""))
    if not played.problems:
        played = _changed(played, deal, facts, rules, given)
    report = _replayed(deal, facts, rules, played)
    text = given.get("cards", "") if played.problems else write_played(played.cards, played.leaders)
    domino = isinstance(report.play, Domino)
    finished = report.play.settled and not played.problems and not report.problems
    return Judged(
        text=text,
        hands=_hands(report),
        lines=tuple(_laps(report) if domino else _tricks(report)),
        findings=tuple(_findings(table, hand, report)),
        counts=tuple(_counts(table, hand, facts, report)),
        problems=(*map(wording.phrase, played.problems), *_problems(report, begun=bool(played.cards))),
        turn=report.play.turn,
        starts_trick=isinstance(report.play, Play) and not report.play.table and report.play.turn is not None,
        finished=finished,
        domino=domino,
        begun=bool(text.strip()),
    )


def _replayed(deal: Deal, facts: Facts, rules: PlayRules, played: Played) -> Report:
    return replay(
        deal, facts.contract, played.cards, rules=rules, leader=facts.leader, trump=facts.suit, leaders=played.leaders,
        also=facts.also,
    )  # fmt: skip


def _changed(played: Played, deal: Deal, facts: Facts, rules: PlayRules, given: Mapping[str, str]) -> Played:
    """One card more, a pass, or one card less; a lead from another hand than the rightful one is kept as such."""
    if "undo" in given:
        cards = played.cards[:-1]
        return Played(cards, {at: wind for at, wind in played.leaders.items() if at <= len(cards) // 4}, ())
    if "pass" in given:
        return Played((*played.cards, None), played.leaders, ())
    tapped = read_played(given.get("add", "")).cards
    if not tapped:
        return played
    leaders = dict(played.leaders)
    led_by = given.get("led_by", "")
    play = _replayed(deal, facts, rules, played).play
    if isinstance(play, Play) and not play.table and led_by in tuple(Wind) and led_by != play.turn:
        leaders[len(played.cards) // 4 + 1] = Wind(led_by)
    return Played((*played.cards, tapped[0]), leaders, ())


# --- what is shown


def _hands(report: Report) -> dict[Wind, tuple[tuple[Suit, tuple[Key, ...]], ...]]:
    play = report.play
    legal = frozenset() if play.turn is None else play.legal()
    return {
        wind: tuple(
            (suit, tuple(Key(card, _state(card, wind, play, legal)) for card in _suit(play.deal, wind, suit)))
            for suit in SUITS
        )
        for wind in WINDS
    }


def _suit(deal: Deal, wind: Wind, suit: Suit) -> Iterator[Card]:
    return (card for card in deal.deck if card.suit is suit and card in deal.hands[wind])


def _state(card: Card, wind: Wind, play: Play | Domino, legal: frozenset[Card]) -> str:
    if card not in play.hands[wind]:
        return "played"
    return "legal" if card in legal and play.turn is wind else "held"


def _breaches(report: Report) -> dict[tuple[int, int], tuple[Breach, ...]]:
    found: dict[tuple[int, int], tuple[Breach, ...]] = {}
    for each in report.illegal:
        place = (each.trick, each.turn)
        found[place] = (*found.get(place, ()), each.breach)
    return found


def _tricks(report: Report) -> Iterator[Line]:
    breaches = _breaches(report)
    for number, trick in enumerate(report.tricks, start=1):
        cards = []
        for place, card in enumerate(trick.cards):
            wind = trick.leader.after(place, report.play.rules.direction)
            broken = breaches.get((number, 4 * (number - 1) + place + 1), ())
            said = tuple(wording.phrase(each.phrase) for each in broken)
            cards.append(Laid(wind, card, wind is trick.winner, said))
        yield Line(number, tuple(cards))


def _laps(report: Report) -> Iterator[Line]:
    assert isinstance(report.play, Domino)
    breaches = {each.turn: (wording.phrase(each.breach.phrase),) for each in report.illegal}
    turns = report.play.turns
    for at in range(0, len(turns), 4):
        yield Line(
            at // 4 + 1,
            tuple(
                Laid(turn.wind, turn.card, False, breaches.get(place, ()))
                for place, turn in enumerate(turns[at : at + 4], start=at + 1)
            ),
        )


def _findings(table: ScoredTable, hand: int, report: Report) -> Iterator[Finding]:
    for each in report.illegal:
        wind = each.breach.wind
        sentence = wording.phrase(each.breach.phrase)
        place = _("Trick %(number)s") if isinstance(report.play, Play) else _("Lap %(number)s")
        where = place % {"number": each.trick}
        column = table.scored.ruleset.column(wind)
        reason = _("%(place)s: %(sentence)s.") % {"place": where, "sentence": sentence}
        fields = {"kind": "illegal_play", "hand": hand, "offender": str(column or ""), "reason": reason}
        yield Finding(where, wind, _sits(table, wind), sentence, urlencode(fields))


def _sits(table: ScoredTable, wind: Wind) -> str:
    seat = table.seats.get(wind)
    return seat.player.full_name if seat is not None else ""


def _counts(table: ScoredTable, hand: int, facts: Facts, report: Report) -> Iterator[Count]:
    row = _row(table, hand)
    units = report.units_of(facts.contract)
    for column in table.scored.ruleset.columns:
        winds = column.winds if isinstance(column, Side) else (column,)
        written = row.row.units.get(str(column)) if row is not None else None
        yield Count(column, sum(units[wind] for wind in winds), written)


def _problems(report: Report, *, begun: bool) -> tuple[str, ...]:
    """Without what the page shows anyway: that the hand is not over."""
    shown = [each for each in report.problems if each.code not in ("cards_missing", "turns_missing")]
    return tuple(wording.phrase(each.phrase) for each in shown) if begun else ()


def trumps(ruleset: RuleSet, settings: Settings, facts: Facts) -> tuple[tuple[str, str], ...]:
    """The trumps to choose from, by code and name; none where the hand has no trump."""
    if not facts.asks_trump:
        return ()
    named = tuple((suit.value, f"{wording.suit_name(suit)} {suit.symbol}") for suit in SUITS)
    return (*named, (NO_TRUMP, _("no trump"))) if settings.allow_no_trump else named
