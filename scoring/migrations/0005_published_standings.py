"""Rename publications for readers, and the refusal of a second one with the same number. No
statement runs.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0004_robots_mean")]

    operations = [
        migrations.AlterModelOptions(
            "publication",
            {"ordering": ["tournament_id", "number"], "verbose_name": "published standings"},
        ),
        migrations.AlterConstraint(
            "publication",
            "publication_number_once",
            models.UniqueConstraint(
                fields=("tournament", "number"),
                name="publication_number_once",
                violation_error_message="Standings with this number have already been published.",
            ),
        ),
    ]
