"""One comparison of membership cards.

Two players of before may have one card in two spellings. Nothing is lost: the second keeps the card
as it was typed, its key has the player's own number behind it, and *Likely duplicates* shows the
two to the organizer (``people.merging.pairs_to_look_at``).
"""

from typing import Any

from django.db import migrations, models

import tournaments.models
from king.words import card_key


def fill(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    players = apps.get_model("tournaments", "Player").objects.using(database)
    players = players.exclude(card_number="")
    taken = set[str]()
    for pk, card in players.order_by("pk").values_list("pk", "card_number"):
        key = card_key(card)
        players.filter(pk=pk).update(card_key=f"{key} {pk}" if key in taken else key)
        taken.add(key)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="card_key",
            field=tournaments.models.CardKeyField(
                blank=True, db_default="", default="", editable=False, max_length=200
            ),
        ),
        migrations.AddField(
            model_name="entrymember",
            name="mark",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=80
            ),
        ),
        migrations.RemoveConstraint(model_name="player", name="player_card_number_once"),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("card_key", ""), _negated=True),
                fields=("card_key",),
                name="player_card_key_once",
                violation_error_message="Another player of the roster has this card number.",
            ),
        ),
    ]
