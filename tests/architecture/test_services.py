"""Services are verbs that are called by name: every argument is keyword-only."""

import importlib
import inspect
import pkgutil

import pytest

import voiceapp.services


def _services():
    for found in pkgutil.walk_packages(voiceapp.services.__path__, "voiceapp.services."):
        module = importlib.import_module(found.name)
        for name, function in vars(module).items():
            if inspect.isfunction(function) and function.__module__ == module.__name__ and not name.startswith("_"):
                yield pytest.param(function, id=f"{found.name.removeprefix('voiceapp.services.')}.{name}")


SERVICES = list(_services())


@pytest.mark.parametrize("function", SERVICES)
def test_service_takes_keywords_only(function):
    parameters = inspect.signature(function).parameters.values()
    positional = [parameter.name for parameter in parameters if parameter.kind is not parameter.KEYWORD_ONLY]
    assert not positional


@pytest.mark.parametrize("function", SERVICES)
def test_service_name_is_noun_and_verb(function):
    assert "_" in function.__name__
