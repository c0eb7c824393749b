from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0005_clock_minutes"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="time_zone",
            field=models.CharField(blank=True, max_length=40, verbose_name="time zone"),
        ),
    ]
