"""Typed readers of environment variables.

Each names the variable, the value it found and what it would accept, so that a typing error stops the process
with a sentence instead of becoming a surprising default. An empty value counts as not set.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off"})


class EnvironmentFault(ImproperlyConfigured):
    """An environment variable holds a value that Koebo cannot use; the message names both."""

    def __init__(self, name: str, value: str, expected: str, *, is_secret: bool = False):
        shown = "a value that is not shown" if is_secret else repr(value)
        super().__init__(f"{name} is {shown}: expected {expected}.")
        self.name = name


class Environment:
    """Reads typed values from a mapping (`os.environ` unless a test gives another)."""

    def __init__(self, values: Mapping[str, str] | None = None):
        self._values = os.environ if values is None else values

    def text(self, name: str, default: str = "") -> str:
        return self._values.get(name, "").strip() or default

    def secret(self, name: str, *, min_characters: int) -> str:
        value = self.text(name)
        if value and len(value) < min_characters:
            raise EnvironmentFault(name, value, f"at least {min_characters} characters", is_secret=True)
        return value

    def flag(self, name: str, default: bool) -> bool:
        value = self.text(name)
        if not value:
            return default
        if value.lower() in TRUE_WORDS:
            return True
        if value.lower() in FALSE_WORDS:
            return False
        raise EnvironmentFault(name, value, "true or false (also 1/0, yes/no, on/off)")

    def whole(self, name: str, default: int, *, minimum: int, maximum: int) -> int:
        value = self.text(name)
        if not value:
            return default
        expected = f"a whole number from {minimum} to {maximum}"
        # str.isdecimal also accepts other scripts' digits and int() accepts "1_000"; a setting should be neither.
        if not (value.isascii() and value.removeprefix("-").isdecimal()):
            raise EnvironmentFault(name, value, expected)
        if not minimum <= int(value) <= maximum:
            raise EnvironmentFault(name, value, expected)
        return int(value)

    def number(self, name: str, default: float, *, minimum: float, maximum: float) -> float:
        value = self.text(name)
        if not value:
            return default
        expected = f"a number from {minimum:g} to {maximum:g}"
        try:
            number = float(value)
        except ValueError:
            raise EnvironmentFault(name, value, expected) from None
        if not minimum <= number <= maximum:  # also refuses NaN, which compares false
            raise EnvironmentFault(name, value, expected)
        return number

    def choice(self, name: str, default: str, choices: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value not in choices:
            raise EnvironmentFault(name, value, "one of " + ", ".join(choices))
        return value

    def time_zone(self, name: str, default: str) -> str:
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError):  # unknown, absolute path, name of a folder
            raise EnvironmentFault(name, value, "the name of a time zone such as Asia/Tokyo or UTC") from None
        return value

    def listing(self, name: str, default: tuple[str, ...] = ()) -> list[str]:
        """Comma-separated values; blanks around and between them are dropped."""
        value = self.text(name)
        return [part.strip() for part in value.split(",") if part.strip()] if value else list(default)

    def hosts(self, name: str, default: tuple[str, ...]) -> list[str]:
        """Host names as Django's ALLOWED_HOSTS takes them: no scheme, path or port."""
        hosts = self.listing(name, default)
        for host in hosts:
            has_port = ":" in host and not host.startswith("[")
            if "/" in host or has_port or any(character.isspace() for character in host):
                raise EnvironmentFault(name, host, "host names without scheme, port or path, such as koebo.example.org")
        return hosts

    def origins(self, name: str) -> list[str]:
        """Origins with a scheme, as CSRF_TRUSTED_ORIGINS takes them."""
        origins = self.listing(name)
        for origin in origins:
            parts = urlsplit(origin)
            if parts.scheme not in {"http", "https"} or not parts.netloc or parts.path not in {"", "/"}:
                raise EnvironmentFault(name, origin, "origins such as https://koebo.example.org")
        return [origin.rstrip("/") for origin in origins]

    def url(self, name: str, *, schemes: tuple[str, ...]) -> str:
        """A URL or ''. URLs may carry passwords, so a faulty one is not repeated in the message."""
        value = self.text(name)
        if value and (urlsplit(value).scheme not in schemes or "://" not in value):
            expected = "a URL that starts with " + ", ".join(f"{scheme}://" for scheme in schemes)
            raise EnvironmentFault(name, value, expected, is_secret=True)
        return value

    def path(self, name: str, default: Path) -> Path:
        """An absolute path. A relative one would mean another place for each working directory."""
        value = self.text(name)
        if not value:
            return default
        path = Path(value).expanduser()
        if not path.is_absolute():
            raise EnvironmentFault(name, value, "an absolute path")
        return path
