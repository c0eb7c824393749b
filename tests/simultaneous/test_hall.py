"""The evening of a hall: joined, opened, played, closed, ended; and the refusals of each step."""

from __future__ import annotations

import datetime
import gzip
import json

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone, translation

from deals.models import BoardSet
from deals.services import verify_set
from ground.guards import write
from king.reading import Node
from scoring.models import Sheet
from scoring.night_file import read_night
from scoring.night_form import night_form
from scoring.night_import import load_night
from scoring.round_steps import replace_board, start_blockers, start_round, take_back_to_play
from scoring.rows import enter_row
from scoring.sheet_steps import close_sheet, reopen_sheet
from scoring.standing import tournament_standings
from simultaneous import hall
from simultaneous.event_file import event_of
from simultaneous.models import Event, Participation
from tests.simultaneous.events import DATE, keys_of
from tests.simultaneous.halls import (
    an_event,
    at_the_centre,
    code_of as result_code_of,
    invitation_file,
    joined,
    next_round,
    opened,
    played,
    result_of,
    seated,
    whole_evening,
)
from tournaments import board_steps
from tournaments.models import Tournament
from tournaments.services import change_settings, create_tournament

pytestmark = pytest.mark.django_db


def code_of(refused: pytest.ExceptionInfo[ValidationError]) -> str:
    return str(refused.value.error_list[0].code)


# --- joined


def test_a_hall_joins_under_the_terms_of_the_event_and_has_no_card() -> None:
    event = an_event()
    tournament = joined(event, place="Genova").tournament
    assert (tournament.name, tournament.date) == (event.name, event.date)
    assert (tournament.ruleset, tournament.planned_rounds, tournament.place) == (
        "lab12",
        2,
        "Genova",
    )
    sets = [round_.board_set for round_ in tournament.rounds.order_by("number")]
    commitments = [document.commitment for document in event_of(event).documents]
    assert [one.commitment for one in sets] == commitments
    assert len({event.commitment, *commitments}) == 3
    assert [one.round_number for one in sets] == [1, 2]
    assert not any(one.boards.exists() for one in sets)
    assert all(verify_set(one).waiting for one in sets)


def test_a_joined_evening_is_blind_unless_somebody_says_otherwise() -> None:
    event = an_event()
    assert joined(event).tournament.blind
    assert not joined(event, 2, blind=False).tournament.blind


def test_the_same_invitation_leads_to_the_evening_that_is_there() -> None:
    event = an_event()
    first = joined(event)
    with pytest.raises(ValidationError) as refused:
        joined(event)
    assert code_of(refused) == "joined_already"
    assert refused.value.params["evening"] == first.tournament.code
    assert joined(event, 2).tournament != first.tournament


def test_the_database_keeps_one_evening_of_an_invitation() -> None:
    """A constraint decides between two uploads in the same second."""
    first = joined(an_event())
    other = create_tournament(name="Another", date=DATE, ruleset="lab12", author=None)
    again = Participation(tournament=other, invitation=first.invitation, secret=first.secret)
    with translation.override("en"):
        with pytest.raises(ValidationError) as refused:
            again.validate_constraints()
        assert refused.value.messages == ["This invitation has its evening here already."]
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff", b"[]", b"{}", b'{"form": "king-event-1"}', b"[" * 100_000]
)
def test_another_file_is_no_invitation(content: bytes) -> None:
    with pytest.raises(ValidationError) as refused:
        hall.join(invitation=content, author=None)
    assert code_of(refused) == "other_file"
    assert not Tournament.objects.exists()


def test_a_file_too_large_is_not_read() -> None:
    with pytest.raises(ValidationError) as refused:
        hall.join(invitation=b" " * (hall.LARGEST_INVITATION + 1), author=None)
    assert code_of(refused) == "other_file"


def test_an_invitation_with_another_seed_is_refused() -> None:
    form = json.loads(invitation_file(an_event())) | {"seed": "0" * 64}
    with pytest.raises(ValidationError) as refused:
        hall.join(invitation=json.dumps(form).encode(), author=None)
    assert code_of(refused) == "invitation_not_read"


def test_an_invitation_without_a_day_is_refused() -> None:
    form = json.loads(invitation_file(an_event())) | {"date": "venerdì"}
    with pytest.raises(ValidationError) as refused:
        hall.join(invitation=json.dumps(form).encode(), author=None)
    assert code_of(refused) == "no_date"


def test_rules_and_boards_stay_as_they_came() -> None:
    tournament = joined(an_event()).tournament
    first = tournament.rounds.get(number=1)
    steps = [
        lambda: change_settings(tournament=tournament, author=None, ruleset="rifki"),
        lambda: change_settings(tournament=tournament, author=None, planned_rounds=3),
        lambda: change_settings(tournament=tournament, author=None, pre_dealt=False),
        lambda: board_steps.deal_boards_again(round=first, author=None),
        lambda: board_steps.put_boards_aside(round=first, author=None, reason="Other ones."),
        lambda: board_steps.export_boards(round=first, notation="pbn", by=None),
        lambda: board_steps.transcribe_board(
            round=first, number=1, hands={}, author=None, reason="They lay so."
        ),
    ]
    for step in steps:
        with pytest.raises(ValidationError) as refused:
            step()
        assert code_of(refused) == "held_for_event"
        assert tournament.held_for in refused.value.messages[0]
    own = change_settings(
        tournament=tournament,
        author=None,
        place="Boccadasse",
        standing_settings={"method": "matchpoints"},
    )
    assert own.place == "Boccadasse"


# --- opened


def test_no_partita_starts_before_the_key() -> None:
    participation = joined(an_event())
    first = seated(participation)
    assert [blocker.code for blocker in start_blockers(first)] == ["boards_not_dealt"]
    opened(participation)
    assert start_blockers(type(first).objects.get(pk=first.pk)) == ()


def test_a_mistyped_key_deals_nothing() -> None:
    event = an_event()
    participation = joined(event)
    key = keys_of(event)[0]
    wrong = ("B" if key[0] == "A" else "A") + key[1:]
    for typed in (wrong, key[:-1], "", "0" * 26):
        with pytest.raises(ValidationError) as refused:
            hall.open_hall(participation=participation, key=typed, author=None)
        assert code_of(refused) == "wrong_key"
    assert not BoardSet.objects.exclude(boards=None).exists()


def test_a_key_deals_its_own_partita_as_anybody_deals_it_again() -> None:
    event = an_event()
    participation = joined(event)
    first, second = keys_of(event)
    typed = f"{first[:4].lower()} {first[4:10]}-{first[10:]}"
    assert hall.open_hall(participation=participation, key=typed, author=None) == (1,)
    participation = Participation.objects.get(pk=participation.pk)
    opened_at = participation.opened_at
    assert opened_at is not None
    assert hall.waiting_for_key(participation) == [2]
    assert not BoardSet.objects.get(round_number=2).boards.exists()
    assert hall.open_hall(participation=participation, key=second, author=None) == (2,)
    assert hall.waiting_for_key(participation) == []
    sets = [round_.board_set for round_ in participation.tournament.rounds.order_by("number")]
    checks = [verify_set(one) for one in sets]
    assert all(check.holds and len(check.dealt) == 12 and not check.waiting for check in checks)
    terms = hall.invitation_of(participation)
    assert [
        (board.round_number, board.board, board.deal.owners) for board in terms.deal(first, second)
    ] == [
        (one.round_number, board.number, board.owners)
        for one in sets
        for board in one.boards.order_by("number")
    ]
    assert hall.open_hall(participation=participation, key=first, author=None) == (1,)
    assert Participation.objects.get(pk=participation.pk).opened_at == opened_at


def test_a_spare_may_be_taken_and_stands_in_the_report() -> None:
    participation = joined(an_event())
    first = seated(participation)
    opened(participation)
    board = replace_board(round=first, number=4, reason="A card was shown.", author=None)
    assert board.dealt_as == 13
    played(first)
    played(next_round(first.tournament))
    report = hall.report_of(hall.close_hall(participation=participation, author=None))
    assert [(one.round, one.board, one.spare) for one in report.spares] == [(1, 4, 13)]
    board_set = BoardSet.objects.get(round=first)
    assert verify_set(board_set).holds


# --- closed


@pytest.mark.parametrize("ruleset", ["lab12", "lab_coppie"])
def test_the_report_reads_back_to_the_same_standing(ruleset: str) -> None:
    participation = whole_evening(joined(an_event(plan={"ruleset": ruleset})))
    form = json.loads(json.dumps(night_form(participation.tournament)))
    again = load_night(read_night(Node(form, "", "")))
    assert (
        tournament_standings(again, spoken=True).as_json()
        == tournament_standings(participation.tournament, spoken=True).as_json()
    )


@pytest.mark.parametrize("ruleset", ["lab12", "lab_coppie"])
def test_a_played_evening_is_ranked_by_the_centre(ruleset: str) -> None:
    event = an_event(plan={"ruleset": ruleset})
    participation = whole_evening(joined(event))
    participation = hall.close_hall(participation=participation, author=None)
    report = hall.report_of(participation)
    assert participation.code == report.code
    assert report.seal == participation.tournament.log.order_by("sequence").reverse()[1].hash
    assert "boards" not in json.loads(participation.report)["night"]["rounds"][0]
    at_the_centre(event, participation)
    result = json.loads(result_of(event))
    assert "doubts" not in result
    entries = 8 if ruleset == "lab12" else 4
    assert len(result["overall"]) == entries
    totals = {
        line.entry: str(line.total)
        for line in tournament_standings(participation.tournament, spoken=True).standings.overall
    }
    assert {line["name"]: line["total"] for line in result["overall"]} == totals


def test_what_keeps_a_hall_from_closing_is_said_as_a_list() -> None:
    participation = joined(an_event())
    assert [one.code for one in hall.closing_blockers(participation)] == ["not_opened"]
    first = seated(participation)
    participation = opened(participation)
    codes = [(one.code, one.params["round"]) for one in hall.closing_blockers(participation)]
    assert codes == [("round_not_closed", 1), ("round_not_closed", 2)]
    played(first)
    with pytest.raises(ValidationError) as refused:
        hall.close_hall(participation=participation, author=None)
    assert code_of(refused) == "round_not_closed"
    second = played(next_round(first.tournament))
    sheet = Sheet.objects.filter(table__round=second).order_by("table__number").first()
    reopen_sheet(sheet=sheet, author=None, reason="A slip.")
    [blocker] = hall.closing_blockers(participation)
    assert (blocker.code, blocker.params["round"], blocker.params["table"]) == ("sheet_open", 2, 1)
    close_sheet(sheet=sheet, author=None)
    assert hall.close_hall(participation=participation, author=None).code


def test_a_hall_that_breaks_off_reports_what_it_played_for_a_reason() -> None:
    event = an_event()
    participation = joined(event)
    first = seated(participation)
    participation = opened(participation)
    # A hall without a played partita has nothing to report.
    assert hall.never_started(participation) == ()
    with pytest.raises(ValidationError) as refused:
        hall.close_hall(participation=participation, author=None, reason="Nobody came.")
    assert code_of(refused) == "round_not_closed"
    played(first)
    assert hall.never_started(participation) == (2,)
    # Published seats do not matter; only a started partita would have to be closed.
    next_round(first.tournament)
    assert hall.never_started(participation) == (2,)
    with pytest.raises(ValidationError) as refused:
        hall.close_hall(participation=participation, author=None, reason="  ")
    assert code_of(refused) == "reason_missing"
    reason = "The lights went out."
    participation = hall.close_hall(participation=participation, author=None, reason=reason)
    night = hall.report_of(participation).as_json()["night"]
    assert [round_["round"] for round_ in night["rounds"]] == [1]
    # The desk goes on to the prizes, since another partita would be in no report.
    assert Tournament.objects.get(pk=first.tournament_id).planned_rounds == 1
    lines = first.tournament.log.filter(kind="simultaneous").values_list("fields", flat=True)
    assert [line["rounds"] for line in lines if line.get("reason") == reason] == ["2"]
    at_the_centre(event, participation)
    result = json.loads(result_of(event))
    assert len(result["overall"]) == 8


def test_a_partita_in_play_keeps_a_hall_from_breaking_off() -> None:
    participation = joined(an_event())
    first = seated(participation)
    participation = opened(participation)
    played(first)
    start_round(round=next_round(first.tournament), author=None)
    assert hall.never_started(participation) == ()
    with pytest.raises(ValidationError) as refused:
        hall.close_hall(participation=participation, author=None, reason="It is late.")
    assert [(one.code, one.params["round"]) for one in refused.value.error_list] == [
        ("round_not_closed", 2)
    ]


def test_after_the_code_a_correction_changes_nothing_in_the_report() -> None:
    participation = whole_evening(joined(an_event()))
    first = hall.close_hall(participation=participation, author=None)
    assert hall.close_hall(participation=participation, author=None).report == first.report
    assert hall.differences(first) == []
    sheet = Sheet.objects.filter(table__round__number=2).order_by("table__number").first()
    reopen_sheet(sheet=sheet, author=None, reason="A slip.")
    row = sheet.results.filter(hand=1).order_by("version").last()
    north, east = row.content["units"].get("N", 0), row.content["units"].get("E", 0)
    content = {**row.content, "units": {**row.content["units"], "N": east, "E": north}}
    if north == east:
        south = row.content["units"].get("S", 0)
        content["units"] |= {"N": south, "E": east, "S": north}
    enter_row(sheet=sheet, hand=1, content=content, origin="desk", based_on=row.version)
    again = hall.close_hall(participation=participation, author=None)
    assert (again.code, again.report) == (first.code, first.report)
    assert hall.differences(again) == [hall.Differs(2, 1, (1,))]


# --- ended


def test_the_result_ends_the_event_and_shows_the_cards() -> None:
    event = an_event()
    participation = whole_evening(joined(event))
    participation = hall.close_hall(participation=participation, author=None)
    at_the_centre(event, participation)
    assert not BoardSet.objects.filter(state="revealed").exists()
    result = result_of(event)
    participation = hall.end(
        participation=participation, result=result, code=result_code_of(result), author=None
    )
    assert participation.tournament.held_for == ""
    assert hall.digest_is_found(participation)
    assert participation.result["overall"]["of"] == 8
    assert [line["rank"] for line in participation.result["winds"]["N"]["lines"]]
    sets = BoardSet.objects.all()
    assert {one.state for one in sets} == {"revealed"}
    assert all(verify_set(one).holds for one in sets)


def test_another_result_does_not_end_it() -> None:
    event, other = an_event(), an_event(name="Simultaneo di Natale")
    participation = joined(event)
    opened(participation)
    Event.objects.filter(pk=other.pk).update(released_at=timezone.now())
    wrong = {
        "other_file": b"{}",
        "not_closed_yet": result_of(event, with_key=False),
        "other_event": result_of(other),
    }
    changed = json.loads(result_of(event)) | {"seed": "1" * 64}
    wrong["other_seed"] = json.dumps(changed).encode()
    wrong["result_not_read"] = json.dumps(changed | {"overall": 3}).encode()
    for code, result in wrong.items():
        result_letters = result_code_of(result)
        with pytest.raises(ValidationError) as refused:
            hall.end(participation=participation, result=result, code=result_letters, author=None)
        assert code_of(refused) == code


def test_a_result_that_is_not_the_one_that_was_told_does_not_end_it() -> None:
    """A rank was changed in transit, while seed, key and digests stayed the same."""
    event = an_event()
    participation = whole_evening(joined(event))
    participation = hall.close_hall(participation=participation, author=None)
    at_the_centre(event, participation)
    result = result_of(event)
    changed = json.loads(result)
    changed["overall"][0]["rank"] = 2
    for content, code, refusal in (
        (json.dumps(changed).encode(), result_code_of(result), "other_result"),
        (result, "", "no_result_code"),
        (result, "A" * 12, "other_result"),
    ):
        with pytest.raises(ValidationError) as refused:
            hall.end(participation=participation, result=content, code=code, author=None)
        assert code_of(refused) == refusal
    assert Tournament.objects.get(pk=participation.tournament_id).held_for == event.name
    letters = " ".join(result_code_of(result)).lower()
    packed = gzip.compress(result)
    ended = hall.end(participation=participation, result=packed, code=letters, author=None)
    assert ended.result["code"] == result_code_of(result)
    assert Tournament.objects.get(pk=participation.tournament_id).held_for == ""


def test_without_a_result_it_ends_after_its_time_for_a_reason() -> None:
    soon = timezone.now() + datetime.timedelta(hours=1)
    event = an_event()
    participation = joined(event)
    terms = participation.invitation
    write(participation, invitation=terms | {"closes": soon.isoformat()})
    with pytest.raises(ValidationError) as refused:
        hall.end(participation=participation, author=None, reason="Nobody answers.")
    assert code_of(refused) == "too_early"
    past = soon - datetime.timedelta(hours=2)
    write(participation, invitation=terms | {"closes": past.isoformat()})
    with pytest.raises(ValidationError) as refused:
        hall.end(participation=participation, author=None)
    assert code_of(refused) == "reason_missing"
    ended = hall.end(participation=participation, author=None, reason="Nobody answers.")
    assert ended.tournament.held_for == ""
    with pytest.raises(ValidationError) as refused:
        hall.end(participation=participation, author=None, reason="Again.")
    assert code_of(refused) == "event_over"


def test_nobody_ends_it_while_a_partita_is_in_play() -> None:
    event = an_event()
    participation = joined(event)
    first = seated(participation)
    opened(participation)
    played(first)
    take_back_to_play(round=first, author=None, reason="Too early.")
    result = result_of(event)
    code = result_code_of(result)
    with pytest.raises(ValidationError) as refused:
        hall.end(participation=participation, result=result, code=code, author=None)
    assert code_of(refused) == "round_in_play"


def test_an_evening_that_broke_off_keeps_the_partita_that_was_played() -> None:
    event = an_event()
    participation = joined(event)
    first = seated(participation)
    opened(participation)
    played(first)
    result = result_of(event)
    code = result_code_of(result)
    hall.end(participation=participation, result=result, code=code, author=None)
    tournament = Tournament.objects.get(pk=participation.tournament_id)
    assert [round_.number for round_ in tournament.rounds.all()] == [1]
    assert not hall.digest_is_found(Participation.objects.get(pk=participation.pk))
