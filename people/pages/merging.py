"""Two rows of the roster that may be one person: side by side, merged."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import Count, Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from frame import page
from frame.page import DeskRequest
from ground.program import site_command
from night import lookups
from people import merging
from people.pages.person import people_of_club
from tournaments.models import Player
from tournaments.name_similarity import Likeness, likeness
from tournaments.player_columns import evenings_of
from tournaments.roster import RosterIndex, find_players
from wording.sentences import refusal

PAIRS_ON_A_PAGE = 25
TITLES = {
    "name": gettext_lazy("Name"),
    "card": gettext_lazy("Card"),
    "club": gettext_lazy("Club"),
    "email": gettext_lazy("E-mail"),
}


@page.organizer_only
@require_http_methods(["GET", "POST"])
def duplicates(request: DeskRequest) -> HttpResponse:
    if request.method == "POST":
        return _say_two(request)
    part = Paginator(merging.pairs_to_look_at(), PAIRS_ON_A_PAGE).get_page(request.GET.get("page"))
    keys = {pk for first, second, _alike in part for pk in (first, second)}
    people = Player.objects.annotate(evenings=Count("memberships")).in_bulk(keys)
    pairs = [
        {"two": (people[first], people[second]), "alike": alike} for first, second, alike in part
    ]
    return render(request, "people/duplicates.html", {"page": part, "pairs": pairs})


def _say_two(request: DeskRequest) -> HttpResponse:
    first, second = (
        lookups.find_row(people_of_club(), request.POST.get(name, ""))
        for name in ("first", "second")
    )
    if first is None or second is None or first == second:
        messages.error(request, _("One of the two is no longer on the roster."))
    elif "again" in request.POST:
        merging.may_be_one(first=first, second=second)
    else:
        merging.are_two_people(first=first, second=second)
        sentence = _("%(first)s and %(second)s are two people: you will not be asked again.")
        sentence %= {"first": first.full_name, "second": second.full_name}
        undo = {"first": first.pk, "second": second.pk, "again": 1}
        page.say_with_undo(request, sentence, reverse("people:duplicates"), **undo)
    return redirect("people:duplicates")


@page.organizer_only
@require_http_methods(["GET", "POST"])
def merge_players(request: DeskRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(people_of_club(), pk=pk)
    other = lookups.find_row(
        people_of_club(),
        (request.POST if request.method == "POST" else request.GET).get("with", ""),
    )
    if other is None:
        return _choose(request, player)
    two = sorted((player, other), key=lambda player: player.pk)
    forbidden = page.refusals(ValidationError(merging.merge_obstacle(*two)))
    if request.method == "POST" and not forbidden:
        with page.show_refusals(request):
            return _merge_people(request, two)
    return _side_by_side(
        request, player, two, forbidden, status=422 if request.method == "POST" else 200
    )


def _choose(request: DeskRequest, player: Player) -> HttpResponse:
    if request.method == "POST":
        messages.error(request, _("Choose who is the same person."))
    query = page.letters(request)
    if query:
        players = [other for other in find_players(query, limit=25) if other != player]
    else:
        index, name = RosterIndex.load(), (player.surname, player.given_name)
        keys = {member.pk for member in (*index.called(*name), *index.near(*name))} - {player.pk}
        players = list(Player.objects.filter(pk__in=keys)[:25])
    context = {"player": player, "search": query, "found": players}
    return render(
        request,
        "people/merge_whom.html",
        context,
        status=422 if request.method == "POST" else 200,
    )


def _merge_people(request: DeskRequest, two: Sequence[Player]) -> HttpResponse:
    chosen: dict[str, Any] = {}
    for field, columns in merging.FIELDS.items():
        person = next(
            (player for player in two if str(player.pk) == request.POST.get(field, "")), None
        )
        if person is None:
            raise refusal(_("Choose on each line what stays."), "nothing_chosen")
        chosen |= {column: getattr(person, column) for column in columns}
    copy = merging.check_copied()
    fields = {"first": two[0].full_name, "second": two[1].full_name}
    merged = merging.merge(player=two[0], gone=two[1], chosen=chosen, author=request.user)
    fields["player"] = merged.player.full_name
    sentence = _("%(first)s and %(second)s are one person now: %(player)s.") % fields
    if copy is not None:
        sentence += " " + _("The copy made before is %(copy)s.") % {"copy": copy.name}
    messages.success(request, sentence)
    return redirect("people:player", merged.player_id)


def _side_by_side(
    request: DeskRequest,
    player: Player,
    two: Sequence[Player],
    forbidden: Sequence[str],
    status: int,
) -> HttpResponse:
    people = [_facts(player) for player in two]
    first, second = people
    alike = likeness(*((player.surname, player.given_name) for player in two))
    fields = [
        {
            "name": field,
            "label": title,
            "same": first["shown"][field] == second["shown"][field],
            "values": [(str(person["player"].pk), person["shown"][field]) for person in people],
            "chosen": request.POST.get(field) or str(_usual(people, field, alike).pk),
        }
        for field, title in TITLES.items()
    ]
    context = {
        "player": player,
        "other": two[0] if two[0] != player else two[1],
        "people": people,
        "fields": fields,
        "forbidden": forbidden,
        "alike": alike,
        "effects": _effects(people),
        "copied": connection.vendor == "sqlite",
        "restore": site_command("restore"),
    }
    return render(request, "people/merge.html", context, status=status)


def _usual(people: Sequence[Mapping[str, Any]], field: str, alike: Likeness | None) -> Player:
    """Player whose value is proposed: one with a card, or who came more often. A full name is
    preferred to a shortened one, any value to none.
    """

    def weight(person: Mapping[str, Any]) -> tuple[int, bool, int]:
        player = person["player"]
        length = int(bool(person["shown"][field]))
        if field == "name" and alike is Likeness.INITIAL:
            length = len(player.given_name)
        return length, bool(player.card_number), person["count"]

    chosen: Player = max(people, key=weight)["player"]
    return chosen


def _field_values(player: Player) -> dict[str, str]:
    """Values of each field from which one may be chosen."""
    name, email = player.full_name, player.email
    if player.name_for_paper:
        name += f" · {player.name_for_paper}"
    if email and player.emails_agreed:
        email = _("%(address)s, agreed") % {"address": email}
    return {"name": name, "card": player.card_number, "club": player.club, "email": email}


def _facts(player: Player) -> dict[str, Any]:
    rows = evenings_of(player).select_related("circuit")
    evenings = list(rows.annotate(published=Max("publications__number")))
    circuits = [evening.circuit for evening in evenings if evening.circuit is not None]
    return {
        "player": player,
        "shown": _field_values(player),
        "evenings": evenings,
        "count": len(evenings),
        "seasons": {circuit.pk: circuit for circuit in circuits},
        "published": sum(evening.published is not None for evening in evenings),
        "guest_in": {circuit.pk: circuit for circuit in player.guest_in.all()},
    }


def _effects(people: Sequence[Mapping[str, Any]]) -> list[str]:
    first, second = people
    count = first["count"] + second["count"]
    together = ngettext(
        "Together they have %(count)s evening.", "Together they have %(count)s evenings.", count
    )
    sentences = [together % {"count": count}]
    common = _("In the season “%(circuit)s” their results count together, on one line.")
    shared = sorted(first["seasons"].keys() & second["seasons"].keys())
    sentences += [common % {"circuit": first["seasons"][key].name} for key in shared]
    guest = _(
        "%(player)s is a guest of “%(circuit)s”: none of their results has a place there any more."
    )
    for one, other in (people, people[::-1]):
        guest_alone = one["guest_in"].keys() - other["guest_in"].keys()
        for key in sorted(guest_alone & other["seasons"].keys()):
            fields = {"player": one["player"].full_name, "circuit": one["guest_in"][key].name}
            sentences.append(guest % fields)
    if first["published"] or second["published"]:
        sentences.append(_("Published standings keep the names that they were published with."))
    return sentences
