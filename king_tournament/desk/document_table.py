"""The table of documents: which stand together, who may have which, the choices of each."""

from collections.abc import Mapping
from typing import Any

from django.forms import (
    BooleanField,
    CharField,
    ChoiceField,
    Form,
    IntegerField,
    NumberInput,
    URLInput,
)
from django.utils.translation import gettext as _, gettext_lazy

from frame.page import Context, DeskRequest
from frame.print_rights import may_print, why_withheld
from ground.addresses import public_address
from king_tournament.desk.lists import lists_for
from printing.document_list import Document, documents_of
from tournaments.models import Round, Tournament

PARTITA, STANDING, EVENING, RARE = "partita", "standing", "evening", "rare"

GROUP_OF = {
    "partita": PARTITA,
    "tables": PARTITA,
    "seating": PARTITA,
    "slips": PARTITA,
    "score_sheets": PARTITA,
    "table_cards": PARTITA,
    "summary_card": PARTITA,
    "incident_form": PARTITA,
    "redeal_log": PARTITA,
    "delivery": PARTITA,
    "rulings": PARTITA,
    "announcement": EVENING,
    "entries": EVENING,
    "signing_slips": EVENING,
    "draw_result": EVENING,
    "receipts": RARE,
    "wind_slips": RARE,
    "master_diagrams": RARE,
    "labels": RARE,
    "decks": RARE,
    "ticks": RARE,
    "plan": RARE,
}
"""Documents and lists; one that is not listed stands with the standings."""


NUMBER = NumberInput(
    attrs={"class": "short", "inputmode": "numeric", "placeholder": gettext_lazy("all")}
)


def _choice(label: Any, **options: object) -> ChoiceField:
    return ChoiceField(label=label, choices=list(options.items()))


class DocumentForm(Form):
    """Form of a document's options. The service reads them again."""

    copies = _choice(
        gettext_lazy("Copies"),
        tables=gettext_lazy("a set for every table"),
        one=gettext_lazy("one set, used again and again"),
    )
    table = IntegerField(
        label=gettext_lazy("Only table"), min_value=1, max_value=9999, widget=NUMBER
    )
    only_round = BooleanField(label=gettext_lazy("Only this partita"))
    board = IntegerField(label=gettext_lazy("Only hand"), min_value=1, max_value=99, widget=NUMBER)
    order = _choice(
        gettext_lazy("Sorted"),
        table=gettext_lazy("table by table"),
        board=gettext_lazy("hand by hand"),
    )
    fold = _choice(
        gettext_lazy("Shape"),
        tent=gettext_lazy("folded in two, one on an A4"),
        flat=gettext_lazy("flat, two on an A4"),
    )
    suits = _choice(
        gettext_lazy("Colours"),
        grey=gettext_lazy("black and grey"),
        two=gettext_lazy("two colours"),
        four=gettext_lazy("four colours"),
    )
    layout = _choice(
        gettext_lazy("Points"),
        usual=gettext_lazy("one column per player"),
        two_columns=gettext_lazy("two columns per player, lost and won"),
    )
    blank = BooleanField(label=gettext_lazy("Empty, without names"))
    base_url = CharField(
        label=gettext_lazy("The QR codes lead to"),
        max_length=200,
        widget=URLInput,
        help_text=gettext_lazy("As phones in the hall reach this site."),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, document: Document, address: str) -> None:
        super().__init__(data, auto_id=f"{document.key}_%s", initial={"base_url": address})
        self.document = document
        options = set(document.options)
        if document.scope == "tournament" and "round" in options:
            options.add("only_round")
        self.fields = {name: field for name, field in self.fields.items() if name in options}
        for field in self.fields.values():
            field.required = False

    def clean(self) -> Context:
        cleaned = super().clean() or self.cleaned_data
        return {name: value for name, value in cleaned.items() if value not in (None, "", False)}


def document_line(form: DocumentForm, *, filled: str = "", **more: Any) -> Context:
    """Line of a document. ``more`` is what is known of its files. A document that is made at once
    opens in a new tab; others are queued.
    """
    document = form.document
    label = _("Excel") if document.extension == "xlsx" else _("PDF")
    return {
        "document": document,
        "key": document.key,
        "title": document.title,
        "purpose": document.purpose,
        "pages": document.pages,
        "picture": f"king/papers/{document.key}.png" if document.extension == "pdf" else "",
        "form": form,
        "queued": document.long,
        "button": label if document.long else _("Open"),
        "kind": "primary" if document.key == filled else "quiet",
        **more,
    }


def groups_of(
    request: DeskRequest,
    tournament: Tournament,
    round_: Round | None,
    *,
    filled: str = "",
    known: Mapping[str, Context],
    wrong: DocumentForm | None = None,
) -> list[Context]:
    """Groups of documents, those wanted now first. ``filled`` is the document with the filled
    button; ``known`` has what is known of each document's files, by key.
    """
    address = public_address(request)
    lines: dict[str, list[Context]] = {PARTITA: [], STANDING: [], EVENING: [], RARE: []}
    for document in documents_of(tournament):
        if not may_print(request.user, document, tournament):
            continue
        is_wrong = wrong and wrong.document == document
        form = (
            wrong if wrong and is_wrong else DocumentForm(None, document=document, address=address)
        )
        withheld = why_withheld(request.user, document, tournament, round_)
        line = document_line(form, filled=filled, withheld=withheld)
        lines[GROUP_OF.get(document.key, STANDING)].append(line | known.get(document.key, {}))
    for listed in lists_for(request, tournament, round_):
        line = {**listed, "kind": "primary" if listed["key"] == filled else "quiet"}
        lines[GROUP_OF.get(listed["key"], STANDING)].append(line)
    return [
        {
            "key": key,
            "title": title,
            "lines": lines[key],
            "is_open": key != RARE or bool(wrong and GROUP_OF.get(wrong.document.key) == RARE),
        }
        for key, title in _titles(round_).items()
        if lines[key]
    ]


def _titles(round_: Round | None) -> dict[str, str]:
    evening, rare = {EVENING: _("The evening")}, {RARE: _("Needed less often")}
    standing = {STANDING: _("Standings and prizes")}
    if not round_:
        return {**evening, PARTITA: _("The partita"), **standing, **rare}
    partita = {PARTITA: _("Partita %(number)s") % {"number": round_.number}}
    first = {**standing, **partita} if round_.is_closed else {**partita, **standing}
    return {**first, **evening, **rare}
