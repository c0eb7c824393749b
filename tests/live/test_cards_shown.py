"""Cards in public: when they are shown, and how anybody can check that they are the sealed ones."""

from __future__ import annotations

import hashlib
import html
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from deals.models import BoardSet
from deals.services import reveal
from scoring import decisions
from scoring.models import Sheet
from scoring.publishing import publish
from tests.evenings import a_round, a_tournament
from tests.live.addresses import everything_said
from tests.printing.pages import squeezed, texts_of
from tournaments.board_steps import transcribe_board
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def test_no_card_and_no_seed_of_a_sealed_set_is_shown_to_anybody(
    english: Client, playing: Tournament
) -> None:
    board_set = playing.rounds.get().board_set
    text = everything_said(english, playing)
    assert board_set.commitment in text
    assert board_set.seed not in text
    for board in board_set.boards.all():
        assert board.deal.hand_pbn("N") not in text
        assert board.owners not in text
    for name in ("boards_file", "hand_records"):
        assert english.get(reverse(f"live:{name}", args=[playing.code, 1])).status_code == 404
    assert english.get(reverse("live:board", args=[playing.code, 1, 1])).status_code == 404


def test_even_the_organizer_gets_no_card_from_a_public_page(
    admin_client: Client, playing: Tournament
) -> None:
    text = everything_said(admin_client, playing)
    assert not [
        board
        for board in playing.rounds.get().board_set.boards.all()
        if board.deal.hand_pbn("W") in text
    ]


def test_the_document_is_what_the_commitment_commits_to(
    english: Client, playing: Tournament
) -> None:
    content = english.get(reverse("live:document", args=[playing.code, 1])).content
    assert hashlib.sha256(content).hexdigest() == playing.rounds.get().board_set.commitment


def test_the_published_boards_pass_king_verify(
    english: Client, finished: Tournament, tmp_path: Path
) -> None:
    file = tmp_path / "boards.pbn"
    file.write_bytes(english.get(reverse("live:boards_file", args=[finished.code, 1])).content)
    page_text = english.get(reverse("live:verify", args=[finished.code, 1])).content.decode()
    [seed, commitment] = re.search(r"--seed (\w{64}) --commitment (\w{64})", page_text).groups()
    answer = subprocess.run(
        [
            sys.executable,
            "-m",
            "king",
            "verify",
            "--seed",
            seed,
            "--commitment",
            commitment,
            str(file),
        ],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert json.loads(answer.stdout)["opens"] is True
    assert json.loads(answer.stdout)["boards"]["agree"]
    assert "they are the same" in page_text


def test_a_board_shows_the_four_hands_and_every_table(
    english: Client, finished: Tournament
) -> None:
    page = english.get(reverse("live:board", args=[finished.code, 1, 5])).context["page"]
    board = finished.rounds.get(number=1).board_set.boards.in_use().get(number=5)
    assert [(wind, set(cards)) for wind, cards in page["hands"]] == [
        (wind, set(board.deal.hand(wind))) for wind in "NESW"
    ]
    [field] = page["fields"]
    assert [line["table"] for line in field["lines"]] == [1, 2, 3]
    # No hearts: thirteen at a point each make −13 at every table (I2).
    assert {sum(cell["points"] for cell in line["cells"]) for line in field["lines"]} == {-13}
    figures = dict(field["figures"])
    assert sum(figures["Mean"]) == -13
    for place in range(4):
        points = [line["cells"][place]["points"] for line in field["lines"]]
        assert figures["Best"][place] == max(points)
        assert figures["Spread"][place] == max(points) - min(points)
        assert [line["cells"][place]["best"] for line in field["lines"]] == [
            max(points) > min(points) and score == max(points) for score in points
        ]


def test_a_fouled_board_says_so_and_is_not_in_the_figures(
    english: Client, finished: Tournament
) -> None:
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    decisions.rule(
        sheet=sheet, kind="fouled", hand=5, offender="", effect={}, reason="Two aces.", arbiter=None
    )
    publish(tournament=finished, author=None)
    answer = english.get(reverse("live:board", args=[finished.code, 1, 5]))
    [field] = answer.context["page"]["fields"]
    assert field["lines"][2]["mark"] == "fouled board: the row counts nothing"
    assert "fouled board: the row counts nothing" in answer.content.decode()
    assert dict(field["figures"])["Mean"] == tuple(
        (field["lines"][0]["cells"][place]["points"] + field["lines"][1]["cells"][place]["points"])
        / 2
        for place in range(4)
    )


def test_the_hand_records_on_paper_are_of_the_published_standing(
    english: Client, finished: Tournament
) -> None:
    answer = english.get(reverse("live:hand_records", args=[finished.code, 1]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    assert texts_of(answer.content)
    assert english.get(f"/live/{finished.code}/1/comparison.pdf").status_code == 404


# --- the page that checks


def test_before_the_reveal_the_checking_page_has_the_commitment_and_neither_seed_nor_card(
    english: Client, playing: Tournament
) -> None:
    board_set = playing.rounds.get(number=1).board_set
    page_text = english.get(reverse("live:verify", args=[playing.code, 1])).content.decode()
    assert board_set.commitment[:12] in page_text
    assert board_set.seed not in page_text
    assert "boards.pbn" not in page_text
    assert english.get(reverse("live:verify", args=[playing.code, 2])).status_code == 404


def test_after_the_reveal_the_checking_page_says_that_everything_agrees(
    english: Client, finished: Tournament
) -> None:
    for path in (
        reverse("live:verify", args=[finished.code, 1]),
        reverse("live:verify_last", args=[finished.code]),
    ):
        page_text = english.get(path).content.decode()
        assert "The boards are those that were sealed" in page_text
    assert finished.rounds.get(number=2).board_set.seed in page_text


def said_by_the_page(english: Client, evening: Tournament, folder: Path) -> list[str]:
    """Output of the program that is printed on the checking page, run beside a saved file of the
    boards.
    """
    page_text = english.get(reverse("live:verify", args=[evening.code, 1])).content.decode()
    program = html.unescape(
        page_text.partition('class="document">import')[2].partition("</pre>")[0]
    )
    (folder / "boards.json").write_bytes(
        english.get(reverse("api:boards", args=[evening.code, 1])).content
    )
    printed = subprocess.run(
        [sys.executable, "-c", "import" + program],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return printed.stdout.split()


def test_boards_typed_in_are_checked_with_their_salt_by_the_lines_that_the_page_prints(
    english: Client, tmp_path: Path
) -> None:
    evening = a_tournament()
    round_ = a_round(evening, boards=False)
    for number in (1, 2):
        hands = {
            "N": "AK3.T5.QJ4.98642",
            "E": "QJ9.AK3.T98.KQJ5",
            "S": "T876.QJ9.AK3.AT7",
            "W": "542.87642.7652.3",
        }
        transcribe_board(round=round_, number=number, hands=hands, author=None)
    sealed = BoardSet.objects.get()
    for page in (
        reverse("live:verify", args=[evening.code, 1]),
        reverse("api:boards", args=[evening.code, 1]),
    ):
        assert sealed.salt not in english.get(page).content.decode()
    reveal(board_set=sealed)
    assert (
        sealed.salt in english.get(reverse("live:verify", args=[evening.code, 1])).content.decode()
    )
    assert said_by_the_page(english, evening, tmp_path) == ["True", "True"]
    sealed.boards.filter(number=1).update(owners="NESW" * 13)
    assert said_by_the_page(english, evening, tmp_path) == ["False", "True"]
    assert (
        "Not everything is as announced"
        in english.get(reverse("live:verify", args=[evening.code, 1])).content.decode()
    )


def test_the_checking_page_names_the_board_whose_cards_are_not_those_of_the_seed(
    english: Client, finished: Tournament
) -> None:
    boards = finished.rounds.get(number=1).board_set.boards.in_use()
    first, second = boards.get(number=1), boards.get(number=2)
    boards.filter(pk=first.pk).update(owners=second.owners)
    page_text = english.get(reverse("live:verify", args=[finished.code, 1])).content.decode()
    assert "Not everything is as announced" in page_text
    assert re.search(r"<li>[^<]*\b1\b[^<]*</li>", page_text)


def test_a_commitment_written_down_is_compared_from_its_twelfth_character_on(
    english: Client, finished: Tournament
) -> None:
    whole = finished.rounds.get(number=1).board_set.commitment
    page = reverse("live:verify", args=[finished.code, 1])
    other = "0" if whole[11] != "0" else "1"
    for written, same in (
        (whole, True),
        (whole[:12].upper(), True),
        (f" {whole[:6]} {whole[6:12]}… ", True),
        (whole[:11], False),
        (whole[:11] + other, False),
        ("<b>", False),
        ("", None),
    ):
        answer = english.get(page, {"commitment": written})
        assert answer.context["same"] is same, written
        assert "<b>" not in answer.content.decode()


def test_the_standing_on_paper_carries_the_short_form_and_the_page_that_checks(
    english: Client, finished: Tournament
) -> None:
    answer = english.get(reverse("live:standings_paper", args=[finished.code]))
    text = squeezed("".join(texts_of(answer.content)))
    assert finished.rounds.get(number=1).board_set.commitment[:12] in text
    assert f"http://testserver/live/{finished.code}/verify/" in text
