from typing import Any

import tournaments.circuits
from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """A code for each circuit, and in its regulation the best partite that count."""
    circuits = apps.get_model("tournaments", "Circuit").objects.using(schema_editor.connection.alias)
    for circuit in circuits.all():
        circuit.code = tournaments.circuits.new_circuit_code()
        circuit.settings = {"count_best": circuit.count_best} if circuit.count_best else {}
        circuit.save(update_fields=["code", "settings"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_time_zone"),
    ]

    operations = [
        migrations.AddField(
            model_name="circuit",
            name="code",
            field=models.CharField(default="", editable=False, max_length=12, verbose_name="code"),
        ),
        migrations.AddField(
            model_name="circuit",
            name="counts",
            field=models.CharField(
                choices=[("partite", "each partita"), ("evenings", "the place of an evening")],
                default="partite",
                max_length=10,
                verbose_name="what counts",
            ),
        ),
        migrations.AddField(
            model_name="circuit",
            name="guests",
            field=models.ManyToManyField(
                blank=True,
                help_text="They play and have no place in the season.",
                related_name="guest_in",
                to="tournaments.player",
                verbose_name="guests",
            ),
        ),
        migrations.AddField(
            model_name="circuit",
            name="planned_evenings",
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="number of evenings"),
        ),
        migrations.AddField(
            model_name="circuit",
            name="prizes",
            field=models.TextField(blank=True, max_length=600, verbose_name="prizes"),
        ),
        migrations.AddField(
            model_name="circuit",
            name="settings",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Scale, ties, tie-breaks, best of, attendance: in the form of king standings.",
                verbose_name="regulation",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="circuit",
            name="code",
            field=models.CharField(
                default=tournaments.circuits.new_circuit_code,
                editable=False,
                max_length=12,
                unique=True,
                verbose_name="code",
            ),
        ),
        migrations.RemoveField(model_name="circuit", name="count_best"),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="circuit_has_name",
                violation_error_message="A circuit needs a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.CheckConstraint(
                condition=models.Q(("counts__in", ("partite", "evenings"))),
                name="circuit_counts_something",
                violation_error_message="Partite count, or the places of evenings.",
            ),
        ),
        migrations.AddConstraint(
            model_name="circuit",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("planned_evenings__isnull", True),
                    models.Q(("planned_evenings__gte", 1), ("planned_evenings__lte", 100)),
                    _connector="OR",
                ),
                name="circuit_has_1_to_100_evenings",
                violation_error_message="A circuit has from 1 to 100 evenings.",
            ),
        ),
    ]
