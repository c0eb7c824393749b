"""Columns that say who comes, or who is a member still."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answers import (
    Answer,
    Says,
    answer_of,
    asks_who_comes,
    membership_of,
)
from tournaments.list_reading.columns import Block, Kinds, at, most
from tournaments.list_reading.pieces import is_date
from tournaments.list_reading.rows import RosterRow
from tournaments.name_similarity import spellings
from wording.sentences import Sentence

ANSWERED = gettext_noop("Under “%(header)s” is “%(text)s”.")
EMPTY = gettext_noop("There is nothing under “%(header)s”.")
ANSWERS_AGAIN = gettext_noop("The same player answers again on line %(line)s.")
ANSWERED_BEFORE = gettext_noop("On line %(line)s the same player answers differently.")
NO_TITLE = gettext_noop("a column without a heading")


class AnswerColumn(NamedTuple):
    """A column that says who comes, or who is a member still."""

    column: int
    kind: str
    """``answer``, ``absent``, ``status``, or ``reserve``."""

    def answer(self, cell: str) -> Answer | None:
        return membership_of(cell) if self.kind == "status" else answer_of(cell)

    def says(self, cell: str) -> Answer:
        """Answer of a player by this cell. A blank one is no yes if others are ticked."""
        if not cell:
            return Answer(Says.NO if self.kind == "answer" else Says.YES)
        answer = self.answer(cell)
        if answer is None:
            return Answer(Says.YES, is_sure=self.kind == "status")
        if self.kind == "absent" and answer.says in _OPPOSITE:
            return Answer(_OPPOSITE[answer.says])
        if self.kind == "reserve" and answer.says is Says.YES:
            return Answer(Says.RESERVE)
        return answer


_OPPOSITE = {Says.YES: Says.NO, Says.NO: Says.YES}


ANSWERS = ("answer", "absent", "status", "reserve")


def answer_columns(
    headers: Sequence[str], kinds: Kinds, under: Callable[[int], Sequence[str]]
) -> list[AnswerColumn]:
    """Columns that say who comes. One with an ambiguous heading (``Stato``, ``Venerdì 27``, a
    form's question) counts only if most of its cells are answers.
    """
    columns = []
    for column, header in enumerate(headers):
        kind = kinds[column]
        # ``Iscritto`` over yes and no is a question too.
        is_question = (
            kind is None and (asks_who_comes(header) or _is_day(header))
        ) or kind in words.NAMES
        if not (is_question or kind in ANSWERS):
            continue
        answer_column = AnswerColumn(column, kind if kind in ANSWERS else "answer")
        cells = [*filter(None, under(column))]
        is_sure = kind in ("answer", "absent") and not most(cells, _is_number_of_times)
        with_answers = [cell for cell in cells if answer_column.answer(cell) is not None]
        if cells and (is_sure or 2 * len(with_answers) > len(cells)):
            columns.append(answer_column)
    return columns


def _is_number_of_times(cell: str) -> bool:
    """Whether a cell counts evenings and so is no answer."""
    return cell.isdigit() and cell not in ("0", "1")


def _is_day(header: str) -> bool:
    listed = folded(header).split()
    return (
        is_date(header)
        or re.fullmatch(r"\d{1,2}[/.]\d{1,2}", header) is not None
        or (
            bool(listed)
            and listed[0] in words.WEEKDAYS
            and all(word in words.SAYS_WHEN or any(map(str.isdigit, word)) for word in listed)
        )
    )


def answers_of_block(
    answers: Sequence[AnswerColumn], block: Block, blocks: Sequence[Block]
) -> list[AnswerColumn]:
    """Columns of answers within a block, up to the next block's first."""
    begins = [min(other.values(), default=0) for other in blocks]
    place = blocks.index(block)
    begin = begins[place] if place else 0
    end = begins[place + 1] if place + 1 < len(blocks) else None
    return [
        answer
        for answer in answers
        if begin <= answer.column and (end is None or answer.column < end)
    ]


def apply_answers(
    row: RosterRow,
    cells: Sequence[str],
    headers: Sequence[str],
    answers: Sequence[AnswerColumn],
) -> RosterRow:
    """Return the row with the answers of its columns. The person is left out if a column does not
    say yes, and asked about if it is not clear.
    """
    for answer in answers:
        cell = at(cells, answer.column)
        cell = "" if cell.casefold() in words.PLACEHOLDERS - {"?"} else cell
        says, is_sure = answer.says(cell)
        header = at(headers, answer.column) or str(Sentence(NO_TITLE))
        reason = Sentence(ANSWERED, header=header[:80], text=cell[:80])
        if not cell:
            reason = Sentence(EMPTY, header=header[:80])
        if says is not Says.YES:
            row = row.kept_out(says, reason)
        elif not is_sure:
            row = row.doubted(reason)
    return row


def keep_last_answer(rows: Sequence[RosterRow]) -> list[RosterRow]:
    """Leave out the earlier answers of a player who answers twice. If an earlier one was not yes
    and the last is, ask about the last.
    """
    last: dict[str, int] = {}
    for place, row in enumerate(rows):
        last |= dict.fromkeys(spellings(row.surname, row.given_name), place)
    answers = list(rows)
    for place, row in enumerate(rows):
        later = max((last[name] for name in spellings(row.surname, row.given_name)), default=place)
        if later == place:
            continue
        again = Sentence(ANSWERS_AGAIN, line=rows[later].line)
        answers[place] = row.kept_out(row.says or Says.PERHAPS, again)
        if row.says is not None and rows[later].says is None:
            before = Sentence(ANSWERED_BEFORE, line=row.line)
            answers[later] = answers[later].doubted(before)
    return answers
