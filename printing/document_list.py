"""Every document that can be printed, by its key: adding one is a module and a line here."""

import io
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pypdf import PdfReader, PdfWriter

from printing.documents import (
    announcement,
    arbiter_papers,
    card_papers,
    entry_lists,
    hand_records,
    prize_giving,
    score_sheets,
    seating_papers,
    slips,
    standings_content,
    standings_paper,
    summary_card,
    workbook,
)
from printing.occasion import Options
from printing.paper import Progress
from tournaments.models import SignaturePolicy, Tournament
from wording.sentences import refusal

Part = tuple[Callable[[Any, Progress | None], bytes], Any]
"""How a part is drawn, and what is drawn."""


def gather_tables(tournament: Tournament, options: Options) -> list[Part]:
    # Printing it posts it: whoever reads it on the wall reads a seating that holds.
    parts: list[Part] = [
        (
            seating_papers.render_seating,
            seating_papers.gather_seating(tournament, options)._replace(published=True),
        )
    ]
    if options.table_cards:
        parts.append(
            (
                seating_papers.render_table_cards,
                seating_papers.gather_table_cards(tournament, options),
            )
        )
    if options.signing_slips:
        parts.append(
            (
                entry_lists.render_signing_slips,
                entry_lists.gather_signing_slips(tournament, options),
            )
        )
    return [*parts, (score_sheets.render, score_sheets.gather(tournament, options))]


def gather_partita(tournament: Tournament, options: Options) -> list[Part]:
    return [*gather_tables(tournament, options), (slips.render, slips.gather(tournament, options))]


def render_parts(parts: Iterable[Part], progress: Progress | None = None) -> bytes:
    """Progress is that of the part being drawn."""
    whole, paper = PdfWriter(), io.BytesIO()
    for draw, content in parts:
        whole.append(PdfReader(io.BytesIO(draw(content, progress))), import_outline=False)
    whole.write(paper)
    return paper.getvalue()


class Document(NamedTuple):
    """A document: where its content comes from and how it is drawn.

    ``scope``: of the whole evening, or of one partita. ``options``: the names of those that it
    reads, for a form. ``long``: made by the worker, with progress. ``reveals_cards``: shows cards
    of a set that may still be sealed, so only who prepares the boards may have it, and from then on
    the set counts as printed. ``needs``: of use only where boards are dealt beforehand, a Domino
    may be dealt again, players sign on the phone. ``kept_closed``: made beforehand, so that its
    boards count as printed only once somebody has opened the file. ``pages``: how many, where that
    can be said beforehand.
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
    needs: Literal["boards", "redeals", "signatures", ""] = ""
    kept_closed: bool = False
    extension: str = "pdf"
    pages: str | Promise = ""

    @property
    def content_type(self) -> str:
        if self.extension == "xlsx":
            return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        return "application/pdf"


DOCUMENTS: Mapping[str, Document] = {
    document.key: document
    for document in (
        Document(
            "announcement",
            _("Announcement"),
            _("For the wall: when, where, how it is counted."),
            "tournament",
            announcement.gather,
            announcement.render,
            options=("base_url",),
            pages="1",
        ),
        Document(
            "receipts",
            _("Receipts"),
            _("One for each entry, to be signed and cut apart."),
            "tournament",
            entry_lists.gather_receipts,
            entry_lists.render_receipts,
            pages=_("10 on a page"),
        ),
        Document(
            "wind_slips",
            _("Slips for the draw"),
            _("A wind and a number on each, for a draw out of a hat."),
            "tournament",
            entry_lists.gather_wind_slips,
            entry_lists.render_wind_slips,
            pages=_("32 on a page"),
        ),
        Document(
            "signing_slips",
            _("Signing slips"),
            _("Each player's own code, to be handed out: with it he signs."),
            "tournament",
            entry_lists.gather_signing_slips,
            entry_lists.render_signing_slips,
            needs="signatures",
            pages=_("24 on a page"),
        ),
        Document(
            "draw_result",
            _("Draw of the winds"),
            _("The players as they drew, wind by wind, for the wall."),
            "tournament",
            entry_lists.gather_draw_result,
            entry_lists.render_draw_result,
        ),
        Document(
            "partita",
            _("All paper of the partita"),
            _(
                "Seats for the wall, table cards, score sheets and slips, in the order of their use."
            ),
            "round",
            gather_partita,
            render_parts,
            options=("round", "base_url", "table_cards", "signing_slips"),
            long=True,
            reveals_cards=True,
            needs="boards",
            kept_closed=True,
        ),
        Document(
            "tables",
            _("Seats, table cards and score sheets"),
            _("As one file, in the order of their use."),
            "round",
            gather_tables,
            render_parts,
            options=("round", "base_url", "table_cards", "signing_slips"),
            long=True,
        ),
        Document(
            "seating",
            _("Seating"),
            _("By name and by table, for the wall."),
            "round",
            seating_papers.gather_seating,
            seating_papers.render_seating,
            options=("round",),
        ),
        Document(
            "table_cards",
            _("Table cards"),
            _("Number, winds and the code of each table."),
            "tournament",
            seating_papers.gather_table_cards,
            seating_papers.render_table_cards,
            options=("table", "fold", "base_url"),
            pages=_("1 a table"),
        ),
        Document(
            "slips",
            _("Deal slips"),
            _("The cards of each wind and board."),
            "round",
            slips.gather,
            slips.render,
            options=("round", "table", "board", "copies", "order", "suits"),
            long=True,
            reveals_cards=True,
            needs="boards",
            pages=_("8 on a page"),
        ),
        Document(
            "master_diagrams",
            _("Master diagrams"),
            _("All four hands of each board, sealed: for who prepares them."),
            "round",
            slips.gather_one_set,
            card_papers.render_master_diagrams,
            options=("round", "board", "suits"),
            reveals_cards=True,
            needs="boards",
            pages=_("6 on a page"),
        ),
        Document(
            "labels",
            _("Packet labels"),
            _("Partita, hand, table and wind for each packet of cards."),
            "round",
            card_papers.gather_labels,
            card_papers.render_labels,
            options=("round", "table", "board", "copies", "order"),
            long=True,
            needs="boards",
            pages=_("30 on a page"),
        ),
        Document(
            "score_sheets",
            _("Score sheets"),
            _("With names, dealers and control totals."),
            "round",
            score_sheets.gather,
            score_sheets.render,
            options=("round", "table", "blank", "layout", "base_url"),
            long=True,
            pages=_("1 a table"),
        ),
        Document(
            "summary_card",
            _("The hands in short"),
            _("Every contract, its value and its special rules."),
            "tournament",
            summary_card.gather,
            summary_card.render,
            pages="1",
        ),
        Document(
            "incident_form",
            _("Incident form"),
            _("For the arbiter at a table, with what each error costs."),
            "tournament",
            arbiter_papers.gather_incident_form,
            arbiter_papers.render_incident_form,
            pages="1",
        ),
        Document(
            "redeal_log",
            _("Re-deal log"),
            _("For a table that deals its own Domino: who voids a deal."),
            "round",
            arbiter_papers.gather_redeal_log,
            arbiter_papers.render_redeal_log,
            options=("round", "table"),
            needs="redeals",
            pages=_("1 a table"),
        ),
        Document(
            "standings",
            _("Standings"),
            _("By wind and overall, as posted."),
            "tournament",
            standings_content.gather,
            standings_paper.render,
            options=("round", "base_url"),
        ),
        Document(
            "results",
            _("Results on one page"),
            _("Overall on the left, winds on the right, as posted."),
            "tournament",
            standings_paper.gather_results,
            standings_paper.render_results,
            pages="1",
        ),
        Document(
            "hand_records",
            _("Hand records"),
            _("All four hands of every board and every result, once the partita is closed."),
            "round",
            hand_records.gather,
            hand_records.render,
            options=("round", "board", "suits"),
            needs="boards",
        ),
        Document(
            "prize_list",
            _("Prize list"),
            _("The players to be called up, from the posted standing."),
            "tournament",
            prize_giving.gather_prize_list,
            prize_giving.render_prize_list,
        ),
        Document(
            "diplomas",
            _("Diplomas"),
            _("For each who is called up."),
            "tournament",
            prize_giving.gather_prize_list,
            prize_giving.render_diplomas,
            pages=_("1 a prize"),
        ),
        Document(
            "workbook",
            _("Workbook"),
            _("Standings and every sheet, for a spreadsheet."),
            "tournament",
            workbook.gather,
            workbook.render,
            options=("round", "table"),
            long=True,
            extension="xlsx",
        ),
    )
}
"""In the order of the night."""


def documents_of(tournament: Tournament) -> tuple[Document, ...]:
    has = {
        "": True,
        "boards": tournament.plays_boards
        or tournament.rounds.filter(board_set__isnull=False).exists(),
        "redeals": arbiter_papers.may_deal_again(tournament),
        "signatures": tournament.signatures != SignaturePolicy.NONE,
    }
    return tuple(document for document in DOCUMENTS.values() if has[document.needs])


def find_document(key: str) -> Document:
    document = DOCUMENTS.get(key)
    if document is None:
        raise refusal(
            _("There is no document “%(key)s”: choose one of those listed."),
            "no_document",
            key=str(key)[:40],
        )
    return document
