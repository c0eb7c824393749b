"""An evening from a file of ``king``, played through a client generated from the API's schema.

``python PROGRAM.py SITE ACCOUNT PASSWORD NIGHT``: each program beside this file adapts one
generated client. It runs on its own, with the client on its path, and imports nothing of the site.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, Protocol


class Client(Protocol):
    def sign_in(self, token: str) -> None:
        """Use this token from now on."""

    def call(self, operation: str, form: dict[str, Any] | None = None, **where: Any) -> Any:
        """Call an operation of the schema and return its answer as plain JSON. Both the body sent
        and the answer pass through the client's generated classes.
        """


def main(make: Callable[[str], Client]) -> None:
    site, account, password, file = sys.argv[1:]
    client = make(site)
    form = {"name": account, "password": password, "program": "evening", "roles": ["organizer"]}
    client.sign_in(client.call("token", form)["token"])
    with open(file, encoding="utf-8") as opened:
        code = play(client, json.load(opened))
    standing = client.call("last_standing", code=code)
    print(json.dumps({"code": code, "standings": standing["standings"]}))


def play(client: Client, night: dict[str, Any]) -> str:
    evening = client.call(
        "club_tournaments_new",
        {
            "name": "Night",
            "date": "2026-11-20",
            "ruleset": night["ruleset"],
            "planned_rounds": len(night["rounds"]),
        },
    )
    code: str = evening["code"]
    entries = enter(client, code, night["rounds"][0])
    for number, partita in enumerate(night["rounds"], 1):
        seat(client, code, number, partita, entries)
        client.call("round_publish", code=code, number=number)
        client.call("round_boards_seal", {}, code=code, number=number)
        client.call("round_start", {}, code=code, number=number)
        for sheet in partita["sheets"]:
            there = {"code": code, "number": number, "table": sheet["table"]}
            rows = [
                {"hand": row["hand"], "content": {key: row[key] for key in row if key != "hand"}}
                for row in sheet["rows"]
            ]
            entered = client.call("sheet_rows", {"rows": rows}, **there)
            assert entered["missing"] == []
            written = [without_nulls(row["written"]) for row in entered["rows"]]
            assert written == [row["content"] for row in rows]
            client.call("sheet_hand_in", {}, **there)
            assert client.call("sheet_close", **there)["state"] == "closed"
        closed = client.call("round_close", {}, code=code, number=number)
        assert closed["stage"] == "provisional"
    return code


def without_nulls(value: Any) -> Any:
    """Remove keys whose value is null: a client may write an absent field as null, which means the
    same.
    """
    if not isinstance(value, dict):
        return value
    return {key: without_nulls(part) for key, part in value.items() if part is not None}


def enter(client: Client, code: str, first: dict[str, Any]) -> dict[str, int]:
    """Enter the players of the file; return the entry number of each name. The file writes the
    given name before the surname.
    """
    names = [name for sheet in first["sheets"] for name in sheet["seats"].values()]
    people = ["\t".join(reversed(name.split(" ", 1))) for name in names]
    listed = {"text": "\n".join(["Surname\tName", *people])}
    looked = client.call("tournament_entries_preview", listed, code=code)["lines"]
    assert {line["outcome"] for line in looked} == {"headings", "new"}
    answer = client.call("tournament_entries_enter", {**listed, "present": True}, code=code)
    numbers = [line["entry"] for line in answer["lines"] if line["entry"]]
    entries = dict(zip(names, numbers, strict=True))
    slips = {
        str(entries[name]): f"{wind}{sheet['table']}"
        for sheet in first["sheets"]
        for wind, name in sheet["seats"].items()
    }
    client.call("tournament_draw_type", {"winds": slips}, code=code)
    return entries


def seat(
    client: Client, code: str, number: int, partita: dict[str, Any], entries: dict[str, int]
) -> None:
    """Seat the players as in the file, by swapping two at a time."""
    planned = client.call("tournament_rounds_plan", {}, code=code, number=number)["tables"]
    sits = {
        (table["number"], one["wind"]): one["entry"] for table in planned for one in table["seats"]
    }
    for sheet in partita["sheets"]:
        for wind, name in sheet["seats"].items():
            here = sheet["table"], wind
            if sits[here] != entries[name]:
                there = next(place for place in sits if sits[place] == entries[name])
                first, second = ({"table": table, "wind": at} for table, at in (here, there))
                client.call(
                    "round_exchange", {"first": first, "second": second}, code=code, number=number
                )
                sits[here], sits[there] = sits[there], sits[here]
