"""Commands ``king invite``, ``king report`` and ``king merge``: run a simultaneous event from files
alone (docs/simultaneous.md).
"""

import argparse
import gc
import importlib
import json
import sys
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from king.commands import print_json
from king.commands.sheets import read_entropy
from king.reading import InputError, Node, read_json, source_name
from king.simultaneous.documents import (
    Event,
    Invitation,
    Plan,
    Report,
    card_digest,
    in_groups,
)
from king.simultaneous.merging import (
    NOTES,
    EventResult,
    Merging,
    ResultLine,
    doubts_alone,
    result_code,
)
from king.simultaneous.paper_form import MOST_TABLES, Page, Workbook, empty_pages, read_pages
from king.simultaneous.report_sheets import BETWEEN

INVITE = """\
    {"event": "Simultaneo d'autunno", "date": "2026-11-27", "ruleset": "lab12", "rounds": 2, "spares": 1,
     "halls": ["Genova", "Savona"], "standing": {"method": "percent"}}

``settings``, ``opens``, ``closes`` and ``regulation`` may be said too; ``standing`` has the method ``percent`` (of the
matchpoints of the totals) or ``boards``. The answer: ``event``, the centre's own file, with the secrets of the halls;
``keys``, one a partita, each to be told when its partita begins; ``commitment``, to be published now; ``invitations``,
one a hall. Whoever has an invitation and a key that was told deals that partita's boards: give it to somebody who does
not play.
"""


def invite_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, INVITE
    parser.add_argument("file", metavar="FILE", help="the plan as JSON, or - for standard input")
    parser.add_argument(
        "--seed",
        metavar="HEX",
        help="what seed, key and secrets are made of, 64 hex digits; else fresh and said nowhere",
    )
    parser.add_argument(
        "--folder",
        metavar="FOLDER",
        help="an empty folder for event.json, key-1.txt …, and an invitation a hall, hall-1.king …",
    )


def run_invite(arguments: argparse.Namespace) -> int:
    plan = Plan.from_json(read_json(arguments.file))
    event, keys = plan.draw(read_entropy(arguments.seed))
    event = Event.read(Node(event.as_json(), source_name(arguments.file), ""))
    answer: dict[str, object] = {"commitment": event.commitment}
    spelled = [in_groups(key) for key in keys]
    documents: dict[str, object] = {"event": event.as_json(), "keys": spelled}
    invitations = {hall.number: event.invitation(hall.number).as_json() for hall in event.halls}
    if arguments.folder is None:
        answer |= {**documents, "invitations": list(invitations.values())}
    else:
        files = {"event.json": event.as_json()}
        files |= {f"hall-{number}.king": form for number, form in invitations.items()}
        texts = {
            name: json.dumps(form, ensure_ascii=False, indent=1) for name, form in files.items()
        }
        texts |= {f"key-{number}.txt": key for number, key in enumerate(spelled, 1)}
        answer["files"] = write_all("--folder", Path(arguments.folder), texts)
    print_json(answer)
    return 0


def write_all(option: str, folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Write the texts into an empty folder, created if need be. A folder with files is refused, so
    that no event is overwritten.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(f"{option}: expected an empty folder: {folder}")
        for name, text in texts.items():
            (folder / name).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{option}: {folder}: cannot be written: {error.strerror}") from None
    return list(texts)


REPORT = """\
    {"written": "2026-11-27T23:40", "night": {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": […]}]},
     "spares": [{"round": 1, "board": 4, "spare": 13}], "house": ["Jolly 1"], "cards": {"Rossi Anna": "GE-0123"}}

``night``: the form of ``load_night``, without boards. ``spares``, ``house`` (players who are in no field), ``cards``
and ``seal`` (the last of the hall's log) where there are such. The answer is the report; its closing code is said on
standard error. What is wrong with the evening is said there too, and then nothing is sealed (exit 1) but with --anyway.

Nobody need type that JSON: ``--form sheets.xlsx --tables 5`` writes a workbook with a page for each table and partita;
filled in, it is the FILE. It needs the library openpyxl (pip install openpyxl).
"""


def report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, REPORT
    parser.add_argument("invitation", metavar="INVITATION", help="the hall's invitation")
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="the evening: a workbook, JSON, or - for JSON on standard input",
    )
    parser.add_argument(
        "--form",
        metavar="XLSX",
        help="write an empty workbook to be filled in, where no file is yet, and seal nothing",
    )
    parser.add_argument("--tables", type=int, default=10, metavar="N", help="of the form (10)")
    parser.add_argument(
        "--anyway", action="store_true", help="seal it in spite of what is wrong with it"
    )


def run_report(arguments: argparse.Namespace) -> int:
    invitation = Invitation.read(read_json(arguments.invitation))
    if arguments.form is not None:
        if not 1 <= arguments.tables <= MOST_TABLES:
            raise InputError(f"--tables: expected a number from 1 to {MOST_TABLES}")
        write_workbook(arguments.form, empty_pages(invitation, arguments.tables))
        return 0
    if arguments.file is None:
        raise InputError("expected FILE, the evening to be sealed, or --form")
    report = invitation.report(_read_evening(invitation, arguments.file))
    doubts = doubts_alone(invitation, report)
    for doubt in doubts:
        print(f"king report: {doubt.message}", file=sys.stderr)
    if doubts and not arguments.anyway:
        print("king report: not sealed; correct it, or add --anyway", file=sys.stderr)
        return 1
    print_json(report.as_json())
    print(f"king report: closing code {in_groups(report.code)}", file=sys.stderr)
    return 0


def _read_evening(invitation: Invitation, path: str) -> Report:
    own = {"event": invitation.event, "hall": invitation.hall, "commitment": invitation.commitment}
    if path.lower().endswith(".xlsx"):
        form = read_pages(invitation, read_workbook(path), source_name(path))
        return Report.from_json(Node({**own, **form}, source_name(path), ""))
    evening = read_json(path)
    form = dict(evening.object())
    if evening.has("cards"):
        cards = evening["cards"]
        form["cards"] = {
            name: card_digest(invitation.seed, node.text()) for name, node in cards.items()
        }
    return Report.from_json(Node({**own, **form}, evening.source, ""))


MERGE = """\
The answer: ``halls``, each with its ``state`` and the ``digest`` of the report that counts; ``overall`` and ``winds``,
each line with ``rank``, ``hall``, ``name``, ``percent`` (the mean over the partite), ``total``, what was ``earned`` in
each partita, perhaps ``tiebreak``; ``late``, lines of halls without a code in time, which have no place; ``doubts`` by
``code``: not_read no_such_hall other_event other_boards other_secret other_code older_file open_sheet missing_sheet
missing_round card_twice nowhere no_such_spare house_nowhere many_spoiled same_sheet entry_twice seat_twice, and
points_given, which is a mere note; with --key ``seed`` and ``keys`` too, and then the code of the result is said on
standard error: by it a hall knows that the file is the one it was told of. States: in_field; late (no code in time);
refused; awaited (code, no report); missing. Exit 1 where there are doubts that are no notes; with --against, where the
published result says something else.
"""


def merge_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, MERGE
    parser.add_argument("event", metavar="EVENT", help="the event's file")
    parser.add_argument("files", metavar="REPORT", nargs="*", help="a report, or a list of reports")
    parser.add_argument(
        "--key",
        metavar="LETTERS",
        action="append",
        default=[],
        help="a release key that was told; once for each partita",
    )
    parser.add_argument("--against", metavar="RESULT", help="a result that was published")
    parser.add_argument(
        "--publish",
        metavar="FOLDER",
        help="an empty folder for event.json without secrets, reports without cards, and result.json",
    )


def run_merge(arguments: argparse.Namespace) -> int:
    # A collector that walks again and again through all that was read takes a third of the time.
    gc.disable()
    try:
        return _merge(arguments)
    finally:
        gc.enable()


def _merge(arguments: argparse.Namespace) -> int:
    event = Event.read(read_json(arguments.event))
    reports = list(read_reports(arguments.files))
    merging = Merging(event, reports)
    try:
        result = merging.result(arguments.key)
    except InputError as error:
        raise error.within("--key") from None
    answer, own = result.as_json(), result.published.as_json()
    if arguments.publish is not None:
        write_all("--publish", Path(arguments.publish), _publication(event, merging, own))
    if result.keys:
        code = in_groups(result_code(own))
        print(f"king merge: code of the result {code}", file=sys.stderr)
    if arguments.against is None:
        print_json(answer)
        return 1 if any(doubt.code not in NOTES for doubt in result.doubts) else 0
    published = EventResult.from_json(read_json(arguments.against)).published
    differs = differing(published.as_json(), own)
    if differs and (gone := _names_gone(merging)):
        before, now = nameless(published, result.published, gone)
        differs = differing(before.as_json(), now.as_json())
        if not differs:
            text = "but for {count} names that were taken away since, at the wish of their people"
            print("king merge: the same " + text.format(count=len(gone)), file=sys.stderr)
    print_json(answer | {"differs": differs})
    return 1 if differs else 0


def _names_gone(merging: Merging) -> set[tuple[int, str]]:
    """Replacement texts for names that the centre removed, by hall, including pairs with such a
    name.
    """
    return {
        (number, name)
        for number, name in merging.entries.values()
        if any(
            word == name or word in name.split(BETWEEN) for word in merging.taken[number].forgotten
        )
    }


def nameless(
    published: EventResult, merged: EventResult, gone: Collection[tuple[int, str]]
) -> tuple[EventResult, EventResult]:
    """Return both results without the names that are ``gone`` from the merged one, so that they can
    be compared. An older result still has the names of people who were forgotten since.
    """
    known = {(line.hall, line.name) for line in (*merged.overall, *merged.late)} - {*gone}

    def blank(lines: Iterable[ResultLine]) -> tuple[ResultLine, ...]:
        bare = [
            line if (line.hall, line.name) in known else replace(line, name="") for line in lines
        ]
        return tuple(sorted(bare, key=lambda line: (line.rank or 0, -line.percent, str(line))))

    def all_blank(result: EventResult) -> EventResult:
        winds = {wind: blank(lines) for wind, lines in result.winds.items()}
        return replace(result, overall=blank(result.overall), late=blank(result.late), winds=winds)

    return all_blank(published), all_blank(merged)


def _publication(event: Event, merging: Merging, result: object) -> dict[str, str]:
    """Files for publication, by name. They have all that is needed to rank again, and no secret
    with which somebody could speak for a hall.
    """
    reports = merging.taken
    own = event.published({hall: report.digest for hall, report in reports.items()})
    forms: dict[str, object] = {"event.json": own.as_json(), "result.json": result}
    for hall, report in reports.items():
        forms[f"report-{hall}.king"] = report.published().as_json()
    return {name: json.dumps(form, ensure_ascii=False, indent=1) for name, form in forms.items()}


def read_reports(paths: Iterable[str]) -> Iterator[Report | InputError]:
    """Read the reports one by one. A file that cannot be read gives an error of its own and does
    not stop the others.
    """
    for path in paths:
        try:
            document = read_json(path)
            nodes = document.list() if isinstance(document.value, list) else [document]
        except InputError as error:
            yield error
            continue
        for node in nodes:
            try:
                yield replace(Report.read(node), source=Path(path).name)
            except InputError as error:
                yield error


# -- workbooks


def _openpyxl() -> Any:
    try:
        return importlib.import_module("openpyxl")
    except ImportError:
        raise InputError(
            "a workbook needs the library openpyxl: pip install openpyxl; or write JSON"
        ) from None


def write_workbook(file: str | IO[bytes], pages: Mapping[str, Page]) -> None:
    """Write the pages as an Excel workbook to ``file``: the path of a new file, or a binary stream."""
    workbook = _openpyxl().Workbook()
    workbook.remove(workbook.active)
    for title, lines in pages.items():
        page = workbook.create_sheet(title)
        for line in lines:
            page.append(line)
        for cells in page.columns:
            widest = max(len(str(cell.value or "")) for cell in cells if cell.data_type != "f")
            page.column_dimensions[cells[0].column_letter].width = min(max(widest, 6) + 2, 30)
    try:
        with open(file, "xb") if isinstance(file, str) else nullcontext(file) as opened:
            workbook.save(opened)
    except FileExistsError:
        raise InputError(f"--form: {file}: is there already, and stays as it is") from None
    except OSError as error:
        raise InputError(f"--form: {file}: cannot be written: {error.strerror}") from None


def read_workbook(path: str) -> Workbook:
    """Read the pages of an Excel workbook. Formulas have the value that was computed last. Raises
    ``InputError`` if the file is no workbook.
    """
    try:
        workbook = _openpyxl().load_workbook(path, read_only=True, data_only=True)
        return {page.title: [*page.iter_rows(values_only=True)] for page in workbook.worksheets}
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        raise InputError("expected a workbook (.xlsx)", source=source_name(path)) from None


def differing(published: dict[str, object], merged: dict[str, object]) -> list[str]:
    """Keys whose values differ between the published and the merged result."""
    keys = dict.fromkeys((*published, *merged))
    return [key for key in keys if published.get(key) != merged.get(key)]
