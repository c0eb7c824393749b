"""An entry says that it completes the tables; house players of before do."""

from typing import Any

from django.db import migrations, models


def house_players_fill(apps: Any, schema_editor: Any) -> None:
    database = schema_editor.connection.alias
    members = apps.get_model("tournaments", "EntryMember").objects.using(database)
    house = members.filter(player__is_house=True).values("entry")
    entries = apps.get_model("tournaments", "Entry").objects.using(database)
    entries.filter(pk__in=house, unranked=True).update(fills=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_card_key")]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="fills",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(house_players_fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("fills", False), ("unranked", True), _connector="OR"),
                name="entry_filler_is_unranked",
                violation_error_message="Whoever completes a table is not ranked.",
            ),
        ),
    ]
