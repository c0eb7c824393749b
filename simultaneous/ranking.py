"""Standing over all halls, recomputed as a whole from the rows by the worker; and the result file,
which anybody can compute from the published files.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max

from ground import monotonic_clock
from ground.guards import Author, stored_author, write
from ground.names import search_text
from ground.task_queue import hand_over, task
from king.cards import SIDES, WINDS
from king.reading import as_json
from king.simultaneous.documents import RESULT
from king.simultaneous.merging import EventResult, Merging, ResultLine, result_code
from king.words import alphabetical
from simultaneous.event_file import event_made_of, made_of_now, read_report
from simultaneous.models import Event, EventPublication, PublicationLine, Report

SECONDS_BETWEEN = 60
LINES_AT_ONCE = 2000
ORDER = ("", *map(str, WINDS), *map(str, SIDES))

Lists = dict[str, tuple[ResultLine, ...]]
"""By wind, the overall one under ""; in ``ORDER``."""

# --- when it is made


def is_behind(event: Event) -> bool:
    """Whether anything changed since the newest standing was made."""
    return event.released_at is not None and event.ranked_revision < event.revision


def ask(event: Event) -> None:
    """Ask for a new standing after this transaction. At most one a minute is made, so that ten
    reports make one. Reading an outdated standing asks again, so that the last change is always
    included in the end.
    """
    transaction.on_commit(partial(_ask, event.pk))


def _ask(event_pk: int) -> None:
    event = Event.objects.filter(pk=event_pk).first()
    if event is None or not is_behind(event):
        return
    # The close does not wait for the minute to pass.
    if monotonic_clock.claim(f"simultaneous-{event.pk}-{event.state}", SECONDS_BETWEEN):
        hand_over(rank_event, event.pk)


@task("simultaneous.rank_event")
def rank_event(event_pk: int) -> None:
    """Make a new standing of the event. A second worker with the same task finds that nothing has
    changed, and does nothing.
    """
    event = Event.objects.filter(pk=event_pk).first()
    if event is not None and is_behind(event):
        publication = publish_event(event=event)
        if publication.event.is_closed:
            code_of_result(publication)  # here once: whoever asks for it next finds it


# --- what it is made of


def publish_event(
    *, event: Event, author: Author = None, official: bool = False
) -> EventPublication:
    """Publish a standing. During play it replaces the provisional one. After the close each
    publication is kept, and one without news is not added.
    """
    # As in ``king merge``: a collector that walks through all that was read takes a third of the
    # time.
    gc.disable()
    try:
        return _publish(Event.objects.get(pk=event.pk), author, official)
    finally:
        gc.enable()


def _publish(event: Event, author: Author, official: bool) -> EventPublication:
    # The ranking takes seconds: nobody who writes waits for them.
    made_of = made_of_now(event)
    merging = Merging(
        event_made_of(event, made_of),
        (replace(read_report(row), source=name) for name, row in named_reports(event, made_of)),
    )
    result, far = merging.result(), merging.far
    lists: Lists = {"": (*result.overall, *result.late), **result.winds}
    with transaction.atomic():
        now = Event.objects.select_for_update().get(pk=event.pk)
        last = event.publications.order_by("-number").first()
        if last is not None and now.ranked_revision > event.revision:
            return last  # made meanwhile, of what has changed since
        before = event.publications.filter(provisional=False).order_by("-number").first()
        lists_before = {} if before is None else _stored_lists(before)
        publication = EventPublication(
            event=event,
            number=1 if last is None else last.number + 1,
            provisional=not event.is_closed,
            official=official or event.official_at is not None,
            result=replace(result, overall=(), winds={}, late=()).as_json(),
            boards=merging.boards,
            far=sorted({board.hall for board in far}),
            far_boards=as_json([board._asdict() for board in far]),
            places=merging.places,
            changes={} if before is None else _changes(lists_before[""], lists[""]),
            made_of=made_of,
            author=stored_author(author),
        )
        write(event, ranked_revision=event.revision)
        if before is not None and lists == lists_before and _says_the_same(before, publication):
            return before
        event.publications.filter(provisional=True).delete()
        publication.save()
        _store_lines(publication, lists)
    return publication


def named_reports(event: Event, made_of: dict[str, Any]) -> Iterator[tuple[str, Report]]:
    """Yield published file names with their reports. Sorted by name they are in the order in which
    they count.
    """
    rows = Report.objects.filter(hall__event=event).select_related("hall")
    if made_of:
        rows = rows.filter(pk__in=made_of["reports"])
    digits = len(str(event.halls.aggregate(Max("number"))["number__max"]))
    came = Counter[int]()
    for row in rows.order_by("hall__number", "received_at", "pk").iterator():
        number = row.hall.number
        came[number] += 1
        yield f"report-{number:0{digits}}-{came[number]:02}.king", row


def _store_lines(publication: EventPublication, lists: Lists) -> None:
    halls = dict(publication.event.halls.values_list("number", "pk"))
    searched = {
        (line.hall, line.name): search_text(line.name) for lines in lists.values() for line in lines
    }
    rows = []
    for wind, lines in lists.items():
        for place, line in enumerate(lines, 1):
            form = line.as_json()
            hall = form.pop("hall")
            own = {"hall_id": halls[hall], "search": searched[hall, line.name]}
            own["late"] = line.rank is None
            rows.append(
                PublicationLine(publication=publication, wind=wind, place=place, **own, **form)
            )
    PublicationLine.objects.bulk_create(rows, batch_size=LINES_AT_ONCE)


# --- the changes


def _says_the_same(before: EventPublication, now: EventPublication) -> bool:
    return (before.result, before.boards, before.official) == (
        now.result,
        now.boards,
        now.official,
    )


def _changes(before: Sequence[ResultLine], now: Sequence[ResultLine]) -> dict[str, Any]:
    """Changes between two results. ``lines`` are those whose points on the sheets changed, or that
    were added or removed. ``places`` is how many have another place.
    """
    old, new = ({(line.hall, line.name): line for line in lines} for lines in (before, now))
    lines, places = [], 0
    for entry in new | old:
        was, is_ = old.get(entry), new.get(entry)
        total_before, total = (None if line is None else str(line.total) for line in (was, is_))
        if total != total_before:
            hall, name = entry
            lines.append({"hall": hall, "name": name, "before": total_before, "after": total})
        if was is not None and is_ is not None and was.rank != is_.rank:
            places += 1
    return {"lines": lines, "places": places}


# --- the result file


def _stored_lists(publication: EventPublication) -> Lists:
    """Lists as stored. Equals are sorted by name as in ``king merge``, also if a name was removed
    since.
    """
    lists: dict[str, list[ResultLine]] = {"": []}
    halls = dict(publication.event.halls.values_list("number", "name"))
    rows = publication.lines.order_by("wind", "place").values_list(
        "wind", "rank", "hall__number", "name", "percent", "total", "earned", "tiebreak"
    )
    for wind, rank, hall, name, percent, total, earned, tiebreak in rows.iterator():
        points = {number: Fraction(earned[number]) for number in sorted(earned, key=int)}
        figures = Fraction(percent), Fraction(total), points, rank, tiebreak or None
        lists.setdefault(wind, []).append(ResultLine(hall, name, *figures))

    def in_order(line: ResultLine) -> tuple[Any, ...]:
        place = (0, line.rank) if line.rank is not None else (1, -line.percent)
        return *place, alphabetical(f"{line.name} ({halls[line.hall]})")

    return {wind: tuple(sorted(lists[wind], key=in_order)) for wind in ORDER if wind in lists}


def result_of(publication: EventPublication) -> EventResult:
    """Result as it is published. Once the event is closed and every key is told, it includes seed
    and keys: it is then what ``king merge --key`` makes of the published files.
    """
    event, lists = publication.event, _stored_lists(publication)
    result = EventResult.from_json(
        {**publication.result, "form": RESULT, "overall": [], "winds": {}}
    )
    overall = lists.pop("")
    result = replace(
        result.published,
        overall=tuple(line for line in overall if line.rank is not None),
        late=tuple(line for line in overall if line.rank is None),
        winds=lists,
    )
    if event.shows_seed:
        keys = tuple(key.letters for key in event.told_keys)
        result = replace(result, seed=event.terms["seed"], keys=keys)
    return result


def code_of_result(publication: EventPublication) -> str:
    """Code by which a hall recognizes the result file. Cached, because it needs every line."""
    number = publication.event.is_closed, publication.event.revision
    name = f"result-code-{publication.pk}-{number}".replace(" ", "")
    code = cache.get(name)
    if code is None:
        code = result_code(result_of(publication).as_json())
        cache.set(name, code, 24 * 60 * 60)
    return str(code)
