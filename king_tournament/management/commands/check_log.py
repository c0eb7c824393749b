"""Command ``manage.py check_log [CODE]``: check that the log of an evening, or of all, and
everything that it speaks of is unchanged.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils.translation import gettext as _, gettext_noop

from frame.command import HouseCommand
from scoring.log_check import check_log
from tournaments.log import LogKind, counts as log_counts, record
from tournaments.log.verification import check_count, count_anew, lost_evenings
from tournaments.models import Tournament
from wording.naming import short_form


class Command(HouseCommand):
    help = "Check every line of the logs, their seals and counts, and all that makes the results they speak of."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "code", nargs="?", metavar="CODE", help="an evening (default: every one)"
        )
        parser.add_argument(
            "--lines",
            type=int,
            metavar="N",
            help="the number of lines printed on published standings",
        )
        parser.add_argument("--seal", default="", help="the seal printed beside it")
        parser.add_argument(
            "--older-copy",
            action="store_true",
            help="an older copy of the database was put back, by another way than restore: count the lines anew",
        )

    def handle(
        self,
        *args: Any,
        code: str | None = None,
        lines: int | None = None,
        seal: str = "",
        older_copy: bool = False,
        **options: Any,
    ) -> None:
        if older_copy:
            _accept_older_copy()
        if (lines is None) != (not seal) or (lines is not None and (code is None or lines < 1)):
            raise CommandError(
                _(
                    "A paper gives a number of lines, 1 or more, and a seal, and belongs to one "
                    "evening: give all three, as CODE --lines 57 --seal 3f9c5a117b20."
                )
            )
        evenings = Tournament.objects.order_by("date", "pk")
        if code is not None:
            evenings = evenings.filter(code=code.lower())
            if not evenings:
                raise CommandError(
                    _("There is no evening with the code %(code)s.") % {"code": code}
                )
        wrong = [evening.code for evening in evenings if not self._holds(evening, lines, seal)]
        if code is None:
            wrong += self._of_the_installation()
        if wrong:
            raise CommandError(_("Not as it was written: %(codes)s.") % {"codes": ", ".join(wrong)})

    def _of_the_installation(self) -> list[str]:
        lost = lost_evenings()
        for code in lost:
            sentence = _(
                "%(code)s: its lines are counted outside the database, but the evening is not "
                "here. It was removed, or an older copy of the database was put back by hand."
            )
            self.say(sentence, code=code)
        return lost if self._holds(None, None, "") else [*lost, _("the installation")]

    def _holds(self, evening: Tournament | None, lines: int | None, seal: str) -> bool:
        chain = check_log(evening, paper_lines=lines, paper_seal=seal)
        if not evening and not chain.lines and not chain.faults:
            return True
        code, name = (evening.code, evening.name) if evening else (_("the installation"), "")
        words: dict[str, Any] = {
            "code": code,
            "name": name,
            "lines": len(chain.lines),
            "seal": short_form(chain.seal),
        }
        if not chain.faults:
            self.say(
                _("%(code)s %(name)s: all lines hold (%(lines)s), last seal %(seal)s"), **words
            )
        for fault in chain.faults:
            words |= {"number": fault.number, "reason": fault.reason}
            self.say(_("%(code)s %(name)s: line %(number)s: %(reason)s"), **words)
        for warning in chain.warnings:
            self.stdout.write(f"  {warning}.")
        if chain.changed:
            sentence = _(
                "  A person's name has since been removed from %(count)s lines: a later, sealed line names them."
            )
            self.say(sentence, count=chain.changed)
        for key, count in chain.unknown:
            sentence = _(
                "  %(count)s lines were sealed with the key %(key)s, which is not here: they are "
                "chained, but their seals cannot be checked. Put that key into the file log_key on a line of its own."
            )
            self.say(sentence, count=count, key=key)
        return not chain.faults


@transaction.atomic
def _accept_older_copy() -> None:
    sentence = gettext_noop(
        "An older copy of the database was put back: %(count)s lines had been counted. What was "
        "written after it is missing."
    )
    for evening in Tournament.objects.order_by("pk"):
        fault, _said = check_count(evening, evening.log.order_by("sequence"))
        count = log_counts.read(evening.code)
        if fault is not None and count is not None:
            record(evening, LogKind.BACKUP, sentence, count=count.lines)
    transaction.on_commit(count_anew)
