"""Preview of an event's link: title, first lines and a picture."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _, ngettext

from frame.link_preview import FIRST, LinkPreview, link_preview
from printing.link_pictures import draw_link_picture
from printing.pictures import podium
from simultaneous import public_results
from simultaneous.lines import Context, first_lines, rests_note
from simultaneous.models import Event, EventPublication
from wording.naming import number
from wording.rests import with_marks


def preview_of(
    request: HttpRequest, event: Event, publication: EventPublication | None
) -> LinkPreview | None:
    """Preview of the event's page for messengers. Before the close it has day and halls; then the
    first lines too.
    """
    lines = first_lines(publication, "", FIRST) if publication else []
    sentences = [
        with_marks(f"{line['row'].rank}. {line['row'].name} {_percent(line)}", line["rests"])
        for line in lines[:FIRST]
    ]
    picture = reverse("simultaneous:event_picture", args=[event.code])
    sentences = [_occasion(event, publication), *sentences, rests_note(lines)]
    return link_preview(request, event.name, sentences, picture)


def _percent(line: Context) -> str:
    return f"{number(line['percent'], fixed=True)} %"


def _occasion(event: Event, publication: EventPublication | None) -> str:
    count = event.halls.count()
    halls = ngettext("%(count)s hall", "%(count)s halls", count) % {"count": count}
    day = formats.date_format(event.date, "DATE_FORMAT")
    state = _("official") if publication is not None and publication.official else ""
    return " · ".join(filter(None, (day, halls, state)))


def picture_of(event: Event) -> bytes:
    """Picture of the event's link: the podium, if there are three lines to stand on it."""
    publication = public_results.last_publication(event)
    lines = first_lines(publication, "", 3) if publication else []
    first = [
        (str(line["row"].rank), line["row"].name, with_marks(_percent(line), line["rests"]))
        for line in lines
    ]
    below = " · ".join(filter(None, (_occasion(event, publication), rests_note(lines))))
    return draw_link_picture(event.name, below, (), podium(first) if len(first) == 3 else None)
