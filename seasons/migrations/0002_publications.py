"""A season's standings made public are a publication in the code as on the pages. The table and its
constraint keep their names, so that no statement runs and the version before serves meanwhile.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("seasons", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("seasonposting", "seasons_seasonposting"),
                migrations.RenameModel("SeasonPosting", "SeasonPublication"),
                migrations.AlterModelOptions(
                    "seasonpublication",
                    {
                        "ordering": ["circuit", "number"],
                        "verbose_name": "published season",
                        "verbose_name_plural": "published seasons",
                    },
                ),
                migrations.AlterField(
                    "seasonpublication",
                    "circuit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publications",
                        to="tournaments.circuit",
                    ),
                ),
                migrations.AlterConstraint(
                    "seasonpublication",
                    "season_posting_number_once",
                    models.UniqueConstraint(
                        fields=("circuit", "number"),
                        name="season_posting_number_once",
                        violation_error_message="Standings with this number have already been published.",
                    ),
                ),
            ]
        )
    ]
