"""A whole evening to look at, at any stage, made through the services that the screens call; nobody
in it exists.

The same seed makes the same evening: names, winds, boards, every card played. Only the codes are
new each time, as they are the keys to its pages. Its boards come from that seed too, which is why a
demonstration is marked as one.
"""

import datetime
import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from deals import services as deals
from deals.models import BoardSet
from king.boards import dealer_in_notations
from king.cards import DECK_52, SUITS, Card, Deal, Suit, Wind
from king.play.replay import play_out, start_play
from king.play.tricks import Play, play_rules
from king.rulesets.base import Order, RuleSet, Scoring
from king.rulesets.contracts import Contract, Family, Unit
from king.rulesets.settings import Settings
from king.sheet.choice import next_choice
from king.sheet.row import Row, Sale
from king.sheet.sale import leader_after_sale
from king.standing.standing_settings import PRESETS
from scoring import decisions
from scoring.log_check import check_log
from scoring.models import HandResult, Sheet
from scoring.round_steps import close_round, start_round
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, hand_in, sign_sheet
from tournaments import round_seating
from tournaments import services as tournaments
from tournaments.board_steps import seal_boards
from tournaments.circuits import Circuit
from tournaments.editions import configured, find_rules
from tournaments.entries import add_player, enter_many, enter_pair, forget_players
from tournaments.head_count import entry_size, seats_of_entries, tables_of_a_meeting
from tournaments.log import counts
from tournaments.models import Player, Round, Table, Tournament
from tournaments.seat_changes import publish_seating
from tournaments.services import end_roles
from tournaments.wind_draw import draw_winds
from wording.naming import system_title
from wording.sentences import refusal

# The tables of a demonstration play their boards card by card: nothing is invented but who holds
# which opinion. Contract, trump and sale are chosen from the cards; the cards fall at random among
# the legal ones; so every row that comes out is one that these boards could have given.

SOLD_ONE_IN = 3
"""About every third declaration is sold."""
DOWN_ONE_IN = 4
"""Where it may be, about every fourth positive hand is played for no tricks."""


def dealt_at_the_table(ruleset: RuleSet, chance: random.Random) -> dict[int, Deal]:
    """A deal for each hand; a quick game leaves the last of them over."""
    boards: dict[int, Deal] = {}
    for number in range(1, ruleset.length + 1):
        owners = [wind.value for wind in ruleset.winds for _card in range(ruleset.cards_each)]
        chance.shuffle(owners)
        boards[number] = Deal("".join(owners))
    return boards


def play_match(
    ruleset: RuleSet, settings: Settings, boards: Mapping[int, Deal], chance: random.Random
) -> tuple[Row, ...]:
    """One row for each board by its number; the same ``chance``, the same rows."""
    rows: list[Row] = []
    for plan in ruleset.schedule(settings):
        if plan.number != plan.together[0]:
            continue
        deal = boards[plan.board]
        contract = plan.contract
        row = Row(plan.number)
        if not contract:
            contract, row = _chosen(ruleset, settings, tuple(rows), row, chance)
        row = replace(row, contract=contract.code)
        if ruleset.scoring is Scoring.SHARED and plan.dealer and not plan.contract:
            # The dealer names a card that he does not hold himself (R5).
            others = [card for card in deal.deck if deal.holder(card) is not plan.dealer]
            named = chance.choice(others)
            row = replace(row, partner=deal.holder(named).value, card=str(named))
        declarer = dealer = dealer_in_notations(plan.dealer, plan.number)
        if contract.sale and not ruleset.sale_within_pair and not ruleset.by_side:
            row, declarer = _perhaps_sold(row, contract, deal, dealer, chance)
        if contract.nulls and not chance.randrange(DOWN_ONE_IN):
            # A buyer gave one null (R8).
            sale = None if row.sale is None else replace(row.sale, price=1, polarity="null")
            row = replace(row, direction="down", sale=sale)
        trump = None
        if contract.trump and row.direction != "down":
            # The longest suit, and among equals the strongest.
            trump = max(SUITS, key=lambda suit: _strength(deal.hand(declarer), suit))
            row = replace(row, trump=trump.value)
        winds = ruleset.winds
        after = leader_after_sale(plan, row.sale, settings, contract, winds)
        leader = after or winds[plan.number % len(winds)]
        # The same cards are counted for another row too (O15).
        with_it = [
            (other.number, other.contract)
            for other in ruleset.played_on(plan.board, settings)[1:]
            if other.contract
        ]
        also = tuple(also for _number, also in with_it)
        start = start_play(deal, contract, play_rules(ruleset, settings), leader, trump, also)
        hand = play_out(start, chance.choice)
        while settings.queens_replayed and _one_queen_each(contract, hand.units):
            hand = play_out(start, chance.choice)
        rows.append(replace(row, units=_by_wind(hand.units)))
        for number, other in with_it:
            assert isinstance(hand, Play)
            rows.append(Row(number, other.code, _by_wind(hand.units_of(other))))
    return tuple(rows)


def _one_queen_each(contract: Contract, units: Mapping[Wind, int]) -> bool:
    return contract.unit is Unit.QUEENS and set(units.values()) == {1}


def _by_wind(units: Mapping[Wind, int]) -> dict[str, int]:
    return {wind.value: count for wind, count in units.items()}


def _chosen(
    ruleset: RuleSet, settings: Settings, before: tuple[Row, ...], row: Row, chance: random.Random
) -> tuple[Contract, Row]:
    choice = next_choice(ruleset, before, settings)
    assert choice is not None
    if ruleset.order is not Order.FIXED and choice.column:
        row = replace(row, chooser=choice.column.value)
    return chance.choice(choice.allowed), row


def _perhaps_sold(
    row: Row, contract: Contract, deal: Deal, dealer: Wind, chance: random.Random
) -> tuple[Row, Wind]:
    buyer = max(
        (wind for wind in deal.winds if wind is not dealer), key=lambda wind: _worth(deal, wind)
    )
    if chance.randrange(SOLD_ONE_IN) or _worth(deal, buyer) <= _worth(deal, dealer):
        return row, dealer
    price = chance.randint(2, 4)
    if contract.units is not None and contract.units < len(DECK_52) // 4:
        price = min(price, 2)
    return replace(row, sale=Sale(dealer.value, buyer.value, price)), buyer


def _worth(deal: Deal, wind: Wind) -> tuple[int, int]:
    return max(_strength(deal.hand(wind), suit) for suit in SUITS)


def _strength(hand: tuple[Card, ...], suit: Suit) -> tuple[int, int]:
    powers = [card.rank.power for card in hand if card.suit is suit]
    return len(powers), sum(powers)


def spoiled(row: Row, contract: Contract, chance: random.Random) -> Row:
    units = dict(row.units)
    if contract.family is Family.DOMINO:
        return replace(row, units={wind: count or 1 for wind, count in units.items()})
    wind = chance.choice([wind for wind, count in sorted(units.items()) if count])
    return replace(row, units=units | {wind: units[wind] - 1})


CLUB = "Circolo del Re di Cuori (demo)"
CARD = "DEMO-{number:02d}"

PEOPLE = [
    (surname, given_name)
    for line in """\
Abbà, Niccolò
Acquarone, Bianca
Bacigalupo, Gio Batta
Barabino, Zoè
Bevilacqua, Ludovica
Boccanegra, Simone
Brignole, Caterina
Calò, Raffaella
Camogli, Tommaso
Cantù, Mosè
Carbonara, Iris
Casaccia, Ettore
Cavagnaro, Noemi
Cichero, Andrea
Cogorno, Maria José
D'Aste, Leone
D'Oria, Ginevra
Dall'Orto, Pietro
De Ferrari, Adelaide
Della Casa, Giosuè
Di Negro, Violante
Durazzo, Ippolito
Fabbricotti, Nora
Ferretto, Dario
Fieschi, Sibilla
Frugone, Amedeo
Gandolfo, Tea
Garbarino, Samuele
Ghiglione, Costanza
Giustiniani, Elia
Grimaldi, Perla
Isola, Corrado
Lagorio, Miriam
Lercari, Baldo
Lo Bianco, Salvatore
Maragliano, Anton Maria
Marù, Cecilia
Merlò, Renata
Montaldo, Fulvio
Nicolò, Agnese
Noceti, Bruno
Odone, Matilde
Oneto, Zaccaria
Pagà, Ines
Parodi, Lazzaro
Passalacqua, Dora
Pedemonte, Saverio
Piaggio, Olimpia
Pittaluga, Nicolò
Queirolo, Elvira
Raggio, Guido
Ravaschieri, Isotta
Repetto, Ugo
Rovereto, Aurelia
Sansò, Michele
Schiaffino, Teresa
Solari, Oreste
Spinola, Fiammetta
Tassara, Egidio
Traverso, Gioia
Usodimare, Antoniotto
Vallebona, Rosalìa
Viganò, Cosimo
Zunino, Delfina
""".splitlines()
    for surname, _comma, given_name in [line.partition(", ")]
]

TEAMS = """\
Portello
Sottoripa
Campetto
Banchi
Soziglia
Castelletto
Carignano
Marassi
Boccadasse
Nervi
Pegli
Voltri
Sturla
Quinto
Staglieno
Molassana
""".splitlines()
"""Quarters of a town, after which the invented teams are called."""


def demo_cards() -> tuple[str, ...]:
    return tuple(CARD.format(number=number) for number in range(1, len(PEOPLE) + 1))


def demo_players(count: int, chance: random.Random, among: Sequence[int]) -> list[Player]:
    """On the roster once, however many demonstrations."""
    chosen = chance.sample(among or range(len(PEOPLE)), count)
    cards = [demo_cards()[place] for place in chosen]
    known = {player.card_number: player for player in Player.objects.filter(card_number__in=cards)}
    for card, place in zip(cards, chosen, strict=True):
        if card not in known:
            surname, given_name = PEOPLE[place]
            known[card] = add_player(
                surname=surname, given_name=given_name, card_number=card, club=CLUB
            )
    return [known[card] for card in cards]


MOST_TABLES = len(PEOPLE) // 4
MOST_ROUNDS = 4
LONGEST_NAME = 120


class Stage(StrEnum):
    ENTRIES = "entries"
    """Everybody is entered; the winds are not drawn."""
    SEATED = "seated"
    """Winds drawn, the first seating published, its boards sealed."""
    PLAYING = "playing"
    """The first partita half way: sheets closed, handed in, doubtful and unfinished."""
    FINISHED = "finished"
    """Every partita closed, the standings posted, one ruling made."""


SHORT_STAGES = {
    Stage.ENTRIES: gettext_lazy("entries"),
    Stage.SEATED: gettext_lazy("seated"),
    Stage.PLAYING: gettext_lazy("in play"),
    Stage.FINISHED: gettext_lazy("finished"),
}
"""How far it was brought, in the name of the evening."""


@transaction.atomic
def make_demo(
    *,
    stage: str,
    seed: int,
    author: User | None = None,
    ruleset: str = "lab12",
    tables: int = 8,
    rounds: int = 2,
    language: str | None = None,
    pre_dealt: bool | None = None,
    settings: Mapping[str, object] | None = None,
    date: datetime.date | None = None,
    circuit: Circuit | None = None,
    among: Sequence[int] = (),
) -> Tournament:
    """Make the evening; raises ``ValidationError`` for a stage or a size that it cannot have,
    ``InputError`` for an unknown rule system.

    ``language`` is that of the tournament's name and of what was written by hand, such as the
    ruling's reason; None for the language in force. ``ruleset`` may be a house edition's code;
    ``pre_dealt`` and ``settings`` as ``create_tournament`` has them. ``among``: the numbers of the
    invented people of whom some come.
    """
    rules = _checked(stage, ruleset, tables, rounds)
    with translation.override(language or translation.get_language()):
        tournament = tournaments.create_tournament(
            name=_name(rules, stage, seed),
            date=date or timezone.localdate(),
            place=_("Club room (demonstration)"),
            ruleset=rules.code,
            settings=settings,
            planned_rounds=rounds,
            author=author,
            is_demo=True,
            pre_dealt=pre_dealt,
            circuit=circuit,
            language=translation.get_language(),
        )
        evening = _Evening(tournament, rules, seed, author, among)
        evening.enter_everybody(tables)
        if stage != Stage.ENTRIES:
            first = evening.seat_next_round()
            if stage == Stage.PLAYING:
                evening.play_half(first)
            if stage == Stage.FINISHED:
                evening.play_out(first)
                for _number in range(1, rounds):
                    evening.play_out(evening.seat_next_round())
    return Tournament.objects.get(pk=evening.tournament.pk)


SEASON_EVENINGS = 6
DAYS_BETWEEN = 14
NOT_EVERY_TIME = 10
"""Of a demonstration's season: how many evenings, how far apart, and how many more people there are than seats."""


@transaction.atomic
def make_season(*, stage: str, seed: int, tables: int, rounds: int, ruleset: str) -> Circuit:
    """Under the Genoese regulation; the last evening is brought to ``stage``. Raises as
    ``make_demo`` does.
    """
    preset = PRESETS["genoa"]
    size = min(4 * tables + NOT_EVERY_TIME, len(PEOPLE))
    among = random.Random(f"king demonstration|{seed}|season").sample(range(len(PEOPLE)), size)
    title = _("Trial circuit %(number)s") % {"number": seed}
    names = [title, *(f"{title} ({again})" for again in range(2, 1000))]
    taken = set(Circuit.objects.exclude(tournaments=None).values_list("name", flat=True))
    circuit, _new = Circuit.objects.update_or_create(
        name=next(name for name in names if name not in taken),
        defaults={
            "counts": preset.counts,
            "settings": dict(preset.settings),
            "planned_evenings": SEASON_EVENINGS,
        },
    )
    for number in range(1, SEASON_EVENINGS + 1):
        days = DAYS_BETWEEN * (SEASON_EVENINGS - number)
        make_demo(
            stage=stage if number == SEASON_EVENINGS else Stage.FINISHED,
            seed=100 * seed + number,
            ruleset=ruleset,
            tables=tables,
            rounds=rounds,
            date=timezone.localdate() - datetime.timedelta(days=days),
            circuit=circuit,
            among=among,
        )
    return circuit


@transaction.atomic
def remove_demo(*, tournament: Tournament) -> None:
    if not tournament.is_demo:
        raise refusal(
            gettext_lazy("“%(tournament)s” is no demonstration: it is kept."),
            "not_a_demo",
            tournament=tournament.name,
        )
    tournament = tournament.held()
    # An evening that somebody made a trial in the database will be missed.
    if not check_log(tournament).faults:
        counts.drop(tournament.code)
    board_sets = list(tournament.rounds.values_list("board_set", flat=True))
    Table.objects.filter(round__tournament=tournament).delete()
    tournament.rounds.all().delete()
    BoardSet.objects.filter(pk__in=board_sets).delete()
    end_roles(tournament)
    tournament.delete()
    invented = Player.objects.filter(card_number__in=demo_cards(), club=CLUB)
    forget_players(invented.values_list("pk", flat=True))


def _checked(stage: str, ruleset: str, tables: int, rounds: int) -> RuleSet:
    if stage not in tuple(Stage):
        raise refusal(
            gettext_lazy("A demonstration is at one of the stages %(stages)s, not %(stage)s."),
            "demo_stage",
            stages=", ".join(Stage),
            stage=stage[:40],
        )
    if not 1 <= tables <= MOST_TABLES or not 1 <= rounds <= MOST_ROUNDS:
        raise refusal(
            gettext_lazy("A demonstration has 1 to %(tables)s tables and 1 to %(rounds)s partite."),
            "demo_size",
            tables=MOST_TABLES,
            rounds=MOST_ROUNDS,
        )
    rules = find_rules(ruleset)
    if rules.sides == "teams" and tables % 2:
        raise refusal(
            gettext_lazy(
                "Teams meet at two tables each: a demonstration of theirs has an even number of tables."
            ),
            "demo_size",
        )
    return rules


def _name(rules: RuleSet, stage: str, seed: int) -> str:
    fields = {"number": seed, "rules": system_title(rules), "stage": SHORT_STAGES[Stage(stage)]}
    return (_("Trial %(number)s · %(rules)s · %(stage)s") % fields)[:LONGEST_NAME]


class _Evening(NamedTuple):
    tournament: Tournament
    rules: RuleSet
    seed: int
    author: User | None
    among: Sequence[int]

    def chance(self, purpose: str) -> random.Random:
        """Of its own for each purpose, so that one more draw somewhere changes nothing
        elsewhere.
        """
        return random.Random(f"king demonstration|{self.seed}|{purpose}")

    def digest(self, purpose: str) -> bytes:
        """32 bytes."""
        return hashlib.sha256(f"king demonstration|{self.seed}|{purpose}".encode()).digest()

    # -- before play

    def enter_everybody(self, tables: int) -> None:
        meetings = tables // tables_of_a_meeting(self.tournament)
        entries = meetings * len(seats_of_entries(self.tournament))
        size = entry_size(self.tournament)
        players = demo_players(size * entries, self.chance("people"), self.among)
        if size == 1:
            enter_many(tournament=self.tournament, players=players, author=self.author)
            return
        names = [""] * entries
        if self.rules.sides == "teams":
            names = self.chance("teams").sample(TEAMS, entries)
        for place, name in enumerate(names):
            together = players[place * size : (place + 1) * size]
            enter_pair(tournament=self.tournament, players=together, name=name, author=self.author)

    def seat_next_round(self) -> Round:
        """Seating published, boards sealed; before the first the winds are drawn."""
        if not self.tournament.rounds.exists():
            draw = self.digest("draw").hex()[:32]
            draw_winds(tournament=self.tournament, author=self.author, seed=draw)
        round_ = round_seating.plan_round(tournament=self.tournament, author=self.author)
        if self.tournament.plays_boards:
            boards = self.digest(f"boards {round_.number}")
            seal_boards(round=round_, author=self.author, demo_seed=boards)
        publish_seating(round=round_, author=self.author)
        return Round.objects.get(pk=round_.pk)

    # -- play

    def _started(self, round_: Round) -> QuerySet[Sheet]:
        if round_.board_set:
            deals.mark_printed(board_set=round_.board_set)
        start_round(round=round_, author=self.author)
        sheets = Sheet.objects.filter(table__round=round_)
        return sheets.select_related("table").order_by("table__number")

    def _rows(self, sheet: Sheet, round_: Round) -> tuple[Row, ...]:
        table = f"{round_.number} {sheet.table.number}"
        if round_.board_set:
            boards = {board.number: board.deal for board in round_.board_set.boards.in_use()}
        else:
            boards = dealt_at_the_table(self.rules, self.chance(f"deal {table}"))
        chance = self.chance(f"play {table}")
        return play_match(self.rules, configured(self.tournament), boards, chance)

    def _enter(self, sheet: Sheet, rows: Iterable[Row]) -> None:
        for row in rows:
            content = row.as_json()
            enter_row(
                sheet=sheet,
                hand=content.pop("hand"),
                content=content,
                origin=HandResult.Origin.PHONE,
                device=_captain(sheet),
            )

    def _hand_in(self, sheet: Sheet, *, with_problems: bool = False) -> None:
        for wind in sheet.table.seats.values_list("wind", flat=True).distinct():
            sign_sheet(sheet=sheet, wind=wind, device=_captain(sheet))
        hand_in(sheet=sheet, by=_captain(sheet), with_problems=with_problems)

    def play_out(self, round_: Round) -> None:
        """In the first partita the arbiter had to rule once."""
        for sheet in self._started(round_):
            rows = self._rows(sheet, round_)
            self._enter(sheet, rows)
            self._hand_in(sheet)
            if round_.number == 1 and sheet.table.number == 1:
                self._rule(sheet, rows)
            close_sheet(sheet=sheet, author=self.author)
        close_round(round=round_, author=self.author)

    def play_half(self, round_: Round) -> None:
        """A sheet closed, one handed in, one that does not add up and calls the arbiter, some
        open.
        """
        sheets = self._started(round_)
        for sheet, progress in zip(sheets, half_way(len(sheets), self.rules.length), strict=True):
            [*rows] = self._rows(sheet, round_)[: progress["hands"]]
            wrong = bool(progress.get("wrong"))
            if wrong:
                contract = self.rules.contract(rows[-1].contract or "")
                slip = self.chance(f"slip {sheet.table.number}")
                rows[-1] = spoiled(rows[-1], contract, slip)
            self._enter(sheet, rows)
            if progress.get("handed_in"):
                self._hand_in(sheet, with_problems=wrong)
            if progress.get("closed"):
                close_sheet(sheet=sheet, author=self.author)

    def _rule(self, sheet: Sheet, rows: Sequence[Row]) -> None:
        """Somebody revoked: he pays, and takes all points of a negative hand, where the match has
        any (§3.1).
        """
        families = {contract.code: contract.family for contract in self.rules.contracts}
        negative = [row for row in rows if families[row.contract or ""] is Family.NEGATIVE]
        chance = self.chance("ruling")
        decisions.rule(
            sheet=sheet,
            kind="illegal_play",
            hand=chance.choice(negative or rows).hand,
            offender=chance.choice(self.rules.columns).value,
            article="§3.1",
            reason=_("Did not follow suit in the fifth trick; found when the hand was over."),
            arbiter=self.author,
        )


def half_way(tables: int, length: int) -> list[dict[str, int]]:
    """Of each table how many ``hands`` it has written, and whether the last of them is ``wrong``,
    the sheet ``handed_in`` or ``closed``.
    """
    closed = {"hands": length, "handed_in": True, "closed": True}
    called = {"hands": length, "handed_in": True, "wrong": True}
    doubtful = {"hands": length // 2 + 1, "wrong": True}
    playing = [{"hands": max(1, length - 3 - table % 5)} for table in range(tables)]
    if tables < 4:
        return [closed, called][: tables - 1] + playing[:1]
    handed_in = {"hands": length, "handed_in": True}
    return [closed, handed_in, called, playing[0], doubtful, *playing[1:]][:tables]


def _captain(sheet: Sheet) -> str:
    return _("captain of table %(table)s") % {"table": sheet.table.number}
