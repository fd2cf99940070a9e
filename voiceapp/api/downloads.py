"""Recordings on their way out, by object and never by path."""

from django.http import FileResponse, Http404

from voiceapp import storage
from voiceapp.api.problems import AudioMissing


def audio_response(recording) -> FileResponse:
    """The registered bytes under their original name. Raises `AudioMissing` when the storage has lost them."""
    if not recording.sha256:  # a transcript line without audio is kept as a rejected clip
        raise Http404
    name = recording.original_name or recording.sha256[:12]
    try:
        stream = open(storage.audio_path(recording.sha256), "rb")
    except FileNotFoundError as error:
        raise AudioMissing(name=name) from error
    return FileResponse(
        stream, as_attachment=True, filename=name, content_type=recording.content_type or "application/octet-stream"
    )
