"""The draw and the seating at the desk."""

from __future__ import annotations

import random
import re
from itertools import combinations

from django.db import connection
from django.test import Client
from django.utils.html import escape, strip_tags

from ground import guards
from king.cards import WINDS
from king.movements.seating import draw_winds
from scoring import round_steps
from scoring.decisions import revoke_ruling
from scoring.models import Sheet
from scoring.wrong_winds import rule_seats, sitting_now
from tests.desk.hall import desk
from tournaments import entries, round_seating
from tournaments.board_steps import seal_boards
from tournaments.entries import enter_new_player
from tournaments.models import Entry, LogEntry, Player, Round, Seat, Tournament

SEED = "00112233445566778899aabbccddeeff"


def slips(evening: Tournament) -> dict[int, str]:
    return {entry.number: f"{entry.wind}{entry.wind_number}" for entry in evening.entries.all()}


def test_the_draw_is_what_the_published_rule_draws_from_the_seed(
    organizer: Client, evening: Tournament
) -> None:
    organizer.post(desk(evening, "winds/draw/"), {"seed": SEED})
    expected = draw_winds([str(number) for number in range(1, 9)], bytes.fromhex(SEED))
    assert slips(evening) == {
        int(name): f"{wind}{number}" for name, (wind, number) in expected.items()
    }
    page = organizer.get(desk(evening, "winds/"))
    assert page.context["draw"]["repeats"]
    assert SEED in page.content.decode()


def test_a_second_press_does_not_draw_again(organizer: Client, evening: Tournament) -> None:
    seen = organizer.get(desk(evening, "winds/")).context["seen"]
    organizer.post(desk(evening, "winds/draw/"), {"seed": "", "seen": seen})
    drawn = slips(evening)
    answer = organizer.post(desk(evening, "winds/draw/"), {"seed": "", "seen": seen})
    assert answer.status_code == 422
    assert "The winds have just been drawn." in answer.content.decode()
    assert slips(evening) == drawn
    again = {
        "seed": SEED,
        "seen": re.search(r'name="seen"\s+value="(\d+)"', answer.content.decode())[1],
    }
    assert organizer.post(desk(evening, "winds/draw/"), again).status_code == 302
    assert evening.log.filter(kind="draw").count() == 2


def test_a_draw_whose_record_was_changed_is_said_not_to_hold(
    organizer: Client, evening: Tournament
) -> None:
    organizer.post(desk(evening, "winds/draw/"), {"seed": SEED})
    line = evening.log.get(kind="draw")
    with guards.guards_off(connection):
        evening.log.filter(pk=line.pk).update(fields={**line.fields, "winds": "1=N1"})
    assert not organizer.get(desk(evening, "winds/")).context["draw"]["repeats"]


def test_a_seed_that_is_none_is_refused_and_stays_in_its_field(
    organizer: Client, evening: Tournament
) -> None:
    answer = organizer.post(desk(evening, "winds/draw/"), {"seed": "lucky"})
    assert answer.status_code == 422
    assert 'value="lucky"' in answer.content.decode()
    assert not evening.entries.filter(wind_number__isnull=False).exists()


def by_hand(chance: random.Random) -> dict[str, str]:
    drawn = [f"{wind}{number}" for wind in WINDS for number in (1, 2)]
    chance.shuffle(drawn)
    return {f"wind-{number}": slip for number, slip in enumerate(drawn, 1)}


def test_a_draw_by_hand_is_typed_in(organizer: Client, evening: Tournament) -> None:
    typed = by_hand(random.Random(3))
    assert organizer.post(desk(evening, "winds/type/"), typed).status_code == 302
    assert slips(evening) == {int(name[5:]): slip for name, slip in typed.items()}


def test_every_wrong_slip_is_said_at_once_and_nothing_typed_is_lost(
    organizer: Client, evening: Tournament
) -> None:
    typed = by_hand(random.Random(4)) | {"wind-2": "", "wind-5": "Z9"}
    answer = organizer.post(desk(evening, "winds/type/"), typed)
    assert answer.status_code == 422
    assert set(answer.context["wrong"]) == {2, 5}
    assert answer.context["typed"] == {int(name[5:]): slip for name, slip in typed.items()}
    assert not evening.entries.filter(wind_number__isnull=False).exists()


def test_two_holders_of_one_slip_are_named(organizer: Client, evening: Tournament) -> None:
    typed = by_hand(random.Random(5))
    typed["wind-1"] = typed["wind-2"]
    answer = organizer.post(desk(evening, "winds/type/"), typed)
    assert answer.status_code == 422
    assert any("1, 2" in sentence for sentence in answer.context["general"])


def test_after_the_start_the_winds_are_not_drawn_again(organizer: Client, make_evening) -> None:
    evening = in_play(make_evening)
    before = slips(evening)
    assert organizer.post(desk(evening, "winds/draw/")).status_code == 422
    assert slips(evening) == before


def in_play(make_evening) -> Tournament:
    evening = make_evening(8, seated=True)
    seal_boards(round=evening.rounds.get(), author=None)
    round_steps.start_round(round=evening.rounds.get(), author=None)
    return Tournament.objects.get(pk=evening.pk)


# --- seats


def test_a_partita_is_planned_looked_at_and_published(organizer: Client, make_evening) -> None:
    evening = make_evening(8, drawn=True)
    assert organizer.post(desk(evening, "play/1/plan/"))["Location"] == desk(evening, "play/1/")
    page = organizer.get(desk(evening, "play/1/"))
    assert [len(card["seats"]) for card in page.context["cards"]] == [4, 4]
    assert escape(page.context["certificate"][0]) in page.content.decode()
    assert evening.rounds.get().seating_published_at is None
    organizer.post(desk(evening, "play/1/post/"), {"without_paper": "1"})
    assert evening.rounds.get().seating_published_at is not None
    refused = organizer.post(desk(evening, "play/1/withdraw/"), {"reason": " "})
    assert refused.status_code == 422
    assert evening.rounds.get().seating_published_at is not None
    organizer.post(desk(evening, "play/1/withdraw/"), {"reason": "un tavolo di più"})
    assert evening.rounds.get().seating_published_at is None
    organizer.post(desk(evening, "play/1/cancel/"))
    assert not evening.rounds.exists()


def test_one_too_many_is_refused_until_somebody_sits_out(organizer: Client, make_evening) -> None:
    evening = make_evening(9, drawn=True)
    refused = organizer.post(desk(evening, "play/1/plan/"))
    assert refused.status_code == 422
    out = next(
        entry.number
        for entry in evening.entries.all()
        if (entry.wind, entry.wind_number) == ("N", 3)
    )
    assert (
        organizer.post(desk(evening, "play/1/plan/"), {"over": "named", "out": out}).status_code
        == 302
    )
    page = organizer.get(desk(evening, "play/1/"))
    title = evening.entries.get(number=out).title
    assert f"Sitting out: {title}" in " ".join(strip_tags(page.content.decode()).split())


def test_who_comes_for_somebody_who_leaves_is_moved_to_the_free_wind_with_one_button(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    gone = evening.entries.get(wind="S", wind_number=2)
    late = enter_new_player(tournament=evening, surname="Tardi", given_name="Ida", author=None)
    entries.withdraw(entry=gone, reason="un'influenza", author=None)
    assert Tournament.objects.get(pk=evening.pk).entries.get(pk=late.pk).wind == "N"
    page = organizer.get(desk(evening, "winds/")).content.decode()
    chosen = re.findall(r'<option\s+value="(\w+)"\s+selected>', page)
    assert chosen == [str(late.number), "S"]
    organizer.post(desk(evening, "winds/change/"), {"number": chosen[0], "wind": chosen[1]})
    assert organizer.post(desk(evening, "play/1/plan/")).status_code == 302


def test_a_planned_seating_that_no_longer_fits_the_hall_is_said_on_the_evening_s_page(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    organizer.post(desk(evening, "play/1/plan/"))
    assert organizer.get(desk(evening, "")).context["next_step"].blockers == ()
    enter_new_player(tournament=evening, surname="Tardi", given_name="Ida", author=None)
    entries.withdraw(entry=evening.entries.get(number=3), reason="un'influenza", author=None)
    blockers = organizer.get(desk(evening, "")).context["next_step"].blockers
    assert [re.findall("[0-9]+", blocker.text)[0] for blocker in blockers] == ["9", "3"]
    assert {blocker.url for blocker in blockers} == {desk(evening, "play/1/")}


def test_who_left_after_the_seats_were_published_was_started_with_and_nobody_was_told(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    assert organizer.get(desk(evening, "")).context["next_step"].blockers == ()
    entries.withdraw(entry=evening.entries.get(number=3), reason="un'influenza", author=None)
    for ready in (False, True):
        if ready:
            seal_boards(round=evening.rounds.get(), author=None)
        [blocker] = organizer.get(desk(evening, "")).context["next_step"].blockers
        assert blocker.text.startswith("Entry 3, Rossi003 Anna, at table ")
        assert blocker.url == desk(evening, "play/1/")
    page = organizer.get(desk(evening, "play/1/")).content.decode()
    assert blocker.text in page
    # An outdated page sends the plain start; the answer first names the players who are missing.
    assert '/start/"' not in page or 'name="anyway"' in page
    assert blocker.text in organizer.post(desk(evening, "play/1/start/")).content.decode()
    assert evening.rounds.get().stage == Round.Stage.SEATING
    # The filled button leads to the chair, with the ways to fill it and to leave the seating.
    seats = organizer.get(desk(evening, "play/1/")).content.decode()
    assert "Rossi003 Anna is here after all" in seats
    assert "empty chair" in seats
    assert desk(evening, "play/1/withdraw/") in seats
    seat = Seat.objects.get(entry__number=3)
    newcomer = Player.objects.create(surname="Subentra", given_name="Ivo")
    sits = {"wind": seat.wind, "from_hand": "1", "player": newcomer.pk}
    assert (
        organizer.post(desk(evening, f"play/1/{seat.table.number}/seats/sit/"), sits).status_code
        == 302
    )
    assert organizer.get(desk(evening, "")).context["next_step"].blockers == ()
    page = organizer.get(desk(evening, "play/1/")).content.decode()
    assert "empty chair" not in page
    assert 'name="anyway"' not in page


def test_the_organizer_may_start_without_somebody_whose_substitute_is_on_the_way(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    seal_boards(round=evening.rounds.get(), author=None)
    entries.withdraw(entry=evening.entries.get(number=3), reason="un'influenza", author=None)
    assert 'name="anyway"' in organizer.get(desk(evening, "play/1/")).content.decode()
    organizer.post(desk(evening, "play/1/start/"), {"anyway": "1"})
    assert evening.rounds.get().stage == Round.Stage.PLAYING


def test_who_left_before_the_seats_were_published_is_named_where_they_would_be_published(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    organizer.post(desk(evening, "play/1/plan/"))
    seal_boards(round=evening.rounds.get(), author=None)
    entries.withdraw(entry=evening.entries.get(number=3), reason="un'influenza", author=None)
    assert (
        "Entry 3, Rossi003 Anna, at table "
        in organizer.get(desk(evening, "play/1/")).content.decode()
    )


def test_who_sits_out_may_be_drawn_by_lot(organizer: Client, make_evening) -> None:
    evening = make_evening(9, drawn=True)
    assert organizer.post(desk(evening, "play/1/plan/"), {"over": "lot"}).status_code == 302
    page = organizer.get(desk(evening, "play/1/"))
    assert "Sitting out: " in page.content.decode()
    assert evening.rounds.get().seating_note["lot_seed"] in page.content.decode()


def test_two_players_change_places_and_a_change_of_wind_is_a_warning(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    organizer.post(desk(evening, "play/1/plan/"))
    first, second = (
        Seat.objects.get(table__number=1, wind="N"),
        Seat.objects.get(table__number=2, wind="E"),
    )
    answer = organizer.post(
        desk(evening, "play/1/swap/"), {"seat": [first.pk, second.pk]}, follow=True
    )
    assert Seat.objects.get(pk=first.pk).player == second.player
    assert Seat.objects.get(pk=second.pk).player == first.player
    assert "winds are kept this evening" in answer.content.decode()


def test_an_exchange_that_another_desk_has_made_was_turned_round_again(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, drawn=True)
    organizer.post(desk(evening, "play/1/plan/"))
    first, second = (
        Seat.objects.get(table__number=1, wind="N"),
        Seat.objects.get(table__number=2, wind="N"),
    )
    third = Seat.objects.get(table__number=1, wind="E")
    read = {seat: f"{seat.pk}:{seat.player_id}" for seat in (first, second, third)}
    page = organizer.get(desk(evening, "play/1/")).content.decode()
    assert all(f'value="{value}"' in page for value in read.values())
    for _desk in range(2):
        answer = organizer.post(
            desk(evening, "play/1/swap/"), {"seat": [read[first], read[second]]}
        )
        assert answer.status_code == 302
        assert Seat.objects.get(pk=first.pk).player == second.player
        assert Seat.objects.get(pk=second.pk).player == first.player
    assert LogEntry.objects.filter(kind="seats_exchanged").count() == 1
    refused = organizer.post(desk(evening, "play/1/swap/"), {"seat": [read[first], read[third]]})
    assert refused.status_code == 422
    assert "have changed since you read them" in refused.content.decode()
    assert Seat.objects.get(pk=third.pk).player == third.player


def test_an_exchange_under_a_ruling_of_wrong_winds_moved_the_two_twice(
    arbiter: Client, make_evening
) -> None:
    evening = in_play(make_evening)
    sheet = Sheet.objects.get(table__round__tournament=evening, table__number=1)
    ruling = rule_seats(
        sheet=sheet,
        winds=("N", "E"),
        hand=3,
        follows="players",
        reason="Sedute scambiate.",
        arbiter=None,
    )
    before = {wind: seat.player_id for wind, seat in sitting_now(sheet, hand=3).items()}
    seats = {seat.wind: seat for seat in sheet.table.seats.all()}
    two = [f"{seats[wind].pk}:{seats[wind].player_id}" for wind in "NE"]
    refused = arbiter.post(desk(evening, "play/1/swap/"), {"seat": two})
    assert refused.status_code == 422
    assert "Table 1 has a ruling of wrong winds (from hand 3 on)" in refused.content.decode()
    assert {wind: seat.player_id for wind, seat in sitting_now(sheet, hand=3).items()} == before
    revoke_ruling(ruling=ruling, author=None, reason="Dalla prima mano.")
    assert arbiter.post(desk(evening, "play/1/swap/"), {"seat": two}).status_code == 302
    assert {wind: seat.player_id for wind, seat in sitting_now(sheet, hand=3).items()} == before


def test_seats_are_drawn_again_where_they_are_looked_at(organizer: Client, make_evening) -> None:
    evening = make_evening(16, drawn=True)
    organizer.post(desk(evening, "play/1/plan/"))
    before = slips(evening)
    page = organizer.get(desk(evening, "play/1/")).content.decode()
    address = desk(evening, "play/1/draw/")
    assert f'action="{address}"' in page
    seen = re.search(address + r'".*?name="seen"\s+value="(\d+)"', page, re.DOTALL)[1]
    assert organizer.post(address, {"seen": seen}).status_code == 302
    assert slips(evening) != before
    seats = Seat.objects.filter(round__tournament=evening).select_related("entry")
    assert all(seat.wind == seat.entry.wind for seat in seats)
    # An outdated page cannot replace a draw that it did not show.
    now = slips(evening)
    assert organizer.post(address, {"seen": seen}).status_code == 422
    assert slips(evening) == now
    # Published seats cannot be drawn again either.
    organizer.post(desk(evening, "play/1/post/"), {"without_paper": "1"})
    assert address not in organizer.get(desk(evening, "play/1/")).content.decode()
    assert organizer.post(address).status_code == 422
    assert slips(evening) == now


def test_who_sits_out_by_lot_is_drawn_again_and_by_name_stays(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(9, drawn=True)
    planned = round_seating.plan_round(tournament=evening, sit_out_by_lot=True, author=None)
    before = planned.seating_note["lot_seed"]
    page = desk(evening, "play/1/")
    assert f'action="{page}draw/"' in organizer.get(page).content.decode()
    organizer.post(f"{page}draw/")
    note = evening.rounds.get().seating_note
    assert len(note["sitting_out"]) == 1
    assert note["lot_seed"] not in ("", before)
    out = evening.entries.get(wind="N", wind_number=3)
    organizer.post(f"{page}plan/", {"over": "named", "out": out.number})
    assert f'action="{page}draw/"' not in organizer.get(page).content.decode()


def test_seats_are_exchanged_in_play_too_and_the_page_stays_with_them(
    organizer: Client, make_evening
) -> None:
    evening = in_play(make_evening)
    page = desk(evening, "play/1/")
    assert f'href="{page}?seats"' in organizer.get(page).content.decode()
    seats = [Seat.objects.get(table__number=number, wind="N") for number in (1, 2)]
    values = [f"{seat.pk}:{seat.player_id}" for seat in seats]
    page_text = organizer.get(page, {"seats": ""}).content.decode()
    assert all(f'value="{value}"' in page_text for value in values)
    answer = organizer.post(f"{page}swap/?seats", {"seat": values})
    assert (answer.status_code, answer["Location"]) == (302, f"{page}?seats=")
    assert Seat.objects.get(pk=seats[0].pk).player_id == seats[1].player_id
    # The message of the exchange has its undo.
    text = organizer.get(answer["Location"]).content.decode()
    undo = text[text.index('class="undo"') :].partition("</form>")[0]
    form = dict(re.findall(r'name="(seat|other)"\s+value="([^"]+)"', undo))
    assert organizer.post(re.search(r'action="([^"]+)"', undo)[1], form).status_code == 302
    assert Seat.objects.get(pk=seats[0].pk).player_id == seats[0].player_id


def test_one_seat_alone_is_not_exchanged(organizer: Client, make_evening) -> None:
    evening = make_evening(8, drawn=True)
    organizer.post(desk(evening, "play/1/plan/"))
    seat = Seat.objects.first()
    assert seat is not None
    answer = organizer.post(desk(evening, "play/1/swap/"), {"seat": [seat.pk]})
    assert answer.status_code == 422
    assert answer.content.decode().count(" checked>") == 1


def test_the_second_partita_seats_nobody_with_the_same_people(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(16, seated=True)
    seal_boards(round=evening.rounds.get(), author=None)
    round_steps.start_round(round=evening.rounds.get(), author=None)
    organizer.post(desk(evening, "play/2/plan/"))
    met: list[frozenset[int]] = []
    for number in (1, 2):
        for table in evening.rounds.get(number=number).tables.all():
            met += [
                frozenset(pair)
                for pair in combinations(table.seats.values_list("player", flat=True), 2)
            ]
    assert len(met) == len(set(met)) == 2 * 4 * 6


def test_a_partita_out_of_turn_has_no_plan_button(organizer: Client, make_evening) -> None:
    evening = make_evening(8, drawn=True)
    plan = 'class="btn btn-primary btn-next">Seat partita'
    assert plan in organizer.get(desk(evening, "play/1/")).content.decode()
    assert plan not in organizer.get(desk(evening, "play/2/")).content.decode()
    assert plan not in organizer.get(desk(evening, "play/9/")).content.decode()
    round_seating.plan_round(tournament=evening, author=None)
    assert organizer.get(desk(evening, "play/2/")).context["empty"]["url"] == desk(
        evening, "play/1/"
    )


def test_after_the_draw_the_filled_step_is_to_prepare_the_partita(
    organizer: Client, evening: Tournament
) -> None:
    assert organizer.get(desk(evening, "winds/")).context["next_step"] is None
    organizer.post(desk(evening, "winds/draw/"), {"seed": SEED})
    page = organizer.get(desk(evening, "winds/"))
    assert page.context["next_step"].url == desk(evening, "prepare/1/")
    assert page.content.decode().count("btn-primary") == 1


def test_a_hall_that_makes_no_full_tables_is_linked_to_its_players(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(9, drawn=True)
    page = organizer.get(desk(evening, "play/1/")).content.decode()
    lines = page.split('class="blockers"', 1)[1].split("</ul>", 1)[0]
    assert f'href="{desk(evening, "players/")}"' in lines


def test_several_reasons_against_one_step_were_as_many_alerts(
    organizer: Client, evening: Tournament
) -> None:
    organizer.post(desk(evening, "winds/draw/"), {"seed": SEED}, follow=True)
    organizer.post(desk(evening, "play/1/plan/"), follow=True)
    Entry.objects.filter(number__in=(1, 2, 3)).update(present=False)
    refused = organizer.post(desk(evening, "play/1/post/"), {"without_paper": "1"}, follow=True)
    assert refused.status_code == 422
    page = refused.content.decode()
    messages = page.split('id="messages"', 1)[1].split("</ul>", 1)[0]
    assert (messages.count('role="alert"'), messages.count("<li>")) == (1, 3)
