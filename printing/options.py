"""What may be asked of a document: which partita, which table, how many copies, how it is laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

Copies = Literal["tables", "one"]
Order = Literal["table", "board"]
Fold = Literal["tent", "flat"]
Suits = Literal["grey", "two", "four"]


@dataclass(frozen=True, slots=True)
class Options:
    """The wishes of whoever prints; each document reads those that concern it.

    ``round``, ``table``, ``board``: None for all. ``copies``: slips for every table, or one set to be used again and
    again. ``order``: slips one table after the other, or one board after the other. ``fold``: table cards as a tent
    of one A4, or two flat ones on it. ``suits``: black and grey, two colours or four. ``blank``: an empty score sheet
    for emergencies. ``base_url``: the address of the site that QR codes lead to, as phones in the hall reach it.
    ``table_cards``, ``signing_slips``: whether all paper of a partita holds them too.
    """

    round: int | None = None
    table: int | None = None
    board: int | None = None
    copies: Copies = "tables"
    order: Order = "table"
    fold: Fold = "tent"
    suits: Suits = "grey"
    blank: bool = False
    base_url: str = ""
    table_cards: bool = False
    signing_slips: bool = False

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> Options:
        """The options from a form or a stored job; what is left out or empty stands at its default.

        Refuses an option that no document knows and a value that is none of those allowed.
        """
        read: dict[str, Any] = {}
        for key, value in given.items():
            if key not in _READERS:
                raise ValidationError(
                    _("“%(key)s” is no option of a document."), code="unknown_option", params={"key": key}
                )
            if value not in (None, ""):
                read[key] = _READERS[key](key, value)
        return cls(**read)

    def as_json(self) -> dict[str, Any]:
        """The options that differ from the default, as a print job stores them."""
        plain = asdict(Options())
        return {key: value for key, value in asdict(self).items() if value != plain[key]}


def _number(key: str, value: Any) -> int:
    try:
        number = int(str(value))
    except ValueError:
        number = 0
    if not 1 <= number <= 9999:
        raise ValidationError(
            _("“%(value)s” is no number of a partita, table or board: type a whole number from 1."),
            code="no_number",
            params={"key": key, "value": str(value)[:40]},
        )
    return number


def _one_of(*allowed: str) -> Callable[[str, Any], str]:
    def read(key: str, value: Any) -> str:
        if value not in allowed:
            raise ValidationError(
                _("“%(value)s” is not possible for “%(key)s”: choose one of %(allowed)s."),
                code="not_allowed",
                params={"key": key, "value": str(value)[:40], "allowed": ", ".join(allowed)},
            )
        return str(value)

    return read


def _address(key: str, value: Any) -> str:
    address = str(value).rstrip("/")
    if not address.startswith(("http://", "https://")) or len(address) > 200:
        raise ValidationError(
            _("“%(value)s” is no address for a QR code: it begins with http:// or https://."),
            code="no_address",
            params={"key": key, "value": str(value)[:60]},
        )
    return address


def _yes_or_no(key: str, value: Any) -> bool:
    return str(value).lower() in ("true", "on", "1", "yes")


_READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "round": _number,
    "table": _number,
    "board": _number,
    "copies": _one_of(*get_args(Copies)),
    "order": _one_of(*get_args(Order)),
    "fold": _one_of(*get_args(Fold)),
    "suits": _one_of(*get_args(Suits)),
    "blank": _yes_or_no,
    "base_url": _address,
    "table_cards": _yes_or_no,
    "signing_slips": _yes_or_no,
}
