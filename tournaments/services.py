"""Making a tournament, changing what may still be changed, sealing its boards.

The other writes have modules of their own; what the site calls is named here, so that it has one door to knock at.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from deals.models import BoardSet
from deals.sentences import say_error_lazily, say_lazily
from king.commands.reading import Node
from king.errors import InputError
from king.rulesets import RuleSet, SettingError, Settings, UnknownRuleSet
from king.rulesets.setting import excerpt
from king.rulesets.settings import SETTINGS
from king.standing_settings import StandingSettings
from tournaments.boards import (
    board_of,
    deal_boards_again,
    deal_with_datum,
    export_boards,
    hands_of_board,
    import_boards,
    preview_boards,
    put_boards_aside,
    seal_boards,
    set_blind,
    transcribe_board,
)
from tournaments.draw import change_wind, draw_winds, type_winds
from tournaments.editions import (
    LONGEST_FILE,
    check_can_be_played,
    create_edition,
    edition_of,
    find_rules,
    form_of,
    import_edition,
    is_used,
    offer_edition,
    offered_rules,
    remove_edition,
    revise_edition,
    standing_in_force,
    tournaments_of,
)
from tournaments.entries import (
    add_house_player,
    add_player,
    enter_many,
    enter_new_player,
    enter_pair,
    enter_player,
    locked,
    remove_entry,
    return_to_play,
    set_present,
    set_unranked,
    withdraw,
)
from tournaments.groups import join_entries, join_entry, join_new_player, leave_entry, name_entry, order_members
from tournaments.head_count import entry_size
from tournaments.house_players import house_players_leave
from tournaments.log import record
from tournaments.models import Circuit, SignaturePolicy, Tournament, WindPolicy
from tournaments.names import cleaned
from tournaments.pasted import PastedLine
from tournaments.pasted import enter_pasted as enter_pasted_players
from tournaments.pasted_groups import enter_pasted_groups, groups_text

FROZEN = ("ruleset", "settings", "pre_dealt", "standing_settings", "wind_policy")
"""What does not change once the first partita has started: results compared under two rules are no results."""
ANNOUNCED = ("timetable", "fee", "arbiter", "prizes")
"""What only the announcement and the prize list say, in the organizer's own words."""
CHANGEABLE = (*FROZEN, "name", "date", "place", "circuit", "planned_rounds", "signatures", "blind", "protest_minutes",
              "official_by_itself", *ANNOUNCED)  # fmt: skip


@transaction.atomic
def create_tournament(
    *,
    name: str,
    date: datetime.date,
    place: str = "",
    ruleset: str = "lab12",
    settings: Mapping[str, object] | None = None,
    pre_dealt: bool | None = None,
    standing_settings: Mapping[str, object] | None = None,
    wind_policy: str = WindPolicy.KEEP,
    planned_rounds: int = 2,
    author: AbstractBaseUser | None,
    circuit: Circuit | str | None = None,
    signatures: str = SignaturePolicy.NONE,
    blind: bool = False,
    protest_minutes: int = 20,
    official_by_itself: bool = False,
    is_demo: bool = False,
    **announced: str,
) -> Tournament:
    """Make a tournament; raises one ``ValidationError`` with every field that is wrong, by its name.

    ``ruleset`` is the code of a published system or of a house edition; ``pre_dealt`` None as that has it (A36).
    ``circuit`` may be a name: a new one makes a circuit. ``announced``: the fields of ``ANNOUNCED``.
    """
    tournament = Tournament(
        name=cleaned(name),
        date=date,
        place=cleaned(place),
        ruleset=ruleset,
        settings=dict(settings or {}),
        pre_dealt=pre_dealt,
        standing_settings=dict(standing_settings or {}),
        wind_policy=wind_policy,
        planned_rounds=planned_rounds,
        circuit=_circuit(circuit),
        signatures=signatures,
        blind=blind,
        protest_minutes=protest_minutes, official_by_itself=official_by_itself,
        is_demo=is_demo,
        created_by=author if author is not None and author.pk else None,
        **_announced(announced),
    )  # fmt: skip
    _check(tournament)
    tournament.save(force_insert=True)
    record(
        tournament, "tournament", gettext_noop("Tournament “%(name)s” of %(date)s made, under %(ruleset)s."),
        author=author, name=tournament.name, date=tournament.date.isoformat(), ruleset=ruleset,
    )  # fmt: skip
    return tournament


def _announced(given: Mapping[str, str]) -> dict[str, str]:
    if unknown := sorted(set(given) - set(ANNOUNCED)):
        raise TypeError(f"create_tournament() takes no {', '.join(unknown)}")
    return {field: _lines(text) for field, text in given.items()}


def _lines(text: str) -> str:
    """The text as typed, each line without stray blanks."""
    return "\n".join(filter(None, map(cleaned, str(text).splitlines())))


def _circuit(named: Circuit | str | None) -> Circuit | None:
    """The circuit of that name, new or not."""
    if named is None or isinstance(named, Circuit):
        return named
    name = cleaned(named)[:120]
    return Circuit.objects.get_or_create(name=name)[0] if name else None


def _check(tournament: Tournament) -> None:
    """Every field, and the settings under their rule system; the settings are kept as those that differ from it."""
    problems: dict[str, list[Any]] = {}
    try:
        tournament.clean_fields()
        tournament.validate_constraints()
    except ValidationError as error:
        problems = error.update_error_dict({})
    try:
        rules = _chosen_rules(tournament)
        tournament.settings = differing_settings(rules, tournament.settings)
        check_can_be_played(rules, rules.configure(tournament.settings))
    except ValidationError as error:
        problems.setdefault("settings", []).append(error)
    except UnknownRuleSet:
        sentence = _("There is no rule system “%(code)s”.")
        params = {"code": str(tournament.ruleset)[:60]}
        problems.setdefault("ruleset", []).append(ValidationError(sentence, code="ruleset_unknown", params=params))
    except SettingError as error:
        sentence = _("Setting %(key)s: expected %(allowed)s, found %(found)s.")
        known = SETTINGS.get(error.key)
        key = error.key if known is None else format_lazy("{} ({})", _(known.title), error.key)
        params = {"key": key, "allowed": say_lazily(error.allowed), "found": excerpt(error.found)}
        problems.setdefault("settings", []).append(ValidationError(sentence, code="setting_invalid", params=params))
    try:
        StandingSettings.from_json(Node(tournament.standing_settings, "", ""))
    except InputError as error:
        sentence = _("Settings of the standing: %(problem)s")
        params = {"problem": say_error_lazily(error)}
        problems.setdefault("standing_settings", []).append(
            ValidationError(sentence, code="standing_setting_invalid", params=params)
        )
    if problems:
        raise ValidationError(problems)


def _chosen_rules(tournament: Tournament) -> RuleSet:
    """The rules that it asks for. The same edition as before is the one it has, whatever has become of it since."""
    if tournament.edition is None or tournament.edition.get("code") != tournament.ruleset:
        form = form_of(find_rules(tournament.ruleset))
        tournament.edition = None if form is None else dict(form)
    return tournament.rules


def differing_settings(rules: RuleSet, given: Mapping[str, object]) -> dict[str, object]:
    """The ``given`` settings that differ from the system's own, in JSON; raises ``SettingError``."""
    own = rules.defaults.as_json()
    return {key: value for key, value in rules.configure(given).as_json().items() if value != own[key]}


def configured(tournament: Tournament) -> Settings:
    """The rule system's settings in force at the tournament."""
    return tournament.rules.configure(tournament.settings)


@transaction.atomic
def change_settings(*, tournament: Tournament, author: AbstractBaseUser | None, **changes: Any) -> Tournament:
    """Change fields of ``CHANGEABLE``; what ``FROZEN`` names is refused once the first partita has started.

    Boards that were sealed under other rules, and never printed, are put aside and must be sealed again. ``circuit``
    and ``blind`` as ``create_tournament`` and ``set_blind`` take them.
    """
    tournament = locked(tournament)
    if unknown := sorted(set(changes) - set(CHANGEABLE)):
        raise TypeError(f"change_settings() takes no {', '.join(unknown)}")
    for field in ("name", "place"):
        if field in changes:
            changes[field] = cleaned(changes[field])
    for field in set(ANNOUNCED) & set(changes):
        changes[field] = _lines(changes[field])
    if "circuit" in changes:
        changes["circuit"] = _circuit(changes["circuit"])
    if "blind" in changes:
        tournament = set_blind(tournament=tournament, blind=changes.pop("blind"), author=author)
    before = {field: getattr(tournament, field) for field in changes}
    for field, value in changes.items():
        setattr(tournament, field, value)
    _check(tournament)
    changed = [field for field in CHANGEABLE if field in changes and getattr(tournament, field) != before[field]]
    if not changed:
        return tournament
    _check_frozen(tournament, changed)
    _check_planned(tournament)
    if {"ruleset", "settings", "pre_dealt"} & set(changed):
        _put_boards_aside(tournament, author)
    if "ruleset" in changed:
        _check_same_entries(tournament, before["ruleset"])
    tournament.save(update_fields=[*changed, "edition"])
    noted = [line for field in changed for line in _noted(field, before[field], getattr(tournament, field))]
    record(tournament, "settings", gettext_noop("Settings changed. %(changes)s"), author=author, changes=noted)
    return tournament


def _noted(field: str, before: object, after: object) -> list[list[object]]:
    """What the log keeps of a change: its name, what it was and what it is; of settings, each that differs."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        keys = [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]
        return [[f"{field}.{key}", before.get(key), after.get(key)] for key in keys]
    kept = [value if isinstance(value, bool | int) or value is None else str(value)[:200] for value in (before, after)]
    return [[field, *kept]]


def _check_frozen(tournament: Tournament, changed: list[str]) -> None:
    frozen = [field for field in changed if field in FROZEN]
    if tournament.is_frozen and frozen:
        sentence = _(
            "The first partita has started: %(fields)s can no longer be changed. "
            "Name, date, place, circuit, the number of partite, the signatures and the time for protests can."
        )
        names = ", ".join(str(Tournament._meta.get_field(field).verbose_name) for field in frozen)
        raise ValidationError(sentence, code="settings_frozen", params={"fields": names})


def _check_planned(tournament: Tournament) -> None:
    last = tournament.rounds.order_by("-number").first()
    if last is not None and tournament.planned_rounds < last.number:
        sentence = _("Partita %(round)s is already there: plan at least that many partite.")
        raise ValidationError({"planned_rounds": ValidationError(sentence, "too_few_rounds", {"round": last.number})})


def _check_same_entries(tournament: Tournament, before: str) -> None:
    """Pairs are no single players: another system that seats other entries wants them entered anew."""
    if tournament.rules.sides != find_rules(before).sides and tournament.rounds.filter(tables__isnull=False).exists():
        sentence = _(
            "A partita is seated with other entries than this rule system has: take its seating back before you "
            "choose it."
        )
        raise ValidationError({"ruleset": ValidationError(sentence, "other_entries")})


def _put_boards_aside(tournament: Tournament, author: AbstractBaseUser | None) -> None:
    """Sealed boards carry the old rules' dealers and contracts. Printed ones hold the rules where they are."""
    for round in tournament.rounds.filter(board_set__isnull=False).select_related("board_set"):
        if round.board_set.state != BoardSet.State.SEALED:
            sentence = _(
                "The boards of partita %(round)s have been printed under the rules as they are: "
                "rule system and settings can no longer be changed."
            )
            raise ValidationError(sentence, code="boards_printed", params={"round": round.number})
        sentence = gettext_noop("The boards of partita %(round)s were sealed under other rules and are put aside.")
        record(tournament, "boards", sentence, author=author, round=round.number, commitment=round.board_set.commitment)
        round.board_set = None
        round.save(update_fields=["board_set"])


def enter_pasted(*, tournament: Tournament, text: str, author: AbstractBaseUser | None) -> tuple[PastedLine, ...]:
    """Enter a list, one entry a line: a player, or the players of a pair or team; each line is answered."""
    enter = enter_pasted_players if entry_size(tournament) == 1 else enter_pasted_groups
    return enter(tournament=tournament, text=text, author=author)


@transaction.atomic
def freeze(*, tournament: Tournament, author: AbstractBaseUser | None) -> Tournament:
    """From now on rules and settings stay as they are. Called when the first partita starts; again changes nothing."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not tournament.is_frozen:
        tournament.frozen_at = timezone.now()
        tournament.save(update_fields=["frozen_at"])
        record(tournament, "freeze", gettext_noop("Rules and settings are frozen."), author=author)
    return tournament


__all__ = [
    "CHANGEABLE",
    "FROZEN",
    "LONGEST_FILE",
    "PastedLine",
    "add_house_player",
    "add_player",
    "board_of",
    "change_settings",
    "change_wind",
    "configured",
    "create_edition",
    "create_tournament",
    "deal_boards_again",
    "deal_with_datum",
    "differing_settings",
    "draw_winds",
    "edition_of",
    "enter_many",
    "enter_new_player",
    "enter_pair",
    "enter_pasted",
    "enter_player",
    "export_boards",
    "find_rules",
    "freeze",
    "groups_text",
    "hands_of_board",
    "house_players_leave",
    "import_boards",
    "import_edition",
    "is_used",
    "join_entries",
    "join_entry",
    "join_new_player",
    "leave_entry",
    "name_entry",
    "offer_edition",
    "offered_rules",
    "order_members",
    "preview_boards",
    "put_boards_aside",
    "remove_edition",
    "remove_entry",
    "return_to_play",
    "revise_edition",
    "seal_boards",
    "set_blind",
    "set_present",
    "set_unranked",
    "standing_in_force",
    "tournaments_of",
    "transcribe_board",
    "type_winds",
    "withdraw",
]
