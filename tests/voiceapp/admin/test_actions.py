"""Actions of the admin call services, and show what those refuse."""

import pytest
from django.urls import reverse

from tests.voiceapp import rows
from tests.voiceapp.measured import published
from voiceapp.models import Clip
from voiceapp.services.api_token import token_authenticate, token_create
from voiceapp.services.training_run import run_create

pytestmark = pytest.mark.django_db


def _act(admin, action: str, *chosen, **data) -> str:
    """Run an action on rows; return what the page says afterwards."""
    address = reverse(f"admin:voiceapp_{chosen[0]._meta.model_name}_changelist")
    data |= {"action": action, "_selected_action": [str(row.pk) for row in chosen], "index": "0"}
    response = admin.post(address, data, follow=True)
    for row in chosen:
        if type(row).objects.filter(pk=row.pk).exists():
            row.refresh_from_db()
    return " ".join(str(message) for message in response.context["messages"])


def test_a_run_is_cancelled_and_queued_again(admin, chief, queue):
    run = run_create(style=rows.ready_style(), minutes=1, actor=chief)
    assert "1 row" in _act(admin, "cancel", run)
    assert run.status == "cancelled"
    assert run.events.last().actor == chief
    _act(admin, "queue_again", run)
    assert run.status == "queued"
    assert "queued again only after it ended" in _act(admin, "queue_again", run)


def test_a_model_is_made_current_unless_it_failed_the_check(admin):
    style = rows.style()
    old, failed, new = published(style), published(style, accuracy=0.0), published(style)
    _act(admin, "make_current", old)
    new.refresh_from_db()
    assert old.is_current
    assert not new.is_current
    assert "content check" in _act(admin, "make_current", failed)
    assert not failed.is_current


def test_clips_are_left_out_for_a_reason(admin, chief):
    style = rows.style()
    clips = [rows.clip(style, name) for name in "ab"]
    assert "reason" in _act(admin, "leave_out", *clips, reason="")
    assert not any(clip.is_left_out for clip in clips)
    assert "2 rows" in _act(admin, "leave_out", *clips, reason="A dog barks.")
    assert {clip.left_out_reason for clip in clips} == {"A dog barks."}
    assert clips[0].left_out_by == chief
    _act(admin, "take_in", clips[0])
    assert not clips[0].is_left_out


def test_held_clips_are_acknowledged_with_a_reason(admin):
    style = rows.style()
    markup = {"level": "warn", "code": "text-markup", "params": {}}
    clips = [rows.clip(style, name, verdicts=[markup]) for name in "ab"]
    assert "reason" in _act(admin, "acknowledge", *clips, reason="")
    assert style.clips.filter(is_held=True).count() == 2
    assert "2 rows" in _act(admin, "acknowledge", *clips, reason="She says it so.")
    assert not style.clips.filter(is_held=True).exists()


def test_clips_are_deleted(admin):
    clip = rows.clip(rows.style(), "a")
    _act(admin, "delete_selected", clip, post="yes")
    assert not Clip.objects.exists()


def test_tokens_are_revoked(admin, chief):
    token, raw = token_create(user=chief, name="t")
    _act(admin, "revoke", token)
    assert token.revoked_at is not None
    assert token_authenticate(raw=raw) is None


@pytest.mark.parametrize("name", ["trainingrun", "voicemodel", "clip", "apitoken"])
@pytest.mark.parametrize("key", ["aoi", "9" * 30, "\0"])
def test_an_action_on_a_key_that_is_none_is_a_bad_request(admin, name, key):
    actions = {"trainingrun": "cancel", "voicemodel": "make_current", "clip": "take_in", "apitoken": "revoke"}
    address = reverse(f"admin:voiceapp_{name}_changelist")
    assert admin.post(address, {"action": actions[name], "_selected_action": key, "index": "0"}).status_code == 400
