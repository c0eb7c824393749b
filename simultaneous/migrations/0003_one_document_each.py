"""Rows of events that the version before made, in the forms of this one.

An event had one document and one key for all of its partite; a closing code was made of the whole
report, moment and log seal included, and is made of what was played from now on.
"""

import json
from typing import Any

from django.db import migrations

from ground import guards
from king.simultaneous.documents import CODE_LETTERS, Report, card_digest, letters


def code_of(digest: str) -> str:
    return letters(bytes.fromhex(digest), CODE_LETTERS)


def read_anew(content: str, secret: str, seed: str) -> tuple[str, str]:
    """Return the report in the form of today and its digest."""
    form = json.loads(content)
    if form.get("form") != "king-hall-1":
        return content, ""
    form["form"] = "king-hall-2"
    if "cards" in form:
        form["cards"] = {name: card_digest(seed, card) for name, card in form["cards"].items()}
    return json.dumps(form, ensure_ascii=False), Report.from_json(form).salted(secret).digest


def events(apps: Any, database: str) -> None:
    ReleaseKey = apps.get_model("simultaneous", "ReleaseKey")
    for event in apps.get_model("simultaneous", "Event").objects.using(database).exclude(drawn_at=None):
        document = event.terms.pop("document", None)
        if document is None:
            continue
        event.terms["documents"] = [document]
        event.save(update_fields=["terms"])
        rounds = document["rounds"]
        first = rounds if isinstance(rounds, int) else rounds[0]
        ReleaseKey.objects.using(database).create(
            event=event, round=first, letters=event.key, told_at=event.released_at
        )


def reports(apps: Any, database: str) -> None:
    digests: dict[str, str] = {}
    rows = apps.get_model("simultaneous", "Report").objects.using(database)
    for row in rows.select_related("hall__event"):
        hall = row.hall
        row.content, digest = read_anew(row.content, hall.secret, hall.event.terms["seed"])
        if not digest:
            continue
        if hall.code == code_of(row.digest):
            hall.code = code_of(digest)
            hall.save(update_fields=["code"])
        digests[row.digest], row.digest = digest, digest
        row.save(update_fields=["content", "digest"])
    for posting in apps.get_model("simultaneous", "Posting").objects.using(database):
        for line in posting.result.get("halls", ()):
            if line.get("digest") in digests:
                line["digest"] = digests[line["digest"]]
        posting.result["form"] = "king-result-2"
        posting.save(update_fields=["result"])


def participations(apps: Any, database: str) -> None:
    for row in apps.get_model("simultaneous", "Participation").objects.using(database):
        document = row.invitation.pop("document", None)
        if document is None:
            continue
        row.invitation["documents"] = [document]
        row.invitation["form"] = "king-invitation-2"
        if row.report:
            row.report, digest = read_anew(row.report, row.secret, row.invitation["seed"])
            row.code = code_of(digest)
            own = (row.result or {}).get("hall") or {}
            if own.get("digest"):
                own["digest"] = digest
        row.save(update_fields=["invitation", "report", "code", "result"])


def bring_forward(apps: Any, schema_editor: Any) -> None:
    """A new installation has no guards yet, and nothing to bring forward. The database is that of
    the migration: a safety copy of the version before is brought forward beside the site's own.
    """
    database = schema_editor.connection.alias
    models = [apps.get_model("simultaneous", name) for name in ("Event", "Participation")]
    if not any(model.objects.using(database).exists() for model in models):
        return
    with guards.guards_off(schema_editor.connection):
        events(apps, database)
        reports(apps, database)
        participations(apps, database)


class Migration(migrations.Migration):
    dependencies = [
        ('simultaneous', '0002_release_keys'),
    ]

    operations = [
        migrations.RunPython(bring_forward, migrations.RunPython.noop),
    ]
