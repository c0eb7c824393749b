"""Garbage in requests never causes an error of the program, and never changes anything."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth.models import Group, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from ground.roles import ARBITER, DEALING
from night.lookups import read_number
from tests.desk.hall import HOUSE, SECOND_HALF, address, sample
from tests.services import some
from tournaments.editions import create_edition
from tournaments.models import Player

LONG = "x" * 5_000
FIRST_HALF = SECOND_HALF[: SECOND_HALF.index("withdraw_seating") + 1]
GARBAGE = [
    {},
    {
        "q": LONG,
        "player": LONG,
        "seat": LONG,
        "number": LONG,
        "wind": LONG,
        "from_hand": LONG,
    },
    {
        "q": "\0",
        "player": "-1",
        "seat": ["1", "1", "-3"],
        "number": "٣",
        "wind": "Ω",
    },
    {
        "player": "99999999999999999999",
        "seat": "99999999999999999999",
        "from_hand": "99999999999999999999",
    },
    {
        "name": "",
        "date": "0000-00-00",
        "ruleset": "none",
        "planned_rounds": "1e9",
        "scale": "1/0 nan",
        "tail": "inf",
    },
    {
        "name": LONG,
        "date": "9999-12-31",
        "ruleset": "pt_fu",
        "planned_rounds": "-1",
        "scale": "1 " * 900,
        "tail": "٣",
    },
    {
        "name": "\0",
        "date": "2026-11-20",
        "planned_rounds": "2",
        "wind_policy": "up",
        "method": "x",
        "ties": "y",
    },
    {
        "settings_of": "lab13",
        "ruleset": "lab12",
        "settings.sale_settlement": "none",
        "settings.positive_penalty": "ten",
    },
    {"text": "\0\n" * 900, "stage": "\0", "seed": "٣"},
    {"text": LONG, "stage": "finished", "seed": "-1"},
    {"preview": "not signed", "accept": ["-1", "x"], "leave": ["٣"]},
    {"wind-1": "N1", "wind-2": "N1", "wind-٣": "E1", "wind-99999": "W0", "wind-": "S"},
    {"out": ["-1", "x", "99999999999"], "over": "lot"},
    {
        "surname": "\0",
        "given_name": "\u200b",
        "card_number": "\N{RIGHT-TO-LEFT OVERRIDE}",
        "email": "@",
    },
    {
        "name": "x",
        "times.POS": "-1",
        "values.V": "1/0",
        "nulls.POS.bonus": "inf",
        "hands": "POS " * 900,
        "preview": "1",
    },
    {"name": "{x}", "times.POS": "61", "own-0-code": "a b", "own-1-code": "X", "own-1-units": "99"},
    {"name": "x", "own-0-units": "9" * 9, "own-1-times": "٣", "own-2-name": "\0"},
    {"text": '{"base": ' * 3000, "base": LONG, "step": "remove\0"},
    {
        "text": '{"base": "lab12", "code": "a", "name": "b", "changes": {"values": {"KH": 1e999}}}',
        "base": "pt_fu",
    },
    {"reason": "\0", "open": "1", "fill": "\0"},
]


@pytest.fixture
def evenings(make_evening):
    made = [make_evening(6), make_evening(8, seated=True, date=datetime.date(2026, 11, 21))]
    create_edition(base="pt_duplas", name="Harbour", changes={}, author=None, code=HOUSE)
    return made


@pytest.mark.parametrize("name", some(FIRST_HALF, 7))
def test_garbage_is_answered_with_a_page(name: str, organizer: Client, evenings) -> None:
    organizer.raise_request_exception = False
    chief = User.objects.get(pk=organizer.session["_auth_user_id"])
    chief.groups.add(*(Group.objects.get_or_create(name=role)[0] for role in (ARBITER, DEALING)))
    player = Player.objects.first()
    assert player is not None
    addresses = [address(name, evening, pk=player.pk) for evening in evenings]
    for place, garbage in sample(GARBAGE, FIRST_HALF.index(name)):
        url = addresses[place % 2]
        headers = {"HX-Request": "true"} if place % 3 else {}
        for method in (organizer.get, organizer.post) if place % 4 == 0 else (organizer.post,):
            answer = method(url, garbage, headers=headers)
            assert answer.status_code in (200, 302, 404, 405, 422), (
                url,
                garbage,
                answer.status_code,
            )


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 50, b"PK\3\4broken", b"%PDF-1.4", b'"open', "Cognome;Nome\n".encode("utf-16")],
)
def test_a_file_that_is_no_roster_gives_a_sentence_and_the_form_again(
    content: bytes, organizer: Client, evening
) -> None:
    file = SimpleUploadedFile("soci.xlsx", content)
    answer = organizer.post(f"/desk/{evening.code}/import/", {"file": file})
    assert answer.status_code == 422
    assert answer.context["form"].errors["file"]


def test_a_page_number_that_is_none_is_the_first_page(organizer: Client, evening) -> None:
    for query in ("page=x", "page=-1", "page=999999", "q=%00&page=1", "q=" + "a" * 3000):
        assert organizer.get(f"/desk/roster/?{query}").status_code == 200
        assert organizer.get(f"/desk/?{query}").status_code == 200
        assert organizer.get(f"/desk/{evening.code}/players/?{query}").status_code == 200
        assert organizer.get(f"/desk/{evening.code}/?partita={query}").status_code == 200


@pytest.mark.parametrize("number", [0, 40_000, 10**30])
def test_numbers_that_nothing_has_are_not_found(
    number: int, organizer: Client, make_evening
) -> None:
    evening = make_evening(8, seated=True)
    for page in (f"players/{number}/", f"play/{number}/swap/", f"play/{number}/post/"):
        assert organizer.post(f"/desk/{evening.code}/{page}").status_code == 404
    for page in (f"roster/{number}/", f"{evening.code}/play/{number}/"):
        assert organizer.get(f"/desk/{page}").status_code == 404
    huge = {
        "seat": number,
        "player": number,
        "from_hand": number,
        "number": number,
        "wind": "N",
        "out": number,
    }
    for page in ("play/1/swap/", "play/1/plan/", "players/enter/"):
        assert organizer.post(f"/desk/{evening.code}/{page}", huge).status_code == 422


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("007", 7), ("999", 999), ("1000", None), ("", None), ("-1", None), ("٣", None)],
)
def test_a_number_out_of_a_request_is_plain_digits_and_not_too_many(
    text: str, number: int | None
) -> None:
    assert read_number(text, 3) == number
