"""The first account, signing in, and the right to add other accounts."""

from __future__ import annotations

import datetime
import threading
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from ground import addresses, guards
from ground.roles import ROLES, holds, roles_held_by
from king_tournament import attempts
from king_tournament.accounts import services
from king_tournament.accounts.passwords import CommonPasswordValidator
from king_tournament.models import Attempt
from scoring.log_check import check_log
from tests.at_once import at_once
from tests.evenings import demo
from tournaments.log import in_words
from tournaments.log.verification import count_anew
from tournaments.models import LogEntry, Tournament
from tournaments.services import create_tournament

pytestmark = pytest.mark.django_db
PASSWORD = "quattro-venti-12"
FIRST = {"username": "anna", "password1": PASSWORD, "password2": PASSWORD}


def signed_in(client: Client, *roles: str, name: str = "bruno"):
    user = services.create_account(username=name, password=PASSWORD, roles=roles)
    client.force_login(user)
    return user


def test_the_front_page_of_a_new_installation_makes_the_first_account(client: Client) -> None:
    assert b'name="password1"' in client.get("/").content
    answer = client.post(reverse("first_account"), FIRST)
    assert (answer.status_code, answer.url) == (302, reverse("desk:home"))
    user = get_user_model().objects.get()
    assert int(client.session["_auth_user_id"]) == user.pk
    assert roles_held_by(user) == frozenset(ROLES)


def test_the_first_page_says_what_king_is_and_asks_of_a_password_in_one_line(
    client: Client,
) -> None:
    page = client.get("/", headers={"Accept-Language": "en"}).content.decode()
    assert "the card game of that name" in " ".join(page.split())
    form = page[page.index('name="username"') : page.index("</form>", page.index("username"))]
    assert form.count("At least 8 characters") == 1
    assert "<li>" not in form


def test_a_new_installation_led_who_asked_for_the_head_of_its_front_page_there_again(
    client: Client,
) -> None:
    assert client.head("/").status_code == 200


def test_there_is_no_account_until_somebody_makes_one() -> None:
    assert not services.any_account_exists()


def test_the_first_account_cannot_be_made_twice(client: Client) -> None:
    signed_in(client, "organizer")
    client.logout()
    answer = client.post(reverse("first_account"), FIRST)
    assert (answer.status_code, answer.url) == (302, reverse("login"))
    assert get_user_model().objects.count() == 1


def test_a_new_installation_opens_a_trial_evening_with_one_click_and_without_an_account(
    client: Client,
) -> None:
    assert b'value="playing"' in client.get("/").content
    answer = client.post(reverse("first_look"), {"stage": "entries"})
    assert answer.url == reverse(
        "desk:tournament", args=[Tournament.objects.get(is_demo=True).code]
    )
    client.post(reverse("first_look"), {"stage": "entries", "ruleset": "squadre"})
    assert sorted(Tournament.objects.values_list("ruleset", flat=True)) == ["lab12", "squadre"]
    page = client.get(answer.url)
    assert page.status_code == 200
    assert reverse("first_account") in page.content.decode()
    assert not services.any_account_exists()
    assert client.get(reverse("accounts")).url == reverse("first_account")


def test_the_first_account_ends_the_visit_and_keeps_the_trial_evening(client: Client) -> None:
    visitor = Client()
    visitor.post(reverse("first_look"), {"stage": "entries"})
    client.post(reverse("first_account"), FIRST)
    page = client.get(reverse("accounts")).content.decode()
    assert "anna" in page
    assert "king-visitor" not in page
    assert visitor.get(reverse("desk:home")).status_code == 302
    assert visitor.post(reverse("first_look"), {"stage": "entries"}).url == reverse("login")
    assert Tournament.objects.filter(is_demo=True).count() == 1


FAR = [
    {"REMOTE_ADDR": "192.0.2.20"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REAL_IP": "127.0.0.1"},
    {"REMOTE_ADDR": "127.0.0.1", "HTTP_VIA": "1.1 proxy"},
    {"REMOTE_ADDR": ""},
]


@pytest.mark.parametrize("proxies", [0, 1])
@pytest.mark.parametrize("environ", FAR)
def test_whoever_is_first_on_the_wifi_owns_nothing_without_the_word_of_the_terminal(
    settings: Any, environ: dict[str, str], proxies: int
) -> None:
    settings.KING_PROXIES = proxies
    far = Client(headers={"Accept-Language": "en"}, **environ)
    page = far.get("/").content.decode()
    assert "Word from the terminal" in page
    assert "Or look around first" not in page
    for word in ("", "  ", "abcdefghjk", services.first_word()[:-1]):
        answer = far.post(reverse("first_account"), {**FIRST, "word": word})
        assert answer.status_code == 422
    assert far.post(reverse("first_look"), {"stage": "entries"}).url == "/"
    assert not get_user_model().objects.exists()
    assert services.first_word() not in answer.content.decode()
    answer = far.post(
        reverse("first_account"), {**FIRST, "word": f" {services.first_word().upper()} "}
    )
    assert answer.url == reverse("desk:home")


def test_a_link_brings_the_word_along_and_is_worth_nothing_without_it(settings: Any) -> None:
    """``new_club`` prints such a link. The page fills in the word, right or wrong."""
    settings.KING_PROXIES = 1
    far = Client(headers={"Accept-Language": "en"}, **FAR[1])
    for word in (services.first_word(), "abcdefghjk"):
        page = far.get(reverse("first_account"), {"word": word}).content.decode()
        assert f'value="{word}"' in page
        assert page.count("autofocus") == 1
        assert "autofocus" in page.split('name="username"')[1].split(">")[0]
    page = far.get(reverse("first_account"), {"word": '"><script>'}).content.decode()
    assert "<script>" not in page.split("<form", 1)[1]
    assert services.first_word() not in page
    assert far.post(f"{reverse('first_account')}?word=x", FIRST).status_code == 422
    word = services.first_word()
    answer = far.post(f"{reverse('first_account')}?word={word}", {**FIRST, "word": word})
    assert answer.url == reverse("desk:home")


def test_the_word_is_kept_for_the_owner_of_the_folder_and_ends_with_the_first_account(
    client: Client, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    word = services.first_word()
    place = Path(settings.DATA_DIR) / "first_word"
    assert (services.first_word(), place.stat().st_mode & 0o077) == (word, 0)
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("first_account"), FIRST)
    assert not place.exists()


def test_the_word_of_the_terminal_is_not_guessed(settings: Any) -> None:
    far = Client(headers={"Accept-Language": "en"}, REMOTE_ADDR="192.0.2.20")
    for number in range(8):
        far.post(reverse("first_account"), {**FIRST, "word": f"wrong{number}"})
    answer = far.post(reverse("first_account"), {**FIRST, "word": services.first_word()})
    assert "Too many attempts" in answer.content.decode()
    assert not get_user_model().objects.exists()


def test_at_the_machine_itself_no_word_is_asked_for_at_its_address_in_the_hall_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.0.2.20")
    for own in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.20"):
        assert (
            "Or look around first"
            in Client(headers={"Accept-Language": "en"}, REMOTE_ADDR=own).get("/").content.decode()
        )


@pytest.mark.parametrize("stage", ["", "../", "never"])
def test_a_stage_that_no_trial_evening_has_makes_none(client: Client, stage: str) -> None:
    assert client.post(reverse("first_look"), {"stage": stage}).url == "/"
    assert client.post(reverse("first_look"), {"stage": "entries", "ruleset": stage}).url == "/"
    assert not get_user_model().objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_make_the_first_account_at_once_one_gets_it() -> None:
    outcomes: list[str] = []
    together = threading.Barrier(2)

    def try_it(name: str) -> None:
        together.wait()
        try:
            services.create_first_account(username=name, password=PASSWORD)
            outcomes.append("made")
        except services.FirstAccountExists:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=try_it, args=[name]) for name in ("anna", "bruno")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["made", "refused"]
    assert get_user_model().objects.count() == 1


def test_two_passwords_that_differ_come_back_with_the_name_still_there(client: Client) -> None:
    answer = client.post(reverse("first_account"), {**FIRST, "password2": "another"})
    assert answer.status_code == 422
    assert b'value="anna"' in answer.content
    assert not services.any_account_exists()


def test_signing_in_and_out(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    answer = client.post(
        reverse("login"), {"username": "anna", "password": PASSWORD, "next": "/accounts/password"}
    )
    assert (answer.status_code, answer.url) == (302, "/accounts/password")
    assert client.post(reverse("logout")).status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_session_that_ended_at_the_desk_led_to_the_sign_in_without_a_word(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    english = {"Accept-Language": "en"}
    page = client.get("/desk/", follow=True, headers=english).content.decode()
    assert "the session has ended" in page
    assert "Name of the account" in page
    assert (
        "the session has ended"
        not in client.get(reverse("login"), headers=english).content.decode()
    )


def test_nobody_is_asked_to_sign_in_where_there_is_no_account(client: Client) -> None:
    assert client.get(reverse("login")).url == reverse("first_account")


def test_signing_in_never_leads_to_another_site(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    form = {"username": "anna", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert client.post(reverse("login"), form).url == "/"


def test_many_wrong_passwords_make_even_the_right_one_wait(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    for _ in range(8):
        client.post(reverse("login"), {"username": "anna", "password": "wrong"})
    client.post(reverse("login"), {"username": "anna", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def sign_in(
    client: Client, name: str, password: str, address: str = "192.168.1.5", forwarded: str = ""
) -> bool:
    headers = {"x-forwarded-for": forwarded} if forwarded else {}
    client.post(
        reverse("login"),
        {"username": name, "password": password},
        REMOTE_ADDR=address,
        headers=headers,
    )
    signed = "_auth_user_id" in client.session
    client.logout()
    return signed


def test_attempts_are_remembered_when_the_cache_forgets_and_whatever_the_header_says(
    client: Client,
) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    for number in range(9):
        sign_in(client, "anna", "wrong", forwarded=f"10.0.0.{number}")
        cache.clear()
    assert not sign_in(client, "anna", PASSWORD, forwarded="10.0.0.99")


def test_many_names_from_one_address_are_many_attempts(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    for number in range(21):
        sign_in(client, f"name-{number}", "wrong")
    assert not sign_in(client, "anna", PASSWORD)
    assert sign_in(client, "anna", PASSWORD, address="192.168.1.6")


@pytest.mark.at_length
def test_behind_a_proxy_a_stranger_locks_nobody_out(client: Client) -> None:
    """Only the address that the proxy adds counts, not those that a visitor writes before it."""
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    with override_settings(KING_PROXIES=1):
        assert sign_in(client, "anna", PASSWORD, "10.0.0.1", "203.0.113.7")
        for number in range(60):
            sign_in(client, "anna", "wrong", "10.0.0.1", f"203.0.113.7, 198.51.100.{number}")
        assert not sign_in(client, "anna", PASSWORD, "10.0.0.1", "203.0.113.7, 198.51.100.200")
        assert sign_in(client, "anna", PASSWORD, "10.0.0.1", "203.0.113.7")


def test_an_hour_is_not_waited_for(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    for _ in range(9):
        sign_in(client, "anna", "wrong")
    Attempt.objects.update(at=timezone.now() - datetime.timedelta(minutes=5, seconds=1))
    assert sign_in(client, "anna", PASSWORD)


def test_a_clock_set_back_makes_no_wait_longer(client: Client) -> None:
    """Attempts that lie in the future after the clock was set back do not count. The wait of five
    minutes used to become two hours.
    """
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    for _ in range(9):
        sign_in(client, "anna", "wrong")
    Attempt.objects.update(at=timezone.now() + datetime.timedelta(hours=2))
    assert sign_in(client, "anna", PASSWORD)


def test_a_wrong_password_says_in_italian_what_to_look_at(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["arbiter"])
    form = {"username": "anna", "password": PASSWORD.upper()}
    page = client.post(reverse("login"), form, headers={"accept-language": "it"}).content.decode()
    assert "riscrivili tutti e due. Le maiuscole contano." in page
    assert 'value="anna"' in page


@pytest.mark.parametrize(
    ("role", "status"), [("organizer", 200), ("arbiter", 403), ("dealing", 403)]
)
def test_only_an_organizer_sees_the_accounts(client: Client, role: str, status: int) -> None:
    signed_in(client, role)
    assert client.get(reverse("accounts")).status_code == status


def test_from_the_accounts_a_call_is_seen_and_a_link_leads_back_to_the_desk(client: Client) -> None:
    user = signed_in(client, "organizer")
    for address in (reverse("accounts"), reverse("account", args=[user.pk])):
        page = client.get(address).content.decode()
        assert f'<a href="{reverse("desk:home")}">' in page
        assert f'hx-get="{reverse("desk:calls_everywhere")}' in page


def test_who_signs_in_wrongly_was_told_that_the_password_is_still_there(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["organizer"])
    form = {"username": "anna", "password": "sbagliata"}
    page = client.post(reverse("login"), form, headers={"Accept-Language": "en"}).content.decode()
    assert "type the password again" in page
    assert "is still here" not in page
    assert "sbagliata" not in page


def test_a_stranger_is_asked_to_sign_in_before_the_accounts(client: Client) -> None:
    services.create_account(username="anna", password=PASSWORD, roles=["organizer"])
    assert client.get(reverse("accounts")).url == f"{reverse('login')}?next={reverse('accounts')}"


def test_an_organizer_adds_an_arbiter(client: Client) -> None:
    signed_in(client, "organizer")
    form = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD, "roles": ["arbiter"]}
    assert client.post(reverse("accounts"), form).status_code == 302
    assert roles_held_by(get_user_model().objects.get(username="carla")) == {"arbiter"}


def test_an_account_without_a_role_is_refused(client: Client) -> None:
    signed_in(client, "organizer")
    form = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(reverse("accounts"), form).status_code == 422
    assert not get_user_model().objects.filter(username="carla").exists()


def test_the_last_organizer_stays(client: Client) -> None:
    user = signed_in(client, "organizer")
    answer = client.post(reverse("account", args=[user.pk]), {"roles": ["arbiter"], "active": "on"})
    assert answer.status_code == 422
    assert holds(get_user_model().objects.get(pk=user.pk), "organizer")


def test_the_first_account_can_give_up_seeing_the_cards_and_stays_organizer(client: Client) -> None:
    client.post(reverse("first_account"), FIRST)
    user = get_user_model().objects.get()
    client.post(
        reverse("account", args=[user.pk]), {"roles": ["organizer", "arbiter"], "active": "on"}
    )
    assert roles_held_by(get_user_model().objects.get()) == {"organizer", "arbiter"}


def test_every_role_given_or_taken_while_cards_are_sealed_stands_in_the_log(client: Client) -> None:
    """Without these lines an organizer who plays could look at the cards unnoticed. A new arbiter's
    account was once used to open boards that nobody had played.
    """
    tournament = demo(stage="seated", seed=3, tables=2, rounds=1, language="en")
    over = demo(stage="finished", seed=3, tables=2, rounds=1, language="en")
    lines, first = over.log.count(), tournament.log.count()
    anna = signed_in(client, "organizer", name="anna")
    page, always = reverse("account", args=[anna.pk]), {"active": "on"}
    client.post(page, {"roles": ["organizer", "dealing"], **always})
    client.post(
        page, {"roles": ["organizer", "arbiter", "dealing"], **always}
    )  # dealing was given before, so it gets no second line
    client.post(page, {"roles": ["organizer"], **always})
    form = {"username": "carla", "password1": PASSWORD, "password2": PASSWORD, "roles": ["helper"]}
    client.post(reverse("accounts"), form)
    client.post(
        reverse("account", args=[User.objects.get(username="carla").pk]), {"roles": ["helper"]}
    )  # closed
    entries = [
        (line.kind, line.author_name, line.fields["account"], line.fields["role"])
        for line in tournament.log.order_by("sequence")[first:]
    ]
    assert entries == [
        ("role_given", "", "anna", "organizer"),
        ("role_given", "anna", "anna", "dealing"),
        ("role_given", "anna", "anna", "arbiter"),
        ("role_taken", "anna", "anna", "arbiter"),
        ("role_taken", "anna", "anna", "dealing"),
        ("role_given", "anna", "carla", "helper"),
        ("role_taken", "anna", "carla", "helper"),
    ]
    with translation.override("en"):
        assert (
            in_words(tournament.log.latest("sequence"))
            == "The role of helper was taken from “carla”."
        )
    assert over.log.count() == lines


def test_a_role_is_given_for_one_evening_and_taken_back_on_the_page_of_the_account(
    client: Client,
) -> None:
    sealed = demo(stage="seated", seed=3, tables=2, rounds=1, language="en")
    tonight = demo(stage="entries", seed=4, tables=2, rounds=1, language="en")
    signed_in(client, "organizer", name="anna")
    form = {
        "username": "carla",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "roles": ["helper", "arbiter"],
        "evening": tonight.code,
    }
    assert client.post(reverse("accounts"), form).status_code == 302
    carla = User.objects.get(username="carla")
    page = reverse("account", args=[carla.pk])
    assert (roles_held_by(carla), roles_held_by(carla, tonight.code)) == (
        set(),
        {"arbiter", "helper"},
    )
    assert (
        client.post(page, {"for-evening": tonight.code, "for-roles": ["dealing"]}).status_code
        == 302
    )
    assert client.post(page, {"for-evening": tonight.code}).status_code == 422
    client.post(page, {"take": f"arbiter@{tonight.code}"})
    client.post(
        page, {"roles": ["arbiter"], "active": "on"}
    )  # a role for all evenings is separate from one for tonight
    carla = User.objects.get(username="carla")
    assert (roles_held_by(carla), roles_held_by(carla, tonight.code)) == (
        {"arbiter"},
        {"arbiter", "helper", "dealing"},
    )
    assert f"helper@{tonight.code}" in client.get(page).content.decode()
    for log in (sealed.log, tonight.log):
        last = [
            line.kind for line in log.filter(fields__evening=tonight.name, fields__account="carla")
        ]
        assert sorted(last) == ["role_given", "role_given", "role_given", "role_taken"]
    sealed.closed_at = timezone.now()
    sealed.save()
    assert (
        client.post(page, {"for-evening": sealed.code, "for-roles": ["helper"]}).status_code == 422
    )
    with pytest.raises(ValidationError, match=r"closed|chius"):
        services.change_evening_roles(user=carla, evening=sealed, roles=["helper"])


NEW = {"new_password1": "cinque-mani-34", "new_password2": "cinque-mani-34"}


def test_a_password_set_by_somebody_else_is_logged_and_marked_until_its_owner_changes_it(
    client: Client,
) -> None:
    """Otherwise a superuser could set the dealer's password and read sealed hands in the dealer's
    name, as was possible once.
    """
    tournament = demo(stage="seated", seed=3, tables=2, rounds=1, language="en")
    over = demo(stage="finished", seed=3, tables=2, rounds=1, language="en")
    lines = over.log.count()
    anna = signed_in(client, "organizer", name="anna")
    dealer = services.create_account(username="dora", password=PASSWORD, roles=["dealing"])
    page = reverse("account", args=[dealer.pk])
    assert client.post(page, {**NEW, "new_password2": "another"}).status_code == 422
    assert client.post(page, NEW).status_code == 302
    line = tournament.log.latest("sequence")
    assert (line.kind, line.author, line.fields) == ("password_reset", anna, {"account": "dora"})
    assert over.log.count() == lines
    client.post(page, {"roles": ["dealing"], "active": "on"})  # the mark is not a role, and stays
    marked = "password set by somebody else"
    assert (
        marked
        in client.get(reverse("accounts"), headers={"accept-language": "en"}).content.decode()
    )
    owner = Client()
    answer = owner.post(reverse("login"), {"username": "dora", "password": NEW["new_password1"]})
    assert answer.url == reverse("change_password")
    changed = {
        "old_password": NEW["new_password1"],
        "new_password1": PASSWORD,
        "new_password2": PASSWORD,
    }
    owner.post(reverse("change_password"), changed)
    assert (
        marked
        not in client.get(reverse("accounts"), headers={"accept-language": "en"}).content.decode()
    )


def test_no_organizer_gets_round_the_old_password_of_his_own_account(client: Client) -> None:
    anna = signed_in(client, "organizer", name="anna")
    assert client.post(reverse("account", args=[anna.pk]), NEW).url == reverse("change_password")
    anna.refresh_from_db()
    assert anna.check_password(PASSWORD)


# --- the log of the accounts


def log_sentences() -> list[str]:
    with translation.override("en"):
        return [
            in_words(line) for line in LogEntry.objects.filter(tournament=None).order_by("sequence")
        ]


def test_every_change_of_an_account_is_a_line_of_the_installation(client: Client) -> None:
    anna = services.create_first_account(username="anna", password=PASSWORD)
    client.force_login(anna)
    client.post(reverse("accounts"), {**FIRST, "username": "dora", "roles": ["helper"]})
    page = reverse("account", args=[User.objects.get(username="dora").pk])
    client.post(page, {"username": "dora2", "roles": ["helper", "arbiter"], "active": "on"})
    client.post(
        page, {"new_password1": NEW["new_password1"], "new_password2": NEW["new_password1"]}
    )
    client.post(page, {"username": "dora2", "roles": ["arbiter"]})
    assert log_sentences() == [
        "The first account, “anna”, was made: a superuser with every role.",
        "The account “dora” was made. Roles: helper",
        "The account “dora” is called “dora2” from now on.",
        "The account “dora2” has these roles from now on: arbiter, helper",
        "The password of “dora2” was set by somebody else: either of the two may have done what this account does.",
        "The account “dora2” is closed. Its roles were: arbiter",
    ]
    lines = LogEntry.objects.filter(tournament=None)
    assert {line.author_name for line in lines} == {"anna"}
    assert check_log(None).faults == ()
    accounts_page = client.get(
        reverse("accounts"), headers={"accept-language": "en"}
    ).content.decode()
    assert "Log of the accounts" in accounts_page
    assert "The account “dora2” is closed." in accounts_page


def test_a_renamed_account_leaves_the_lines_that_it_wrote_as_they_were() -> None:
    anna = services.create_first_account(username="anna", password=PASSWORD)
    evening = create_tournament(name="Venerdì", date=datetime.date(2026, 11, 20), author=anna)
    services.change_account(user=anna, roles=list(ROLES), active=True, username="bruna", by=anna)
    assert evening.log.get().author_name == "anna"
    assert check_log(evening).faults == ()
    assert "The account “anna” is called “bruna” from now on." in log_sentences()


def test_no_account_takes_the_name_of_another(client: Client) -> None:
    client.force_login(services.create_first_account(username="anna", password=PASSWORD))
    dora = services.create_account(username="dora", password=PASSWORD, roles=["helper"])
    answer = client.post(
        reverse("account", args=[dora.pk]),
        {"username": "Anna", "roles": ["helper"], "active": "on"},
    )
    assert answer.status_code == 422
    dora.refresh_from_db()
    assert dora.username == "dora"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE auth_user SET is_superuser = 1 WHERE username = 'dora'",
        "UPDATE auth_user SET username = 'emma' WHERE username = 'dora'",
        "UPDATE auth_user SET is_active = 0 WHERE username = 'dora'",
        "DELETE FROM auth_user_groups",
        "DELETE FROM tournaments_logentry WHERE tournament_id IS NULL AND sequence = 2",
        "DELETE FROM tournaments_logentry WHERE tournament_id IS NULL",
        "UPDATE tournaments_logentry SET author_name = 'dora' WHERE tournament_id IS NULL",
    ],
)
def test_an_account_changed_in_the_database_is_found(
    change: str, settings: Any, tmp_path: Any
) -> None:
    settings.DATA_DIR = tmp_path
    services.create_first_account(username="anna", password=PASSWORD)
    services.create_account(username="dora", password=PASSWORD, roles=["helper"])
    count_anew()
    assert check_log(None).faults == ()
    with guards.guards_off(connection), connection.cursor() as cursor:
        cursor.execute(change)
    assert check_log(None).faults != ()


def test_a_superuser_made_in_the_terminal_runs_the_evening_but_sees_no_card() -> None:
    assert roles_held_by(get_user_model().objects.create_superuser("root")) == {
        "organizer",
        "arbiter",
    }


def test_a_closed_account_has_no_role() -> None:
    user = services.create_account(username="anna", password=PASSWORD, roles=["organizer"])
    user.is_active = False
    assert roles_held_by(user) == frozenset()


def test_forms_are_safe_from_other_sites_on_plain_http() -> None:
    careful = Client(enforce_csrf_checks=True, HTTP_HOST="192.168.1.20:8000")
    assert careful.post(reverse("first_account"), FIRST).status_code == 403
    token = careful.get("/").cookies["csrftoken"].value
    answer = careful.post(
        reverse("first_account"),
        {**FIRST, "csrfmiddlewaretoken": token},
        HTTP_ORIGIN="http://192.168.1.20:8000",
    )
    assert answer.status_code == 302


def test_the_reader_chooses_the_language_and_it_stays_chosen(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert client.get("/").headers["Content-Language"] == "en"


def test_one_account_signs_in_twice_at_once() -> None:
    """A double click, or two programs: both attempts begin before the first one succeeds."""
    request = RequestFactory().post("/accounts/login")
    both = [attempts.begin(Attempt.Kind.SIGN_IN, request, "chief") for _ in range(2)]
    for attempt in both:
        assert attempt is not None
        attempts.forget_misses(attempt)
    [row] = Attempt.objects.filter(subject="chief")
    assert not row.missed


def test_a_usual_password_is_refused_and_the_list_of_them_is_not_kept(in_english: None) -> None:
    validator = CommonPasswordValidator()
    for _time in range(2):
        with pytest.raises(ValidationError, match="Too many people use this password"):
            validator.validate(" PassWord ")
    validator.validate("quattro-venti-12")
    assert not hasattr(validator, "passwords")


@pytest.mark.django_db
def test_several_passwords_are_checked_at_once_by_the_one_validator() -> None:
    """Django makes each validator once, and the threads of a process share it."""
    validator = CommonPasswordValidator()

    def check() -> str:
        for _time in range(20):
            validator.validate("sera-di-prova-12")
        return "checked"

    assert at_once(*[check] * 4) == ["checked"] * 4
