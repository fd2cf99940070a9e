"""The dictionary in the admin: the same services, the same words."""

from tests.voiceapp import rows
from voiceapp.models import Pronunciation, PronunciationChange
from voiceapp.services.pronunciation import pronunciation_mark, pronunciation_set

ADDRESS = "/admin/voiceapp/pronunciation/"
FIELDS = {"language": "ja", "voice": "", "surface": "声房", "reading": "こえぼう", "nucleus": "2",
          "part_of_speech": "noun", "note": "", "expected": ""}  # fmt: skip


def test_an_entry_is_added_and_changed_with_its_history(admin, chief):
    assert admin.post(f"{ADDRESS}add/", FIELDS).status_code == 302
    row = Pronunciation.objects.get()
    assert (row.reading, row.updated_by) == ("コエボウ", chief)
    assert pronunciation_mark(row) in admin.get(f"{ADDRESS}{row.pk}/change/").content.decode()
    changed = FIELDS | {"reading": "コエフサ", "nucleus": "0", "expected": pronunciation_mark(row)}
    assert admin.post(f"{ADDRESS}{row.pk}/change/", changed).status_code == 302
    assert list(Pronunciation.objects.values_list("surface", "reading", "nucleus")) == [("声房", "コエフサ", 0)]
    assert PronunciationChange.objects.filter(actor=chief).count() == 2


def test_refusals_stand_at_their_field(admin):
    text = admin.post(f"{ADDRESS}add/", FIELDS | {"nucleus": "9"}).content.decode()
    assert "give the mora before the fall" in text
    voice = rows.voice(language="en")
    text = admin.post(f"{ADDRESS}add/", FIELDS | {"voice": str(voice.pk)}).content.decode()
    assert "Choose another voice" in text
    assert not Pronunciation.objects.exists()


def test_an_entry_that_was_changed_meanwhile_is_not_overwritten(admin):
    row = pronunciation_set(language="ja", surface="声房", reading="コエボウ", nucleus=2, actor=None)
    seen = pronunciation_mark(row)
    pronunciation_set(language="ja", surface="声房", reading="セイボウ", nucleus=0, actor=None)
    text = admin.post(f"{ADDRESS}{row.pk}/change/", FIELDS | {"reading": "コエフサ", "expected": seen}).content.decode()
    assert "セイボウ" in text
    assert Pronunciation.objects.get().reading == "セイボウ"


def test_entries_are_deleted_and_brought_back_by_actions(admin):
    row = pronunciation_set(language="ja", surface="声房", reading="コエボウ", nucleus=2, actor=None)
    admin.post(ADDRESS, {"action": "delete_entries", "_selected_action": [row.pk]})
    assert not Pronunciation.objects.exists()
    first = PronunciationChange.objects.last()
    admin.post("/admin/voiceapp/pronunciationchange/", {"action": "restore", "_selected_action": [first.pk]})
    assert Pronunciation.objects.get().reading == "コエボウ"


def test_the_history_can_only_be_read(admin):
    pronunciation_set(language="ja", surface="声房", reading="コエボウ", nucleus=2, actor=None)
    step = PronunciationChange.objects.get()
    assert admin.get("/admin/voiceapp/pronunciationchange/").status_code == 200
    assert admin.get("/admin/voiceapp/pronunciationchange/add/").status_code == 403
    assert admin.post(f"/admin/voiceapp/pronunciationchange/{step.pk}/change/", {"surface": "x"}).status_code == 403
    assert admin.get("/admin/voiceapp/phonemework/").status_code == 200
