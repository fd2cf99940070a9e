"""Operators change their password themselves."""

import re

import pytest
from django.test import Client

NEW = "a stork over the mill"


def given(**fields) -> dict:
    return {"old_password": "irrelevant", "new_password1": NEW, "new_password2": NEW} | fields


def test_the_page_is_in_the_readers_language_and_linked_everywhere(page, page_ja):
    assert 'href="/password/"' in page.get("/voices/").content.decode()
    assert "Change your password" in page.get("/password/").content.decode()
    text = page_ja.get("/password/").content.decode()
    assert "パスワードの変更" in text
    assert "Your password" not in text


def test_a_password_is_changed_and_ends_other_sessions_alone(page, operator):
    elsewhere = Client()
    elsewhere.force_login(operator)
    assert elsewhere.get("/voices/").status_code == 200
    answer = page.post("/password/", given(), follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "Your password was changed" in answer.content.decode()
    assert elsewhere.get("/voices/").status_code == 302
    operator.refresh_from_db()
    assert operator.check_password(NEW)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"old_password": "wrong"}, "old_password"),
        ({"new_password2": "another bird"}, "new_password2"),
        ({"new_password1": "1234", "new_password2": "1234"}, "new_password2"),
    ],
)
def test_a_wrong_or_weak_password_changes_nothing(page, page_ja, operator, fields, field):
    answer = page.post("/password/", given(**fields))
    assert list(answer.context["form"].errors) == [field]
    assert "field-error" in answer.content.decode()
    assert re.search("[ぁ-ん]", str(page_ja.post("/password/", given(**fields)).context["form"].errors))
    operator.refresh_from_db()
    assert operator.check_password("irrelevant")


def test_the_administration_keeps_its_own_page(admin_client):
    assert "admin/" in admin_client.get("/admin/password_change/").content.decode()
