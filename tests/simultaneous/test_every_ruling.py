"""Every kind of ruling that an event can use: typed by a hall, made by the centre, and in the
merged result.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from king.sheet.ruling_kinds import KINDS, Effect, RulingKind
from king.simultaneous.report_sheets import read_sheets
from simultaneous.event_file import read_report, terms_of
from simultaneous.models import Draft
from tests.ruling_forms import HAND, WORTH
from tests.simultaneous.events import a_hall, in_play, night_of, reported
from tests.simultaneous.typing import own_page, typed, write_report
from wording.ruling_words import WORDS, short_ruling

pytestmark = pytest.mark.django_db
Desk = Callable[..., Client]
IN_ENGLISH = {"Accept-Language": "en"}
OF_EVENTS = [kind for kind in KINDS.values() if kind.of_the_sheet]
EVERY = pytest.mark.parametrize("kind", OF_EVENTS, ids=str)


def form(kind: RulingKind) -> dict[str, object]:
    """The ruling as it is stored. A replaced row gets the mean of the field."""
    ruling: dict[str, object] = {"kind": kind.code, "hand": HAND}
    ruling |= {"offender": "E"} if kind.offenders.are_asked else {}
    return ruling | ({"points": "-4"} if kind.effect is Effect.POINTS else {})


@EVERY
def test_a_hall_types_it_and_its_report_has_it(kind: RulingKind) -> None:
    event = in_play("Genova")
    sheet = night_of(event, 1)["rounds"][0]["sheets"][0]
    if kind.wrong_row:
        sheet["rows"][HAND - 1]["units"] = {"N": 0, "E": 3, "S": 0, "W": 0}
    typed(event, sheet)
    page = f"{own_page(event)}sheets/1/1/"
    asked = {"mark": "phone-1", "version": str(Draft.objects.get().version), **form(kind)}
    assert Client().post(f"{page}ruling/", asked).status_code == 302
    shown = Client().get(page, headers=IN_ENGLISH).content.decode()
    assert short_ruling(form(kind)) in shown
    write_report(event)
    report = read_report(a_hall(event, 1).reports.select_related("hall").get())
    assert report.night["rulings"] == [{"round": 1, "table": 1, **form(kind)}]
    [read] = read_sheets(terms_of(event), report)
    problems = [one.code for one in read.scored().problems if one.code.startswith("ruling_")]
    assert problems == []


@EVERY
def test_the_centre_rules_it_over_a_report(kind: RulingKind, desk: Desk) -> None:
    event, arbiter = reported(in_play(), 1), desk("arbiter")
    sheet = f"/desk/simultaneous/{event.code}/hall/1/1/1/"
    page = arbiter.get(f"{sheet}?hand={HAND}", headers=IN_ENGLISH).content.decode()
    assert str(WORDS[kind.code].short) in page
    asked = {"kind": kind.code, "offender": "E", "number": "-4", "arbiter": "N", "reason": "Seen."}
    assert arbiter.post(f"{sheet}correct/?hand={HAND}", asked).status_code == 302
    assert event.corrections.get().ruling == form(kind)
    listed = arbiter.get(f"/desk/simultaneous/{event.code}/corrections/", headers=IN_ENGLISH)
    assert str(WORDS[kind.code].short) in listed.content.decode()


@pytest.mark.parametrize("kind", [one for one in OF_EVENTS if one.replaces_row], ids=str)
def test_the_centre_types_what_a_row_is_worth(kind: RulingKind, desk: Desk) -> None:
    event, arbiter = reported(in_play(), 1), desk("arbiter")
    asked = {f"points_{wind}": points for wind, points in WORTH.items()}
    asked |= {"kind": f"{kind.code}-points", "arbiter": "N", "reason": "Seen."}
    address = f"/desk/simultaneous/{event.code}/hall/1/1/1/correct/?hand={HAND}"
    assert arbiter.post(address, asked).status_code == 302
    assert event.corrections.get().ruling == {"kind": kind.code, "hand": HAND, "points": WORTH}
