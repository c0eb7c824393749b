"""A table that draws its first dealer keeps it with its sheet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="sheet",
            name="first_dealer",
            field=models.CharField(
                blank=True,
                choices=[("N", "North"), ("E", "East"), ("S", "South"), ("W", "West")],
                default="",
                help_text="Who was drawn to deal first at this table.",
                max_length=1,
                verbose_name="first dealer",
            ),
            preserve_default=False,
        ),
    ]
