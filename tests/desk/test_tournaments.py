"""An evening at the desk: making it, its settings, the moment when they freeze, its end."""

from __future__ import annotations

import datetime
import re
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from king.rulesets import RULESETS
from scoring import round_steps
from scoring.standing import standing_settings
from tests.desk.filled import Filled
from tests.evenings import a_tournament, in_play, played, sealed_round
from tests.markup import flat
from tournaments import services
from tournaments.board_steps import seal_boards
from tournaments.circuits import Circuit
from tournaments.house_rules import Edition
from tournaments.models import Player, Round, Seat, Tournament

FACTS = {"name": "Venerdì del re", "date": "2026-11-20", "place": "Genova", "planned_rounds": "2"}
RULES = {"ruleset": "lab12", "settings_of": "lab12", "wind_policy": "keep"}
RANKING = {"method": "places", "ties": "share", "tail": "1"}
TIEBREAKS = ("firsts", "seconds", "thirds", "dropped", "raw_points")
FORM = (
    FACTS | RULES | RANKING | {f"tiebreak_{place}": code for place, code in enumerate(TIEBREAKS, 1)}
)


def make(organizer: Client, **changes: object) -> Tournament:
    answer = organizer.post("/desk/new/", FORM | changes)
    assert answer.status_code == 302, answer.context["form"].errors
    return Tournament.objects.latest("pk")


def test_an_evening_made_without_touching_anything_is_played_as_published(
    organizer: Client,
) -> None:
    evening = make(organizer)
    assert (evening.name, evening.date, evening.planned_rounds) == (
        "Venerdì del re",
        datetime.date(2026, 11, 20),
        2,
    )
    assert evening.rules is RULESETS["lab12"]
    assert (evening.settings, evening.standing_settings) == ({}, {})
    assert evening.configured == RULESETS["lab12"].defaults


def test_the_form_sent_back_as_it_was_shown_changes_nothing(organizer: Client) -> None:
    evening = make(organizer)
    form = organizer.get(f"/desk/{evening.code}/settings/").context["form"]
    fields = {
        name: value
        for name, field in form.fields.items()
        if (value := form[name].value()) not in (None, False)
    }
    assert organizer.post(f"/desk/{evening.code}/settings/", fields).status_code == 302
    again = Tournament.objects.get(pk=evening.pk)
    assert (again.settings, again.standing_settings) == ({}, {})
    assert again.log.filter(kind="settings").count() == 0


def test_no_tie_break_is_offered_that_needs_an_answer_after_play_and_one_that_a_file_brought_stays(
    organizer: Client,
) -> None:
    """The lot and the place in earlier standings are decided after play, among the players who are
    level then (A37).
    """
    evening = make(organizer)
    page = f"/desk/{evening.code}/settings/"
    offered = dict(organizer.get(page).context["form"].fields["tiebreak_1"].choices)
    assert set(offered) == {
        "",
        "firsts",
        "seconds",
        "thirds",
        "dropped",
        "raw_points",
        "counted_points",
        "best_sheet",
    }
    from_file = {
        "tiebreaks": ["raw_points", "previous", "lot"],
        "previous": ["Anna"],
        "lot_seed": "ab",
    }
    Tournament.objects.update(standing_settings=from_file)
    form = organizer.get(page).context["form"]
    fields = {
        name: value
        for name, field in form.fields.items()
        if (value := form[name].value()) not in (None, False)
    }
    organizer.post(page, fields | {"count_best": "3"})
    assert Tournament.objects.get(pk=evening.pk).standing_settings == {**from_file, "count_best": 3}


def test_what_the_club_decides_differently_is_kept(organizer: Client) -> None:
    evening = make(
        organizer,
        scale="12 8 5",
        tail="0",
        count_best="3",
        by_wind="yes",
        bye="points",
        bye_points="4",
    )
    assert evening.standing_settings == {
        "scale": ["12", "8", "5"],
        "tail": "0",
        "count_best": 3,
        "by_wind": True,
        "bye_points": "4",
    }


def test_the_standing_of_a_wind_and_the_match_points_of_teams_are_decided_at_the_desk(
    organizer: Client,
) -> None:
    evening = make(organizer, winds_by="raw_points", team_scale="100=1 300=2")
    assert evening.standing_settings == {
        "winds_by": "raw_points",
        "team_scale": [[100, 1], [300, 2]],
    }
    form = organizer.get(f"/desk/{evening.code}/settings/").context["form"]
    assert (form["winds_by"].value(), form["team_scale"].value()) == ("raw_points", "100=1 300=2")


@pytest.mark.parametrize(
    "steps", ["100", "100=", "=1", "300=2 100=1", "100=2 300=1", "-100=1", "1e9=1", "100=1 100=2"]
)
def test_steps_that_do_not_rise_are_refused_with_an_example(organizer: Client, steps: str) -> None:
    answer = organizer.post("/desk/new/", FORM | {"team_scale": steps})
    assert "Write each step as 100=1" in answer.context["form"].errors["team_scale"][0]


@pytest.mark.parametrize(
    ("scale", "message"),
    [
        ("-5 3", "Place 1 would be worth less than the next"),
        ("10 6 6 7", "Place 3 would be worth less than the next"),
        ("99999999999999", "out of bounds: from −1,000,000,000 to 1,000,000,000"),
    ],
)
def test_a_scale_that_rises_and_points_beyond_the_bounds_are_refused(
    organizer: Client, scale: str, message: str
) -> None:
    answer = organizer.post("/desk/new/", FORM | {"scale": scale})
    assert message in answer.context["form"].errors["scale"][0]


def test_a_frozen_evening_with_a_scale_that_rises_keeps_its_other_settings_open(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(4, standing_settings={"scale": ["1", "2", "3", "4"]})
    evening.frozen_at = timezone.now()
    evening.save()
    address = f"/desk/{evening.code}/settings/"
    form = organizer.get(address).context["form"]
    typed = {
        name: form[name].value() for name in form.fields if form[name].value() not in (None, False)
    }
    answer = organizer.post(address, typed | {"place": "Sala grande"})
    assert answer.status_code == 302, answer.context["form"].errors
    evening.refresh_from_db()
    assert (evening.place, evening.standing_settings["scale"]) == (
        "Sala grande",
        ["1", "2", "3", "4"],
    )


def test_everything_wrong_is_said_at_once_and_nothing_typed_is_lost(organizer: Client) -> None:
    wrong = {
        "name": "",
        "date": "soon",
        "planned_rounds": "41",
        "scale": "10 six",
        "tiebreak_2": "firsts",
    }
    answer = organizer.post("/desk/new/", FORM | wrong | {"place": "Sala grande"})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {
        "name",
        "date",
        "planned_rounds",
        "scale",
        "tiebreak_2",
    }
    assert 'value="Sala grande"' in answer.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("field", "typed", "part"),
    [
        ("fee", "€" * 61, "announced"),
        ("round_minutes", "much", "clock"),
        ("tiebreak_2", "firsts", "ranking"),
    ],
)
def test_what_is_wrong_in_a_part_that_is_folded_up_is_shown(
    organizer: Client, field: str, typed: str, part: str
) -> None:
    page = flat(organizer.post("/desk/new/", FORM | {field: typed}))
    assert re.search(r'<details class="more"\s+open>', page)
    assert re.findall(r'id="section-(\w+)"\s+open>', page) == [part]


def test_the_settings_say_in_words_what_differs_from_the_usual(organizer: Client) -> None:
    evening = make(organizer, signatures="all", round_minutes="45", tail="0")
    page = organizer.get(f"/desk/{evening.code}/settings/")
    summaries = {part["key"]: part["said"] for part in page.context["form"].sections}
    assert summaries["circuit"] == summaries["announced"] == ""  # There is no earlier evening.
    assert "45" in summaries["clock"]
    assert "Signatures" in summaries["table"]
    assert summaries["ranking"].endswith(": 0")
    assert not any(part["is_open"] for part in page.context["form"].sections)


def test_nothing_is_as_usual_before_the_first_evening(organizer: Client) -> None:
    assert "as usual" not in organizer.get("/desk/new/").content.decode()
    make(organizer)
    assert "as usual" in organizer.get("/desk/new/").content.decode()


def test_the_rules_of_play_are_changed_for_an_evening_in_an_edition_of_its_own(
    organizer: Client,
) -> None:
    evening = make(organizer, ruleset="lab12")
    Tournament.objects.update(settings={"sale_settlement": "double"})
    answer = organizer.post(f"/desk/{evening.code}/settings/rules/")
    evening.refresh_from_db()
    edition = Edition.objects.get()
    assert answer.url == f"/desk/editions/{edition.code}/?evening={evening.code}"
    assert (evening.ruleset, evening.settings) == (edition.code, {})
    assert evening.configured.sale_settlement == "double"
    form = organizer.get(answer.url).context["form"]
    typed = {
        name: form[name].value() for name in form.fields if form[name].value() not in (None, False)
    }
    saved = organizer.post(answer.url, typed | {"settings.positive_penalty": "2,5"})
    assert saved.url == f"/desk/{evening.code}/settings/"
    evening.refresh_from_db()
    settings = evening.configured
    assert (settings.sale_settlement, settings.positive_penalty) == ("double", Fraction(-5, 2))


def test_rules_of_play_that_the_evening_had_itself_are_taken_over_or_not(organizer: Client) -> None:
    make(organizer)
    Tournament.objects.update(settings={"sale_settlement": "double"})
    page = organizer.get("/desk/new/").content.decode()
    assert "with rules changed" in page
    assert make(organizer).settings == {"sale_settlement": "double"}
    assert make(organizer, without="rules").settings == {}


def test_a_new_evening_is_one_line_that_takes_over_what_was_last_time(organizer: Client) -> None:
    make(
        organizer,
        ruleset="fr10",
        settings_of="fr10",
        place="Bocciofila",
        prizes="Un salame",
        method="places",
    )
    form = organizer.get("/desk/new/").context["form"]
    assert form.in_short == "French, ten deals"
    assert [field.name for field in form.first] == ["name", "date", "place", "planned_rounds"]
    assert "autofocus" in str(form["name"])
    values = {name: form[name].value() for name in ("place", "prizes", "ruleset", "method")}
    assert values == {
        "place": "Bocciofila",
        "prizes": "Un salame",
        "ruleset": "fr10",
        "method": "places",
    }
    assert form["date"].value() == timezone.localdate()


def test_an_evening_is_called_by_its_day_also_when_another_day_is_chosen(organizer: Client) -> None:
    form = organizer.get("/desk/new/").context["form"]
    evening = make(organizer, name=form["name"].value(), date="2026-11-26")
    assert evening.name == "King of Thursday 26 November"


def test_an_old_evening_can_be_taken_as_the_model_of_a_new_one(organizer: Client) -> None:
    old = make(organizer, place="Circolo", date="2024-03-01")
    make(organizer, place="Bar", date="2026-03-01")
    assert organizer.get("/desk/new/").context["form"]["place"].value() == "Bar"
    assert (
        organizer.get(f"/desk/new/?like={old.code}").context["form"]["place"].value() == "Circolo"
    )


def test_an_evening_nobody_played_in_is_taken_away_and_its_people_stay(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    answer = organizer.post(f"/desk/{evening.code}/remove/", follow=True)
    assert "is deleted" in answer.content.decode()
    assert not Tournament.objects.exists()
    assert Player.objects.count() == 8


def test_an_evening_that_was_played_is_kept_with_all_that_was_written(organizer: Client) -> None:
    evening = played().tournament
    lines = evening.log.count()
    answer = organizer.post(f"/desk/{evening.code}/remove/", follow=True)
    assert "it is kept" in answer.content.decode()
    assert Tournament.objects.get(pk=evening.pk).log.count() == lines
    with pytest.raises(IntegrityError), transaction.atomic():
        evening.log.all().delete()


def test_past_evenings_are_found_by_their_year_and_their_circuit(organizer: Client) -> None:
    for name, date, circuit in (
        ("A", "2024-03-01", "Inverno"),
        ("B", "2026-03-01", "Inverno"),
        ("C", "2026-04-01", ""),
    ):
        make(organizer, name=name, date=date, circuit=circuit)

    def names(query: str) -> list[str]:
        return [evening.name for evening in organizer.get(f"/desk/{query}").context["page"]]

    assert names("?year=2024") == ["A"]
    assert names("?year=2026") == ["C", "B"]
    assert names("?circuit=Inverno") == ["B", "A"]
    assert names("?year=x") == ["C", "B", "A"]


def test_every_published_system_is_offered_under_who_plays_it(organizer: Client) -> None:
    choices = organizer.get("/desk/new/").context["form"].fields["ruleset"].choices
    offered = {str(heading): [code for code, _title in systems] for heading, systems in choices}
    assert {code for codes in offered.values() for code in codes} == set(RULESETS)
    assert offered["Two pairs"] == ["lab_coppie", "squadre", "squadre_terza", "pt_duplas"]
    assert offered["Two teams at two tables"] == ["pt_pareado"]
    assert offered["Three players and a dummy"] == ["pt_fu"]


@pytest.mark.parametrize("code", RULESETS)
def test_an_evening_can_be_made_under_every_system_as_published(
    code: str, organizer: Client
) -> None:
    evening = make(organizer, ruleset=code)
    assert (evening.ruleset, evening.settings, evening.pre_dealt) == (code, {}, None)


@pytest.mark.parametrize(
    ("code", "method"),
    [("lab12", "places"), ("lab_chiamata", "tables"), ("pt_pareado", "matches"), ("pt_fu", "raw")],
)
def test_the_form_shows_what_a_result_is_worth_as_it_is_computed(
    code: str, method: str, organizer: Client
) -> None:
    """By default results are compared by wind if all tables have the same cards, by table if each
    deals its own, and by points for teams (§6, R12).
    """
    evening = make(organizer, ruleset=code)
    assert evening.standing_settings == {}
    form = organizer.get(f"/desk/{evening.code}/settings/").context["form"]
    assert form["method"].value() == standing_settings(evening).method == method


def test_soloists_may_rank_otherwise_than_by_what_they_made(organizer: Client) -> None:
    evening = make(
        organizer, **{**FORM, "ruleset": "pt_fu", "settings_of": "pt_fu", "method": "places"}
    )
    assert evening.standing_settings == {"method": "places"}
    assert standing_settings(evening).method == "places"


def test_boards_signatures_circuit_and_who_plays_are_chosen_with_the_rest(
    organizer: Client,
) -> None:
    evening = make(
        organizer,
        ruleset="lab_coppie",
        pre_dealt="yes",
        signatures="one",
        blind="on",
        circuit="Inverno",
    )
    assert evening.plays_boards
    assert (evening.signatures, evening.blind, str(evening.circuit)) == ("one", True, "Inverno")
    again = make(organizer, ruleset="lab_coppie", circuit="Inverno", signatures="none")
    assert again.circuit == evening.circuit
    assert (again.blind, again.signatures, again.pre_dealt) == (False, "none", None)


def test_a_pairs_evening_is_not_taken_into_a_circuit_of_single_players(organizer: Client) -> None:
    evening = make(organizer, circuit="Inverno")
    Circuit.objects.update(planned_evenings=6)
    assert (
        "in the circuit “Inverno”, evening 2 of 6" in organizer.get("/desk/new/").content.decode()
    )
    pairs = make(
        organizer, ruleset="lab_coppie", circuit="Inverno"
    )  # the form proposes the last evening's circuit
    assert pairs.circuit is None
    text = organizer.get(f"/desk/{pairs.code}/players/").content.decode()
    assert "It is in no circuit: “Inverno” has evenings of another kind." in text
    refused = organizer.post("/desk/new/", FORM | {"ruleset": "lab_coppie", "circuit": "Inverno"})
    assert (refused.status_code, set(refused.context["form"].errors)) == (422, {"circuit"})
    form = organizer.get(f"/desk/{pairs.code}/settings/").context["form"]
    fields = {
        name: value
        for name, field in form.fields.items()
        if (value := form[name].value()) not in (None, False)
    }
    answer = organizer.post(f"/desk/{pairs.code}/settings/", fields | {"circuit": "Inverno"})
    assert (
        "“Inverno” has evenings of another kind, such as “Venerdì del re”"
        in answer.content.decode()
    )
    Tournament.objects.filter(pk=pairs.pk).update(
        circuit=evening.circuit
    )  # as an evening from before this rule has
    assert (
        organizer.post(f"/desk/{pairs.code}/settings/", fields | {"circuit": "Inverno"}).status_code
        == 302
    )
    # The circuit has both kinds already, so either may join it.
    assert make(organizer, ruleset="lab_coppie", circuit="Inverno").circuit == evening.circuit


def as_shown(organizer: Client, page: str = "/desk/new/") -> dict[str, object]:
    """Fields of the form with the values that its page shows."""
    form = organizer.get(page).context["form"]
    return {
        name: value
        for name, field in form.fields.items()
        if (value := form[name].value()) not in (None, False)
    }


def test_a_new_evening_joins_the_circuit_while_evenings_of_it_are_planned(
    organizer: Client,
) -> None:
    make(organizer, circuit="Inverno")
    Circuit.objects.update(planned_evenings=2)
    second = make(organizer, **as_shown(organizer))
    assert str(second.circuit) == "Inverno"
    page = organizer.get("/desk/new/").content.decode()
    assert "in no circuit: “Inverno” has no further evening planned" in page
    assert make(organizer, **as_shown(organizer)).circuit is None
    # The same holds if the number of evenings is unknown, as in a season read from a file.
    Circuit.objects.update(planned_evenings=None)
    services.remove_unplayed(tournament=Tournament.objects.latest("pk"))
    assert make(organizer, **as_shown(organizer)).circuit is None


def test_an_evening_joins_a_circuit_without_planned_evenings_by_one_tick_or_its_name(
    organizer: Client,
) -> None:
    first = make(organizer, circuit="Inverno")
    assert 'name="join"' in organizer.get("/desk/new/").content.decode()
    assert make(organizer, **as_shown(organizer), join="1").circuit == first.circuit
    assert make(organizer, **as_shown(organizer) | {"circuit": "Inverno"}).circuit == first.circuit


def test_what_a_new_evening_takes_over_is_said_and_each_of_it_can_be_left(
    organizer: Client,
) -> None:
    make(organizer, circuit="Inverno", signatures="all", round_minutes="45", hand_minutes="4")
    Circuit.objects.update(planned_evenings=6)
    page = organizer.get("/desk/new/").content.decode()
    for words in (
        "in the circuit “Inverno”, evening 2 of 6",
        "with signatures: all four winds",
        "45 minutes per partita and 4 minutes per hand",
    ):
        assert words in page
    fields = as_shown(organizer) | {"date": "2026-11-27"}
    plain = make(organizer, **fields, without=["circuit", "signatures", "clock"])
    assert (plain.circuit, plain.signatures, plain.round_minutes, plain.hand_minutes) == (
        None,
        "none",
        None,
        None,
    )
    # A newly typed value counts, even if its group is not ticked.
    services.remove_unplayed(tournament=plain)
    chosen = make(organizer, **fields | {"round_minutes": "60"}, without=["clock"])
    assert (chosen.round_minutes, chosen.hand_minutes) == (60, None)
    # Nothing is offered if the last evening had none of these settings.
    make(organizer, date="2027-01-15", signatures="none")
    assert "taken-over" not in organizer.get("/desk/new/").content.decode()


def test_a_refused_form_keeps_what_was_to_be_left(organizer: Client) -> None:
    make(organizer, signatures="all")
    answer = organizer.post(
        "/desk/new/", as_shown(organizer) | {"name": "", "without": "signatures"}
    )
    assert answer.status_code == 422
    assert re.search(r'value="signatures"\s+checked', answer.content.decode())


def test_a_closed_evening_joins_a_circuit_and_leaves_it_without_being_opened(
    organizer: Client,
) -> None:
    evening = played(1).tournament
    round_steps.make_official(round=evening.rounds.get(), author=None)
    services.close_tournament(tournament=evening, author=None)
    page = f"/desk/{evening.code}/settings/"
    assert "The evening is closed." in organizer.get(page).content.decode()
    answer = organizer.post(
        page, as_shown(organizer, page) | {"circuit": "Inverno", "place": "Altrove"}
    )
    assert answer.status_code == 302
    evening.refresh_from_db()
    assert (str(evening.circuit), evening.place, evening.closed_at is None) == (
        "Inverno",
        "",
        False,
    )
    circuit = Circuit.objects.get()
    assert evening.name in organizer.get(f"/circuits/{circuit.code}/").content.decode()
    organizer.post(page, as_shown(organizer, page) | {"circuit": ""})
    evening.refresh_from_db()
    assert evening.circuit is None
    assert evening.name not in organizer.get(f"/circuits/{circuit.code}/").content.decode()
    joined, leaving_line = evening.log.filter(kind="settings").order_by("sequence")
    assert joined.fields["changes"] == [["circuit", None, "Inverno"]]
    assert leaving_line.fields["changes"] == [["circuit", "Inverno", None]]


def test_a_closed_evening_of_another_kind_does_not_join(organizer: Client) -> None:
    make(organizer, circuit="Inverno")
    pairs = make(organizer, ruleset="lab_coppie", circuit="Coppie")
    services.close_tournament(tournament=pairs, author=None)
    with pytest.raises(ValidationError) as refused:
        services.change_settings(tournament=pairs, author=None, circuit="Inverno")
    assert [error.code for error in refused.value.error_dict["circuit"]] == ["season_of_kinds"]
    with pytest.raises(ValidationError) as closed:
        services.change_settings(tournament=pairs, author=None, circuit="", place="Genova")
    assert closed.value.code == "tournament_closed"


def test_a_system_that_is_not_offered_is_refused(organizer: Client) -> None:
    answer = organizer.post("/desk/new/", FORM | {"ruleset": "bridge"})
    assert answer.status_code == 422
    assert "ruleset" in answer.context["form"].errors


def test_choosing_another_system_leads_to_its_rules_and_keeps_what_was_changed(
    organizer: Client,
) -> None:
    typed = FORM | {"ruleset": "lab_coppie", "settings_of": "lab12", "tail": "7"}
    answer = organizer.get("/desk/new/", typed, headers={"HX-Request": "true"})
    page = answer.content.decode()
    assert "/desk/rules/lab_coppie/" in page
    assert answer.context["form"]["tail"].value() == "7"
    assert 'hx-swap-oob="true"' in page


def test_once_play_has_started_the_rules_are_shown_and_stay(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    services.freeze(tournament=evening, author=None)
    page = organizer.get(f"/desk/{evening.code}/settings/")
    form = page.context["form"]
    assert form.fields["ruleset"].disabled
    assert not form.fields["name"].disabled
    refused = organizer.post(f"/desk/{evening.code}/settings/rules/", follow=True)
    assert refused.redirect_chain == [(f"/desk/{evening.code}/settings/", 302)]
    assert [str(message.level_tag) for message in refused.context["messages"]] == ["error"]
    assert not Edition.objects.exists()
    typed = FORM | {"name": "Sabato", "scale": "9 1"}
    answer = organizer.post(f"/desk/{evening.code}/settings/", typed)
    assert answer.status_code == 302
    again = Tournament.objects.get(pk=evening.pk)
    assert (again.name, again.settings, again.standing_settings) == ("Sabato", {}, {})


def test_a_stale_press_for_other_rules_takes_a_closed_evening_out_of_no_circuit(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    evening.circuit = Circuit.objects.create(name="Inverno")
    evening.closed_at = timezone.now()
    evening.save()
    organizer.post(f"/desk/{evening.code}/settings/rules/")
    evening.refresh_from_db()
    assert evening.circuit.name == "Inverno"


def test_fewer_partite_than_were_begun_are_refused_beside_the_field(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    Round.objects.filter(tournament=evening).update(stage="official", started_at=timezone.now())
    evening.rounds.create(number=2)
    answer = organizer.post(f"/desk/{evening.code}/settings/", FORM | {"planned_rounds": "1"})
    assert answer.status_code == 422
    assert "planned_rounds" in answer.context["form"].errors


def test_an_evening_of_which_nothing_was_played_does_not_offer_to_be_closed(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(8)
    page = organizer.get(f"/desk/{evening.code}/close/").content.decode()
    assert "Prize-giving" in page
    assert "Close the evening" not in page
    finished = played(1).tournament
    page = organizer.get(f"/desk/{finished.code}/close/").content.decode()
    assert "Close the evening" in page


def test_an_evening_in_play_cannot_be_closed_and_says_why(organizer: Client, make_evening) -> None:
    evening = make_evening(8, seated=True)
    seal_boards(round=evening.rounds.get(), author=None)
    round_steps.start_round(round=evening.rounds.get(), author=None)
    answer = organizer.post(f"/desk/{evening.code}/close/end/")
    assert answer.status_code == 422
    assert "Partita 1 is in play: close it first." in answer.content.decode()
    assert Tournament.objects.get(pk=evening.pk).closed_at is None


def test_a_closed_evening_is_opened_again_only_with_a_reason(
    organizer: Client, make_evening
) -> None:
    evening = make_evening(0)
    assert organizer.post(f"/desk/{evening.code}/close/end/").status_code == 302
    assert Tournament.objects.get(pk=evening.pk).closed_at is not None
    assert organizer.post(f"/desk/{evening.code}/close/open/", {"reason": " "}).status_code == 422
    assert (
        organizer.post(f"/desk/{evening.code}/close/open/", {"reason": "un reclamo"}).status_code
        == 302
    )
    assert Tournament.objects.get(pk=evening.pk).closed_at is None
    assert evening.log.get(kind="tournament_opened").fields == {"reason": "un reclamo"}


def test_the_home_page_has_open_evenings_first(organizer: Client, make_evening) -> None:
    closed = make_evening(0, name="Chiusa", date=datetime.date(2026, 12, 31))
    organizer.post(f"/desk/{closed.code}/close/end/")
    make_evening(4, name="Aperta", date=datetime.date(2026, 1, 1))
    assert [evening.name for evening in organizer.get("/desk/").context["page"]] == [
        "Aperta",
        "Chiusa",
    ]


def test_a_trial_evening_is_one_click(organizer: Client) -> None:
    answer = organizer.post("/desk/demo/", {"stage": "entries"})
    trial = Tournament.objects.get()
    assert (trial.is_demo, answer["Location"]) == (True, f"/desk/{trial.code}/")
    assert trial.ruleset == "lab12"


def test_a_trial_evening_is_taken_away_and_a_played_one_is_not(organizer: Client) -> None:
    real = played(1).tournament
    people = Player.objects.count()
    organizer.post("/desk/demo/", {"stage": "entries", "seed": "7"})
    trial = Tournament.objects.get(is_demo=True)
    assert f"/desk/{trial.code}/remove/" in organizer.get(f"/desk/{trial.code}/").content.decode()
    assert f"/desk/{real.code}/remove/" not in organizer.get(f"/desk/{real.code}/").content.decode()
    assert organizer.post(f"/desk/{trial.code}/remove/")["Location"] == "/desk/"
    assert organizer.post(f"/desk/{real.code}/remove/")["Location"] == f"/desk/{real.code}/"
    assert list(Tournament.objects.all()) == [real]
    assert Player.objects.count() == people


def test_a_trial_evening_is_of_the_system_that_was_chosen_and_its_name_tells_it_apart(
    organizer: Client,
) -> None:
    page = organizer.get("/desk/")
    offered = [code for _heading, choices in page.context["systems"] for code, _title in choices]
    assert sorted(offered) == sorted(RULESETS)
    assert b'<option value="pt_duplas">' in page.content
    for code, stage in (("pt_duplas", "seated"), ("pt_fu", "entries")):
        organizer.post("/desk/demo/", {"stage": stage, "ruleset": code, "seed": "4"})
    assert list(Tournament.objects.order_by("pk").values_list("ruleset", "name")) == [
        ("pt_duplas", "Trial 4 · Portuguese, pairs · seated"),
        ("pt_fu", "Trial 4 · King-FU, three players · entries"),
    ]


@pytest.mark.parametrize("code", ["", "lab99", "LAB12", "\0"])
def test_a_trial_evening_of_a_system_that_there_is_not_is_refused(
    organizer: Client, code: str
) -> None:
    organizer.post("/desk/demo/", {"stage": "seated", "ruleset": code})
    assert not Tournament.objects.exists()


# --- search


def test_the_search_opens_the_one_thing_that_is_meant_and_lists_several_with_where_each_leads(
    organizer: Client,
) -> None:
    evening = in_play(3).tournament
    search = f"/desk/{evening.code}/search/"
    assert organizer.get(search, {"q": "3"}).url == f"/desk/{evening.code}/play/1/3/"
    assert (
        organizer.get("/desk/search/", {"q": evening.name[1:4].upper()}).url
        == f"/desk/{evening.code}/"
    )
    somebody = Player.objects.filter(
        seats__table__number=2, seats__round__tournament=evening
    ).first()
    assert somebody is not None
    results = dict(organizer.get(search, {"q": somebody.full_name}).context["found"])
    assert f"/desk/{evening.code}/play/1/2/" in results
    assert f"/desk/roster/{somebody.pk}/" in results
    assert organizer.get(search, {"q": "zzz \x00"}).context["found"] == []
    assert organizer.get(search).status_code == 200


def test_the_search_leads_to_the_seats_while_they_are_planned(organizer: Client) -> None:
    evening = sealed_round(a_tournament(), started=False).tournament
    seat = Seat.objects.select_related("player", "table").filter(round__tournament=evening).first()
    assert seat is not None
    answer = organizer.get(f"/desk/{evening.code}/search/", {"q": seat.player.full_name})
    results = dict(answer.context["found"])
    address = f"/desk/{evening.code}/play/1/"
    assert results[address] == f"{seat.player.full_name}, table {seat.table.number}"
    assert organizer.get(address).status_code == 200


def test_the_search_means_who_is_a_letter_off_and_never_opens_them_unasked(
    organizer: Client,
) -> None:
    evening = in_play(1).tournament
    seat = Seat.objects.get(table__round__tournament=evening, wind="N")
    Player.objects.filter(pk=seat.player_id).update(surname="Rossi", given_name="Ada")
    Player.objects.get(pk=seat.player_id).save()
    for search in (f"/desk/{evening.code}/search/", "/desk/search/"):
        answer = organizer.get(search, {"q": "rosi"})
        assert answer.status_code == 200
        assert f"/desk/roster/{seat.player_id}/" in dict(answer.context["meant"])
    answer = organizer.get(f"/desk/{evening.code}/search/", {"q": "rosi"})
    assert f"/desk/{evening.code}/play/1/1/" in dict(answer.context["meant"])


def test_letters_typed_in_the_head_are_answered_with_a_part_and_lead_nowhere_yet(
    organizer: Client,
) -> None:
    evening = in_play(3).tournament
    for letters, first in (
        ("3", f"/desk/{evening.code}/play/1/3/"),
        (evening.name[:5], f"/desk/{evening.code}/"),
    ):
        answer = organizer.get(
            f"/desk/{evening.code}/search/", {"q": letters}, headers={"HX-Request": "true"}
        )
        part = answer.content.decode()
        assert (answer.status_code, "<h1" in part) == (200, False)
        assert re.findall(r'<a href="([^"]+)"', part)[0] == first


@pytest.mark.parametrize(
    ("named", "first"),
    [
        ("pt-BR,pt;q=0.9", "pt_ind"),
        ("fr-FR", "fr10"),
        ("it-IT", "lab12"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "russian"),
        ("tr,en;q=0.5", "rifki"),
        ("de-DE", "lab12"),
    ],
)
def test_an_empty_clubs_first_list_of_systems_begins_with_those_of_the_readers_language(
    organizer: Client, named: str, first: str
) -> None:
    page = organizer.get("/desk/new/", headers={"Accept-Language": named}).content.decode()
    offered = re.findall(r'<option value="(\w+)"( selected)?', page[page.index('name="ruleset"') :])
    assert offered[0] == (first, " selected")


def test_the_club_that_has_held_an_evening_goes_on_with_its_own_system(organizer: Client) -> None:
    a_tournament("lab12")
    page = organizer.get("/desk/new/", headers={"Accept-Language": "pt"}).content.decode()
    assert re.search(r'<option value="lab12" selected', page)


def test_a_club_without_an_evening_makes_the_first_one_on_the_page_of_the_evenings(
    organizer: Client, arbiter: Client
) -> None:
    page = organizer.get("/desk/")
    [(address, fields)] = Filled(page.content.decode()).presses
    assert address == "/desk/new/"
    answer = organizer.post(address, fields)
    evening = Tournament.objects.get()
    assert answer["Location"] == f"/desk/{evening.code}/players/"
    assert organizer.get("/desk/").context["form"] is None
    assert arbiter.get("/desk/?year=1990").context["form"] is None
