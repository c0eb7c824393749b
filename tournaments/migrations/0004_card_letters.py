"""An evening says which letters are printed on its cards."""

from django.db import migrations, models

PACKS = [
    ("AKQJ", "A K Q J"),
    ("ARDV", "A R D V"),
    ("ARDF", "A R D F"),
    ("AKDB", "A K D B"),
    (
        "\N{CYRILLIC CAPITAL LETTER TE}\N{CYRILLIC CAPITAL LETTER KA}"
        "\N{CYRILLIC CAPITAL LETTER DE}\N{CYRILLIC CAPITAL LETTER VE}",
        "\N{CYRILLIC CAPITAL LETTER TE} \N{CYRILLIC CAPITAL LETTER KA} "
        "\N{CYRILLIC CAPITAL LETTER DE} \N{CYRILLIC CAPITAL LETTER VE}",
    ),
]


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_entry_fills")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="card_letters",
            field=models.CharField(
                blank=True,
                choices=PACKS,
                db_default="",
                default="",
                max_length=4,
                verbose_name="letters on the cards",
            ),
        ),
    ]
