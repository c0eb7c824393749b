"""The app as Django installs it."""

from typing import TYPE_CHECKING

from django.apps import AppConfig

if TYPE_CHECKING:
    from ground.personal_data import Named


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        from ground.personal_data import Own, declare
        from tournaments.player_columns import NO_KEYS, PlayerRows, names_players

        declare(Own(("people.Merge.gone", "people.Merge.changed"), _forget_merges))
        names_players(
            PlayerRows("people.Merge", "player", "", NO_KEYS),
            PlayerRows("people.Membership", "player", "", NO_KEYS),
        )


def _forget_merges(person: "Named") -> None:
    from people.models import Merge

    Merge.objects.filter(player=person.player).delete()
