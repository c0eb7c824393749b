"""Demonstration: a whole evening at any stage, made by the services that the pages use, with
invented people.

The same seed makes the same evening: names, winds, boards, every card. Only codes differ, because
they are the keys to its pages. As the seed also deals the boards, the evening is marked as a
demonstration.
"""

import datetime
import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_lazy

from deals import services as deals
from deals.models import BoardSet
from king.rulesets.base import RuleSet
from king.rulesets.contracts import Family
from king.sheet.row import Row
from king.sheet.ruling_kinds import ILLEGAL_PLAY
from king.standing.standing_settings import PRESETS
from king_tournament.demo_hands import deal_hands, play_match, spoil_row
from scoring import decisions
from scoring.log_check import check_log
from scoring.models import HandResult, Sheet
from scoring.round_steps import close_round, start_round
from scoring.rows import draws_dealer, enter_row, say_first_dealer
from scoring.scored_sheets import rules_at
from scoring.sheet_steps import close_sheet, hand_in, sign_sheet
from tournaments import round_seating, services as tournaments
from tournaments.board_steps import seal_boards
from tournaments.circuits import Circuit
from tournaments.editions import find_rules
from tournaments.entries import add_player, enter_many, enter_pair, forget_players
from tournaments.head_count import entry_size, seats_of_entries, tables_of_a_meeting
from tournaments.log import counts
from tournaments.models import Player, Round, Table, Tournament
from tournaments.seat_changes import publish_seating
from tournaments.services import end_roles
from tournaments.wind_draw import draw_winds
from wording.naming import system_title
from wording.sentences import refusal

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
    """Players of a demonstration. Each is added to the roster once, however many demonstrations are
    made.
    """
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
    """Every partita closed, the standings published, one ruling made."""


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
    """Make the evening. Raises ``ValidationError`` for an impossible stage or size, ``InputError``
    for an unknown rule system.

    ``language`` is that of the tournament's name and of typed texts, such as a ruling's reason;
    None is the active language. ``ruleset`` may be the code of an edition. ``pre_dealt`` and
    ``settings`` are those of ``create_tournament``. ``among`` has the numbers of the invented
    people who may come.
    """
    rules = _check_arguments(stage, ruleset, tables, rounds)
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
    """Make a season under the Genoese regulation. The last evening is played up to ``stage``.
    Raises the errors of ``make_demo``.
    """
    preset = PRESETS["genoa"]
    size = min(4 * tables + NOT_EVERY_TIME, len(PEOPLE))
    among = random.Random(f"king demonstration|{seed}|season").sample(range(len(PEOPLE)), size)
    title = _("Trial circuit %(number)s") % {"number": seed}
    names = [title, *(f"{title} ({again})" for again in range(2, 1000))]
    names_in_use = set(Circuit.objects.exclude(tournaments=None).values_list("name", flat=True))
    circuit, _new = Circuit.objects.update_or_create(
        name=next(name for name in names if name not in names_in_use),
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
            gettext_lazy("“%(tournament)s” is not a demonstration, so it is kept."),
            "not_a_demo",
            tournament=tournament.name,
        )
    tournament = tournament.lock()
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


@transaction.atomic
def remove_season(*, circuit: Circuit) -> None:
    """Delete the circuit with all its evenings. Nothing is deleted if one of them is no
    demonstration.
    """
    evenings = list(circuit.tournaments.all())
    for tournament in sorted(evenings, key=lambda evening: evening.is_demo):
        remove_demo(tournament=tournament)
    circuit.delete()


def _check_arguments(stage: str, ruleset: str, tables: int, rounds: int) -> RuleSet:
    if stage not in tuple(Stage):
        raise refusal(
            gettext_lazy("The stage of a demonstration is one of %(stages)s, not %(stage)s."),
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
                "Teams meet at two tables each, so a demonstration for teams has an even number of tables."
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
        """Random numbers for this purpose alone, so that one more draw somewhere changes nothing
        elsewhere.
        """
        return random.Random(f"king demonstration|{self.seed}|{purpose}")

    def digest(self, purpose: str) -> bytes:
        """Digest of 32 bytes for this purpose, made from the seed."""
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
        """Publish the seating of the next partita and seal its boards. The winds are drawn before
        the first partita.
        """
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
        sheets = sheets.select_related("table").order_by("table__number")
        if draws_dealer(self.tournament):
            for sheet in sheets:
                drawn = self.chance(f"dealer {round_.number} {sheet.table.number}")
                wind = drawn.choice(self.rules.players).value
                say_first_dealer(sheet=sheet, wind=wind, device=_captain(sheet))
        return sheets.all()

    def _rows(self, sheet: Sheet, round_: Round) -> tuple[Row, ...]:
        table = f"{round_.number} {sheet.table.number}"
        if round_.board_set:
            boards = {board.number: board.deal for board in round_.board_set.boards.in_use()}
        else:
            boards = deal_hands(self.rules, self.chance(f"deal {table}"))
        chance = self.chance(f"play {table}")
        return play_match(*rules_at(sheet), boards, chance)

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
        """Play all tables and close their sheets. The first partita includes one ruling."""
        for sheet in self._started(round_):
            rows = self._rows(sheet, round_)
            self._enter(sheet, rows)
            self._hand_in(sheet)
            if round_.number == 1 and sheet.table.number == 1:
                self._rule(sheet, rows)
            close_sheet(sheet=sheet, author=self.author)
        close_round(round=round_, author=self.author)

    def play_half(self, round_: Round) -> None:
        """Play half a partita: one sheet closed, one handed in, one that does not add up and calls
        the arbiter, others open.
        """
        sheets = self._started(round_)
        for sheet, progress in zip(sheets, half_way(len(sheets), self.rules.length), strict=True):
            [*rows] = self._rows(sheet, round_)[: progress["hands"]]
            wrong = bool(progress.get("wrong"))
            if wrong:
                contract = self.rules.contract(rows[-1].contract or "")
                slip = self.chance(f"slip {sheet.table.number}")
                rows[-1] = spoil_row(rows[-1], contract, slip)
            self._enter(sheet, rows)
            if progress.get("handed_in"):
                self._hand_in(sheet, with_problems=wrong)
            if progress.get("closed"):
                close_sheet(sheet=sheet, author=self.author)

    def _rule(self, sheet: Sheet, rows: Sequence[Row]) -> None:
        """Rule on a revoke: the offender pays all points of a negative hand, if the match has any
        (§3.1).
        """
        families = {contract.code: contract.family for contract in self.rules.contracts}
        negative = [row for row in rows if families[row.contract or ""] is Family.NEGATIVE]
        chance = self.chance("ruling")
        decisions.rule(
            sheet=sheet,
            kind=ILLEGAL_PLAY.code,
            hand=chance.choice(negative or rows).hand,
            offender=chance.choice(self.rules.columns).value,
            article="§3.1",
            reason=_("Did not follow suit in the fifth trick; found when the hand was over."),
            arbiter=self.author,
        )


def half_way(tables: int, length: int) -> list[dict[str, int]]:
    """State of each table in the middle of a partita: how many ``hands`` are written, and whether
    the last is ``wrong``, the sheet ``handed_in`` or ``closed``.
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
