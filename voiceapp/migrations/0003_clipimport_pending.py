from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("voiceapp", "0002_pronunciations"),
    ]

    operations = [
        migrations.AddField(
            model_name="clipimport",
            name="pending",
            field=models.PositiveIntegerField(default=0, verbose_name="text is judged next"),
        ),
    ]
