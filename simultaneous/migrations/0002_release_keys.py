import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('simultaneous', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReleaseKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('letters', models.CharField(max_length=26)),
                ('told_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['event_id', 'round'],
            },
        ),
        migrations.AddField(
            model_name='event',
            name='grace_minutes',
            field=models.PositiveSmallIntegerField(db_default=30, default=30),
        ),
        migrations.AddField(
            model_name='hall',
            name='contact',
            field=models.CharField(blank=True, db_default='', max_length=120),
        ),
        migrations.AddField(
            model_name='hall',
            name='email',
            field=models.EmailField(blank=True, db_default='', max_length=254),
        ),
        migrations.AddField(
            model_name='hall',
            name='invitation_taken_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='hall',
            name='phone',
            field=models.CharField(blank=True, db_default='', max_length=40),
        ),
        migrations.AddField(
            model_name='hall',
            name='standing_read_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='hall',
            name='tables',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='postedline',
            name='late',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='posting',
            name='far_boards',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='posting',
            name='places',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='report',
            name='author',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='reason',
            field=models.CharField(blank=True, db_default='', max_length=400),
        ),
        migrations.AddField(
            model_name='releasekey',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='keys', to='simultaneous.event'),
        ),
        migrations.AddConstraint(
            model_name='releasekey',
            constraint=models.UniqueConstraint(fields=('event', 'round'), name='release_key_once', violation_error_message='This partita has its key already.'),
        ),
        migrations.AddConstraint(
            model_name='releasekey',
            constraint=models.CheckConstraint(condition=models.Q(('letters', ''), _negated=True), name='release_key_has_letters', violation_error_message='A key has letters.'),
        ),
    ]
