import secrets

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_keyed_log_and_time_for_protests'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='signing_secret',
            field=models.CharField(default=secrets.token_hex, editable=False, help_text="What each player's own signing code is made of.", max_length=64, verbose_name='secret of the signing codes'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='called_up',
            field=models.JSONField(blank=True, default=dict, help_text='Prizes: places overall, winds, best sheet, newcomer.', verbose_name='who is called up'),
        ),
    ]
