import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("voiceapp", "0004_clip_state"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BaseArtefact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="digest")),
                ("size_bytes", models.PositiveBigIntegerField(verbose_name="size in bytes")),
                ("note", models.TextField(blank=True, verbose_name="note")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created at")),
            ],
            options={
                "verbose_name": "base model",
                "verbose_name_plural": "base models",
                "ordering": ["name", "-created_at"],
            },
        ),
        migrations.AddField(
            model_name="trainingrun",
            name="warm_start",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="started_runs",
                to="voiceapp.voicemodel",
                verbose_name="starts from the model",
            ),
        ),
        migrations.AddField(
            model_name="trainingrun",
            name="warm_start_digest",
            field=models.CharField(blank=True, max_length=64, verbose_name="digest of what it starts from"),
        ),
        migrations.AddField(
            model_name="trainingrun",
            name="warm_base",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="started_runs",
                to="voiceapp.baseartefact",
                verbose_name="starts from the base model",
            ),
        ),
        migrations.AddConstraint(
            model_name="trainingrun",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("warm_base", None), ("warm_start", None), ("warm_start_digest", "")),
                    models.Q(
                        ("warm_base__isnull", False),
                        ("warm_start", None),
                        models.Q(("warm_start_digest", ""), _negated=True),
                    ),
                    models.Q(
                        ("warm_base", None),
                        ("warm_start__isnull", False),
                        models.Q(("warm_start_digest", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="run_starts_from_one_or_none",
            ),
        ),
    ]
