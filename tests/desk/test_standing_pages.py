"""The standings and the log at the desk: missing sheets, the reason for a rank, changes with their
authors.
"""

from __future__ import annotations

import datetime
import io
import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from ground import guards
from scoring.decisions import rule
from scoring.models import FinalHold, Publication, Sheet
from scoring.publishing import publish
from scoring.round_steps import close_round
from scoring.scored_sheets import scored_round
from scoring.sheet_steps import close_sheet
from scoring.standing import tournament_standings
from scoring.wrong_winds import rule_seats
from tests.evenings import (
    a_round,
    a_tournament,
    fill_quickly,
    held_evening,
    in_play,
    played,
    sheet_of,
)
from tests.markup import flat, text_of
from tests.printing.pages import read_pages
from tournaments.models import LogEntry, Round
from tournaments.services import newcomers

pytestmark = pytest.mark.django_db


def standings_page(round_: Round) -> str:
    return f"/desk/{round_.tournament.code}/standings/"


def test_before_the_end_the_missing_tables_are_named_with_links(organizer: Client) -> None:
    round_ = in_play(3)
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    page = organizer.get(standings_page(round_)).content.decode()
    assert "1 of 3 sheets are closed. Missing:" in page
    code = round_.tournament.code
    assert [table for table in (1, 2, 3) if f'href="/desk/{code}/play/1/{table}/"' in page] == [
        1,
        3,
    ]


@pytest.mark.at_length
def test_of_a_long_standing_the_lists_come_when_they_are_opened(organizer: Client) -> None:
    round_ = a_round(a_tournament(), 21)
    fill_quickly(round_)
    Sheet.objects.update(state="closed", closed_at=timezone.now())
    close_round(round=round_, author=None)
    page, asks = standings_page(round_), {"HX-Request": "true"}
    whole = organizer.get(page).content.decode()
    assert (whole.count("<tr"), whole.count("why-details")) == (1 + 84, 0)
    assert f'hx-get="{page}?part=1"' in whole
    part = organizer.get(f"{page}?part=1", headers=asks).content.decode()
    assert (part.count("<tr"), "<html" in part) == (4 + 84, False)
    assert organizer.get(f"{page}?part=winds", headers=asks).status_code == 200
    ties = organizer.get(f"{page}?part=ties", headers=asks).content.decode()
    assert (whole.count('/settle-tie/"'), ties.count('/settle-tie/"') > 0) == (0, True)
    assert organizer.get(f"{page}?part=2", headers=asks).status_code == 404
    assert organizer.get(f"{page}?part=all").content.decode().count("why-details") == 84


def test_the_desk_may_look_at_it_as_it_would_be_and_it_is_marked(organizer: Client) -> None:
    round_ = in_play(3)
    close_sheet(sheet=sheet_of(round_, 2), author=None)
    page = organizer.get(standings_page(round_) + "?look=1").content.decode()
    assert "for the desk only" in page
    assert "Computed from 1 of 3 sheets" in page
    assert not round_.tournament.publications.exists()


def test_every_place_is_explained(organizer: Client) -> None:
    round_ = played(8)
    answer = organizer.get(standings_page(round_))
    page = answer.content.decode()
    computed = tournament_standings(round_.tournament)
    assert len(answer.context["overall"].lines) == 32
    for line in computed.standings.overall:
        assert line.entry in page
        assert line.explanation
    for name in ("North", "East", "South", "West"):
        assert f'aria-label="Partita 1, {name}"' in page


def test_the_match_points_of_a_wind_are_the_clubs_scale(organizer: Client) -> None:
    # 10 6 4 3 2 1 and 1 for every later place, shared by equals: a wind of eight always earns 28 (§6).
    answer = organizer.get(standings_page(played(8)))
    [round_] = answer.context["rounds"]
    assert {
        table.wind: sum(line["cells"][-1].figure for line in table.lines)
        for table in round_["tables"]
    } == dict.fromkeys("NESW", 28)


def test_a_partita_is_made_official_and_that_is_taken_back_with_a_reason(organizer: Client) -> None:
    round_ = played()
    with guards.guards_off(connection):
        Publication.objects.update(created_at=timezone.now())
    for page in (standings_page(round_), f"/desk/{round_.tournament.code}/close/"):
        page_text = organizer.get(page).content.decode()
        assert "Make the results official before the time for protests is over" in page_text
        refused = organizer.post(f"{page}official/")
        assert (
            refused.status_code,
            "Protests against standings no. " in refused.content.decode(),
        ) == (422, True)
        round_.refresh_from_db()
        assert round_.stage == "provisional"
    organizer.post(f"{standings_page(round_)}official/", {"early": "1"})
    round_.refresh_from_db()
    assert round_.stage == "official"
    sheet = organizer.get(f"/desk/{round_.tournament.code}/play/1/1/").content.decode()
    assert f'href="{standings_page(round_)}#withdraw-1"' in sheet
    assert 'id="withdraw-1"' in organizer.get(standings_page(round_)).content.decode()
    assert (
        organizer.post(
            f"{standings_page(round_)}withdraw/", {"round": "1", "reason": ""}
        ).status_code
        == 422
    )
    organizer.post(
        f"{standings_page(round_)}withdraw/", {"round": "1", "reason": "Protesta accolta."}
    )
    round_.refresh_from_db()
    assert round_.stage == "provisional"


def test_publishing_again_with_nothing_changed_makes_no_second_list(organizer: Client) -> None:
    round_ = played()
    organizer.post(f"{standings_page(round_)}publish/")
    assert round_.tournament.publications.count() == 1


def test_a_reopened_sheet_keeps_the_results_from_being_official_and_is_named(
    organizer: Client,
) -> None:
    round_ = played()
    code = round_.tournament.code
    organizer.post(f"/desk/{code}/play/1/2/reopen/", {"reason": "Riga 4."})
    page = organizer.get(standings_page(round_)).content.decode()
    assert "partita 1, table 2" in page
    answer = organizer.post(f"{standings_page(round_)}official/", {"early": "1"})
    assert answer.status_code == 422
    assert "these tables were reopened and are not closed again: 2" in answer.content.decode()


def test_the_downloads_are_a_pdf_and_a_workbook_with_every_sheet(organizer: Client) -> None:
    round_ = played()
    pdf = organizer.get(standings_page(round_) + "pdf/")
    assert (pdf["Content-Type"], pdf.content[:4]) == ("application/pdf", b"%PDF")
    workbook = organizer.get(standings_page(round_) + "xlsx/")
    names = [
        file["Content-Disposition"].partition("filename=")[2].rpartition(".")[0]
        for file in (pdf, workbook)
    ]
    assert names[0] == names[1]
    book = load_workbook(io.BytesIO(workbook.content))
    assert len(book.sheetnames) >= 2
    assert organizer.get(f"/desk/{in_play().tournament.code}/standings/pdf/").status_code == 302


def test_an_evening_without_a_partita_says_what_will_be_here(organizer: Client) -> None:
    assert (
        "No standings yet"
        in organizer.get(f"/desk/{a_tournament().code}/standings/").content.decode()
    )


# --- the log


def test_the_log_is_read_in_sentences_in_the_readers_language(organizer: Client) -> None:
    code = played().tournament.code
    page = organizer.get(f"/desk/{code}/log/").content.decode()
    assert (
        "Partita 1, table 1, hand 5: ruled an illegal play by South. Reason: Cuori non risposto."
        in page
    )
    assert "lines are as they were written" in page


def test_the_log_shows_one_kind_of_line_where_asked(organizer: Client) -> None:
    code = played().tournament.code
    lines = organizer.get(f"/desk/{code}/log/", {"kind": "rulings"}).context["lines"]
    assert [entry.kind for entry, _sentence, _group in lines] == ["ruled"]


def test_a_line_changed_in_the_database_is_found(organizer: Client) -> None:
    evening = played().tournament
    line = evening.log.get(kind="ruled")
    with guards.guards_off(connection):
        LogEntry.objects.filter(pk=line.pk).update(fields={**line.fields, "reason": "Niente."})
    page = organizer.get(f"/desk/{evening.code}/log/").content.decode()
    assert f"Line {line.sequence} does not hold: it is not as it was written." in page


def test_the_seal_of_a_published_standing_is_on_page_and_paper_and_the_log_is_checked_against_it(
    organizer: Client, client: Client, english_club: None
) -> None:
    evening = played().tournament
    line = evening.log.get(kind="published")
    words = f"Log: {line.sequence} lines, seal {line.hash[:12]}."
    for reader, page in (
        (organizer, f"/desk/{evening.code}/standings/"),
        (client, f"/live/{evening.code}/standings/"),
    ):
        page_text = reader.get(page, headers={"accept-language": "en"}).content.decode()
        assert words in page_text.replace('<span class="mono">', "").replace("</span>", "")
    paper = organizer.get(f"/desk/{evening.code}/standings/pdf/")
    assert all(words in page.text for page in read_pages(paper.content))
    query = {"lines": line.sequence, "seal": line.hash[:12]}
    assert (
        "The paper matches." in organizer.get(f"/desk/{evening.code}/log/", query).content.decode()
    )
    wrong = organizer.get(
        f"/desk/{evening.code}/log/", {**query, "lines": line.sequence - 1}
    ).content.decode()
    assert f"Line {line.sequence - 1} does not hold: its seal is not the one on the paper" in wrong


def test_the_log_on_paper_has_every_line_with_its_seal(organizer: Client) -> None:
    evening = played().tournament
    text = unescape(organizer.get(f"/desk/{evening.code}/lists/log/").content.decode())
    assert f"{evening.log.count()} lines" in text
    assert all(line.hash[:12] in text for line in evening.log.all())
    assert "All lines are as they were written" in text


def test_a_line_whose_fields_do_not_fit_is_shown_as_it_was_stored(organizer: Client) -> None:
    evening = a_tournament()
    LogEntry.objects.create(
        tournament=evening,
        sequence=1,
        kind="odd",
        sentence="At %(place)s",
        fields={},
        at="2026-11-20T20:00Z",
        hash="0",
    )
    answer = organizer.get(f"/desk/{evening.code}/log/")
    assert answer.status_code == 200
    assert b"At %(place)s" in answer.content


def test_the_wall_and_the_standings_agree_on_who_sat_where(organizer: Client) -> None:
    round_ = played(2)
    answer = organizer.get(standings_page(round_))
    [round_shown] = answer.context["rounds"]
    seated = {
        (str(scored.table.number), wind.value)
        for scored in scored_round(round_)
        for wind in scored.seats
    }
    assert {
        (line["cells"][0].words, table.wind)
        for table in round_shown["tables"]
        for line in table.lines
    } == seated


def test_a_hold_says_the_time_of_the_clock_on_the_wall(organizer: Client) -> None:
    round_ = in_play()
    hold = FinalHold.objects.create(tournament=round_.tournament, held_by=User.objects.first())
    nine = datetime.datetime(2026, 11, 26, 20, 0, tzinfo=datetime.UTC)
    with guards.guards_off(connection):
        FinalHold.objects.filter(pk=hold.pk).update(held_at=nine)
    with timezone.override("Europe/Rome"):
        page = organizer.get(standings_page(round_)).content.decode()
    assert "organizer decided this at 21:00." in page


def test_a_held_standing_is_ready_and_held_back_and_not_published(organizer: Client) -> None:
    """The standings after the first partita are public; those after the second are held for the
    prize-giving.
    """
    evening = held_evening()
    page = flat(organizer.get(f"/desk/{evening.code}/standings/"))
    heading = text_of(page[page.index("<h1>") :].split("</h1>")[0])
    assert "ready, held back" in heading
    assert "no. 2, of" in heading
    assert "published" not in heading
    published = page[page.index('class="publications"') :].split("</ul>")[0]
    assert re.findall(r'class="state state-(\w+)"', published) == ["held", "provisional"]


def test_before_the_first_standing_the_page_opens(organizer: Client) -> None:
    round_ = in_play()
    page = organizer.get(f"/desk/{round_.tournament.code}/standings/")
    assert page.status_code == 200
    assert '/standings/hold/"' in page.content.decode()


def test_the_arbiter_chooses_where_whoever_changed_wind_is_ranked_and_the_published_standing_waits_to_be_published_again(
    arbiter: Client,
) -> None:
    """From hand 4 on two players sat in each other's winds, so each has three hands at the first
    wind and nine at the other (§6, four wind winners).
    """
    round_ = played(2)
    tournament = round_.tournament
    rule_seats(
        sheet=sheet_of(round_),
        winds=("N", "E"),
        hand=4,
        follows="players",
        reason="Sedute scambiate.",
        arbiter=None,
    )
    publish(tournament=tournament, author=None)
    page = f"/desk/{tournament.code}/standings/"
    sheet = sheet_of(round_)
    north, east = (sheet.table.seats.get(wind=wind).entry.title for wind in "NE")
    assert (
        f"(half and half: where they started): {north} (East), {east} (North)."
        in arbiter.get(page).content.decode()
    )
    chosen = arbiter.post(f"{page}changed-winds/", {"by": "first"}, follow=True)
    assert (
        f"at the one where they started: {north} (North), {east} (East)." in chosen.content.decode()
    )
    assert chosen.context["changes"]
    public = f"/live/{tournament.code}/standings/"
    assert "half and half" in arbiter.get(public).content.decode()
    arbiter.post(f"{page}publish/")
    assert f"where they started: {north} (North)" in arbiter.get(public).content.decode()
    assert arbiter.post(f"{page}changed-winds/", {"by": "٣"}).status_code == 422


def test_the_prize_giving_is_one_page_and_calls_up_whom_the_club_wants(organizer: Client) -> None:
    evening = played(2).tournament
    page = organizer.get(f"/desk/{evening.code}/close/").content.decode()
    assert ("Overall" in page, "Best single partita" in page, "Best newcomer" in page) == (
        True,
        True,
        False,
    )
    organizer.post(f"/desk/{evening.code}/close/prizes/", {"places": "1", "newcomers": "on"})
    called = organizer.get(f"/desk/{evening.code}/close/").context["called"]
    assert [group["title"] for group in called] == ["Overall", "Best newcomer"]
    # Nobody played in an earlier evening, so the winner is the best newcomer as well.
    assert called[0]["lines"] == called[1]["lines"]
    refused = organizer.post(f"/desk/{evening.code}/close/prizes/", {"places": "many"})
    assert (refused.status_code, "Up to 40 places" in refused.content.decode()) == (422, True)


def test_whoever_played_an_earlier_evening_is_no_newcomer(organizer: Client) -> None:
    evening = played(2).tournament
    earlier = a_tournament(name="Last week", date=evening.date - datetime.timedelta(days=7))
    seat = evening.rounds.get().seats.first()
    round_ = a_round(earlier)
    round_.seats.filter(wind="N").update(player=seat.player)
    assert newcomers(evening) == {entry.title for entry in evening.entries.all()} - {
        seat.entry.title
    }


def test_a_changed_standing_waits_for_its_open_sheet_which_is_the_next_step(
    organizer: Client,
) -> None:
    round_ = played()
    code = round_.tournament.code
    rule(
        sheet=sheet_of(round_, 2),
        kind="adjustment",
        offender="N",
        effect={"points": "-5"},
        reason="x",
        arbiter=None,
    )
    organizer.post(f"/desk/{code}/play/1/2/reopen/", {"reason": "Riga 4."})
    page = organizer.get(standings_page(round_)).content.decode()
    assert '/publish/"' not in page or "disabled>" in page
    assert f'<a class="btn btn-primary btn-next" href="/desk/{code}/play/1/2/">' in page


def test_prize_list_and_diplomas_open_from_that_page_after_the_end_too(organizer: Client) -> None:
    evening = played(2).tournament
    evening.rounds.update(stage="official")
    close = f"/desk/{evening.code}/close/"
    called = organizer.get(close).context["called"]
    assert organizer.post(f"{close}end/").status_code == 302
    page = organizer.get(close)
    assert page.context["called"] == called
    assert "<h1>Prize-giving</h1>" in page.content.decode()
    assert "Other prizes" not in page.content.decode()
    for document in ("prize_list", "diplomas"):
        answer = organizer.post(
            f"/desk/{evening.code}/close/paper/", {"document": document}, follow=True
        )
        assert b"".join(answer.streaming_content).startswith(b"%PDF")
