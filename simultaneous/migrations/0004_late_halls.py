from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('simultaneous', '0003_one_document_each'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='event',
            name='event_drawn_has_key',
        ),
        migrations.RemoveConstraint(
            model_name='participation',
            name='participation_steps_in_order',
        ),
        migrations.RemoveField(
            model_name='event',
            name='key',
        ),
        migrations.RemoveField(
            model_name='participation',
            name='key',
        ),
        migrations.AlterField(
            model_name='postedline',
            name='rank',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('commitment', ''), ('drawn_at', None)), models.Q(('drawn_at__isnull', False), models.Q(('commitment', ''), _negated=True)), _connector='OR'), name='event_drawn_has_commitment', violation_error_message='A drawn event has a commitment.'),
        ),
        migrations.AddConstraint(
            model_name='participation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('code', ''), ('report', ''), ('reported_at', None)), models.Q(models.Q(('code', ''), _negated=True), models.Q(('report', ''), _negated=True)), _connector='OR'), name='participation_steps_in_order', violation_error_message='A report has a closing code.'),
        ),
        migrations.AddConstraint(
            model_name='postedline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('late', True), ('rank', None)), models.Q(('late', False), ('rank__isnull', False)), _connector='OR'), name='posted_line_ranked_or_late', violation_error_message='A line has a rank, or is late.'),
        ),
    ]
