"""Every document that can be printed, by its key: adding one is a module and a line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from printing import (
    announcement,
    comparison,
    dealing_plan,
    deck_lists,
    delivery,
    diplomas,
    draw_result,
    entries,
    evening_log,
    hand_records,
    incident_form,
    labels,
    master_diagrams,
    prize_list,
    receipts,
    redeal_log,
    rulings_list,
    score_sheets,
    seating,
    slips,
    standings,
    summary_card,
    table_cards,
    tick_list,
    wind_slips,
    workbook,
)
from printing.options import Options
from printing.paper import Progress
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Document:
    """A document: where its content comes from and how it is drawn.

    ``scope``: of the whole evening, or of one partita. ``options``: the names of those that it reads, for a form.
    ``long``: made by the worker, with progress. ``reveals_cards``: shows cards of a set that may still be sealed, so
    only who prepares the boards may have it, and from then on the set counts as printed. ``of_boards``: of use only
    where boards are dealt beforehand. ``of_redeals``: of use only where a Domino may be dealt again.
    ``shows_results``: says what the tables made, so it waits for the prize-giving with the final standing.
    """

    key: str
    title: Promise
    purpose: Promise
    scope: Literal["tournament", "round"]
    gather: Callable[[Tournament, Options], Any]
    render: Callable[[Any, Progress | None], bytes]
    options: tuple[str, ...] = ()
    long: bool = False
    reveals_cards: bool = False
    of_boards: bool = False
    of_redeals: bool = False
    shows_results: bool = False
    extension: str = "pdf"

    @property
    def content_type(self) -> str:
        """What a browser is told that the file is."""
        if self.extension == "xlsx":
            return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        return "application/pdf"


DOCUMENTS: Mapping[str, Document] = {
    document.key: document
    for document in (
        Document("announcement", _("Announcement"), _("One page for the wall: when, where, how it is counted."),
                 "tournament", announcement.gather, announcement.render, options=("base_url",)),
        Document("entries", _("Entry list"), _("Everybody who is entered, to tick who is here and who has paid."),
                 "tournament", entries.gather, entries.render),
        Document("receipts", _("Receipts"), _("One for each entry, to be signed and cut apart."),
                 "tournament", receipts.gather, receipts.render),
        Document("wind_slips", _("Slips for the draw"), _("A wind and a number on each, for a draw out of a hat."),
                 "tournament", wind_slips.gather, wind_slips.render),
        Document("draw_result", _("Draw of the winds"), _("Who drew what, wind by wind, for the wall."),
                 "tournament", draw_result.gather, draw_result.render),
        Document("seating", _("Seating"), _("By name and by table, for the wall."),
                 "round", seating.gather, seating.render, options=("round",)),
        Document("table_cards", _("Table cards"), _("Number, winds and the code of each table."),
                 "tournament", table_cards.gather, table_cards.render, options=("table", "fold", "base_url")),
        Document("slips", _("Deal slips"), _("The cards of each wind and board, eight slips a page."),
                 "round", slips.gather, slips.render,
                 options=("round", "table", "board", "copies", "order", "suits"), long=True, reveals_cards=True,
                 of_boards=True),
        Document("deck_lists", _("Deck-order lists"), _("How to deal each board from a sorted deck, in one pass."),
                 "round", deck_lists.gather, deck_lists.render, options=("round", "board", "suits"), long=True,
                 reveals_cards=True, of_boards=True),
        Document("master_diagrams", _("Master diagrams"),
                 _("All four hands of each board, sealed: for who prepares them."),
                 "round", master_diagrams.gather, master_diagrams.render, options=("round", "board", "suits"),
                 reveals_cards=True, of_boards=True),
        Document("tick_list", _("Tick list"), _("Count and checksum of each packet, a box for each table."),
                 "round", tick_list.gather, tick_list.render, options=("round", "table", "board", "copies"),
                 reveals_cards=True, of_boards=True),
        Document("dealing_plan", _("Plan for two helpers"),
                 _("Which hand is dealt while which is played, and the decks that it takes. No card is on it."),
                 "round", dealing_plan.gather, dealing_plan.render, options=("round",), of_boards=True),
        Document("labels", _("Packet labels"), _("Partita, hand, table and wind for each packet of cards."),
                 "round", labels.gather, labels.render, options=("round", "table", "board", "copies", "order"),
                 long=True, of_boards=True),
        Document("score_sheets", _("Score sheets"), _("A page a table, with names, dealers and control totals."),
                 "round", score_sheets.gather, score_sheets.render,
                 options=("round", "table", "blank", "base_url"), long=True),
        Document("summary_card", _("The hands in short"), _("Every contract, its value and its special rules."),
                 "tournament", summary_card.gather, summary_card.render),
        Document("delivery", _("Delivery checklist"), _("Which sheets are in, checked and read twice."),
                 "round", delivery.gather, delivery.render, options=("round",)),
        Document("incident_form", _("Incident form"), _("For the arbiter at a table, with what each error costs."),
                 "tournament", incident_form.gather, incident_form.render),
        Document("rulings", _("Rulings"), _("Every ruling of the evening, the revoked ones too."),
                 "tournament", rulings_list.gather, rulings_list.render, options=("round",)),
        Document("log", _("Log"), _("Every line of the log with its seal, and whether all of it holds."),
                 "tournament", evening_log.gather, evening_log.render),
        Document("redeal_log", _("Re-deal log"), _("For a table that deals its own Domino: who voids a deal."),
                 "round", redeal_log.gather, redeal_log.render, options=("round", "table"), of_redeals=True),
        Document("standings", _("Standings"), _("By wind and overall, as posted."),
                 "tournament", standings.gather, standings.render, options=("round", "base_url"), shows_results=True),
        Document("hand_records", _("Hand records"),
                 _("All four hands of every board and every result, once the partita is closed."),
                 "round", hand_records.gather, hand_records.render, options=("round", "board", "suits"),
                 of_boards=True, shows_results=True),
        Document("comparison", _("Boards compared"),
                 _("Every table's points on every board, wind by wind, once the partita is closed."),
                 "round", comparison.gather, comparison.render, options=("round", "board"), long=True, of_boards=True,
                 shows_results=True),
        Document("prize_list", _("Prize list"), _("Who is called up, from the standing that is posted."),
                 "tournament", prize_list.gather, prize_list.render, shows_results=True),
        Document("diplomas", _("Diplomas"), _("A page for each who is called up."),
                 "tournament", diplomas.gather, diplomas.render, shows_results=True),
        Document("workbook", _("Workbook"), _("Standings and every sheet, for a spreadsheet."),
                 "tournament", workbook.gather, workbook.render, options=("round", "table"), long=True,
                 shows_results=True, extension="xlsx"),
    )
}  # fmt: skip
"""In the order of the night."""


def documents_of(tournament: Tournament) -> tuple[Document, ...]:
    """The documents that an evening has a use for.

    Nothing of boards where every table deals its own cards, no log of re-deals where nothing is dealt again.
    """
    boards = tournament.plays_boards or tournament.rounds.filter(board_set__isnull=False).exists()
    redeals = redeal_log.may_deal_again(tournament)
    return tuple(
        document
        for document in DOCUMENTS.values()
        if (boards or not document.of_boards) and (redeals or not document.of_redeals)
    )


def find_document(key: str) -> Document:
    """The document of that key; refuses one that does not exist."""
    document = DOCUMENTS.get(key)
    if document is None:
        raise ValidationError(
            _("There is no document “%(key)s”: choose one of those listed."),
            code="no_document",
            params={"key": str(key)[:40]},
        )
    return document
