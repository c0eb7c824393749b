"""All that the installation holds on a person, as one form of JSON: for the person who asks for it."""

from __future__ import annotations

from typing import Any

from scoring.models import Redeal, Signature
from scoring.people.evenings import Evening, person_of
from scoring.people.forgetting import plan_of
from scoring.standing import rulings_on
from tournaments.log import in_words
from tournaments.models import Entry, LogEntry, Player, Seat

FORM = "king-person-1"


def held_on(player: Player) -> dict[str, Any]:
    """The person, what was agreed to, entries, seats, posted results, rulings; texts and lines of logs with the name.

    Exact numbers as text, moments in ISO form. Mails are the caller's to add.
    """
    seats = Seat.objects.filter(player=player).select_related("round__tournament", "table").order_by("pk")
    signatures = Signature.objects.filter(player=player).select_related("sheet__table__round__tournament")
    redeals = Redeal.objects.filter(player=player).select_related("sheet__table__round__tournament")
    plan = plan_of(player)
    named = [change.row for change in plan.changes if isinstance(change.row, LogEntry)]
    return {
        "form": FORM,
        "person": {
            "number": player.pk, "surname": player.surname, "given_name": player.given_name, "club": player.club,
            "card_number": player.card_number, "email": player.email, "at_wind": player.at_wind,
            "at_table": player.at_table, "apart": [other.full_name for other in player.apart.all()],
        },
        "merged": [
            {"at": _at(merge.created_at), "taken_back": _at(merge.undone_at)}
            | {name: merge.gone[name] for name in ("surname", "given_name", "card_number", "club", "email")}
            for merge in player.merges.all()
        ],
        "agreements": {
            "emails": player.emails_agreed, "public_page": bool(player.page_code), "since": _at(player.page_agreed_at),
            "entered_by": player.page_agreed_by,
        },
        "member": [
            {"year": year.year, "fee": _exact(year.fee), "paid_on": _at(year.paid_on)}
            for year in player.club_years.all()
        ],
        "entries": _entries(player),
        "seats": [
            {
                "evening": seat.round.tournament.code, "partita": seat.round.number, "table": seat.table.number,
                "wind": seat.wind, "from_hand": seat.from_hand,
            } for seat in seats
        ],
        "results": [_result(evening) for evening in person_of(player).evenings],
        "rulings": [
            _sheet(ruling.sheet) | {
                "kind": ruling.kind, "hand": ruling.hand, "offender": ruling.offender, "effect": ruling.effect,
                "article": ruling.article, "reason": ruling.reason, "at": _at(ruling.created_at),
                "revoked_at": _at(ruling.revoked_at), "revoked_because": ruling.revoked_because,
            } for ruling in rulings_on(player)
        ],
        "signatures": [_made_at(signature) | {"wind": signature.wind} for signature in signatures],
        "redeals": [_made_at(redeal) | {"hand": redeal.hand} for redeal in redeals],
        "texts": [before for before, _after in plan.texts],
        "log": [{"line": line.sequence, "at": _at(line.at), "words": in_words(line)} for line in named],
    }  # fmt: skip


def _entries(player: Player) -> list[dict[str, Any]]:
    entries = Entry.objects.filter(members__player=player).select_related("tournament").order_by("tournament", "number")
    return [
        {
            "evening": entry.tournament.code, "name": entry.tournament.name, "date": str(entry.tournament.date),
            "number": entry.number, "wind": entry.wind, "wind_number": entry.wind_number, "called": entry.name,
            "present": entry.present, "unranked": entry.unranked, "fee_paid": entry.fee_paid,
            "withdrawn_at": _at(entry.withdrawn_at), "withdrawn_because": entry.withdrawn_because,
        } for entry in entries
    ]  # fmt: skip


def _at(moment: Any) -> str | None:
    return None if moment is None else moment.isoformat()


def _made_at(row: Signature | Redeal) -> dict[str, Any]:
    return _sheet(row.sheet) | {"at": _at(row.created_at)}


def _sheet(sheet: Any) -> dict[str, Any]:
    table = sheet.table
    return {"evening": table.round.tournament.code, "partita": table.round.number, "table": table.number}


def _result(evening: Evening) -> dict[str, Any]:
    return {
        "evening": evening.tournament.code, "official": evening.official, "place": evening.place,
        "among": evening.count, "match_points": _exact(evening.match_points), "points": _exact(evening.total),
        "partite": [
            {
                "partita": partita.number, "wind": partita.wind, "place": partita.place, "among": partita.count,
                "match_points": str(partita.match_points), "points": _exact(partita.total),
            } for partita in evening.partite
        ],
    }  # fmt: skip


def _exact(value: Any) -> str | None:
    return None if value is None else str(value)
