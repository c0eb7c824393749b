"""The wishes for a document, as a form made of the options that it reads; and the address that its codes lead to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from king_tournament.addresses import lan_address
from printing.documents import Document

OWN_NAMES = ("localhost", "127.", "[::1]", "0.0.0.0")
"""Names under which this machine knows itself, and no phone in the hall knows it."""


def address_for_codes(request: HttpRequest) -> str:
    """Where the QR codes on paper lead: as installed, else as this browser came here unless only this machine can."""
    if settings.KING_ADDRESS:
        return str(settings.KING_ADDRESS)
    host = request.get_host()
    outside = lan_address() if host.startswith(OWN_NAMES) else None
    if outside is None:
        return request.build_absolute_uri("/").rstrip("/")
    _name, colon, port = host.rpartition(":")
    return f"http://{outside}:{port}" if colon and port.isdigit() else f"http://{outside}"


def only_this_machine(address: str) -> bool:
    """Whether no phone can follow a code with that address."""
    return address.partition("://")[2].startswith(OWN_NAMES)


class DocumentForm(forms.Form):
    """One document's options. The service reads them again and says what is wrong with them."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, document: Document, address: str, tables: int = 0
    ) -> None:
        super().__init__(data, auto_id=f"{document.key}_%s")
        self.document = document
        made = _fields(tables)
        if document.scope == "tournament" and "round" in document.options:
            self.fields["only_round"] = forms.BooleanField(label=_("Only this partita"), required=False)
        for name in document.options:
            if name in made:
                self.fields[name] = made[name]
        if "base_url" in self.fields:
            self.initial["base_url"] = address

    @property
    def usual(self) -> list[forms.BoundField]:
        """What is asked for every day."""
        return [self[name] for name in self.fields if name in ("table", "copies")]

    @property
    def rare(self) -> list[forms.BoundField]:
        """What is there for the one time that it is needed."""
        return [self[name] for name in self.fields if name not in ("table", "copies")]

    def clean(self) -> dict[str, Any]:
        """What was chosen, without what was left empty."""
        cleaned = super().clean() or self.cleaned_data
        return {name: value for name, value in cleaned.items() if value not in (None, "", False)}


def _fields(tables: int) -> dict[str, forms.Field]:
    number = forms.NumberInput(attrs={"class": "short", "inputmode": "numeric", "placeholder": _("all")})
    return {
        "copies": forms.ChoiceField(
            label=_("Copies"), required=False,
            choices=[("tables", _("a set for every table")), ("one", _("one set, used again and again"))],
        ),
        "table": forms.IntegerField(
            label=_("Only table"), required=False, min_value=1, max_value=max(tables, 1) if tables else 9999,
            widget=number,
        ),
        "board": forms.IntegerField(
            label=_("Only hand"), required=False, min_value=1, max_value=99, widget=number,
        ),
        "order": forms.ChoiceField(
            label=_("Sorted"), required=False,
            choices=[("table", _("table by table")), ("board", _("hand by hand"))],
        ),
        "fold": forms.ChoiceField(
            label=_("Shape"), required=False,
            choices=[("tent", _("a tent of one A4")), ("flat", _("two flat ones on an A4"))],
        ),
        "suits": forms.ChoiceField(
            label=_("Colours"), required=False,
            choices=[("grey", _("black and grey")), ("two", _("two colours")), ("four", _("four colours"))],
        ),
        "blank": forms.BooleanField(label=_("Empty, without names"), required=False),
        "base_url": forms.CharField(
            label=_("The codes lead to"), required=False, max_length=200, widget=forms.URLInput,
            help_text=_("As the phones in the hall reach this site."),
        ),
    }  # fmt: skip
