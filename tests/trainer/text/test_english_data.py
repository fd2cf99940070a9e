"""The data that g2p-en would download, built from installed packages."""

import json
import pickle
import subprocess
import sys

import pytest

from trainer.errors import EngineUnavailable
from trainer.text import english_data


@pytest.fixture
def empty_prefix(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    return tmp_path


def test_it_is_built_where_nltk_looks_and_only_once(empty_prefix):
    directory = english_data.english_data_ensure()
    assert directory == empty_prefix / "nltk_data"
    dictionary = directory / "corpora/cmudict/cmudict"
    assert "HELLO 1 HH AH0 L OW1\n" in dictionary.read_text()
    assert "READ 2 R IY1 D\n" in dictionary.read_text()
    assert "#" not in dictionary.read_text()
    classes = directory / "taggers/averaged_perceptron_tagger_eng/averaged_perceptron_tagger_eng.classes.json"
    assert {"NN", "VBD", "JJ"} <= set(json.loads(classes.read_text()))
    before = dictionary.stat().st_mtime_ns
    english_data.english_data_ensure()
    assert dictionary.stat().st_mtime_ns == before


def test_it_is_rebuilt_from_a_newer_package(empty_prefix):
    directory = english_data.english_data_ensure()
    (directory / "koebo-sources.json").write_text('{"cmudict": "0.1"}')
    (directory / "corpora/cmudict/cmudict").write_text("OLD 1 OW1 L D\n")
    english_data.english_data_ensure()
    assert "HELLO 1" in (directory / "corpora/cmudict/cmudict").read_text()


def test_a_directory_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    (tmp_path / "nltk_data").write_text("a file where the directory should be")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    with pytest.raises(EngineUnavailable) as refused:
        english_data.english_data_ensure()
    assert refused.value.code == "english-data-missing"
    assert "nltk_data" in str(refused.value)


def test_a_pickle_that_names_anything_but_a_set_is_refused():
    with pytest.raises(pickle.UnpicklingError, match=r"os\.system|posix\.system"):
        english_data._OnlySets(__import__("io").BytesIO(b"cos\nsystem\n(S'true'\ntR.")).load()


def test_english_reads_without_a_network_and_without_the_gpl_wrapper(tmp_path):
    """From nothing: the data is built, the engine starts, and no name is looked up and no connection opened."""
    program = f"""
import socket, sys
def refuse(*arguments, **named):
    raise AssertionError(f"a network was asked for: {{arguments}}")
socket.getaddrinfo = socket.create_connection = socket.socket.connect = refuse
sys.prefix = {str(tmp_path)!r}
from trainer.languages import LANGUAGES
from trainer.text import phonemize
assert phonemize("Hello", LANGUAGES["en"]).reading == "HH AH0 L OW1"
assert not {{"cmudict", "textblob_aptagger", "torch"}} & sys.modules.keys(), sys.modules.keys()
import nltk
assert str(nltk.data.find("corpora/cmudict")) == {str(tmp_path / "nltk_data/corpora/cmudict")!r}
"""
    subprocess.run([sys.executable, "-c", program], check=True, env={"PATH": "", "HOME": str(tmp_path)})
