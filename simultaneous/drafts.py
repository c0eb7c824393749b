"""Sheets that a hall with paper alone types on its own page, from the first key until its report is
written. They are saved one by one and checked as they grow; the centre seals them with the hall's
secret.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author
from king.reading import InputError, Node
from king.sheet.row import Problem
from king.simultaneous.documents import LONGEST_NAME, Report, Terms
from king.simultaneous.merging import doubts_alone
from king.simultaneous.paper_form import MOST_TABLES
from king.simultaneous.report_sheets import HallSheet, read_names, read_sheets
from king.words import Phrase
from simultaneous import centre
from simultaneous.event_file import invitation_of, terms_of
from simultaneous.models import Draft, Hall, Report as ReportRow
from wording.sentences import Sentence, refusal, say_error_lazily

Form = dict[str, Any]
NOBODY = "–"
"""Stands for a name that is not typed yet, while a sheet is checked."""
MOST_RULINGS = 20
NAME_MISSING = gettext_noop(
    "Partita %(partita)s, table %(table)s: the name of %(column)s is missing"
)


class Place(NamedTuple):
    """A sheet of a hall; table 0 holds the spares of the partita."""

    round: int
    table: int


class Conflict(ValidationError):
    """Raised if another phone has saved the sheet meanwhile. ``draft`` is the sheet as it is
    now.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        super().__init__(
            _("Somebody else has saved this sheet meanwhile: nothing of yours is saved yet."),
            "draft_changed",
        )


class Doubtful(ValidationError):
    """Raised if a report should not be sent as it is. ``doubts`` say why, one by one."""

    def __init__(self, doubts: Sequence[Phrase]) -> None:
        self.doubts = tuple(doubts)
        sentences = map(Sentence.of, doubts)
        super().__init__([refusal("%(doubt)s", "doubtful", doubt=one) for one in sentences])


# --- when


def refuse_typing(hall: Hall) -> None:
    """Refuse typing, except from the first key until the hall's code or the close. ``hall`` must be
    freshly read.
    """
    if hall.event.released_at is None:
        raise refusal(_("The key of this event has not been given yet."), "not_released")
    if hall.event.is_closed:
        raise refusal(_("This event is closed."), "event_closed")
    if hall.code:
        sentence = _(
            "The closing code of %(hall)s has been given, so its sheets stay as they are: report "
            "a slip to the centre, whose arbiter corrects it."
        )
        raise refusal(sentence, "code_told", hall=hall.name)


def may_type(hall: Hall) -> bool:
    try:
        refuse_typing(hall)
    except ValidationError:
        return False
    return True


def rounds_told(hall: Hall, terms: Terms) -> list[int]:
    """Numbers of the partite whose key is told. Nobody can have played the others."""
    keys = zip(terms.documents, hall.event.keys.order_by("round"), strict=True)
    return [number for document, key in keys if key.told_at for number in document.rounds]


def _refuse_place(hall: Hall, terms: Terms, place: Place) -> None:
    if place.round not in rounds_told(hall, terms):
        sentence = _("The key of partita %(partita)s has not been given yet.")
        raise refusal(sentence, "round_not_told", partita=place.round)
    if not 0 <= place.table <= MOST_TABLES:
        sentence = _("A hall has at most %(most)s tables.")
        raise refusal(sentence, "tables_many", most=MOST_TABLES)


# --- saved


@transaction.atomic
def save(
    hall: Hall,
    place: Place,
    sheet: Form,
    *,
    version: int,
    mark: str,
    terms: Terms | None = None,
) -> Draft:
    """Save a typed sheet. ``version`` is the one read before typing, 0 for none. Raises
    ``Conflict`` if another page, with another ``mark``, has saved since.
    """
    locked = Hall.objects.select_related("event").get(pk=hall.pk)
    refuse_typing(locked)
    terms = terms or terms_of(locked.event)
    _refuse_place(locked, terms, place)
    _refuse_unread(locked, terms, place, sheet)
    rows = Draft.objects.filter(hall=locked, **_at(place))
    draft = rows.first()
    was_sheet = draft is not None and draft.is_sheet
    if draft is None:
        draft = _create_draft(locked, place, sheet, mark)
    elif draft.sheet != sheet:
        if draft.version != version and draft.mark != mark:
            raise Conflict(draft)
        as_read = rows.filter(version=draft.version)
        now = {"sheet": sheet, "mark": mark, "saved_at": timezone.now()}
        if not as_read.update(version=F("version") + 1, **now):
            raise Conflict(rows.get())
        draft = rows.get()
    if draft.is_sheet and not was_sheet:
        _count_tables(locked)
    return draft


def _at(place: Place) -> dict[str, int]:
    return {"round_number": place.round, "table_number": place.table}


def _create_draft(hall: Hall, place: Place, sheet: Form, mark: str) -> Draft:
    own = {"hall": hall, **_at(place)}
    try:
        with transaction.atomic():
            return Draft.objects.create(sheet=sheet, mark=mark, **own)
    except IntegrityError:
        raise Conflict(Draft.objects.get(**own)) from None


def _count_tables(hall: Hall) -> None:
    """Update the number of tables that centre and public see, as for a hall whose program reports
    it.
    """
    tables = Counter(draft.round_number for draft in written_sheets(hall))
    count = max(tables.values(), default=0)
    if count > (hall.tables or 0):
        centre.take_opened(hall, count)


def _refuse_unread(hall: Hall, terms: Terms, place: Place, sheet: Form) -> None:
    """Refuse a sheet that cannot be scored. A sheet with mistakes may be saved."""
    for name in sheet.get("seats", {}).values():
        if len(name) > LONGEST_NAME:
            sentence = _("A name has at most %(most)s letters: %(name)s")
            raise refusal(sentence, "name_long", most=LONGEST_NAME, name=name[:60])
    if len(sheet.get("rulings", ())) > MOST_RULINGS:
        sentence = _("A sheet has at most %(most)s decisions.")
        raise refusal(sentence, "rulings_many", most=MOST_RULINGS)
    problems: Sequence[Problem] = ()
    try:
        if place.table:
            problems = read_sheet(hall, terms, place, sheet).scored().problems
        else:
            _refuse_spares(terms, sheet)
    except InputError as error:
        raise refusal(say_error_lazily(error), "sheet_not_read") from None
    for problem in problems:
        if problem.code == "ruling_too_large":
            raise refusal("%(problem)s", problem.code, problem=Sentence.of(problem.phrase))


def _refuse_spares(terms: Terms, sheet: Form) -> None:
    document = terms.documents[0]
    for spare in sheet.get("spares", ()):
        board, number = spare.get("board"), spare.get("spare")
        if board not in range(1, document.boards + 1) or number not in spares_of(terms):
            raise refusal(_("Choose the board and the spare that replaced it."), "no_such_spare")


def spares_of(terms: Terms) -> range:
    """Numbers of the boards that stand by in each partita."""
    document = terms.documents[0]
    return range(document.boards + 1, document.highest + 1)


def read_sheet(hall: Hall, terms: Terms, place: Place, sheet: Form) -> HallSheet:
    """Read a sheet, with the spares that the hall played. Raises ``InputError``."""
    [read] = _read_all(hall, terms, [(place, sheet)])
    return read


def read_drafts(hall: Hall, terms: Terms, drafts: Sequence[Draft]) -> list[HallSheet]:
    """Read the sheets as they are; players without a name are ``NOBODY``. Raises ``InputError``."""
    return _read_all(
        hall,
        terms,
        [(Place(draft.round_number, draft.table_number), draft.sheet) for draft in drafts],
    )


def _read_all(hall: Hall, terms: Terms, sheets: Sequence[tuple[Place, Form]]) -> list[HallSheet]:
    nobody = {str(column): NOBODY for column in terms.ruleset.columns}
    complete = [
        (place, {**sheet, "seats": nobody | _without_blanks(sheet.get("seats", {}))})
        for place, sheet in sheets
    ]
    return read_sheets(
        terms, _report(hall, terms, _night(complete), spares=_spares(hall), house=())
    )


def _without_blanks(seats: Form) -> Form:
    return {column: name for column, name in seats.items() if name}


class FilledSheets(NamedTuple):
    """Result of reading a workbook. ``saved`` are sheets that it filled in; ``kept`` are sheets
    typed before that differ from it.
    """

    saved: list[Place]
    kept: list[Place]


@transaction.atomic
def fill(hall: Hall, evening: Form, *, replace: bool = False) -> FilledSheets:
    """Store the sheets of an evening in the form of ``paper_form.read_pages``, one by one. A sheet
    that was typed already stays unless it is to be replaced.
    """
    terms = terms_of(hall.event)
    filled = FilledSheets([], [])
    sheets = dict(_sheets_of(terms, evening))
    for place, sheet in sheets.items():
        draft = find(hall, place)
        if draft.is_sheet and draft.sheet != sheet and not replace:
            filled.kept.append(place)
            continue
        save(hall, place, sheet, version=draft.version, mark=FILE, terms=terms)
        filled.saved.append(place)
    for number in terms.rounds:
        spares = [
            {"board": one["board"], "spare": one["spare"]}
            for one in evening.get("spares", ())
            if one["round"] == number
        ]
        if spares:
            draft = find(hall, Place(number, 0))
            form: Form = {"spares": spares}
            save(hall, Place(number, 0), form, version=draft.version, mark=FILE, terms=terms)
    return filled


FILE = "workbook"
"""The mark of what came as a file."""


def _sheets_of(terms: Terms, evening: Form) -> Iterator[tuple[Place, Form]]:
    """Yield each sheet with its place, its decisions and its house players. Refused are decisions
    and house players that belong to no sheet.
    """
    house = set(evening.get("house", ()))
    seated = set[str]()
    rulings: dict[Place, list[Form]] = {}
    for ruling in evening["night"].get("rulings", ()):
        bare = {key: value for key, value in ruling.items() if key not in ("round", "table")}
        rulings.setdefault(Place(ruling["round"], ruling["table"]), []).append(bare)
    for played in evening["night"]["rounds"]:
        for written in played["sheets"]:
            place = Place(played["round"], written["table"])
            sheet = {key: value for key, value in written.items() if key != "table"}
            names = read_names(Node(written["seats"], "", "seats"), terms.ruleset)
            seated |= {*names.values()}
            own = [str(column) for column, name in names.items() if name in house]
            sheet |= {"house": own} if own else {}
            ruled = rulings.pop(place, [])
            yield place, sheet | ({"rulings": ruled} if ruled else {})
    for name in sorted(house - seated):
        raise refusal(_("House player “%(name)s” sits at no table."), "house_nowhere", name=name)
    for place in rulings:
        sentence = _("A decision names partita %(partita)s, table %(table)s, which has no sheet.")
        fields = {"partita": place.round, "table": place.table}
        raise refusal(sentence, "ruling_nowhere", **fields)


def find(hall: Hall, place: Place) -> Draft:
    """The saved sheet at this place, or an empty one of version 0."""
    draft = hall.drafts.filter(**_at(place)).first()
    return draft or Draft(hall=hall, version=0, **_at(place))


def forget(hall: Hall, place: Place) -> None:
    """Delete a sheet that was typed at a wrong table."""
    locked = Hall.objects.select_related("event").get(pk=hall.pk)
    refuse_typing(locked)
    locked.drafts.filter(**_at(place)).delete()


# --- the report that they make


def _night(sheets: Sequence[tuple[Place, Form]]) -> Form:
    rounds: dict[int, list[Form]] = {}
    rulings = []
    for place, sheet in sheets:
        written = {"table": place.table, "seats": sheet["seats"], "rows": sheet.get("rows", [])}
        if "first_dealer" in sheet:
            written["first_dealer"] = sheet["first_dealer"]
        rounds.setdefault(place.round, []).append(written)
        rulings += [
            {"round": place.round, "table": place.table, **ruling}
            for ruling in sheet.get("rulings", ())
        ]
    form: Form = {
        "rounds": [{"round": number, "sheets": rounds[number]} for number in sorted(rounds)]
    }
    return form | ({"rulings": rulings} if rulings else {})


def _spares(hall: Hall) -> list[Form]:
    return [
        {"round": draft.round_number, **spare}
        for draft in hall.drafts.filter(table_number=0)
        for spare in draft.sheet.get("spares", ())
    ]


def _report(
    hall: Hall, terms: Terms, night: Form, *, spares: Sequence[Form], house: Sequence[str]
) -> Report:
    """Report of the typed sheets, not sealed yet."""
    rules = {"ruleset": terms.ruleset.as_json(), "settings": dict(terms.settings)}
    form = {
        "event": terms.event,
        "hall": hall.number,
        "commitment": terms.commitment,
        "written": timezone.localtime().isoformat(timespec="seconds"),
        "night": {**rules, **night},
        "spares": [*spares],
        "house": [*house],
    }
    return Report.from_json(Node(form, "", ""))


def written_sheets(hall: Hall) -> list[Draft]:
    return [
        draft for draft in hall.drafts.order_by("round_number", "table_number") if draft.is_sheet
    ]


def unsealed_report(hall: Hall) -> Report:
    """Report of the hall's typed sheets, without its seal. Refused if no sheet is typed or a name
    is missing, because nobody without a name can be ranked.
    """
    terms = terms_of(hall.event)
    drafts = written_sheets(hall)
    if not drafts:
        raise refusal(_("No sheet has been typed yet."), "no_sheets")
    missing = [problem for draft in drafts for problem in _missing_names(terms, draft)]
    if missing:
        raise ValidationError(missing)
    night = _night(
        [(Place(draft.round_number, draft.table_number), draft.sheet) for draft in drafts]
    )
    house = sorted({name for draft in drafts for name in _house(terms, draft)})
    return _report(hall, terms, night, spares=_spares(hall), house=house)


def _missing_names(terms: Terms, draft: Draft) -> Iterator[ValidationError]:
    seats = draft.sheet.get("seats", {})
    for column in terms.ruleset.columns:
        if not seats.get(str(column)):
            yield refusal(
                "%(problem)s",
                "name_missing",
                problem=Sentence(
                    NAME_MISSING,
                    partita=draft.round_number,
                    table=draft.table_number,
                    column=column,
                ),
            )


def _house(terms: Terms, draft: Draft) -> list[str]:
    places = draft.sheet.get("house", ())
    names = read_names(Node(draft.sheet["seats"], "", ""), terms.ruleset)
    return [name for column, name in names.items() if str(column) in places]


def doubts_of(hall: Hall) -> list[Phrase]:
    """Doubts about the report that there would be if the sheets were sealed now."""
    invitation = invitation_of(hall)
    return [
        doubt.message
        for doubt in doubts_alone(invitation, invitation.report(unsealed_report(hall)))
    ]


class WrittenReport(NamedTuple):
    """A report that was made from typed sheets. ``late`` is why its code does not count, if so."""

    report: ReportRow
    late: ValidationError | None


@transaction.atomic
def write_report(
    hall: Hall, *, anyway: bool = False, author: Author = None, reason: str = ""
) -> WrittenReport:
    """Write the hall's report: the centre seals the sheets, and the code counts as told now.
    ``anyway`` ignores doubts, which otherwise raise ``Doubtful``. After the close only an arbiter
    may write it, with a ``reason``.
    """
    locked = Hall.objects.select_related("event").get(pk=hall.pk)
    if not reason or not locked.event.is_closed:
        refuse_typing(locked)
    invitation = invitation_of(locked)
    try:
        report = invitation.report(unsealed_report(locked))
        doubts = [doubt.message for doubt in doubts_alone(invitation, report)]
    except InputError as error:
        raise refusal(say_error_lazily(error), "sheet_not_read") from None
    if doubts and not anyway:
        raise Doubtful(doubts)
    content = json.dumps(report.as_json(), ensure_ascii=False).encode()
    source = str(_("typed on the page of the hall"))
    row = centre.take_report(
        locked.event, content, source, hall=locked, author=author, reason=reason
    )
    late = None
    if not locked.event.is_closed:
        try:
            centre.take_code(locked, report.code, author=author)
        except ValidationError as refused:
            late = refused
    return WrittenReport(row, late)
