"""Training runs, and what the line writes about them."""

from django.contrib import admin
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from voiceapp.admin.base import ReadOnlyAdmin, ReadOnlyInline, ServiceAdmin, ServiceForm, act_on_each, seconds
from voiceapp.models import RunClip, RunEvent, RunProgress, RunStatus, TrainingRun
from voiceapp.sentences import run_sentence
from voiceapp.services.training_run import run_cancel, run_create, run_requeue

WARM_START_CODES = ("warm-start-invalid", "warm-start-differs", "warm-start-failed-content-check")


class RunForm(ServiceForm):
    fields_of_codes = {"gate-shut": "style", "run-already-live": "style"}

    class Meta:
        model = TrainingRun
        fields = ["style", "minutes", "seed", "warm_start", "warm_base"]

    def clean(self):
        if self.cleaned_data.get("warm_start") and self.cleaned_data.get("warm_base"):
            self.add_error("warm_base", _("A run starts from one model. Choose one of the two."))
        return self.cleaned_data

    def act(self):
        base = self.cleaned_data.pop("warm_base")
        return run_create(
            **self.cleaned_data | {"warm_start": self.cleaned_data["warm_start"] or base}, actor=self.actor
        )

    def _refuse(self, error):
        # Beside whichever of the two was chosen.
        chosen = "warm_base" if self.cleaned_data["warm_start"] is None else "warm_start"
        self.fields_of_codes = {**self.fields_of_codes, **dict.fromkeys(WARM_START_CODES, chosen)}
        super()._refuse(error)


class EventInWords:
    @admin.display(description=_("from"), ordering="from_status")
    def before(self, event):
        return RunStatus(event.from_status).label if event.from_status else "–"

    @admin.display(description=_("to"), ordering="to_status")
    def after(self, event):
        return RunStatus(event.to_status).label if event.to_status else "–"

    @admin.display(description=_("detail"))
    def sentence(self, event):
        return run_sentence(event.code, event.params, event.detail)


class RunEventInline(EventInWords, ReadOnlyInline):
    model = RunEvent
    fields = readonly_fields = ["at", "before", "after", "attempt", "sentence", "actor"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("actor")


@admin.register(TrainingRun)
class TrainingRunAdmin(ServiceAdmin):
    add_form = RunForm
    add_fields = ["style", "minutes", "seed", "warm_start", "warm_base"]
    autocomplete_fields = ["style", "warm_start", "warm_base"]
    actions = ["cancel", "queue_again"]
    inlines = [RunEventInline]
    list_display = ["__str__", "status", "percent", "minutes", "clip_count", "worker_name", "created_at", "ended_at"]
    list_filter = ["status", "language", "style__voice", "device", "reason_code", "created_at"]
    list_select_related = ["style__voice"]
    search_fields = ["id", "style__slug", "style__name", "style__voice__slug", "worker_name", "reason_code"]
    fieldsets = [
        (None, {"fields": ["style", "language", "status", "reason", "minutes", "seed", "percent"]}),
        (_("Start"), {"fields": ["warm_start", "warm_base", "warm_start_digest"]}),
        (_("Training"), {"fields": ["step", "steps_planned", "elapsed_s", "remaining_s", "losses", "device"]}),
        (_("Corpus"), {"fields": ["clip_count", "left_out_count", "audio", "corpus_digest"]}),
        (
            _("Delivery"),
            {
                "fields": [
                    "attempt",
                    "max_attempts",
                    "delivery",
                    "worker_name",
                    "process",
                    "heartbeat_at",
                    "cancel_requested_at",
                ]
            },
        ),
        (
            _("Record"),
            {"fields": ["created_at", "created_by", "queued_at", "started_at", "ended_at", "traceback_shown"]},
        ),
    ]
    readonly_fields = ["reason", "percent", "audio", "delivery", "process", "traceback_shown"]

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("style__voice", "warm_start__style__voice", "warm_base")

    def has_change_permission(self, request, obj=None):
        return False

    @admin.action(description=_("Cancel"), permissions=["act"])
    def cancel(self, request, queryset):
        act_on_each(self, request, queryset, lambda run: run_cancel(run=run, actor=request.user))

    @admin.action(description=_("Queue again"), permissions=["act"])
    def queue_again(self, request, queryset):
        act_on_each(self, request, queryset, lambda run: run_requeue(run=run, actor=request.user))

    @admin.display(description=_("progress"))
    def percent(self, run):
        return "–" if run.progress_percent is None else f"{run.progress_percent} %"

    @admin.display(description=_("audio"))
    def audio(self, run):
        return seconds(run.audio_s)

    @admin.display(description=_("delivery"))
    def delivery(self, run):
        return run.job_id or "–"

    @admin.display(description=_("process id"))
    def process(self, run):
        return run.trainer_pid or "–"

    @admin.display(description=_("reason"))
    def reason(self, run):
        return run_sentence(run.reason_code, run.reason_params, run.reason_detail) if run.reason_code else "–"

    @admin.display(description=_("traceback"))
    def traceback_shown(self, run):
        return format_html("<pre>{}</pre>", run.traceback) if run.traceback else "–"


class OfRunAdmin(ReadOnlyAdmin):
    list_select_related = ["run__style__voice"]
    list_filter = ["run__style__voice", "run__status"]


@admin.register(RunEvent)
class RunEventAdmin(EventInWords, OfRunAdmin):
    list_display = ["at", "run", "before", "after", "attempt", "code", "actor"]
    list_filter = [*OfRunAdmin.list_filter, "code", "at"]
    list_select_related = ["run__style__voice", "actor"]
    search_fields = ["code", "run__id", "run__style__slug"]
    fields = ["at", "run", "before", "after", "attempt", "code", "sentence", "actor"]
    readonly_fields = ["before", "after", "sentence"]


@admin.register(RunClip)
class RunClipAdmin(OfRunAdmin):
    list_display = ["name", "run", "text", "units", "duration_s"]
    search_fields = ["name", "text", "sha256", "run__id"]
    fields = ["run", "clip", "name", "text", "symbols_shown", "tones_shown", "units", "duration_s", "sha256"]
    readonly_fields = ["symbols_shown", "tones_shown"]

    @admin.display(description=_("symbols"))
    def symbols_shown(self, run_clip):
        return " ".join(run_clip.symbols)

    @admin.display(description=_("tones"))
    def tones_shown(self, run_clip):
        return " ".join(map(str, run_clip.tones))


@admin.register(RunProgress)
class RunProgressAdmin(OfRunAdmin):
    list_display = ["run", "attempt", "step", "elapsed_s", "losses", "learning_rate"]
    search_fields = ["run__id", "run__style__slug"]
    fields = ["run", "attempt", "step", "elapsed_s", "losses", "learning_rate"]
