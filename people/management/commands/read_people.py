"""Command ``manage.py read_people FILE``: show the people that a list holds, as the pages read
them. Nothing is stored.
"""

import io
import json
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from frame.command import HouseCommand
from tournaments.list_reading.files import MOST_BYTES, read_file, read_list
from tournaments.list_reading.lines import read_text
from tournaments.list_reading.rows import LeftOver, RosterRow
from tournaments.pasted_lists import Outcome, PastedLine, judge_list
from tournaments.roster import Member, RosterIndex, Status, judge_all


class Command(HouseCommand):
    help = (
        "Read the people of a list, a workbook, .csv, .vcf, or .txt as pasted, and print them as JSON with what is doubtful "
        "and what was left over. Nothing is stored; names are looked up on the roster where there is one."
    )

    positional = {"file": "a workbook (.xlsx, .xls, .ods), .csv, .vcf, or .txt"}

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            with Path(file).open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
            index = _roster()
            is_message = file.casefold().endswith((".txt", ".vcf"))
            answer = (
                _of_message(content, file, index) if is_message else _of_file(content, file, index)
            )
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=2) from None
        except ValidationError as error:
            raise CommandError("; ".join(error.messages), returncode=2) from None
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))


def _roster() -> RosterIndex:
    try:
        return RosterIndex.load()
    except DatabaseError:
        return RosterIndex()


def _of_message(content: bytes, filename: str, index: RosterIndex) -> dict[str, Any]:
    text = read_file(io.BytesIO(content), filename).text or ""
    drafts = judge_list(text, 1, index, {}, {})
    leftovers = list(read_text(text, index.known).left_over)
    leftovers += [
        LeftOver(draft.rows[0].line, draft.text, draft.reason)
        for draft in drafts
        if draft.outcome is Outcome.ALREADY
    ]
    return {
        "people": [
            _draft(draft, index)
            for draft in drafts
            if draft.outcome in (Outcome.NEW, Outcome.ENTERED)
        ],
        "doubtful": [
            {**_draft(draft, index), "why": str(draft.reason)}
            for draft in drafts
            if draft.outcome is Outcome.DOUBTFUL
        ],
        "left_over": list(map(_left_over, leftovers)),
        "sheets": [],
        "chosen": "",
    }


def _draft(draft: PastedLine, index: RosterIndex) -> dict[str, Any]:
    [row] = draft.rows
    member = next((member for member in index.members if (member.pk,) == draft.members), None)
    return _person(row, member)


def _of_file(content: bytes, filename: str, index: RosterIndex) -> dict[str, Any]:
    answer = read_list(io.BytesIO(content), filename, index.known)
    chosen, *others = answer.sheets
    reading = answer.readings[chosen.name]
    lines = judge_all(reading.rows, index)
    return {
        "people": [
            _person(judged.row, judged.member)
            for judged in lines
            if judged.status in (Status.NEW, Status.KNOWN)
        ],
        "doubtful": [
            {**_person(judged.row, None), "why": judged.reason}
            for judged in lines
            if judged.status is Status.DOUBTFUL
        ],
        "left_over": [
            *map(_left_over, reading.left_over),
            *(
                {"place": sheet.name, "text": "", "why": _not_read(sheet.hidden)}
                for sheet in others
            ),
        ],
        "sheets": [sheet.name for sheet in answer.sheets if sheet.name],
        "chosen": chosen.name,
    }


def _not_read(hidden: bool) -> str:
    return (
        _("The sheet is hidden, and was not read.")
        if hidden
        else _("Another sheet: it was not read.")
    )


def _person(row: RosterRow, member: Member | None) -> dict[str, Any]:
    """Data of a person: as in the roster for a member, else as in the list."""
    who = member or row
    return {
        "surname": who.surname,
        "given": who.given_name,
        "card": who.card_number,
        "club": who.club,
        "email": row.email,
        "consent": row.emails_agreed,
        "line": row.line,
    }


def _left_over(part: LeftOver) -> dict[str, str]:
    return {"place": str(part.place), "text": part.text, "why": str(part.why)}
