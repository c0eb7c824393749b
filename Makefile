# make run       start the site for this machine and for the phones in the hall (PORT=8000)
# make test      run the tests without a browser and a dozen with one, but the slow ones, in minutes (FILE=tests/king runs
#                all of those)
# make slow      measure the tests without a browser and write the list of the slow ones, tests/slow_tests.txt
# make test-at   run all tests without a browser under another clock: just after midnight in Rome, on a day next year when
#                the clocks change; AT="2027-01-15 23:05:00" sets another time. Needs faketime
# make test-all  run all tests: every rule system, every browser test, whole programs, PostgreSQL
# make test-with run the tests without a browser with another Python (WITH=python3.13) and the newest Django, in a separate
#                environment
# make check     run lint, types and test-all: what a change must pass
# make restore   rehearse a restore: start the last copy (or FILE=…) from a separate folder (FOLDER=…) on port 8001; your
#                data stay as they are. A file of pg_dump goes into the empty database DRILL=postgres://…
# make bundle    build one archive with the program and its libraries for Windows, macOS and Linux, which starts offline;
#                WINDOWS=python.zip (the embeddable package of python.org) builds one for Windows with its own Python
# make lock      resolve the versions of the libraries within requirements*.txt again and write their hashes
# make audit     check the locked versions for known vulnerabilities
# make dev       start the site for developers: it reloads when a file changes and shows tracebacks (data in var/dev)
# make format    format Python, JavaScript, templates and documents
# make lint      check style and formatting
# make types     check types with mypy
# make messages  collect the sentences of the sources into each catalogue of locale/, except Brazil's, which holds only
#                what differs from Portuguese
# make missing   print what the catalogues for players alone lack, as JSON to fill in (LANGUAGE=tr prints one)
# make docs      write the tables of docs/settings.md in each language from the declarations of the settings
# make weight    count what there is to read, in tokens, room by room, and list files that are too dense or too long
# make pictures  draw every page and paper into var/pictures, and put the old picture beside each that has changed since
#                the last commit (AGAINST=v1.0 compares with another one). Needs chromium and pdftoppm.
#                DOCUMENTS=1 draws the pictures of README again too
# make papers    draw the small pictures of the desk's Print page again in static/king/papers, after a paper has changed.
#                Needs pdftoppm
# make front     cut the font of the pages from its wheel again, into static/king
# make coverage  report which lines the tests reach, without most browser tests and those at length, in htmlcov/

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

# Use the first Python 3.11 or later that can make a virtual environment; `make PYTHON=/path/to/python run` names another.
ifeq ($(origin PYTHON), undefined)
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python $(BIN)/python; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)
endif

.PHONY: help setup run restore dev test slow test-at test-all test-with coverage pictures papers front lint format docs types weight check lock bundle audit messages missing

help:
	@sed -n 's/^# \(make .*\)/\1/p; s/^# \( \{10,\}.*\)/\1/p' Makefile

# Install the libraries of the site when their lock has changed; otherwise no network is needed. pip checks each file
# against its hash in the lock. A copy of the lock records what is installed. It is compared by content, not by date,
# because an archive that is unpacked over an older folder brings files with older dates.
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

# If CELERY_BROKER_URL names a broker, a separate worker makes the prints, as in production; it ends with the site.
# Without one Celery would take RabbitMQ on this machine, whoever uses it.
dev: export DEBUG = 1
dev: export KING_DATA_DIR = $(CURDIR)/var/dev
dev: $(VENV)/.installed-dev
	@echo "Preparing: the database"
	@$(BIN)/python manage.py migrate --verbosity 0
	@trap 'kill 0' EXIT; \
	if [ -n "$$CELERY_BROKER_URL" ]; then \
		$(BIN)/celery --app king_tournament worker --pool solo --loglevel warning & \
	fi; \
	$(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

# With this variable set, each program that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

SHARED := -n 3 --dist worksteal
# Browser tests mostly wait, so use one worker more than there are cores.
SHARED_BY_THREE := -n 3 --dist worksteal

# The slow tests, a tenth of all, take two thirds of the time: they run in test-at and test-all.
test: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest $(or $(FILE),$(SHARED) -m "not at_length and not slow and (not browser or journey)") $(PYTEST)

slow: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.slow

# The monotonic clock stays real, so that deadlines work. Browser tests are left out: a browser checks certificates and
# has a clock of its own. The time is in the site's own zone, which Django hands to each program that a test starts.
AT ?= 2027-03-28 00:57:00
test-at: $(VENV)/.installed-dev
	@TZ=Europe/Rome PYTHONPATH=$(CURDIR)/tests/at_another_time faketime --exclude-monotonic -f "@$(AT:@%=%)" $(BIN)/python -m pytest $(or $(FILE),$(SHARED) -m "not at_length and not browser") $(PYTEST)

# The second run repeats, where PostgreSQL answers, the tests marked `database` on it.
test-all: $(VENV)/.installed-dev
	@status=0; \
	KING_THOROUGH=1 $(BIN)/python -m pytest $(SHARED_BY_THREE) $(PYTEST) || status=1; \
	KING_THOROUGH=1 $(BIN)/python -m tests.on_postgres $(PYTEST) || status=1; \
	exit $$status

# Install the locked libraries in a second environment, then the newest Django that requirements.txt allows.
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

# Look at the result after you change a template, a style sheet or a paper. AGAINST= names another commit than the last.
pictures: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.pictures $(AGAINST) $(if $(DOCUMENTS),--documents)

papers: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest -q -o python_files=small_pictures.py -o 'python_functions=draw_*' tests/printing/small_pictures.py

front: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.static.front

TEMPLATES = $(shell find templates -name '*.html')
PAGES := README.md CONTRIBUTING.md CHANGELOG.md docs

lint: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/biome lint --error-on-warnings
	@$(BIN)/djlint templates --lint --check --quiet
	@$(BIN)/ruff format --check --quiet . && $(BIN)/biome format \
	&& $(BIN)/djade --check $(TEMPLATES) && $(BIN)/rumdl fmt --check --silent $(PAGES) \
	|| { echo "Run make format: it writes Python, JavaScript, templates and documents as the formatters do."; exit 1; }

format: $(VENV)/.installed-dev
	@$(BIN)/ruff format .
	@$(BIN)/biome format --write
	@$(BIN)/djade $(TEMPLATES) >/dev/null 2>&1; $(BIN)/djlint templates --reformat --quiet >/dev/null; true
	@$(BIN)/rumdl fmt --silent $(PAGES)

docs: $(VENV)/.installed-dev
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tests.docs.setting_tables

weight: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.weight

types: $(VENV)/.installed-dev
	@$(BIN)/mypy

check: lint types test-all

# One lock serves all systems and every Python from 3.11 on. Locked versions stay as long as they fit; UPGRADE=--upgrade
# takes newer ones.
COMPILE = $(BIN)/uv pip compile --quiet --no-strip-extras --universal --python-version 3.11 --generate-hashes --no-header $(UPGRADE)

lock: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@$(COMPILE) requirements.txt --output-file requirements.lock
	@$(COMPILE) requirements-dev.txt --constraint requirements.lock --output-file requirements-dev.lock

bundle: $(VENV)/.installed
	@$(BIN)/python manage.py bundle $(if $(WINDOWS),--windows $(WINDOWS))

audit: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit
	@$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock

# Needs GNU gettext.
messages: $(VENV)/.installed-dev
	@$(BIN)/python manage.py makemessages --exclude pt_BR --no-wrap --no-obsolete --add-location file --ignore '.venv*/*' --ignore 'tests/*' --ignore 'var/*'

missing: $(VENV)/.installed-dev
	@$(BIN)/python -m tests.players_side $(LANGUAGE)
