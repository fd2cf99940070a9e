"""The OpenAPI document is valid, complete and served."""

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import get_resolver


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    path = tmp_path_factory.mktemp("schema") / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(path))
    return yaml.safe_load(path.read_text())


def _operations(schema):
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            yield f"{method} {path}", operation


def test_it_is_openapi_3_1(schema):
    assert schema["openapi"] == "3.1.0"


def test_every_address_is_in_it(schema):
    patterns = get_resolver("voiceapp.api.urls").url_patterns
    addresses = {pattern.name for pattern in patterns if pattern.name not in (None, "schema")}
    assert len(schema["paths"]) == len(addresses)


def test_every_operation_needs_a_token_and_documents_its_problems(schema):
    for name, operation in _operations(schema):
        assert operation["security"] == [{"token": []}], name
        assert {"401", "422", "500"} <= operation["responses"].keys(), name
        assert operation["description"], name
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_bodies_take_no_unknown_keys(schema):
    bodies = [body for name, body in schema["components"]["schemas"].items() if name.endswith("Request")]
    assert bodies
    assert all(body["additionalProperties"] is False for body in bodies)


def test_an_upload_is_documented_as_form_and_as_whole_body(schema):
    references = schema["paths"]["/api/v1/voices/{slug}/references"]
    assert references["post"]["requestBody"]["content"].keys() == {"multipart/form-data"}
    assert references["put"]["requestBody"]["content"].keys() == {"application/octet-stream", "audio/*"}


@pytest.mark.django_db
def test_it_is_served_to_anybody():
    response = Client().get("/api/v1/schema")
    assert response.status_code == 200
    assert yaml.safe_load(response.content)["openapi"] == "3.1.0"
