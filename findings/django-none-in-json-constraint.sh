#!/usr/bin/env bash
# Django: on a nullable JSONField `CheckConstraint(condition=~Q(row=None))` does not reject a row without a value, and
# `get_or_create(row=None)` makes a new row each time. For a JSONField None means JSON's null in a lookup, but SQL's NULL in
# an assignment. The constraint therefore compares NULL with 'null'; the result is unknown, and a check passes unless it is
# false. For all other fields both mean NULL. Seen with 5.2; from 6.1 on the lookup is deprecated with a warning, also in
# older migrations.
# Projects with constraints on JSON are affected: the constraints look right and full_clean() may agree, but they hold by
# accident or not at all. `row__isnull=True` works in every version.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check Django==5.2.19
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import sys

import django
from django.conf import settings

MEMORY = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
settings.configure(DATABASES=MEMORY, DEFAULT_AUTO_FIELD="django.db.models.AutoField")
django.setup()

from django.db import IntegrityError, connection, models


def kept(condition):
    """Whether a table with this constraint accepts a row without a value."""

    class Thing(models.Model):
        text = models.CharField(max_length=9, null=True)
        row = models.JSONField(null=True)

        class Meta:
            app_label = "things"
            constraints = [models.CheckConstraint(condition=condition, name="never_none")]

    with connection.schema_editor() as editor:
        editor.create_model(Thing)
    try:
        Thing.objects.create(text=None, row=None)
        return True
    except IntegrityError:
        return False
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(Thing)


class Answer(models.Model):
    row = models.JSONField(null=True)

    class Meta:
        app_label = "answers"


with connection.schema_editor() as editor:
    editor.create_model(Answer)
made = [Answer.objects.get_or_create(row=None)[1] for _time in range(3)]
text, row, isnull = kept(~models.Q(text=None)), kept(~models.Q(row=None)), kept(models.Q(row__isnull=False))
print("Django", django.__version__)
print("expected: ~Q(…=None) keeps a row without a value out; get_or_create(row=None) makes one row")
print(f"seen:     kept by ~Q(text=None): {text}; by ~Q(row=None): {row}; by Q(row__isnull=False): {isnull}")
print(f"          get_or_create(row=None), three times: made {made}")
as_told = (text, row, isnull, made) == (False, True, False, [True, True, True])
sys.exit(0 if as_told else "This has changed.")
PYTHON
