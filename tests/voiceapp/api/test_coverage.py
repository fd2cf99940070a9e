"""Coverage and acknowledgements over REST."""

from tests.voiceapp import rows


def test_coverage_is_read(api):
    style = rows.style()
    rows.clip(style, "a", text="きょうは、いい天気ですか？")
    answer = api.get(f"/api/v1/styles/{style.pk}/coverage")
    assert answer.status_code == 200
    data = answer.json()
    assert data["is_current"] and data["computed_at"]
    assert data["coverage"]["counts"]["キョ"] == 1
    assert data["coverage"]["questions"] == 1
    assert data["coverage"]["units"]["quantiles"]
    assert data["coverage"]["proposals"][0]["new"]
    assert api.get("/api/v1/styles/99999/coverage").status_code == 404


def test_a_clip_is_acknowledged_and_held_again(api):
    style = rows.style()
    clip = rows.clip(style, "a", verdicts=[{"level": "warn", "code": "text-markup", "params": {}}])
    read = api.get(f"/api/v1/clips/{clip.pk}").json()
    assert (read["is_held"], read["held_codes"]) == (True, ["text-markup"])
    gate = api.get(f"/api/v1/styles/{style.pk}/gate").json()
    held = next(finding for finding in gate["findings"] if finding["code"] == "clips-held")
    assert (held["clip_names"], held["codes"]) == (["a"], ["text-markup"])
    refused = api.post(f"/api/v1/clips/{clip.pk}/acknowledge", {"reason": ""}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "reason-needed")
    answer = api.post(f"/api/v1/clips/{clip.pk}/acknowledge", {"reason": "spoken so"}, format="json").json()
    assert (answer["is_held"], answer["acknowledged_by"], answer["acknowledged_reason"]) == (
        False,
        "robot",
        "spoken so",
    )
    assert api.post(f"/api/v1/clips/{clip.pk}/acknowledge", {"reason": "again"}, format="json").status_code == 409
    assert api.delete(f"/api/v1/clips/{clip.pk}/acknowledge").json()["is_held"] is True


def test_counts_of_a_style_tell_what_is_held_and_stale(api):
    style = rows.style()
    rows.clip(style, "a", verdicts=[{"level": "warn", "code": "text-markup", "params": {}}])
    rows.clip(style, "b", phonemes_version="older")
    counts = api.get(f"/api/v1/styles/{style.pk}").json()["clips"]
    assert (counts["held"], counts["stale"], counts["trainable"]) == (1, 1, 2)
