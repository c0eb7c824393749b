from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_merges_without_undo'),
    ]

    operations = [
        migrations.DeleteModel(name='Membership'),
        migrations.DeleteModel(name='Merge'),
        migrations.DeleteModel(name='TwoPeople'),
    ]
