"""Every public address of an evening, so that what nobody may see is looked for in all of them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from king_tournament.live import kept
from king_tournament.models import Screen
from scoring import remembered
from tournaments.models import Tournament


def addresses(tournament: Tournament) -> list[str]:
    """Every public address of an evening that could say something of its first partita, programs' ones too."""
    code, base = tournament.code, f"/api/tournaments/{tournament.code}/"
    pages = [reverse(f"live:{name}", args=[code]) for name in
             ("evening", "screen", "standing", "boards", "standings_paper", "results_workbook", "result")]  # fmt: skip
    pages += [reverse("live:csv_list", args=[code, key]) for key in ("overall", "partita-1", "seats", "tables")]
    pages += [
        reverse(f"live:{name}", args=[code, 1])
        for name in ("boards_file", "hand_records", "document", "entry", "player_paper")
    ]
    pages += [reverse(f"live:{name}", args=[code, 1, 1]) for name in ("table", "board")]
    pages += [reverse("live:screen_role", args=[code, role]) for role in Screen.Role.values]
    pages += [base + tail for tail in (
        "", "entries/", "rounds/", "rounds/1/tables/", "rounds/1/sheets/", "rounds/1/tables/1/sheet/",
        "rounds/1/boards/", "standings/", "standings/last/",
    )]  # fmt: skip
    return pages


def everything_said(client: Client, tournament: Tournament) -> str:
    return "\n".join(client.get(address).content.decode("utf-8", "replace") for address in addresses(tournament))


def made(client: Client, address: str, asked: dict[str, str] | None = None, **more: Any) -> Any:
    """The page as its view makes it now, with what its template was given: nothing is kept of it."""
    kept.forget()
    remembered.forget()
    return client.get(address, asked or {}, **more)
