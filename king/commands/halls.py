"""``king invite``, ``king report`` and ``king merge``: a simultaneous event, of files alone
(docs/simultaneous.md).
"""

import argparse
import gc
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from king.commands import print_json
from king.commands.sheets import read_entropy
from king.reading import InputError, Node, read_json, shown
from king.simultaneous.documents import Event, Invitation, Plan, Report, in_groups
from king.simultaneous.merging import EventResult, merge

INVITE = """\
    {"event": "Simultaneo d'autunno", "date": "2026-11-27", "ruleset": "lab12", "rounds": 2, "spares": 1,
     "halls": ["Genova", "Savona"], "standing": {"method": "percent"}}

``settings``, ``opens``, ``closes`` and ``regulation`` may be said too; ``standing`` has the method ``percent`` (of the
matchpoints of the totals) or ``boards``. The answer: ``event``, the centre's own file, with the secrets of the halls;
``key``, to be told when play begins; ``commitment``, to be published now; ``invitations``, one a hall.
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
        help="an empty folder for event.json, key.txt and an invitation a hall, hall-1.king …",
    )


def run_invite(arguments: argparse.Namespace) -> int:
    plan = Plan.from_json(read_json(arguments.file))
    event, key = plan.draw(read_entropy(arguments.seed))
    event = Event.read(Node(event.as_json(), shown(arguments.file), ""))
    answer: dict[str, object] = {"commitment": event.commitment}
    documents: dict[str, object] = {"event": event.as_json(), "key": in_groups(key)}
    invitations = {hall.number: event.invitation(hall.number).as_json() for hall in event.halls}
    if arguments.folder is None:
        answer |= {**documents, "invitations": list(invitations.values())}
    else:
        files = {"event.json": event.as_json()}
        files |= {f"hall-{number}.king": form for number, form in invitations.items()}
        texts = {
            name: json.dumps(form, ensure_ascii=False, indent=1) for name, form in files.items()
        }
        answer["files"] = write_all(Path(arguments.folder), {**texts, "key.txt": in_groups(key)})
    print_json(answer)
    return 0


def write_all(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Into a folder that holds nothing yet: an event is never drawn over another."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(f"--folder: expected an empty folder: {folder}")
        for name, text in texts.items():
            (folder / name).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"--folder: {folder}: cannot be written: {error.strerror}") from None
    return list(texts)


REPORT = """\
    {"written": "2026-11-27T23:40", "night": {"ruleset": "lab12", "rounds": [{"round": 1, "sheets": […]}]},
     "spares": [{"round": 1, "board": 4, "spare": 13}], "house": ["Jolly 1"], "cards": {"Rossi Anna": "GE-0123"}}

``night``: the form of ``load_night``, without boards. ``spares``, ``house`` (players who are in no field), ``cards``
and ``seal`` (the last of the hall's log) where there are such. The answer is the report; its closing code is said on
standard error.
"""


def report_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, REPORT
    parser.add_argument("invitation", metavar="INVITATION", help="the hall's invitation")
    parser.add_argument("file", metavar="FILE", help="the evening as JSON, or - for standard input")


def run_report(arguments: argparse.Namespace) -> int:
    invitation = Invitation.read(read_json(arguments.invitation))
    evening = read_json(arguments.file)
    own = {"event": invitation.event, "hall": invitation.hall, "commitment": invitation.commitment}
    report = invitation.report(
        Report.from_json(Node({**own, **evening.object()}, evening.source, ""))
    )
    print_json(report.as_json())
    print(f"king report: closing code {in_groups(report.code)}", file=sys.stderr)
    return 0


MERGE = """\
The answer: ``halls``, each with its ``state`` and the ``digest`` of the report that counts; ``overall`` and ``winds``,
each line with ``rank``, ``hall``, ``name``, ``percent`` (the mean over the partite), ``total``, what was ``earned`` in
each partita, perhaps ``tiebreak``; ``doubts`` by ``code``: not_read no_such_hall other_event other_boards other_secret
other_code older_file open_sheet card_twice nowhere entry_twice seat_twice; with --key ``seed`` and ``key`` too. States:
in_field; late (no code in time: compared with the field without being in it); refused; awaited (code, no report);
missing. Exit 1 where there are doubts, or where it is not what --against has.
"""


def merge_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class, parser.epilog = argparse.RawDescriptionHelpFormatter, MERGE
    parser.add_argument("event", metavar="EVENT", help="the event's file")
    parser.add_argument("files", metavar="REPORT", nargs="*", help="a report, or a list of reports")
    parser.add_argument("--key", metavar="LETTERS", help="the release key, once it is told")
    parser.add_argument("--against", metavar="RESULT", help="a result that was published")


def run_merge(arguments: argparse.Namespace) -> int:
    # A collector that walks again and again through all that was read takes a third of the time.
    gc.disable()
    try:
        return _merged(arguments)
    finally:
        gc.enable()


def _merged(arguments: argparse.Namespace) -> int:
    event = Event.read(read_json(arguments.event))
    try:
        result = merge(event, read_reports(arguments.files), arguments.key)
    except InputError as error:
        raise error.within("--key") from None
    answer = result.as_json()
    if arguments.against is not None:
        published = EventResult.from_json(read_json(arguments.against)).as_json()
        answer["differs"] = differing(published, answer)
    print_json(answer)
    return 1 if result.doubts or answer.get("differs") else 0


def read_reports(paths: Iterable[str]) -> Iterator[Report | InputError]:
    """One after the other; a file that cannot be read is its error, and holds up no other."""
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


def differing(published: dict[str, object], merged: dict[str, object]) -> list[str]:
    """Keys under which the published result says something else."""
    keys = dict.fromkeys((*published, *merged))
    return [key for key in keys if published.get(key) != merged.get(key)]
