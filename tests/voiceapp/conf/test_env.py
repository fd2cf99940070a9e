"""The typed readers of the environment."""

from pathlib import Path

import pytest

from voiceapp.conf.env import Environment, EnvironmentFault


@pytest.mark.parametrize(
    ("value", "expected"), [("true", True), ("1", True), ("ON", True), ("no", False), ("0", False)]
)
def test_flag_reads_words(value, expected):
    assert Environment({"DEBUG": value}).flag("DEBUG", not expected) is expected


@pytest.mark.parametrize("value", [None, "", "  "])
def test_empty_is_not_set(value):
    values = {} if value is None else {"A": value}
    env = Environment(values)
    assert env.flag("A", True) is True
    assert env.whole("A", 7, minimum=1, maximum=9) == 7
    assert env.number("A", 0.5, minimum=0, maximum=1) == 0.5
    assert env.listing("A", ("x",)) == ["x"]
    assert env.path("A", Path("/x")) == Path("/x")
    assert env.url("A", schemes=("redis",)) == ""


@pytest.mark.parametrize("value", ["ture", "2", "enabled"])
def test_flag_refuses_anything_else_by_name_and_value(value):
    with pytest.raises(EnvironmentFault, match=rf"VOICE_WORKER_ENABLED is '{value}': expected true or false"):
        Environment({"VOICE_WORKER_ENABLED": value}).flag("VOICE_WORKER_ENABLED", False)


@pytest.mark.parametrize("value", ["ten", "1.5", "1_000", "0", "101", "-1", "٣", "1e1", "0x1"])
def test_whole_refuses(value):
    with pytest.raises(EnvironmentFault, match=r"N is .* expected a whole number from 1 to 100"):
        Environment({"N": value}).whole("N", 5, minimum=1, maximum=100)


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "fast"])
def test_number_refuses(value):
    with pytest.raises(EnvironmentFault, match="expected a number from 0 to 60"):
        Environment({"N": value}).number("N", 5, minimum=0, maximum=60)


def test_hosts_are_split_and_kept():
    env = Environment({"H": "koebo.example.org, .example.org ,[::1],*"})
    assert env.hosts("H", ()) == ["koebo.example.org", ".example.org", "[::1]", "*"]


@pytest.mark.parametrize("value", ["https://koebo.example.org", "koebo.example.org:8000", "a b", "x/y"])
def test_hosts_refuse_urls_and_ports(value):
    with pytest.raises(EnvironmentFault, match="without scheme, port or path"):
        Environment({"H": value}).hosts("H", ())


@pytest.mark.parametrize("value", ["koebo.example.org", "ftp://a", "https://a/path"])
def test_origins_need_a_scheme_and_no_path(value):
    with pytest.raises(EnvironmentFault, match="origins such as"):
        Environment({"O": value}).origins("O")


def test_faulty_url_is_not_repeated_since_it_may_hold_a_password():
    with pytest.raises(EnvironmentFault) as caught:
        Environment({"DATABASE_URL": "mysql://root:hush@db/koebo"}).url("DATABASE_URL", schemes=("postgres",))
    assert "hush" not in str(caught.value)
    assert "DATABASE_URL" in str(caught.value)
    assert "postgres://" in str(caught.value)


def test_short_secret_is_refused_and_not_shown():
    with pytest.raises(EnvironmentFault) as caught:
        Environment({"SECRET_KEY": "hunter2"}).secret("SECRET_KEY", min_characters=32)
    assert "hunter2" not in str(caught.value)


def test_relative_path_is_refused():
    with pytest.raises(EnvironmentFault, match="VOICE_MEDIA_ROOT is 'media': expected an absolute path"):
        Environment({"VOICE_MEDIA_ROOT": "media"}).path("VOICE_MEDIA_ROOT", Path("/x"))


def test_choice_lists_what_it_knows():
    with pytest.raises(EnvironmentFault, match="LOG_LEVEL is 'LOUD': expected one of INFO, ERROR"):
        Environment({"LOG_LEVEL": "LOUD"}).choice("LOG_LEVEL", "INFO", ("INFO", "ERROR"))


@pytest.mark.parametrize("value", ["Tokyo", "Asia", "/etc/localtime", "../x"])
def test_time_zone_must_be_known(value):
    with pytest.raises(EnvironmentFault, match="expected the name of a time zone"):
        Environment({"TIME_ZONE": value}).time_zone("TIME_ZONE", "UTC")
