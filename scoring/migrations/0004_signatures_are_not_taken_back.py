from typing import Any

from django.db import migrations, models


def forget_withdrawn(apps: Any, schema_editor: Any) -> None:
    """No page could withdraw one; a program that did must not have its wind sign after all."""
    signatures = apps.get_model("scoring", "Signature").objects.using(schema_editor.connection.alias)
    signatures.exclude(withdrawn_at=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_who_signed"),
    ]

    operations = [
        migrations.RunPython(forget_withdrawn, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name="signature",
            name="signed_once_for_the_same_rows",
        ),
        migrations.RemoveField(
            model_name="signature",
            name="withdrawn_at",
        ),
        migrations.AddConstraint(
            model_name="signature",
            constraint=models.UniqueConstraint(
                fields=("sheet", "wind", "content_hash"),
                name="signed_once_for_the_same_rows",
                violation_error_message="This wind has already signed these rows.",
            ),
        ),
    ]
