"""Bodies: JSON in which no key is lost, and raw recordings that stream to storage."""

import io
import json

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, DataAndFiles, JSONParser, MultiPartParser

from voiceapp import storage
from voiceapp.api.problems import content_length
from voiceapp.errors import UploadTooLarge, UploadTruncated
from voiceapp.uploads import Receiver


class StrictJSONParser(JSONParser):
    """UTF-8 JSON. A key given twice is refused, since one of the two would be ignored; so are NaN and Infinity."""

    def parse(self, stream, media_type=None, parser_context=None):
        try:
            text = stream.read().decode("utf-8-sig")
            return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object_of)
        except RecursionError as error:
            raise ParseError(_("it is nested too deeply.")) from error
        except ValueError as error:  # of the decoder too
            raise ParseError(str(error)) from error


class FormParser(MultiPartParser):
    """A form whose files stream to storage; what has come of a file when the body breaks off is removed."""

    def parse(self, stream, media_type=None, parser_context=None):
        try:
            return super().parse(stream, media_type, parser_context)
        except BaseException:
            # Django tells the handlers of an interruption only when one of them stopped the upload itself.
            for handler in parser_context["request"].upload_handlers:
                handler.upload_interrupted()
            raise


class OctetStreamParser(BaseParser):
    """One recording (or zip) as the whole body; the query parameter `name` tells what it was called."""

    media_type = "application/octet-stream"

    def parse(self, stream, media_type=None, parser_context=None):
        request = parser_context["request"]
        expected = content_length(request)
        if expected > settings.VOICE_UPLOAD_MAX_BYTES:
            raise UploadTooLarge(measured=expected, limit=settings.VOICE_UPLOAD_MAX_BYTES)
        files = MultiValueDict({"file": [_receive(stream, expected, request.query_params.get("name", ""))]})
        # Django closes, and so removes, what lies here when the request ends; DRF does the same for forms.
        request._request._files = files
        return DataAndFiles(QueryDict(), files)


class AudioStreamParser(OctetStreamParser):
    media_type = "audio/*"


class CsvParser(BaseParser):
    """A text file as the whole body, as its bytes: its encoding is the reader's to find out."""

    media_type = "text/csv"

    def parse(self, stream, media_type=None, parser_context=None):
        expected = content_length(parser_context["request"]) or 0
        if expected > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        data = stream.read(expected)
        if len(data) != expected:
            raise UploadTruncated(measured=len(data), limit=expected)
        return data


def _receive(stream: io.RawIOBase, expected: int, name: str):
    receiver = Receiver(settings.VOICE_UPLOAD_MAX_BYTES)
    try:
        while chunk := stream.read(storage.READ_BYTES):
            receiver.write(chunk)
        if receiver.size_bytes != expected:
            raise UploadTruncated(measured=receiver.size_bytes, limit=expected)
    except BaseException:
        receiver.abandon()
        raise
    return receiver.finish(name)


def _object_of(pairs):
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _value in pairs]
        raise ParseError(
            _("the key “%(key)s” is given twice.") % {"key": next(k for k in keys if keys.count(k) > 1)[:80]}
        )
    return found


def _refuse_constant(name):
    raise ValueError(_("%(name)s is not a number in JSON.") % {"name": name})
