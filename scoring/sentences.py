"""What is said with a refusal and with a decision: the game's own sentences, and the reasons that people give."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from deals.sentences import say, say_error, say_error_lazily, say_lazily
from king.problems import Problem
from tournaments.names import cleaned

__all__ = ["SheetRefused", "problem_line", "read_reason", "say", "say_error", "say_error_lazily", "say_lazily"]


class SheetRefused(ValidationError):
    """A sheet that cannot go on as it is: a heading, then one line for each problem, which ``problems`` carries."""

    def __init__(self, heading: ValidationError, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__([heading, *(problem_line(problem) for problem in self.problems)])


def problem_line(problem: Problem) -> ValidationError:
    """The problem as a line with its place."""
    said = say_lazily(problem.phrase)
    if problem.hand is None:
        return ValidationError("%(problem)s", code=problem.code, params={"problem": said})
    return ValidationError(
        _("Hand %(hand)s: %(problem)s"), code=problem.code, params={"hand": problem.hand, "problem": said}
    )


def read_reason(reason: str) -> str:
    """A reason as it is kept, line by line without what cannot be shown; refused where there is none."""
    lines = [cleaned(line) for line in reason.splitlines()]
    kept = "\n".join(line for line in lines if line)
    if not kept:
        raise ValidationError(_("This step needs a reason: write down what happened."), code="reason_missing")
    return kept
