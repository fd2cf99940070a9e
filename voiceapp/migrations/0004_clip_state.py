"""What verdicts come to, on clips from before there were columns for it, and the indexes that the table of clips uses."""

from django.db import migrations, models

# As the model had it when this was written; later versions of it must not change what this does.
HELD = {
    "characters-dropped",
    "override-outdated",
    "pace-unlike-style",
    "phonemes-identical",
    "phonemes-per-character",
    "phonemes-per-second",
    "script-mostly-latin",
    "text-control-characters",
    "text-markup",
}
READ = ["verdicts", "worst_level", "is_held", "acknowledged_codes", "acknowledged_digest", "phonemes_digest"]
WRITTEN = ["worst_level", "is_held"]
CLIPS_AT_ONCE = 1000
RARE_STATES = {
    "clip_held": (["is_held"], models.Q(is_held=True)),
    "clip_left_out": ([], models.Q(left_out_at__isnull=False)),
    "clip_overridden": (["override_at"], models.Q(override_at__isnull=False)),
    "clip_acknowledged": (["acknowledged_at"], models.Q(acknowledged_at__isnull=False)),
    "clip_speechless": (["phonemes_digest"], models.Q(phonemes_digest="")),
}


def clips_judge(apps, schema_editor):
    clips = apps.get_model("voiceapp", "Clip").objects.using(schema_editor.connection.alias)
    keys = list(clips.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), CLIPS_AT_ONCE):
        chunk = clips.filter(pk__in=keys[start : start + CLIPS_AT_ONCE]).only(*READ)
        clips.bulk_update([clip for clip in chunk if _is_changed(clip)], WRITTEN)


def _is_changed(clip):
    before = clip.worst_level, clip.is_held
    levels = {entry["level"] for entry in clip.verdicts}
    clip.worst_level = next((level for level in ("reject", "warn", "fix") if level in levels), "")
    known = clip.acknowledged_codes if clip.acknowledged_digest == clip.phonemes_digest else []
    found = {entry["code"] for entry in clip.verdicts if entry["level"] == "warn"}
    clip.is_held = bool((found & HELD) - set(known))
    return before != (clip.worst_level, clip.is_held)


class Migration(migrations.Migration):
    dependencies = [("voiceapp", "0003_clipimport_pending")]

    operations = [
        migrations.RunPython(clips_judge, migrations.RunPython.noop, elidable=True),
        migrations.RemoveIndex(model_name="clip", name="clip_by_level"),
        migrations.RemoveIndex(model_name="clip", name="clip_by_phonemes_version"),
        *(
            migrations.AddIndex(model_name="clip", index=index)
            for index in (
                models.Index(fields=["style", "worst_level", "left_out_at", "name"], name="clip_by_level"),
                models.Index(
                    fields=["style", "phonemes_version", "left_out_at", "worst_level"], name="clip_by_phonemes_version"
                ),
                models.Index(
                    fields=[
                        "style",
                        "name",
                        "left_out_at",
                        "worst_level",
                        "phonemes_version",
                        "trimmed_duration_s",
                        "duration_s",
                    ],
                    name="clip_state",
                ),
                *(
                    models.Index(
                        fields=["style", "name", "left_out_at", "worst_level", *columns], condition=condition, name=name
                    )
                    for name, (columns, condition) in RARE_STATES.items()
                ),
            )
        ),
    ]
