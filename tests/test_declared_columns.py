"""Every text and JSON column is declared as personal, as a secret, or listed here with the reason
why it is neither. Each declared column is filled, forgotten, and searched for in the raw rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.db import connection, models
from django.utils import timezone

from ground import guards, personal_data, secrets
from ground.personal_data import Own, Reports, Texts, Wrote
from king_tournament.models import Answered
from people.erasure import forget, stored_data
from people.models import Merge
from printing.models import Mailing, PrintJob
from scoring.decisions import rule
from scoring.models import Call, FinalHold, Protest, Publication, Settlement
from seasons.archive_rows import PARTS
from seasons.season import publish_season
from tests.evenings import a_tournament, closed, player_of, sealed_round, sheet_of, the_ruling
from tests.raw_rows import places_with
from tournaments.circuits import Circuit
from tournaments.log import LogKind, record
from tournaments.models import EntryMember, LogEntry, Player, Round, Tournament
from tournaments.roster import save_player

pytestmark = pytest.mark.django_db

KINDS_OF_TEXT = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.FileField,
    models.UUIDField,
)

NEITHER: dict[str, str] = {
    "a word of the program's own, a code or a letter that it chose": """
        deals.BoardSet.ruleset deals.Board.contract deals.Board.withdrawn_because
        printing.PrintJob.document printing.PrintJob.language printing.KeptFile.name
        scoring.Ruling.offender scoring.Ruling.article scoring.Settlement.standing
        tournaments.Tournament.code tournaments.Tournament.ruleset tournaments.Tournament.time_zone
        tournaments.Tournament.language tournaments.Circuit.code tournaments.Edition.code
        tournaments.LogEntry.kind tournaments.LogEntry.sentence
        simultaneous.Event.code simultaneous.Event.language simultaneous.HallLetter.home
        simultaneous.PublicationLine.wind
        auth.Permission.name auth.Permission.codename auth.Group.name
        contenttypes.ContentType.app_label contenttypes.ContentType.model
    """,
    "a digest, a seal or a number: nothing can be read out of it": """
        deals.BoardSet.commitment scoring.Signature.content_hash tournaments.LogEntry.state
        tournaments.LogEntry.previous_hash tournaments.LogEntry.hash tournaments.LogEntry.key
        king_tournament.Answered.digest simultaneous.Event.commitment simultaneous.Report.digest
        simultaneous.Hall.code simultaneous.Participation.code simultaneous.EventPublication.made_of
        tournaments.Entry.carried
    """,
    "a draw's seed, which everybody may read and repeat": """
        scoring.Settlement.seed tournaments.Tournament.draw_seed
    """,
    "published from the moment of sealing": "deals.BoardSet.document",
    "figures and rows of a sheet: winds, tables, units, points": """
        scoring.HandResult.content scoring.Ruling.effect simultaneous.Correction.row
        simultaneous.Correction.ruling simultaneous.EventPublication.boards simultaneous.EventPublication.far
        simultaneous.EventPublication.far_boards simultaneous.EventPublication.places simultaneous.PublicationLine.percent
        simultaneous.PublicationLine.total simultaneous.PublicationLine.earned simultaneous.PublicationLine.tiebreak
    """,
    "keys of rows, which a merge follows and forgetting leaves": """
        scoring.SeatReport.players scoring.Settlement.places seasons.Qualification.declined
        seasons.Qualification.settled seasons.SeasonPublication.evenings king_tournament.Webhook.waiting
    """,
    "a moment of a clock that nobody sets": """
        scoring.Publication.created_steady scoring.FinalHold.released_steady
        simultaneous.Event.released_steady
    """,
    "a telephone of the evening, by the hall's own network or by its browser's number": """
        scoring.HandResult.client_id scoring.HandResult.device scoring.Signature.device
        scoring.Call.device scoring.SeatReport.device simultaneous.Draft.mark
    """,
    "settings of the game, and their choices": """
        tournaments.Edition.form tournaments.Tournament.edition tournaments.Tournament.settings
        printing.PrintJob.options simultaneous.Event.plan king_tournament.ApiToken.roles
    """,
    "the name of an evening, an edition, an event or a hall, as posters have it": """
        tournaments.Circuit.name tournaments.Edition.name tournaments.Tournament.name
        tournaments.Tournament.held_for simultaneous.Event.name simultaneous.Hall.name
    """,
    "where and when an evening is, and what it costs": """
        tournaments.Tournament.place tournaments.Tournament.timetable tournaments.Tournament.fee
    """,
    "an account of the desk, which whoever runs the site gives and takes": """
        auth.User.username auth.User.first_name auth.User.last_name auth.User.email
        tournaments.LogEntry.author_name
    """,
    "a program of the club's, and what its server said": """
        king_tournament.ApiToken.name king_tournament.ApiToken.evening king_tournament.Webhook.name
        king_tournament.Webhook.evening king_tournament.Webhook.answer
    """,
    "a link of the site to one evening": "printing.Mailing.link",
    "the name of a file, as the hall's program gave it": "simultaneous.Report.source",
}
"""Columns that are neither personal nor secret, by reason."""


def text_columns() -> dict[str, models.Field[Any, Any]]:
    """Columns that may hold any text. Those with choices contain no words of people."""
    return {
        f"{model._meta.label}.{field.name}": field
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if isinstance(field, KINDS_OF_TEXT) and not field.choices
    }


def declared_places() -> set[str]:
    places = secrets.sealed_places() | secrets.key_places()
    for names in personal_data.declarations():
        places |= {*names.places}
    return places


def test_every_text_is_declared_or_named_with_the_reason() -> None:
    declared = {".".join(place.split(".")[:3]) for place in declared_places()}
    named = {place for places in NEITHER.values() for place in places.split() if "*" not in place}
    assert sorted(text_columns().keys() - declared - named) == []
    assert sorted(named - text_columns().keys()) == [], "no such column any more"
    assert sorted(named & declared) == [], "declared, and named as neither"


def test_every_declared_place_is_there_and_a_path_is_into_json() -> None:
    for place in declared_places():
        app, model, column, *path = place.split(".")
        field = apps.get_model(app, model)._meta.get_field(column)
        assert not path or isinstance(field, models.JSONField), place


def test_an_archive_holds_no_key_and_a_safety_copy_no_program_s() -> None:
    archived = {
        f"{part.model._meta.label}.{field.name}"
        for part in PARTS
        for field in part.columns.values()
    }
    assert archived & secrets.key_places() == set()
    assert secrets.models_of_no_copy() >= {"sessions.Session", "king_tournament.ApiToken"}


# --- forgetting a person in rows of every kind


SURNAME, GIVEN, CARD, ADDRESS = "Vattelapesca", "Ugo", "V-7755", "ugo@example.org"
WORDS = (SURNAME, CARD, ADDRESS)
WHOLE_NAME = f"{SURNAME} {GIVEN}"


def protest_of(evening: Tournament) -> Protest:
    publication = Publication.objects.filter(tournament=evening).first()
    table = sheet_of(evening.rounds.get()).table
    return Protest.objects.create(publication=publication, table=table, who="-", text="-")


def circuit_of(evening: Tournament) -> Circuit:
    circuit = Circuit.objects.create(code="coppa", name="Coppa")
    Tournament.objects.filter(pk=evening.pk).update(circuit=circuit)
    return circuit


def line_of(evening: Tournament) -> LogEntry:
    return record(evening, LogKind.FEE, "%(player)s", player=WHOLE_NAME, number=1)


MADE: dict[str, Callable[[Tournament], Any]] = {
    "scoring.Publication": lambda evening: Publication.objects.filter(tournament=evening).first(),
    "scoring.FinalHold": lambda evening: FinalHold.objects.create(
        tournament=evening, released_at=timezone.now()
    ),
    "scoring.Ruling": lambda evening: the_ruling(evening.rounds.get()),
    "scoring.Protest": protest_of,
    "scoring.Call": lambda evening: Call.objects.create(
        table=sheet_of(evening.rounds.get()).table, text="-", done_at=timezone.now()
    ),
    "scoring.Sheet": lambda evening: sheet_of(evening.rounds.get()),
    "scoring.Settlement": lambda evening: Settlement.objects.create(
        tournament=evening,
        standing="overall",
        kind="previous",
        places=[],
        reason="-",
        arbiter=User.objects.get(),
    ),
    "tournaments.LogEntry": line_of,
    "tournaments.Entry": lambda evening: evening.entries.first(),
    "tournaments.Round": lambda evening: evening.rounds.get(),
    "tournaments.Tournament": lambda evening: evening,
    "tournaments.Circuit": circuit_of,
    "seasons.SeasonPublication": lambda evening: publish_season(
        circuit=Circuit.objects.get(), author=None
    ),
}
"""Makes a row of each kind that is declared by its texts. Add new kinds here."""

OF_RULES = ("settings", "standing_settings")
"""JSON that the program reads again, with names in one place only."""


def filled(column: str, value: Any, text: str) -> Any:
    if column in OF_RULES:
        return {**value, "previous": [WHOLE_NAME]}
    if column == "named":
        return value
    if isinstance(value, dict):
        return {**value, "said": {"deep": [text]}}
    return [*value, {"deep": text}] if isinstance(value, list) else text


def fill_every_text(evening: Tournament) -> None:
    texts = [names for names in personal_data.declarations() if isinstance(names, Texts)]
    order = list(MADE)
    for names in sorted(texts, key=lambda names: order.index(names.model)):
        row = MADE[names.model](evening)
        sentence = f"{SURNAME} said it, {GIVEN} {SURNAME} too"
        text = sentence if names.wrote is Wrote.PEOPLE else f"{WHOLE_NAME}; {GIVEN} {SURNAME}"
        if names.wrote is Wrote.LOG:
            continue
        columns = {
            column: filled(column, getattr(row, column), text[:60]) for column in names.columns
        }
        with guards.guards_off(connection):
            type(row)._base_manager.filter(pk=row.pk).update(**columns)


def fill_own_rows(evening: Tournament, player: Player) -> None:
    EntryMember.objects.filter(player=player).update(mark=CARD)
    Mailing.objects.create(
        tournament=evening, player=player, address=ADDRESS, link="/", changed_at=timezone.now()
    )
    job = PrintJob.objects.create(tournament=evening, document="entries", error=WHOLE_NAME)
    job.file.save("entries.pdf", ContentFile(WHOLE_NAME.encode()))
    Answered.objects.create(
        user=User.objects.get(), key="a key", digest="0" * 64, answer={"name": WHOLE_NAME}
    )
    gone = {"surname": SURNAME, "given_name": "Hughetto", "card_number": CARD, "club": ""}
    Merge.objects.create(player=player, gone=gone | {"email": ADDRESS}, changed={})


def test_whoever_is_forgotten_is_in_no_column_and_no_json_of_any_row() -> None:
    evening = a_tournament()
    User.objects.create_user("desk")
    round_ = sealed_round(evening)
    player = player_of(evening, 1)
    player.surname, player.given_name = SURNAME, GIVEN
    player.card_number, player.email = CARD, ADDRESS
    save_player(player=player, author=None)
    ruled(round_)
    closed(round_)
    fill_every_text(Tournament.objects.get(pk=evening.pk))
    fill_own_rows(evening, player)
    Tournament.objects.filter(pk=evening.pk).update(closed_at=timezone.now())
    player = Player.objects.get(pk=player.pk)
    columns = {
        place.replace(names.model, apps.get_model(names.model)._meta.db_table)
        for names in personal_data.declarations()
        if isinstance(names, Texts)
        for place in names.places
    }
    found = places_with(*WORDS)
    assert columns - found == set(), "a column that the test does not fill"
    data = str(stored_data(player)["texts"])
    assert SURNAME in data
    before = evening.log.count()
    forget(player=player, author=None)
    assert sorted(places_with(*WORDS)) == []
    assert evening.log.count() == before + 1


def ruled(round_: Round) -> None:
    sheet = sheet_of(round_)
    rule(
        sheet=sheet,
        kind="warning",
        hand=1,
        offender="N",
        effect={},
        reason="-",
        arbiter=User.objects.get(),
    )


def test_every_declared_way_to_name_people_is_filled_by_a_test() -> None:
    """Reports are those of events, and the events' own tests fill them."""
    kinds = {names.model for names in personal_data.declarations() if isinstance(names, Texts)}
    assert kinds == MADE.keys()
    assert [names.name for names in personal_data.declarations() if isinstance(names, Reports)] == [
        "simultaneous"
    ]
    own = {
        place
        for names in personal_data.declarations()
        if isinstance(names, Own)
        for place in names.places
    }
    assert {place.split(".")[0] for place in own} == {
        "tournaments",
        "people",
        "printing",
        "king_tournament",
    }
