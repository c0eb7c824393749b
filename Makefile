# make run       the site, on this machine and for the phones in the hall (PORT=8000)
# make test      everything without a browser and a dozen journeys with one, in minutes (FILE=tests/king: those alone)
# make test-all  all tests: every rule system, every browser test, whole programs, PostgreSQL
# make check     style, types and all tests: what a change must pass
# make dev       the site for developers: reloads when a file changes, shows where an error is (data in var/dev)
# make format    the code as the formatter writes it
# make coverage  which lines the tests of `make test` reach, in htmlcov/

PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

# The first Python 3.11 or later that can make a virtual environment; `make PYTHON=/path/to/python run` to choose.
ifeq ($(origin PYTHON), undefined)
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)
endif

.PHONY: help setup run dev test test-all coverage lint format types check messages

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# The libraries of the running site: installed when requirements.txt changes, otherwise the network is not needed.
$(VENV)/.installed: requirements.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with its venv module is needed (Debian, Ubuntu: apt install python3 python3-venv)."; exit 1; }
	@test -x $(BIN)/python || { echo "Preparing: a virtual environment in $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "Preparing: installing the libraries (only this once; it needs the internet)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	@echo "Preparing: installing what the tests need"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

setup: $(VENV)/.installed-dev

run: $(VENV)/.installed
	@exec $(BIN)/python manage.py run_night --port $(PORT)

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

SHARED := -n 2 --dist worksteal

test: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest $(or $(FILE),$(SHARED) -m "not at_length and (not browser or journey)") $(PYTEST)

# Then, where PostgreSQL answers, what databases do in their own ways once more on it.
test-all: $(VENV)/.installed-dev
	@status=0; \
	KING_THOROUGH=1 $(BIN)/python -m pytest $(SHARED) $(PYTEST) || status=1; \
	KING_THOROUGH=1 $(BIN)/python -m tests.on_postgres $(PYTEST) || status=1; \
	exit $$status

coverage: $(VENV)/.installed-dev
	@$(BIN)/python -m pytest $(SHARED) -m "not at_length and (not browser or journey)" --cov --cov-report html --cov-report term:skip-covered $(PYTEST)

lint: $(VENV)/.installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "make format writes the code as the formatter does."; exit 1; }

format: $(VENV)/.installed-dev
	@$(BIN)/ruff format .

types: $(VENV)/.installed-dev
	@$(BIN)/mypy

check: lint types test-all

# For developers, needs GNU gettext: collect the sentences for the translators.
messages: $(VENV)/.installed-dev
	@$(BIN)/python manage.py makemessages --locale it --no-wrap --add-location file --ignore '.venv/*' --ignore 'tests/*' --ignore 'var/*'
