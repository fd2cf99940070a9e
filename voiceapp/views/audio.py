"""Recordings and samples, by the ids of their rows, to signed-in users only.

Parts can be asked for (Range), because browsers seek and some play nothing without it; WhiteNoise's responder for one
file does that.
"""

from django.http import FileResponse, Http404, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe
from whitenoise.responders import MissingFileError, StaticFile

from voiceapp import storage
from voiceapp.services.stored_audio import audio_convert
from voiceapp.views.fetch import clip_for_operator, model_for_operator, reference_for_operator, run_for_operator

SAMPLE_NAME = "sample.wav"
# Only what was decoded as audio is played in the page; anything else would be somebody's file under our address.
PLAYABLE = "audio/"


@require_safe
def reference_audio(request, pk):
    return _stored_audio(request, reference_for_operator(request.user, pk))


@require_safe
def clip_audio(request, pk):
    return _stored_audio(request, clip_for_operator(request.user, pk))


@require_safe
def model_sample(request, pk):
    model = model_for_operator(request.user, pk)
    path = storage.model_directory(model.digest) / SAMPLE_NAME
    name = f"{model.style.voice.slug}-{model.style.slug}-{model.digest[:8]}.wav"
    return _file_response(request, path, content_type="audio/wav", name=name, etag=model.digest)


@require_safe
def run_sample(request, pk, step):
    """What an unfinished model said after so many steps."""
    run = run_for_operator(request.user, pk)
    name = f"step-{step:08d}.wav"
    path = storage.run_directory(run.pk) / "samples" / name
    return _file_response(request, path, content_type="audio/wav", name=name, etag=f"{run.pk}-{step}")


def _stored_audio(request, row):
    if not row.sha256:
        raise Http404
    is_playable = row.content_type.startswith(PLAYABLE)
    content_type = row.content_type if is_playable else "application/octet-stream"
    path = storage.audio_path(row.sha256)
    if is_playable and not row.is_browser_playable and "original" not in request.GET:
        return _converted(row, path)
    return _file_response(
        request, path, content_type=content_type, name=row.original_name, etag=row.sha256, is_inline=is_playable
    )


def _converted(row, path):
    """AIFF, A-law and their like as a WAV that browsers play; the download asks for the `original`."""
    if not path.exists():
        raise Http404
    wav = audio_convert(recording=row)
    return HttpResponse(wav, content_type="audio/wav", headers={"Cache-Control": "private, no-cache"})


def _file_response(request, path, *, content_type, name, etag, is_inline=True):
    headers = [
        ("Content-Type", content_type),
        ("Content-Disposition", content_disposition_header(not is_inline, name) or "inline"),
        ("Accept-Ranges", "bytes"),
        ("ETag", f'"{etag}"'),
        # Voices of people: kept by their listener's browser, never by a shared cache.
        ("Cache-Control", "private, no-cache"),
    ]
    try:
        file = StaticFile(str(path), headers)
    except MissingFileError as error:
        raise Http404 from error
    answer = file.get_response(request.method, request.META)
    response = FileResponse(answer.file) if answer.file is not None else HttpResponse()
    response.status_code = answer.status
    # What FileResponse guessed about the name-less part of a file is not ours.
    for header in ("Content-Type", "Content-Length", "Content-Disposition"):
        response.headers.pop(header, None)
    for header, value in answer.headers:
        response[header] = value
    return response
