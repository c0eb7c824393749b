"""A standing made public is a publication in the code as on the pages. Tables, columns and
constraints keep their names, so that no statement runs and the version before serves meanwhile.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("simultaneous", "0010_hall_added_late")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelTable("posting", "simultaneous_posting"),
                migrations.AlterModelTable("postedline", "simultaneous_postedline"),
                migrations.RenameModel("Posting", "EventPublication"),
                migrations.RenameModel("PostedLine", "PublicationLine"),
                migrations.AlterField(
                    "eventpublication",
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publications",
                        to="simultaneous.event",
                    ),
                ),
                migrations.AlterConstraint(
                    "eventpublication",
                    "event_posting_number_once",
                    models.UniqueConstraint(
                        fields=("event", "number"),
                        name="event_posting_number_once",
                        violation_error_message="Standings with this number have already been published.",
                    ),
                ),
                migrations.RemoveConstraint("publicationline", "posted_line_place_once"),
                migrations.AlterField(
                    "publicationline",
                    "posting",
                    models.ForeignKey(
                        db_column="posting_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="simultaneous.eventpublication",
                    ),
                ),
                migrations.RenameField("publicationline", "posting", "publication"),
                migrations.AlterModelOptions(
                    "publicationline", {"ordering": ["publication_id", "wind", "place"]}
                ),
                migrations.AddConstraint(
                    "publicationline",
                    models.UniqueConstraint(
                        fields=("publication", "wind", "place"), name="posted_line_place_once"
                    ),
                ),
            ]
        )
    ]
