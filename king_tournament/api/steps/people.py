"""Steps of the roster: somebody new, put right, two who are one, or two, and who agrees to mails."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import ChoiceField, ListField, ModelSerializer

from king_tournament.api.steps import Answer, Scope, Step
from king_tournament.api.steps.answers import AgreedShape, PersonShape
from king_tournament.api.steps.bodies import Body, PartialBody, number, numbers
from king_tournament.api.steps.evening import GONE, player_of
from king_tournament.api.steps.season import CLUB
from people import members, merging
from people.merging import FIELDS, check_copied
from tournaments.models import Player
from tournaments.roster import save_player

OF_PERSON = ("surname", "given_name", "name_for_paper", "card_number", "club", "email")


PERSON = Scope(
    "player",
    "people/<int:number>/",
    lambda _request, key: player_of(key.pop("number")),
    PersonShape,
)


class PersonBody(Body, ModelSerializer):
    """Somebody of the roster."""

    class Meta:
        model = Player
        fields = (*OF_PERSON, "at_wind", "at_table")
        # The row itself is looked at whole, and knows whose card it is.
        validators: ClassVar[list[Any]] = []
        extra_kwargs: ClassVar[dict[str, Any]] = {"card_number": {"validators": []}}


class PersonChangesBody(PartialBody, PersonBody):
    """Changes to somebody of the roster: what is not named stays."""


def _save(*, author: Any, player: Player | None = None, **fields: Any) -> Player:
    changed = player or Player()
    for name, value in fields.items():
        setattr(changed, name, value)
    changed.full_clean()
    return save_player(player=changed, author=author)


def _merge(*, player: Player, gone: int, take: Sequence[str] = (), author: Any) -> Player:
    other = player_of(gone)
    chosen = {column: getattr(other, column) for field in take for column in FIELDS[field]}
    check_copied()
    return merging.merge(player=player, gone=other, chosen=chosen, author=author).player


def _apart(*, player: Player, other: int, apart: bool) -> None:
    two = player_of(other)
    if two == player:
        raise Http404
    say = merging.are_two_people if apart else merging.may_be_one
    say(first=player, second=two)


ROSTER_STEPS = (
    Step(
        "people/new/",
        _("Add somebody new to the roster"),
        _save,
        PersonBody,
        answer=Answer(PersonShape),
        **CLUB,
    ),
    Step(
        "people/agree/",
        _("Note that players agree to mails, or no longer do"),
        members.agree_to_emails,
        {"players": numbers(_("By their keys."), needed=True)},
        answer=Answer(AgreedShape, lambda _row, players: {"players": [one.pk for one in players]}),
        **CLUB,
    ),
)

PERSON_STEPS = (
    Step("change/", _("Correct somebody on the roster"), _save, PersonChangesBody, **CLUB),
    Step(
        "merge/",
        _("Merge two rows of the roster that are one person"),
        _merge,
        {
            "gone": number(_("The key of the row that is deleted."), needed=True),
            "take": ListField(
                child=ChoiceField(choices=list(FIELDS)),
                required=False,
                help_text=_("What is taken from the row that is deleted."),
            ),
        },
        **CLUB,
    ),
    Step(
        "apart/",
        _("Say that two players with the same name are two people, or may be one"),
        _apart,
        author="",
        answer=GONE,
        **CLUB,
    ),
)
