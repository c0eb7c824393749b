"""Held standings shown place by place: what the public sees at any address, and what it must not
see.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import translation

from king.rulesets import find_ruleset
from king.standing.ranking import standings
from king.standing.reveal import reveal_steps
from king.standing.round_results import Result, RoundResults
from scoring.decisions import rule
from scoring.models import FinalHold
from scoring.publishing import last_publication, publish
from scoring.publishing.final_hold import hold_in_force, release_final
from scoring.round_steps import make_official
from scoring.sheet_steps import reopen_sheet
from scoring.standing import hand_by_hand, tournament_standings
from screens.reveals import (
    begin_reveal,
    end_reveal,
    is_disturbed,
    press,
    public_reveal,
    remote_key,
    reveal_of,
    reveal_with_key,
    set_remote,
)
from tests.accounts import signed_in
from tests.evenings import SHAPES, SYSTEMS, a_tournament, demo, held_evening, sheet_of
from tests.hidden import OF_ACCOUNTS, reads
from tests.live.addresses import every_address, masked, places_on, places_shown
from tests.markup import flat
from tournaments.models import LogEntry, Player, Round, Tournament
from tournaments.roster import save_player
from wording.results import place_in_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_club")]


@pytest.fixture
def evening() -> Tournament:
    return held_evening()


def begun(evening: Tournament, **options: object) -> FinalHold:
    return begin_reveal(
        **{"tournament": evening, "author": None, "winds": 2, "overall": 3} | options
    )


def test_while_places_are_shown_the_page_asks_with_no_missing_field(
    client: Client, evening: Tournament
) -> None:
    """While places are shown the page has no search field; htmx used to complain of it every three
    seconds.
    """
    begun(evening)
    page = client.get(f"/live/{evening.code}/").content.decode()
    assert ('hx-include="#q"' in page) <= ('id="q"' in page)


def on(hold: FinalHold, step: str = "next") -> FinalHold:
    """Press the button on an up-to-date page."""
    hold.refresh_from_db()
    return press(hold=hold, step=step, version=hold.version, author=None)


def desk() -> Client:
    return signed_in("anna", "organizer", "arbiter")


# --- the public


Said = tuple[int, str, bytes]
"""Status, redirect and body of an answer, without parts of the body that always differ."""


def asked_for(client: Client, address: str) -> Said:
    answer = client.get(address)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, answer.get("Location", ""), masked(body)


def answers(client: Client, addresses: list[str]) -> tuple[dict[str, Said], list[str]]:
    """Answer of each address to a client, and the addresses that read more than the accounts'
    tables. No press changes the others' answers.
    """
    found, of_the_evening = {}, []
    for address in addresses:
        with reads() as tables:
            found[address] = asked_for(client, address)
        if not tables <= OF_ACCOUNTS:
            of_the_evening.append(address)
    return found, of_the_evening


@pytest.mark.at_length
def test_after_each_step_every_address_says_what_was_revealed_and_nothing_else(
    evening: Tournament,
) -> None:
    """The evening's page and its screen show the revealed places; the answers of all other
    addresses stay the same, byte for byte.
    """
    stranger = Client(headers={"accept-language": "en"}, REMOTE_ADDR="192.0.2.7")
    addresses = every_address(evening)
    assert len(addresses) > 150
    shown_at = [
        f"/live/{evening.code}/",
        f"/live/{evening.code}/?q=1",
        f"/live/{evening.code}/?q=player",
        *(
            screens := [
                f"/live/{evening.code}/screen/",
                f"/live/{evening.code}/screen/follow/",
                "/s/",
            ]
        ),
    ]
    hold = begun(evening, winds=0, overall=2)
    before, of_the_evening = answers(stranger, addresses)
    assert len(of_the_evening) > 100
    assert places_on(before[shown_at[0]][2].decode()) == []
    whole = [line["entry"] for line in last_publication(evening).standings["overall"]]
    for pressed in ("next", "back", "next", "next", "all_back", "next", "pause"):
        hold = on(hold, pressed)
        # PDF files take longest, so they are asked for only at the end.
        asked = [url for url in of_the_evening if hold.shown == 2 or not url.endswith(".pdf")]
        now = {url: asked_for(stranger, url) for url in asked}
        assert [url for url in asked if now[url] != before[url] and url not in shown_at] == [], (
            pressed
        )
        said = {
            name
            for step in hold.steps[: hold.shown]
            for line in step["lines"]
            for name in [line["entry"]]
        }
        for address in shown_at:
            page = now[address][2].decode()
            places = [] if hold.paused and address in screens else places_shown(hold)
            assert places_on(page) == places, (pressed, address)
            assert {name for name in whole if re.search(rf">{name}<", page)} == (
                said if places else set()
            )
    end_reveal(tournament=evening, author=None)
    asked = [url for url in of_the_evening if not url.endswith(".pdf")]
    ended = {url: asked_for(stranger, url) for url in asked}
    assert [url for url in asked if ended[url] != before[url] and url not in shown_at] == []
    assert "read out at the prize-giving" in ended[shown_at[0]][2].decode()


def test_a_rehearsal_changes_no_public_address_not_even_its_stamp(evening: Tournament) -> None:
    stranger = Client(headers={"accept-language": "en"})
    addresses = [
        f"/live/{evening.code}/",
        f"/live/{evening.code}/screen/",
        f"/api/tournaments/{evening.code}/",
    ]
    hold = begun(evening, rehearsal=True)
    before = [
        (stranger.get(address).content, stranger.get(address).get("ETag")) for address in addresses
    ]
    for pressed in ["next"] * len(hold.steps) + ["back", "pause", "all_back"]:
        hold = on(hold, pressed)
        assert [
            (stranger.get(address).content, stranger.get(address).get("ETag"))
            for address in addresses
        ] == before
    assert public_reveal(evening) is None
    # The prize-giving begins after it, with the first step.
    hold = begun(evening)
    assert (hold.shown, hold.rehearsal, public_reveal(evening)) == (0, False, hold)


def test_the_page_and_the_screen_change_at_the_press_and_ask_every_few_seconds(
    evening: Tournament,
) -> None:
    phone = Client(headers={"accept-language": "en", "hx-request": "true"})
    hold = begun(evening)
    part = phone.get(f"/live/{evening.code}/").content.decode()
    assert 'hx-trigger="every 3s"' in part
    stamp = re.search(r"stamp=(\w+)", part)[1]
    assert phone.get(f"/live/{evening.code}/", {"stamp": stamp}).status_code == 204
    hold = on(hold)
    part = flat(phone.get(f"/live/{evening.code}/", {"stamp": stamp}))
    assert places_on(part) == places_shown(hold) != []
    # Screen readers announce the new line, because its element stays on the page.
    name = hold.steps[0]["lines"][0]["entry"]
    assert re.search(
        rf'<p id="said" hx-swap-oob="innerHTML"[^>]*>North, place 2: {name}, [^<]+</p>', part
    )
    screen = (
        Client(headers={"accept-language": "en"})
        .get(f"/live/{evening.code}/screen/")
        .content.decode()
    )
    assert 'data-refresh="2"' in screen
    assert f'data-said="North, place 2: {name},' in screen


def test_the_release_shows_the_whole_and_the_steps_are_gone_from_the_screen(
    evening: Tournament,
) -> None:
    hold = on(begun(evening))
    release_final(tournament=evening, author=None)
    page = (
        Client(headers={"accept-language": "en"})
        .get(f"/live/{evening.code}/screen/")
        .content.decode()
    )
    assert "Standings no. 2" in page
    assert "reveal-last" not in page
    assert reveal_of(evening) is None
    with pytest.raises(ValidationError) as refused:
        on(hold)
    assert refused.value.code == "reveal_over"


# --- pressing


def test_two_who_press_at_once_show_one_place(evening: Tournament) -> None:
    hold = begun(evening)
    seen = hold.version
    press(hold=hold, step="next", version=seen, author=None)
    with pytest.raises(ValidationError) as refused:
        press(hold=hold, step="next", version=seen, author=None)
    assert refused.value.code == "pressed_meanwhile"
    assert reveal_of(evening).shown == 1


def test_there_is_no_step_before_the_first_nor_after_the_last_and_none_of_another_name(
    evening: Tournament,
) -> None:
    hold = begun(evening, winds=0, overall=1)
    for step in ("back", "everything", ""):
        with pytest.raises(ValidationError) as refused:
            on(hold, step)
        assert refused.value.code == "no_step"
    on(hold)
    with pytest.raises(ValidationError):
        on(hold)


def test_each_press_is_a_line_of_the_log_without_a_name_and_a_rehearsal_is_two(
    evening: Tournament,
) -> None:
    names = [entry.title for entry in evening.entries.all()]
    hold = begun(evening, rehearsal=True)
    on(on(hold), "back")
    end_reveal(tournament=evening, author=None)
    assert evening.log.filter(kind="reveal").count() == 2
    hold = begun(evening)
    for step in ("next", "pause", "go_on", "back", "all_back"):
        on(hold, step)
    end_reveal(tournament=evening, author=None)
    end_reveal(tournament=evening, author=None)
    lines = list(LogEntry.objects.filter(kind="reveal"))
    assert len(lines) == 2 + 7
    assert [name for name in names for line in lines if name in str(line.fields)] == []


@pytest.mark.parametrize(
    ("winds", "overall", "code"), [(41, 1, "no_places"), (-1, 1, "no_places"), (0, 0, "no_steps")]
)
def test_as_many_places_as_there_can_be(
    evening: Tournament, winds: int, overall: int, code: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        begun(evening, winds=winds, overall=overall)
    assert refused.value.code == code


def test_it_begins_once_and_only_with_a_standing_that_is_held() -> None:
    evening = a_tournament(planned_rounds=1)
    with pytest.raises(ValidationError) as refused:
        begun(evening)
    assert refused.value.code == "nothing_held"
    begun(held_evening())
    with pytest.raises(ValidationError) as refused:
        begun(Tournament.objects.latest("pk"))
    assert refused.value.code == "reveal_on"


def test_nothing_is_shown_where_no_standing_is(evening: Tournament) -> None:
    with pytest.raises(IntegrityError, match="nothing_shown_of_no_standing"), transaction.atomic():
        FinalHold.objects.update(shown=1)


# --- the standings change meanwhile


def ruled(evening: Tournament) -> None:
    sheet = sheet_of(evening.rounds.get(number=2), 2)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-40"},
        reason="Ritardo.",
        arbiter=None,
    )


def reopened(evening: Tournament) -> None:
    reopen_sheet(sheet=sheet_of(evening.rounds.get(number=2), 2), author=None, reason="Somma.")


def published_again(evening: Tournament) -> None:
    ruled(evening)
    publish(tournament=evening, author=None)


@pytest.mark.parametrize("change", [ruled, reopened, published_again])
def test_a_standing_that_changes_is_shown_no_further_and_begun_anew(
    evening: Tournament, change: Callable[[Tournament], None]
) -> None:
    hold = on(begun(evening))
    page = f"/live/{evening.code}/"
    stranger = Client(headers={"accept-language": "en"})
    assert places_on(stranger.get(page).content.decode()) != []
    change(evening)
    assert places_on(stranger.get(page).content.decode()) == []
    assert places_on(stranger.get(f"{page}screen/").content.decode()) == []
    with pytest.raises(ValidationError) as refused:
        on(hold)
    assert refused.value.code == "reveal_disturbed"
    # A new address for the phone also writes a line of the log, but does not repair anything.
    set_remote(tournament=evening, author=None, given=True)
    assert is_disturbed(reveal_of(evening))
    assert (
        "The standings have changed since this began"
        in desk().get(f"/desk/{evening.code}/reveal/").content.decode()
    )
    if change is reopened:
        return
    publish(tournament=evening, author=None)
    hold = begun(evening)
    assert (hold.shown, is_disturbed(hold), hold.publication) == (
        0,
        False,
        last_publication(evening),
    )


def test_a_name_that_is_put_right_meanwhile_is_shown_as_it_is_now(
    client: Client, evening: Tournament
) -> None:
    hold = on(on(begun(evening, winds=0, overall=3)))
    was = hold.steps[1]["lines"][0]["entry"]
    below = hold.steps[0]["lines"][0]["entry"]
    for name, surname in ((was, "Repetto-Bò"), (below, "Zunino")):
        player = Player.objects.get(surname=name, memberships__tournament=evening)
        player.surname, player.given_name = surname, "Ugo"
        save_player(player=player, author=None)
    page = client.get(f"/live/{evening.code}/").content.decode()
    assert "Repetto-Bò Ugo" in page
    assert "Zunino Ugo" in page
    assert was not in page
    page = desk().get(f"/desk/{evening.code}/reveal/").content.decode()
    assert "Repetto-Bò Ugo" in page
    assert was not in page


def test_results_that_become_official_meanwhile_disturb_nothing(evening: Tournament) -> None:
    hold = on(begun(evening))
    make_official(round=Round.objects.get(tournament=evening, number=2), author=None)
    assert on(hold).shown == 2


# --- from the desk, and from the speaker's phone


def test_the_desk_begins_presses_takes_back_and_ends_with_the_release(evening: Tournament) -> None:
    client, page = desk(), f"/desk/{evening.code}/reveal/"
    assert f'href="{page}"' in client.get(f"/desk/{evening.code}/standings/").content.decode()
    assert f'href="{page}"' in client.get(f"/desk/{evening.code}/close/").content.decode()
    assert client.get(page).context["overall"] == 3
    refused = client.post(f"{page}begin/", {"winds": "x", "overall": "2"})
    assert (refused.status_code, reveal_of(evening)) == (422, None)
    assert client.post(f"{page}begin/", {"winds": "0", "overall": "2"}).status_code == 302
    hold = reveal_of(evening)
    second, first = (step["lines"][0]["entry"] for step in hold.steps)
    shown = client.get(page).content.decode()
    assert second in shown
    assert first not in shown.replace(f"Behind: {first}", "")
    assert client.post(f"{page}next/", {"version": hold.version}).status_code == 302
    again = client.post(f"{page}next/", {"version": hold.version})
    assert again.status_code == 422
    assert "Somebody else has taken this step meanwhile" in again.content.decode()
    hold.refresh_from_db()
    for step in ("all-back", "next", "next"):
        client.post(f"{page}{step}/", {"version": hold.version})
        hold.refresh_from_db()
    assert hold.shown == 2
    assert "Every place is shown." in client.get(page).content.decode()
    assert client.post(f"{page}release/").status_code == 302
    assert hold_in_force(evening) is None
    assert f'btn-next" href="/desk/{evening.code}/close/">' in "".join(
        client.get(page).content.decode().split("\n  ")
    )


def test_the_desks_page_renews_itself_when_somebody_else_has_pressed(evening: Tournament) -> None:
    client, page = desk(), f"/desk/{evening.code}/reveal/"
    hold = begun(evening)
    part = {"hx-request": "true"}
    mark = client.get(page).context["mark"]
    assert client.get(page, {"mark": mark}, headers=part).status_code == 204
    on(hold)
    assert "1 of" in client.get(page, {"mark": mark}, headers=part).content.decode()
    assert client.post(f"{page}next/", {"version": "x"}, headers=part).status_code == 422
    # After the last step the button that ends it appears without a reload.
    while reveal_of(evening).shown < len(hold.steps):
        on(hold)
    assert "/reveal/release/" in client.get(page, {"mark": mark}, headers=part).content.decode()
    end_reveal(tournament=evening, author=None)
    assert client.get(page, {"mark": mark}, headers=part)["HX-Refresh"] == "true"


def test_a_phone_with_the_address_presses_without_an_account_until_it_is_taken_back(
    evening: Tournament,
) -> None:
    client, page = desk(), f"/desk/{evening.code}/reveal/"
    hold = begun(evening)
    assert remote_key(hold) == ""
    assert reveal_with_key(evening, "") is None
    client.post(f"{page}remote/")
    address = client.get(page).context["remote"].removeprefix("http://testserver")
    phone = Client(headers={"accept-language": "en"}, enforce_csrf_checks=True)
    assert phone.post(f"{address}next/", {"version": hold.version}).status_code == 403
    first = phone.get(address)
    assert "no-store" in first["Cache-Control"]
    token = {"csrfmiddlewaretoken": first.context["csrf_token"]}
    sent = phone.post(f"{address}next/", {"version": hold.version, **token})
    assert (sent.status_code, sent["Location"]) == (302, address)
    assert reveal_of(evening).shown == 1
    # Only the desk begins and ends it.
    assert (
        phone.post(f"{address}release/", {"version": hold.version + 1, **token}).status_code == 404
    )
    assert hold_in_force(evening) is not None
    client.post(f"{page}remote/")
    assert phone.get(address).status_code == 404
    assert phone.post(f"{address}next/", {"version": hold.version + 1, **token}).status_code == 404
    assert phone.get(address, headers={"hx-request": "true"})["HX-Refresh"] == "true"
    address = client.get(page).context["remote"].removeprefix("http://testserver")
    assert phone.get(address).status_code == 200
    client.post(f"{page}remote/", {"take_back": "1"})
    assert phone.get(address).status_code == 404
    client.post(f"{page}remote/")
    address = client.get(page).context["remote"].removeprefix("http://testserver")
    release_final(tournament=evening, author=None)
    assert phone.get(address).status_code == 404


def test_who_runs_nothing_of_the_evening_does_not_get_in(evening: Tournament) -> None:
    begun(evening)
    page = f"/desk/{evening.code}/reveal/"
    assert Client().get(page)["Location"].startswith("/accounts/login")
    client = signed_in("aiuto", "helper")
    assert client.get(page).status_code == client.post(f"{page}next/").status_code == 403


# --- the steps


def test_the_last_moment_of_the_evening_is_the_standing(evening: Tournament) -> None:
    moments = hand_by_hand(evening)
    assert [(moment.round, moment.hand) for moment in moments] == [
        (partita, hand) for partita in (1, 2) for hand in range(1, 13)
    ]
    now = {
        line.entry: (line.match_points, line.total)
        for line in tournament_standings(evening).standings.overall
    }
    assert moments[-1].figures == now


def test_what_was_ruled_counts_from_its_hand_on_and_what_was_ruled_of_no_hand_from_the_first(
    evening: Tournament,
) -> None:
    sheet = sheet_of(evening.rounds.get(number=2), 2)
    before = hand_by_hand(evening)
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="N",
        effect={"points": "-40"},
        hand=5,
        reason="Ritardo.",
        arbiter=None,
    )
    rule(
        sheet=sheet,
        kind="adjustment",
        offender="E",
        effect={"points": "-7"},
        reason="Ritardo.",
        arbiter=None,
    )
    seats = {seat.wind: seat.entry.title for seat in sheet.table.seats.all()}
    for was, now in zip(before[12:], hand_by_hand(evening)[12:], strict=True):
        assert now.figures[seats["N"]][1] - was.figures[seats["N"]][1] == (
            -40 if now.hand >= 5 else 0
        )
        assert now.figures[seats["E"]][1] - was.figures[seats["E"]][1] == -7


@pytest.mark.at_length
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_last_moment_of_the_evening_is_the_standing_in_every_system(ruleset: str) -> None:
    tables = 4 if ruleset in SHAPES else 2
    evening = demo(
        stage="finished", seed=5, tables=tables, rounds=2, language="en", ruleset=ruleset
    )
    moments = hand_by_hand(evening)
    assert len(moments) == 2 * evening.rules.length
    now = {
        line.entry: (line.match_points, line.total)
        for line in tournament_standings(evening).standings.overall
    }
    assert moments[-1].figures == now
    FinalHold.objects.create(tournament=evening)
    hold = begun(evening, winds=3, overall=3)
    assert [
        step for step in hold.steps if step["margin"] not in (None, "0") and step["hand"] is None
    ] == []
    while hold.shown < len(hold.steps):
        hold = on(hold)
    for page in (
        f"/live/{evening.code}/",
        f"/live/{evening.code}/screen/",
        f"/desk/{evening.code}/reveal/",
    ):
        client = desk() if "desk" in page else Client(headers={"accept-language": "en"})
        assert client.get(page).status_code == 200


def test_match_points_that_happen_to_be_as_many_as_the_points_are_still_called_so() -> None:
    """The first North has +10 on the sheet and 10 match points; the next North has 6."""
    results = (Result("Anna", 1, "N", Fraction(10)), Result("Ivo", 2, "N", Fraction(2)))
    [step] = reveal_steps(standings([RoundResults(1, results)]), [], winds=0, overall=1)
    with translation.override("en"):
        said = place_in_words(
            step.as_json() | {"players": [[]], "raw": False}, find_ruleset("lab12")
        )
    assert said["lines"][0]["what"] == "10 match points (+10)"
    assert said["margin"] == "4 match points ahead of the next place"
