"""What a row of a clip says beyond its fields."""

from django import template

from voiceapp.selectors.pronunciation import phonemes_version_of

register = template.Library()


@register.simple_tag(takes_context=True)
def phonemes_are_stale(context, clip):
    """Whether the engine or the dictionary has changed since the phonemes of `clip` were made.

    The version in force is read once a page for each voice, not once a clip.
    """
    request = context["request"]
    versions = request.__dict__.setdefault("phonemes_versions", {})
    voice = (context.get("style") or clip.style).voice
    if voice.pk not in versions:
        versions[voice.pk] = phonemes_version_of(voice)
    return clip.phonemes_version != versions[voice.pk]
