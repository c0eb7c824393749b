"""Preview of a page whose link is sent: title, text and picture for messengers (Open Graph), and
ten lines with the link for the phone's own share sheet.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.formats import date_format

from frame.public import in_folder
from ground.addresses import readers_address
from king.standing.ranking import Standings
from tournaments.models import Tournament
from wording.rests import plain_foot, with_marks
from wording.results import short_points

FIRST = 7
"""Lines of a standing that are sent: ten with the title, the occasion and the link."""


class LinkPreview(NamedTuple):
    """Preview of a link in messengers. ``url`` and ``picture`` are full addresses, empty if the
    site does not know its own.
    """

    title: str
    lines: tuple[str, ...]
    url: str
    picture: str

    @property
    def description(self) -> str:
        return " · ".join(self.lines[:4])

    @property
    def text(self) -> str:
        return "\n".join((self.title, *self.lines))

    @property
    def rows(self) -> int:
        """Number of lines of the text, its title and link included."""
        return len(self.lines) + 2

    @property
    def text_with_link(self) -> str:
        return f"{self.text}\n{self.url}".rstrip()


def link_preview(
    request: HttpRequest, title: str, lines: Iterable[str], picture: str
) -> LinkPreview | None:
    """Make the preview. ``picture`` is an address within the site. None for pages in a folder,
    which have no address.
    """
    if in_folder(request):
        return None
    site = readers_address(request)
    url, picture = (site + path if site else "" for path in (request.path, picture))
    return LinkPreview(title, tuple(filter(None, lines)), url, picture)


def occasion_line(tournament: Tournament) -> str:
    day = date_format(tournament.date, "DATE_FORMAT")
    return " · ".join(filter(None, (day, tournament.place, tournament.timetable)))


def first_lines(read: Standings, most: int = FIRST) -> list[str]:
    """First lines of a published standing, with names as they are spelled now, and a note on the
    marks of partite that were sat out.
    """
    lines, rests = [], []
    for line in read.overall[:most]:
        words = line_words(line.rank, line.entry, line.match_points, line.total, read.raw)
        rests.append(line.rests)
        lines.append(with_marks(words, line.rests))
    return [*lines, *filter(None, [plain_foot(rests)])]


def line_words(
    rank: int, entry: str, match_points: Fraction | None, total: Fraction | None, raw: bool
) -> str:
    """Line of a standing: ``1. Anna Rossi 12 (+24)``. Points are given once if match points are the
    ``raw`` points.
    """
    return f"{rank}. {entry} {short_points(match_points, total, raw)}"
