"""``manage.py check_log [CODE]``: whether the log of an evening, or of all, is as it was written."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from king_tournament.management.command import HouseCommand
from scoring.log_check import check_log
from tournaments.models import Tournament
from wording.naming import short_form


class Command(HouseCommand):
    help = "Check every line of the log, its seal, and the rows and standings that it speaks of."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="?", metavar="CODE", help="an evening (default: every one)")
        parser.add_argument("--lines", type=int, metavar="N", help="the number of lines printed on a posted standing")
        parser.add_argument("--seal", default="", help="the seal printed beside it")

    def handle(
        self, *args: Any, code: str | None = None, lines: int | None = None, seal: str = "", **options: Any
    ) -> None:
        if (lines is None) != (not seal) or (lines is not None and (code is None or lines < 1)):
            raise CommandError(_("A paper has a number of lines, 1 or more, and a seal, and is of one evening: say all "
                                 "three, as CODE --lines 57 --seal 3f9c5a117b20."))  # fmt: skip
        evenings = Tournament.objects.order_by("date", "pk")
        if code is not None:
            evenings = evenings.filter(code=code.lower())
            if not evenings:
                raise CommandError(_("There is no evening with the code %(code)s.") % {"code": code})
        wrong = [evening.code for evening in evenings if not self._holds(evening, lines, seal)]
        if wrong:
            raise CommandError(_("Not as it was written: %(codes)s.") % {"codes": ", ".join(wrong)})

    def _holds(self, evening: Tournament, lines: int | None, seal: str) -> bool:
        chain = check_log(evening, paper_lines=lines, paper_seal=seal)
        words = {"code": evening.code, "name": evening.name, "lines": len(chain.lines), "seal": short_form(chain.seal)}
        if chain.fault is None:
            self.stdout.write(_("%(code)s %(name)s: all lines hold (%(lines)s), last seal %(seal)s") % words)
        else:
            words |= {"number": chain.fault.number, "reason": chain.fault.reason}
            self.stdout.write(_("%(code)s %(name)s: line %(number)s: %(reason)s") % words)
        if chain.changed:
            sentence = _("  From %(count)s lines a person's name was taken away since: a later, sealed line has them.")
            self.stdout.write(sentence % {"count": chain.changed})
        if chain.unkeyed:
            sentence = _("  %(count)s lines were written before there were keys: they are chained, and not sealed.")
            self.stdout.write(sentence % {"count": chain.unkeyed})
        for key, count in chain.unknown:
            sentence = _(
                "  %(count)s lines were sealed with the key %(key)s, which is not here: they are chained, and "
                "their seals cannot be checked. Put that key into the file log_key as a further line."
            )
            self.stdout.write(sentence % {"count": count, "key": key})
        return chain.fault is None
