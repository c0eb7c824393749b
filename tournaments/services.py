"""Steps of a tournament: create, change what may still be changed, close and reopen the evening."""

from collections import defaultdict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings as site_settings
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _, gettext_noop

from deals.models import BoardSet
from ground import guards
from ground.guards import Author, stored_author, write
from ground.names import clean_lines, clean_text, read_reason
from ground.roles import evening_role
from king.cards import PACKS
from king.reading import InputError, Node
from king.rulesets.base import RuleSet, UnknownRuleSet
from king.rulesets.setting import SettingError, excerpt
from king.rulesets.settings import SETTINGS
from king.standing.standing_settings import StandingSettings
from tournaments.board_steps import set_blind
from tournaments.circuits import Circuit
from tournaments.editions import check_can_be_played, find_rules, form_of
from tournaments.log import LogKind, counts, record, record_in
from tournaments.models import Round, Seat, Tournament
from wording.sentences import Sentence, refusal, say_error_lazily

FROZEN = ("ruleset", "settings", "pre_dealt", "standing_settings", "wind_policy")
"""Fields that do not change once the first partita has started, because results under two rules
cannot be compared."""
FROM_THE_EVENT = ("ruleset", "settings", "pre_dealt", "planned_rounds", "date")
"""Fields that do not change while an event's boards are played."""
ANNOUNCED = ("timetable", "fee", "arbiter", "prizes", "time_zone")
"""Fields that only the announcement and the prize list show, in the organizer's own words, and the
zone of the times."""
CLOCK = ("round_minutes", "hand_minutes")
"""Minutes of a partita, and of a hand if wanted; None for no clock."""
CHANGEABLE = (
    *FROZEN,
    "name",
    "date",
    "place",
    "circuit",
    "planned_rounds",
    "mates_apart",
    "signatures",
    "blind",
    "protest_minutes",
    "official_by_itself",
    "language",
    "card_letters",
    *CLOCK,
    *ANNOUNCED,
)


@transaction.atomic
def create_tournament(*, author: Author, is_demo: bool = False, **fields: Any) -> Tournament:
    """Create a tournament. ``fields`` are those of ``CHANGEABLE``. ``ruleset`` is the code of a
    published system or of an edition. ``pre_dealt`` None follows the system (A36). A new name as
    ``circuit`` creates a circuit. Raises one ``ValidationError`` with every wrong field by name.
    """
    tournament = Tournament(
        is_demo=is_demo, created_by=stored_author(author), **_clean_fields(fields)
    )
    _check(tournament)
    _check_kind(tournament)
    tournament.save(force_insert=True)
    record(
        tournament,
        LogKind.TOURNAMENT,
        gettext_noop("Tournament “%(name)s” of %(date)s made, under %(ruleset)s."),
        author,
        name=tournament.name,
        date=tournament.date.isoformat(),
        ruleset=tournament.ruleset,
    )
    return tournament


def _clean_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    if unknown := sorted(set(fields) - set(CHANGEABLE)):
        raise TypeError(f"a tournament has no {', '.join(unknown)} to be set")
    clean = dict(fields)
    for field in {"name", "place"} & set(fields):
        clean[field] = clean_text(fields[field])
    for field in set(ANNOUNCED) & set(fields):
        clean[field] = clean_lines(str(fields[field]))
    if "circuit" in fields:
        clean["circuit"] = _circuit(fields["circuit"])
    return clean


def _circuit(circuit: Circuit | str | None) -> Circuit | None:
    if circuit is None or isinstance(circuit, Circuit):
        return circuit
    name = clean_text(circuit)[:120]
    return Circuit.objects.get_or_create(name=name)[0] if name else None


def other_kind(
    circuit: Circuit | None, rules: RuleSet, but: int | None = None
) -> Tournament | None:
    """First evening of the circuit, if no evening of it is of this system's kind (single players,
    pairs or teams). None if one is, or if there are no evenings.
    """
    evenings = (
        list(circuit.tournaments.exclude(pk=but or 0).order_by("date", "pk")) if circuit else []
    )
    return (
        None
        if any(evening.rules.sides == rules.sides for evening in evenings)
        else next(iter(evenings), None)
    )


def _check_kind(tournament: Tournament) -> None:
    if other := other_kind(tournament.circuit, tournament.rules, tournament.pk):
        raise ValidationError(
            {
                "circuit": refusal(
                    _(
                        "“%(circuit)s” has evenings of another kind, such as “%(evening)s”: "
                        "single players, pairs and teams cannot have common standings. Name a "
                        "circuit of their own, or none."
                    ),
                    "season_of_kinds",
                    circuit=str(tournament.circuit),
                    evening=other.name,
                )
            }
        )


def _check(tournament: Tournament) -> None:
    problems: defaultdict[str, list[Any]] = defaultdict(list)
    try:
        tournament.clean_fields()
        tournament.validate_constraints()
    except ValidationError as error:
        error.update_error_dict(problems)
    problems.update(_unknown_names(tournament))
    try:
        rules = _chosen_rules(tournament)
        tournament.settings = differing_settings(rules, tournament.settings)
        check_can_be_played(rules, tournament.configured)
    except ValidationError as error:
        problems["settings"].append(error)
    except UnknownRuleSet:
        problems["ruleset"].append(
            refusal(
                _("There is no rule system “%(code)s”."),
                "ruleset_unknown",
                code=str(tournament.ruleset)[:60],
            )
        )
    except SettingError as error:
        sentence = _("Setting %(key)s: expected %(allowed)s, found %(found)s.")
        known = SETTINGS.get(error.key)
        key = error.key if known is None else format_lazy("{} ({})", _(known.title), error.key)
        problems["settings"].append(
            refusal(
                sentence,
                "setting_invalid",
                key=key,
                allowed=Sentence.of(error.allowed),
                found=excerpt(error.found),
            )
        )
    try:
        StandingSettings.from_json(Node(tournament.standing_settings, "", ""))
    except InputError as error:
        wrong = refusal(
            _("Settings of the standings: %(problem)s"),
            "standing_setting_invalid",
            problem=say_error_lazily(error),
        )
        problems["standing_settings"].append(wrong)
    if problems:
        raise ValidationError(problems)


def _unknown_names(tournament: Tournament) -> dict[str, list[Any]]:
    problems: dict[str, list[Any]] = {}
    if tournament.time_zone and tournament.time_zone not in available_timezones():
        problems["time_zone"] = [
            refusal(
                _("There is no time zone “%(name)s”: write it as Europe/Rome or Atlantic/Azores."),
                "time_zone_unknown",
                name=tournament.time_zone,
            )
        ]
    if tournament.language not in dict(site_settings.LANGUAGES):
        problems["language"] = [
            refusal(
                _("“%(language)s” is not a language of this site: %(known)s."),
                "language_unknown",
                language=str(tournament.language)[:20],
                known=", ".join(dict(site_settings.LANGUAGES)),
            )
        ]
    if tournament.card_letters not in ("", *PACKS):
        problems["card_letters"] = [
            refusal(
                _("“%(letters)s” are not the letters of any pack known here: %(known)s."),
                "card_letters_unknown",
                letters=str(tournament.card_letters)[:20],
                known=", ".join(PACKS),
            )
        ]
    return problems


def _chosen_rules(tournament: Tournament) -> RuleSet:
    """Rules of the tournament. The tournament keeps the form of its edition as long as the code is
    the same, even if the edition itself has changed since.
    """
    if tournament.edition is None or tournament.edition.get("code") != tournament.ruleset:
        form = form_of(find_rules(tournament.ruleset))
        tournament.edition = None if form is None else dict(form)
    return tournament.rules


def differing_settings(rules: RuleSet, settings: Mapping[str, object]) -> dict[str, object]:
    own = rules.defaults.as_json()
    return {
        key: value
        for key, value in rules.configure(settings).as_json().items()
        if value != own[key]
    }


@transaction.atomic
def change_settings(*, tournament: Tournament, author: Author, **changes: Any) -> Tournament:
    """Change settings. Those in ``FROZEN`` are refused once the first partita has started. Boards
    sealed under other rules and never printed are put aside. A new time for partite applies to the
    one in play too. Of a closed evening only the circuit may change, because nothing that was
    played depends on it.
    """
    after_the_end = set(changes) == {"circuit"}
    every = Tournament.objects.select_for_update()
    tournament = every.get(pk=tournament.pk) if after_the_end else tournament.lock_open()
    changes = _clean_fields(changes)
    if "blind" in changes:
        tournament = set_blind(tournament=tournament, blind=changes.pop("blind"), author=author)
    before = {field: getattr(tournament, field) for field in changes}
    for field, value in changes.items():
        setattr(tournament, field, value)
    _check(tournament)
    changed = [
        field
        for field in CHANGEABLE
        if field in changes and getattr(tournament, field) != before[field]
    ]
    if not changed:
        return tournament
    if set(FROM_THE_EVENT) & set(changed):
        tournament.check_own()
    _check_frozen(tournament, changed)
    last = tournament.rounds.order_by("-number").first()
    if last and tournament.planned_rounds < last.number:
        raise ValidationError(
            {
                "planned_rounds": refusal(
                    _("Partita %(round)s already exists: plan at least that many partite."),
                    "too_few_rounds",
                    round=last.number,
                )
            }
        )
    if {"ruleset", "settings", "pre_dealt"} & set(changed):
        _put_boards_aside(tournament, author)
    if {"circuit", "ruleset"} & set(changed):
        _check_kind(tournament)
    if "ruleset" in changed:
        _check_same_entries(tournament, before["ruleset"])
    tournament.save(update_fields=[*changed, "edition"])
    if set(CLOCK) & set(changed):
        in_play = tournament.rounds.filter(stage=Round.Stage.PLAYING)
        in_play.update(minutes=tournament.round_minutes, hand_minutes=tournament.hand_minutes)
    noted = [
        line
        for field in changed
        for line in noted_change(field, before[field], getattr(tournament, field))
    ]
    record(
        tournament,
        LogKind.SETTINGS,
        gettext_noop("Settings changed. %(changes)s"),
        author,
        changes=noted,
    )
    return tournament


def noted_change(field: str, before: object, after: object) -> list[list[object]]:
    """Rows of a change for the log: name, old value, new value. For settings there is a row for
    each value that differs.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]
        return [[f"{field}.{key}", before.get(key), after.get(key)] for key in keys]
    values = [
        value if isinstance(value, bool | int) or value is None else str(value)[:200]
        for value in (before, after)
    ]
    return [[field, *values]]


def _check_frozen(tournament: Tournament, changed: list[str]) -> None:
    frozen = [field for field in changed if field in FROZEN]
    if tournament.is_frozen and frozen:
        sentence = _(
            "The first partita has started: %(fields)s can no longer be changed. "
            "Name, date, place, circuit, the number of partite, the signatures and the time for protests can."
        )
        names = ", ".join(
            str(getattr(Tournament._meta.get_field(field), "verbose_name", field))
            for field in frozen
        )
        raise refusal(sentence, "settings_frozen", fields=names)


def _check_same_entries(tournament: Tournament, before: str) -> None:
    if (
        tournament.rules.sides != find_rules(before).sides
        and tournament.rounds.filter(tables__isnull=False).exists()
    ):
        raise ValidationError(
            {
                "ruleset": refusal(
                    _(
                        "A partita is seated with entries of a kind that this rule system does "
                        "not have: take its seating back before you choose it."
                    ),
                    "other_entries",
                )
            }
        )


def _put_boards_aside(tournament: Tournament, author: Author) -> None:
    """Put sealed boards aside, because their dealers and contracts follow the old rules. Raises
    ``ValidationError`` if some are printed already.
    """
    for round in tournament.rounds.filter(board_set__isnull=False).select_related("board_set"):
        assert round.board_set is not None
        if not round.board_set.is_sealed:
            raise refusal(
                _(
                    "The boards of partita %(round)s have been printed under the present rules: "
                    "rule system and settings can no longer be changed."
                ),
                "boards_printed",
                round=round.number,
            )
        line = gettext_noop(
            "The boards of partita %(round)s were sealed under other rules and are put aside."
        )
        commitment = round.board_set.commitment
        write(round, board_set=None)
        record_in(round, LogKind.BOARDS, line, author, commitment=commitment)


@transaction.atomic
def freeze(*, tournament: Tournament, author: Author) -> Tournament:
    tournament = tournament.lock()
    if not tournament.is_frozen:
        write(tournament, frozen_at=timezone.now())
        record(tournament, LogKind.FREEZE, gettext_noop("Rules and settings are frozen."), author)
    return tournament


def closing_blockers(tournament: Tournament) -> tuple[ValidationError, ...]:
    sentences = {
        Round.Stage.SEATING: (
            "round_not_played",
            _(
                "Partita %(round)s is seated but has not been played: play it, or take its seating back."
            ),
        ),
        Round.Stage.PLAYING: ("round_in_play", _("Partita %(round)s is in play: close it first.")),
        Round.Stage.PROVISIONAL: (
            "round_provisional",
            _("Partita %(round)s is provisional: make it official first."),
        ),
    }
    blockers = []
    for round_ in tournament.rounds.exclude(stage=Round.Stage.OFFICIAL).order_by("number"):
        code, sentence = sentences[Round.Stage(round_.stage)]
        blockers.append(refusal(sentence, code, round=round_.number))
    return tuple(blockers)


@transaction.atomic
def close_tournament(*, tournament: Tournament, author: Author) -> Tournament:
    locked = tournament.lock()
    if locked.closed_at:
        return locked
    if blockers := closing_blockers(locked):
        raise ValidationError(list(blockers))
    write(locked, closed_at=timezone.now())
    record(locked, LogKind.TOURNAMENT_CLOSED, gettext_noop("The evening is closed."), author)
    end_roles(locked)
    return locked


def end_roles(tournament: Tournament) -> None:
    Group.objects.filter(name__endswith=evening_role("", tournament.code)).delete()


@transaction.atomic
def open_tournament_again(*, tournament: Tournament, author: Author, reason: str) -> Tournament:
    locked = tournament.lock()
    if locked.closed_at is None:
        return locked
    reason = read_reason(
        clean_text(reason)[:200],
        _("Say why the evening is opened again: the reason stays in its log."),
    )
    write(locked, closed_at=None)
    record(
        locked,
        LogKind.TOURNAMENT_OPENED,
        gettext_noop("The evening is opened again. Reason: %(reason)s"),
        author,
        reason=reason,
    )
    return locked


MOST_PLACES = 40
USUAL_PRIZES: Mapping[str, int | bool] = MappingProxyType(
    {"places": 3, "winds": True, "best": True, "newcomers": False}
)
"""Prizes by default: so many places overall, the best of each wind, the best sheet."""


def prizes_of(tournament: Tournament) -> dict[str, int | bool]:
    return {**USUAL_PRIZES, **tournament.called_up}


@transaction.atomic
def set_prizes(
    *, tournament: Tournament, places: int, winds: bool, best: bool, newcomers: bool
) -> None:
    if not 0 <= places <= MOST_PLACES:
        raise refusal(
            _("Up to %(most)s places are called up: write a number from 0."),
            "no_places",
            most=MOST_PLACES,
        )
    prizes = {"places": places, "winds": winds, "best": best, "newcomers": newcomers}
    write(tournament.lock(), called_up=prizes)


def newcomers(tournament: Tournament) -> set[str]:
    earlier = Seat.objects.filter(
        round__tournament__date__lt=tournament.date, round__tournament__is_demo=False
    )
    known = set(earlier.values_list("player", flat=True))
    entries = tournament.entries.with_players()
    return {
        entry.title
        for entry in entries
        if not known.intersection(member.player_id for member in entry.members.all())
    }


def may_remove(tournament: Tournament) -> bool:
    return not tournament.rounds.started().exists() and not tournament.publications.exists()


@transaction.atomic
def remove_unplayed(*, tournament: Tournament, author: Author = None) -> None:
    locked = tournament.lock()
    if not may_remove(locked):
        raise refusal(
            _("“%(evening)s” has been played, at least in part: it is kept."),
            "played",
            evening=locked.name,
        )
    board_sets = list(
        locked.rounds.filter(board_set__isnull=False).values_list("board_set", flat=True)
    )
    # The lines of a log cannot be deleted while its evening lives.
    with guards.guards_off(connection):
        locked.rounds.all().delete()
        BoardSet.objects.filter(pk__in=board_sets).delete()
        locked.delete()
    line = gettext_noop(
        "The evening “%(name)s” of %(date)s, code %(code)s, was deleted: nothing had been played."
    )
    counts.drop(locked.code)
    record(
        None,
        LogKind.REMOVED,
        line,
        author,
        name=locked.name,
        date=locked.date.isoformat(),
        code=locked.code,
    )
