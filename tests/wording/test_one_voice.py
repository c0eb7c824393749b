"""A value is written in the same way wherever people read it: desk, phone, public page, paper and
log.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring import decisions
from scoring.publishing import publish
from scoring.round_steps import close_round
from scoring.scored_sheets import scored_sheet
from scoring.sheet_steps import close_sheet
from tests.desk.hall import PATTERNS, address
from tests.evenings import a_sheet, demo, fill
from tests.live.addresses import addresses
from tests.markup import MACHINE_WORDS
from tests.printing.asking import all_of, printed


def text_of(client: Client, address: str) -> str:
    answer = client.get(address, headers={"accept-language": "it"})
    assert answer.status_code == 200, address
    return re.sub(r"<[^>]+>", " ", answer.content.decode())


@pytest.mark.django_db
def test_a_half_has_the_comma_of_the_language_on_desk_phone_live_paper_and_in_the_log(
    client: Client, admin_client: Client
) -> None:
    """look.md of the club's design asks for a true minus sign and the language's decimal comma."""
    sheet = fill(a_sheet())
    round_, evening = sheet.table.round, sheet.table.round.tournament
    decisions.rule(
        sheet=sheet,
        kind="adjustment",
        offender="W",
        effect={"points": "-9/2"},
        reason="Ritardo",
        arbiter=None,
    )
    total = scored_sheet(sheet).totals["W"]
    assert total.denominator == 2
    written = str(float(total)).replace("-", "−").replace(".", ",")
    phone = client.get(
        f"/t/{sheet.table.place.code}/{round_.number}/state", headers={"accept-language": "it"}
    ).json()
    assert phone["totals"]["W"] == written

    close_sheet(sheet=sheet, author=None)
    close_round(round=round_, author=None)
    publish(tournament=evening, author=None)
    where = f"/{evening.code}"
    pages = {
        "desk": text_of(admin_client, f"/desk{where}/play/{round_.number}/1/"),
        "rulings": text_of(admin_client, f"/desk{where}/rulings/"),
        "log": text_of(admin_client, f"/desk{where}/log/"),
        "live": text_of(client, reverse("live:table", args=[evening.code, round_.number, 1])),
    }
    assert [name for name, text in pages.items() if "−4,5" not in text] == []
    assert [name for name, text in pages.items() if re.search(r"\d/2(?!\d)|4\.5", text)] == []
    with translation.override("it"):
        standing = all_of(printed("standings", evening, "it"))
    assert [name for name in ("desk", "live") if written not in pages[name]] == []
    assert written in standing
    assert client.get(f"/api/tournaments{where}/rounds/1/tables/1/sheet/").json()["totals"][
        "W"
    ] == str(Fraction(total))


def unfolded(page: str) -> str:
    """Text of a page with all its details closed."""
    depth, open_parts = 0, []
    for part in re.split(r"(<details|</details>)", page):
        depth += {"<details": 1, "</details>": -1}.get(part, 0)
        open_parts += [part] * (depth == 0 and part != "</details>")
    return re.sub(r"<[^>]+>", " ", " ".join(open_parts))


@pytest.mark.at_length
@pytest.mark.django_db
@pytest.mark.parametrize("stage", ["entries", "seated", "playing", "finished"])
def test_no_page_speaks_like_a_machine_and_proofs_are_folded(
    stage: str, admin_client: Client
) -> None:
    evening = demo(stage=stage, seed=4, tables=2, language="it")
    values = {"code": evening.code, "number": 1, "table": 1, "hand": 1}
    pages = [address for address in addresses(evening) if not address.startswith("/api/")]
    pages.append(reverse("live:verify", args=[evening.code, 1]))
    pages += [
        address(name, evening)
        for name, pattern in PATTERNS.items()
        if set(pattern.pattern.converters) <= set(values) and name != "rules_page"
    ]
    texts = {}
    for page in pages:
        if page.endswith("/lists/log/"):
            continue  # This page is made for paper, where the last seal proves the lines.
        answer = admin_client.get(page, headers={"accept-language": "it"})
        if (
            answer.status_code == 200
            and not answer.streaming
            and answer["Content-Type"].startswith("text/html")
        ):
            texts[page] = unfolded(answer.content.decode())
    assert len(texts) > 20
    proof = re.compile(rf"{MACHINE_WORDS.pattern}|HMAC|SHA-256|\b[0-9a-f]{{64}}\b", re.IGNORECASE)
    assert {page: found for page, text in texts.items() if (found := proof.findall(text))} == {}
