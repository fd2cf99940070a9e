"""Services are verbs that are called by name: with two arguments or more, all are keyword-only."""

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
    named = {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}
    positional = [parameter.name for parameter in parameters if parameter.kind not in named]
    # One argument alone cannot be mistaken for another.
    assert not positional or len(parameters) == 1, positional
