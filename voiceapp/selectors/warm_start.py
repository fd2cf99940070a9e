"""What a run may start from: models that passed the content check, and base models, whose weights fit."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Case, Count, QuerySet, Value, When

from trainer.errors import BadInput, TrainerError
from trainer.languages import LANGUAGES
from trainer.manifest import MANIFEST_FILE, Manifest, manifest_read
from trainer.shape import shape_require
from voiceapp import storage
from voiceapp.errors import AppError, TrainerRefusal, WarmStartFailedContentCheck, WarmStartInvalid
from voiceapp.models import BaseArtefact, Measurement, MeasurementKind, Style, TrainingRun, VoiceModel

# Of each kind so many, the nearest, are looked at for an offer: it reads their manifests. Any other goes by its digest.
LOOKED_AT = 100

Source = VoiceModel | BaseArtefact


def warm_starts_offered(style: Style) -> list[Source]:
    """Models of the style's language that a run can start from, nearest first: those of the style itself, of its voice,
    of other voices, each newest first; base models last. A cheap look; `warm_start_require` reads every file."""
    near = Case(When(style=style, then=Value(0)), When(style__voice=style.voice_id, then=Value(1)), default=Value(2))
    models = VoiceModel.objects.filter(language=style.voice.language, has_passed_content_check=True)
    models = models.select_related("style__voice").order_by(near, "-created_at")
    return [*_fitting(models), *_fitting(BaseArtefact.objects.filter(language=style.voice.language))]


def bases_list() -> QuerySet[BaseArtefact]:
    return BaseArtefact.objects.annotate(run_count=Count("started_runs"))


def warm_start_get(digest: str) -> Source:
    """What has this digest. Raises `ObjectDoesNotExist`."""
    model = VoiceModel.objects.select_related("style__voice").filter(digest=digest).first()
    return model or BaseArtefact.objects.get(digest=digest)


def warm_start_require(source: Source, language: str, *, is_read: bool = True) -> None:
    """A run in `language` can start from `source`, of which every file is read, unless `is_read` says otherwise.

    Raises `WarmStartFailedContentCheck`, `WarmStartInvalid` (files missing or altered), and `TrainerRefusal`
    warm-start-differs, which names language, symbols or shape with both sides.
    """
    if isinstance(source, VoiceModel) and not source.has_passed_content_check:
        check = Measurement.objects.filter(voice_model=source, kind=MeasurementKind.CONTENT_CHECK).first()
        measured = round(check.value, 2) if check else None
        raise WarmStartFailedContentCheck(name=str(source), measured=measured, limit=settings.VOICE_CONTENT_CHECK_MIN)
    try:
        manifest = artefact_of(source.digest, is_read=is_read)
    except TrainerError as error:
        raise WarmStartInvalid(name=str(source), error=error) from error
    try:
        shape_require(manifest, LANGUAGES[language])
    except TrainerError as error:
        raise TrainerRefusal(error) from error


def artefact_of(digest: str, *, is_read: bool = True) -> Manifest:
    """The artefact in the storage, if it is the one with this digest. Raises BadInput artefact-invalid."""
    manifest = manifest_read(storage.model_directory(digest), verify=is_read)
    if manifest.digest != digest:
        raise BadInput("artefact-invalid", file=MANIFEST_FILE, detail="altered")
    return manifest


def teachers_behind(voice_model: VoiceModel) -> list[dict] | None:
    """Whose recordings its weights come from besides its own clips: name, licence, rights holder and note of each teacher
    of the base models before it. None, which is not to be taken for nobody, where its files cannot be opened."""
    try:
        return artefact_of(voice_model.digest, is_read=False).teachers()
    except TrainerError:
        return None


def runs_started_from(source: Source) -> QuerySet[TrainingRun]:
    """Newest first; of each, the model that came of it is at hand."""
    return source.started_runs.select_related("style__voice", "voice_model")


def _fitting(sources: QuerySet) -> Iterator[Source]:
    for source in sources[:LOOKED_AT]:
        try:
            warm_start_require(source, source.language, is_read=False)
        except AppError:
            continue
        yield source
