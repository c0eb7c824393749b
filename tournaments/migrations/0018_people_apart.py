from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_revisions'),
    ]

    operations = [
        migrations.DeleteModel(name='Membership'),
        migrations.DeleteModel(name='Merge'),
        migrations.DeleteModel(name='TwoPeople'),
    ]
