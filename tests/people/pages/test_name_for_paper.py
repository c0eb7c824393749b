"""Names with letters that printed papers lack: the page where they are entered says so, and has a
field for the name on paper.
"""

from __future__ import annotations

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import translation

from people.erasure import forget, stored_data
from tests.evenings import a_tournament
from tournaments.entries import enter_player
from tournaments.models import Player

pytestmark = pytest.mark.django_db


def test_the_player_s_form_says_it_and_takes_a_name_for_paper(organizer: Client) -> None:
    answer = organizer.post(
        "/desk/roster/new/", {"surname": "李", "given_name": "小龍"}, follow=True
    )
    player = Player.objects.get(surname="李")
    assert answer.redirect_chain == [(f"/desk/roster/{player.pk}/", 302)]
    assert "李 小龍" in " ".join(str(message) for message in answer.context["messages"])
    assert 'name="name_for_paper"' in answer.content.decode()
    wrong = organizer.post(
        f"/desk/roster/{player.pk}/", {"surname": "李", "name_for_paper": "李 Bruce"}
    )
    assert (wrong.status_code, "李" in wrong.context["form"].errors["name_for_paper"][0]) == (
        422,
        True,
    )
    right = {"surname": "李", "given_name": "小龍", "name_for_paper": " Li  Xiaolong "}
    answer = organizer.post(f"/desk/roster/{player.pk}/", right, follow=True)
    assert answer.redirect_chain == [("/desk/roster/", 302)]
    player.refresh_from_db()
    assert player.name_for_paper == "Li Xiaolong"


def test_a_name_that_paper_can_write_is_not_spoken_of(organizer: Client) -> None:
    answer = organizer.post(
        "/desk/roster/new/", {"surname": "Ångström", "given_name": "Zoë"}, follow=True
    )
    assert [message.level_tag for message in answer.context["messages"]] == ["success"]


def test_the_page_of_the_entries_names_them_until_they_have_one(organizer: Client) -> None:
    evening, player = a_tournament(), Player.objects.create(surname="محمد", given_name="علي")
    enter_player(tournament=evening, player=player, author=None)
    address = f"/desk/{evening.code}/players/"
    assert [*organizer.get(address).context["not_on_paper"]] == [player]
    assert f"/desk/roster/{player.pk}/" in organizer.get(address).content.decode()
    Player.objects.update(name_for_paper="Ali Muhammad")
    assert organizer.get(address).context["not_on_paper"] == []


def test_the_preview_of_a_file_names_them(organizer: Client) -> None:
    content = "Cognome;Nome\nRossi;Anna\nכהן;דוד\n".encode()
    page = organizer.post("/desk/roster/import/", {"file": SimpleUploadedFile("soci.csv", content)})
    assert "כהן דוד" in page.context["not_on_paper"]
    assert "Rossi" not in page.context["not_on_paper"]


def test_the_doctor_names_them() -> None:
    Player.objects.create(surname="ไทย", given_name="สมชาย")
    Player.objects.create(surname="李", given_name="小龍", name_for_paper="Li Xiaolong")
    output = io.StringIO()
    with translation.override("en"), pytest.raises(CommandError):
        call_command("doctor", stdout=output)
    [line] = [line for line in output.getvalue().splitlines() if "ไทย" in line]
    assert "name for paper" in line
    assert "李" not in output.getvalue()


def test_a_log_of_an_open_evening_says_that_paper_writes_a_name_otherwise(
    organizer: Client,
) -> None:
    """Cached public papers are renewed when the log grows."""
    evening, player = a_tournament(), Player.objects.create(surname="李", given_name="小龍")
    enter_player(tournament=evening, player=player, author=None)
    before = evening.log.count()
    organizer.post(
        f"/desk/roster/{player.pk}/",
        {"surname": "李", "given_name": "小龍", "name_for_paper": "Li"},
    )
    assert evening.log.count() == before + 1


def test_who_is_forgotten_leaves_no_name_for_paper() -> None:
    player = Player.objects.create(surname="李", given_name="小龍", name_for_paper="Li Xiaolong")
    assert stored_data(player)["person"]["name_for_paper"] == "Li Xiaolong"
    forget(player=player, author=None)
    assert not Player.objects.filter(name_for_paper__contains="Li").exists()
