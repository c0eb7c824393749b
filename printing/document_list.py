"""Every document that can be printed, by its key. A new document needs a module and a line here."""

import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from printing.document_context import Options, Printed
from printing.documents import (
    announcement,
    arbiter_papers,
    entry_lists,
    hand_records,
    prize_giving,
    score_sheets,
    seating_papers,
    slips,
    standings_content,
    standings_paper,
    workbook,
)
from printing.paper import Progress
from tournaments.models import SignaturePolicy, Tournament
from wording.sentences import refusal

if TYPE_CHECKING:
    from pypdf import PdfReader, PdfWriter


class Together(NamedTuple):
    """Documents as one file, in this order; progress counts the pages of all of them."""

    parts: list[Printed]

    def draw(self, title: str, progress: Progress | None = None) -> bytes:
        # Here: it takes 7 MB, in each process.
        from pypdf import PdfReader, PdfWriter

        whole, paper = PdfWriter(), io.BytesIO()
        parts = [(part, [*part.pages]) for part in self.parts]
        count = sum(len(pages) for _part, pages in parts)
        for number, (part, pages) in enumerate(parts):
            report = (
                None if progress is None else _offset_progress(len(whole.pages), count, progress)
            )
            drawn = PdfReader(io.BytesIO(part._replace(pages=pages).draw(title, report)))
            whole.append(drawn, import_outline=False)
            if number == 0:
                _say_what_it_is(whole, drawn)
        whole.write(paper)
        return paper.getvalue()


def _offset_progress(before: int, count: int, progress: Progress) -> Progress:
    """Return a progress function for a part that has ``before`` pages in front of it, of ``count``
    pages in all.
    """
    return lambda done, _own: progress(before + done, count)


def _say_what_it_is(whole: "PdfWriter", first: "PdfReader") -> None:
    """Write title, creator and language into the file, for file viewers and screen readers. They
    are those of ``first``, because all parts have the same.
    """
    from pypdf.generic import NameObject

    whole.metadata = first.metadata
    if language := first.root_object.get("/Lang"):
        whole.root_object[NameObject("/Lang")] = language


def tables_paper(tournament: Tournament, options: Options) -> Together:
    # Printing it publishes it: whoever reads it on the wall reads a seating that holds.
    parts = [seating_papers.seating(tournament, options)._replace(state="")]
    if options.table_cards:
        parts.append(seating_papers.table_cards(tournament, options))
    if options.signing_slips:
        parts.append(entry_lists.signing_slips(tournament, options))
    return Together([*parts, score_sheets.score_sheets(tournament, options)])


def partita_paper(tournament: Tournament, options: Options) -> Together:
    return Together(
        [*tables_paper(tournament, options).parts, slips.render(slips.gather(tournament, options))]
    )


class Document(NamedTuple):
    """A document: what gathers its content, and what draws it if it needs a layout.

    ``scope``: the whole evening, or one partita. ``options``: names of the options that it reads,
    for a form. ``long``: made by the worker, with progress. ``reveals_cards``: shows cards that may
    still be sealed; only those who prepare the boards may have it, and from then on the set counts
    as printed. ``needs``: its precondition: boards are dealt beforehand, a Domino may be dealt
    again, or players sign on the phone. ``kept_closed``: made in advance, so that its boards count
    as printed only when the file is opened. ``pages``: number of pages, if known beforehand.
    """

    key: str
    title: Promise
    purpose: Promise
    scope: Literal["tournament", "round"]
    gather: Callable[[Tournament, Options], Any]
    lay_out: Callable[[Any], Any] = lambda printed: printed
    options: tuple[str, ...] = ()
    long: bool = False
    reveals_cards: bool = False
    needs: Literal["boards", "redeals", "signatures", ""] = ""
    kept_closed: bool = False
    extension: str = "pdf"
    pages: str | Promise = ""

    def render(self, gathered: Any, progress: Progress | None = None) -> bytes:
        return bytes(self.lay_out(gathered).draw(str(self.title), progress))

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
            announcement.announcement,
            options=("base_url",),
            pages="1",
        ),
        Document(
            "receipts",
            _("Receipts"),
            _("One for each entry, to be signed and cut apart."),
            "tournament",
            entry_lists.receipts,
            pages=_("10 on a page"),
        ),
        Document(
            "wind_slips",
            _("Slips for the draw"),
            _("A wind and a number on each, for a draw out of a hat."),
            "tournament",
            entry_lists.wind_slips,
            pages=_("32 on a page"),
        ),
        Document(
            "signing_slips",
            _("Signing slips"),
            _("Each player's own code for signing, to be handed out."),
            "tournament",
            entry_lists.signing_slips,
            needs="signatures",
            pages=_("24 on a page"),
        ),
        Document(
            "draw_result",
            _("Draw of the winds"),
            _("The players as they drew, wind by wind, for the wall."),
            "tournament",
            entry_lists.draw_result,
        ),
        Document(
            "partita",
            _("All paper of the partita"),
            _(
                "Seats for the wall, table cards, score sheets and slips, in the order in which they are used."
            ),
            "round",
            partita_paper,
            options=("round", "base_url", "table_cards", "signing_slips"),
            long=True,
            reveals_cards=True,
            needs="boards",
            kept_closed=True,
        ),
        Document(
            "tables",
            _("Seats, table cards and score sheets"),
            _("As one file, in the order in which they are used."),
            "round",
            tables_paper,
            options=("round", "base_url", "table_cards", "signing_slips"),
            long=True,
        ),
        Document(
            "seating",
            _("Seating"),
            _("By name and by table, for the wall."),
            "round",
            seating_papers.seating,
            options=("round",),
        ),
        Document(
            "table_cards",
            _("Table cards"),
            _("The sheet on each table, with its code for the phone."),
            "tournament",
            seating_papers.table_cards,
            options=("table", "fold", "base_url"),
            pages=_("1 per table"),
        ),
        Document(
            "slips",
            _("Deal slips"),
            _("The small papers with the cards of each packet."),
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
            _("All four hands of each board, sealed, for the person who prepares them."),
            "round",
            slips.gather_one_set,
            hand_records.master_diagrams,
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
            slips.labels,
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
            score_sheets.score_sheets,
            options=("round", "table", "blank", "layout", "base_url"),
            long=True,
            pages=_("1 per table"),
        ),
        Document(
            "summary_card",
            _("The hands in short"),
            _("Every contract, its value and its special rules."),
            "tournament",
            announcement.summary_card,
            pages="1",
        ),
        Document(
            "incident_form",
            _("Incident form"),
            _("For the arbiter at a table, with what each error costs."),
            "tournament",
            arbiter_papers.incident_form,
            pages="1",
        ),
        Document(
            "redeal_log",
            _("Re-deal log"),
            _("For a table that deals its own cards: who had them dealt again."),
            "round",
            arbiter_papers.redeal_log,
            options=("round", "table"),
            needs="redeals",
            pages=_("1 per table"),
        ),
        Document(
            "standings",
            _("Standings"),
            _("By wind and overall, as published."),
            "tournament",
            standings_content.gather,
            standings_paper.render,
            options=("round", "base_url"),
        ),
        Document(
            "results",
            _("Results on one page"),
            _("Overall on the left, winds on the right, as published."),
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
            _("The players to be called up, from the published standings."),
            "tournament",
            prize_giving.gather_prize_list,
            prize_giving.prize_list,
        ),
        Document(
            "diplomas",
            _("Diplomas"),
            _("For everybody who is called up."),
            "tournament",
            prize_giving.gather_prize_list,
            prize_giving.diploma_pages,
            pages=_("1 per prize"),
        ),
        Document(
            "workbook",
            _("Workbook"),
            _("Standings and every sheet, for a spreadsheet."),
            "tournament",
            workbook.gather,
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
