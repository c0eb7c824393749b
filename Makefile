# make run       the site, on this machine and for the phones in the hall (PORT=8000)
# make test      everything without a browser and a dozen journeys with one, in minutes (FILE=tests/king: those alone)
# make test-at   the tests of `make test` without a browser under another clock: past midnight in Rome, on a day when the
#                clocks change, a year on; AT="2027-01-15 23:05:00" for another one. Needs faketime
# make test-all  all tests: every rule system, every browser test, whole programs, PostgreSQL
# make test-with the tests without a browser with another Python (WITH=python3.13) and the newest Django, in an environment of its own
# make check     style, types and all tests: what a change must pass
# make restore   a drill: the last copy (or FILE=…) in a folder of its own (FOLDER=…), on port 8001; what is stored stays as it is.
#                A file of pg_dump goes into the empty database DRILL=postgres://…
# make bundle    one archive with the program and its libraries for Windows, macOS and Linux: it starts without the internet
# make lock      choose the libraries' versions anew within requirements*.txt, with their hashes
# make audit     look the locked versions up among known vulnerabilities
# make dev       the site for developers: reloads when a file changes, shows where an error is (data in var/dev)
# make format    Python, JavaScript and templates as the formatters write them
# make messages  the sentences of the sources for the translators, in each catalogue of locale/ but that of Brazil, which
#                has only what differs from Portuguese
# make missing   what the catalogues for players alone lack, as JSON to be filled in (LANGUAGE=tr: that one)
# make docs      the tables of docs/settings.md, in each language, as the settings declare them
# make weight    what there is to read, in tokens, room by room, and the files that are too dense or too long
# make pictures  every page and paper as a picture in var/pictures, and beside each that has changed since the last commit
#                what it was (AGAINST=v1.0 for another commit); needs chromium and pdftoppm.
#                DOCUMENTS=1 draws the pictures of README anew too
# make papers    the small picture beside each document of the desk's page of prints, drawn anew in static/king/papers:
#                after a paper has changed; needs pdftoppm
# make coverage  which lines the tests of `make test` reach, in htmlcov/

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

# The first Python 3.11 or later that can make a virtual environment; `make PYTHON=/path/to/python run` to choose.
ifeq ($(origin PYTHON), undefined)
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python $(BIN)/python; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)
endif

.PHONY: help setup run restore dev test test-at test-all test-with coverage pictures papers lint format docs types weight check lock bundle audit messages missing

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# The libraries of the running site: installed when their lock changes, otherwise the network is not needed. Each file is
# the very one whose hash is in the lock. What was installed is kept as a copy of the lock and looked at each time: an
# archive unpacked over an older folder has files of older dates.
INSTALL := -m pip install --quiet --disable-pip-version-check --require-hashes -r
UNLOCKED = echo "The locked libraries do not install here. Without the lock: $(BIN)/python -m pip install -r $(1) && cp $(2) $(3)"; exit 1

FORCE:

$(VENV)/.installed: FORCE
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with its venv module is needed (Debian, Ubuntu: apt install python3 python3-venv)."; exit 1; }
	@$(PYTHON) start.py --install || { $(call UNLOCKED,requirements.txt,requirements.lock,$@); }

$(VENV)/.installed-dev: $(VENV)/.installed FORCE
	@cmp -s requirements-dev.lock $@ || { \
	echo "Preparing: installing what the tests need"; \
	$(BIN)/python $(INSTALL) requirements-dev.lock || { $(call UNLOCKED,requirements-dev.txt,requirements-dev.lock,$@); }; \
	cp requirements-dev.lock $@; }

setup: $(VENV)/.installed-dev

run: $(VENV)/.installed
	@exec $(BIN)/python start.py --port $(PORT)

FOLDER ?= $(CURDIR)/var/drill
FILE_OF_DRILL = $(or $(FILE),$(lastword $(sort $(wildcard var/backups/king-*.zip))))
restore: export KING_DATA_DIR = $(FOLDER)
ifneq ($(filter %.dump,$(FILE)),)
restore: export DATABASE_URL = $(DRILL)
restore: export CELERY_BROKER_URL =
restore: export CACHE_URL =
endif
restore: $(VENV)/.installed
	@test -n "$(FILE_OF_DRILL)" || { echo "There is no copy in var/backups: name one with FILE=…"; exit 1; }
ifneq ($(filter %.dump,$(FILE)),)
	@test -n "$(DRILL)" || { echo "Name an empty database with DRILL=postgres://…"; exit 1; }
	@pg_restore --no-owner --exit-on-error --dbname="$(DRILL)" "$(FILE)"
else
	@$(BIN)/python manage.py restore "$(FILE_OF_DRILL)"
endif
	@exec $(BIN)/python manage.py run_night --port $(if $(filter 8000,$(PORT)),8001,$(PORT))

# Prints come from a worker of its own, as on the night; it ends with the site.
dev: export DEBUG = 1
dev: export KING_DATA_DIR = $(CURDIR)/var/dev
dev: $(VENV)/.installed-dev
	@$(BIN)/python manage.py migrate --verbosity 0
	@trap 'kill 0' EXIT; \
	$(BIN)/celery --app king_tournament worker --pool solo --loglevel warning & \
	$(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

# Programs that the tests start would compile all their modules anew each time.
unexport PYTHONDONTWRITEBYTECODE

SHARED := -n 3 --dist worksteal
# In the long run browsers and programs wait for one another: a third worker has the cores meanwhile.
SHARED_BY_THREE := -n 3 --dist worksteal

test: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest $(or $(FILE),$(SHARED) -m "not at_length and (not browser or journey)") $(PYTEST)

# Deadlines of programs and workers stay the machine's own. Browsers, which look at certificates and at their own clock, are
# left out. The time is one of the site's own zone, which Django hands to each program that a test starts.
AT ?= 2027-03-28 00:57:00
test-at: $(VENV)/.installed-dev
	@TZ=Europe/Rome PYTHONPATH=$(CURDIR)/tests/at_another_time faketime --exclude-monotonic -f "@$(AT:@%=%)" $(BIN)/python -m pytest $(or $(FILE),$(SHARED) -m "not at_length and not browser") $(PYTEST)

# Then, where PostgreSQL answers, what databases do in their own ways once more on it.
test-all: $(VENV)/.installed-dev
	@status=0; \
	KING_THOROUGH=1 $(BIN)/python -m pytest $(SHARED_BY_THREE) $(PYTEST) || status=1; \
	KING_THOROUGH=1 $(BIN)/python -m tests.on_postgres $(PYTEST) || status=1; \
	exit $$status

# In an environment of its own beside the first one: the locked libraries, and the newest Django that requirements.txt takes.
WITH ?= python3
OTHER := .venv-other
test-with:
	@$(WITH) -m venv --clear $(OTHER)
	@$(OTHER)/bin/python $(INSTALL) requirements.lock -r requirements-dev.lock
	@$(OTHER)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "$$(grep '^Django[<>=]' requirements.txt)"
	@$(OTHER)/bin/python -m django --version
	@$(OTHER)/bin/python -m pytest $(SHARED) -m "not at_length and not browser" $(PYTEST)

coverage: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest $(SHARED) -m "not at_length and (not browser or journey)" --cov --cov-report html --cov-report term:skip-covered $(PYTEST)

# Looked at by whoever has changed a template, a style sheet or a paper; AGAINST= another commit than the last one.
pictures: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.pictures $(AGAINST) $(if $(DOCUMENTS),--documents)

papers: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -q -o python_files=small_pictures.py -o 'python_functions=draw_*' tests/printing/small_pictures.py

TEMPLATES = $(shell find templates -name '*.html')

lint: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/biome lint --error-on-warnings
	@$(BIN)/djlint templates --lint --check --quiet
	@$(BIN)/ruff format --check --quiet . && $(BIN)/biome format \
	&& $(BIN)/djade --check $(TEMPLATES) \
	|| { echo "make format writes Python, JavaScript and templates as the formatters do."; exit 1; }

format: $(VENV)/.installed-dev
	@$(BIN)/ruff format .
	@$(BIN)/biome format --write
	@$(BIN)/djade $(TEMPLATES) >/dev/null 2>&1; $(BIN)/djlint templates --reformat --quiet >/dev/null; true

docs: $(VENV)/.installed-dev
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tests.docs.setting_tables

weight: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.weight

types: $(VENV)/.installed-dev
	@$(BIN)/mypy

check: lint types test-all

# One lock for all systems and every Python from 3.11 on. What is in it already stays where it still fits: a newer version
# comes with UPGRADE=--upgrade.
COMPILE = $(BIN)/uv pip compile --quiet --no-strip-extras --universal --python-version 3.11 --generate-hashes --no-header $(UPGRADE)

lock: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(COMPILE) requirements.txt --output-file requirements.lock
	@$(COMPILE) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock

bundle: $(VENV)/.installed
	@$(BIN)/python manage.py bundle

audit: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit
	@$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock

# For developers, needs GNU gettext: collect the sentences for the translators.
messages: $(VENV)/.installed-dev
	@$(BIN)/python manage.py makemessages --exclude pt_BR --no-wrap --no-obsolete --add-location file --ignore '.venv*/*' --ignore 'tests/*' --ignore 'var/*'

missing: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.players_side $(LANGUAGE)
