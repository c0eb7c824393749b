"""The row that the fields of a sheet make, its counts in points where the paper has points; a row in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from king.cards import SUITS
from king.rulesets import RuleSet
from king.rulesets.base import HandPlan
from king.rulesets.settings import Settings
from king.winds import WINDS, Side
from king.words import MINUS
from king_tournament.desk.sheet_fields import CHOICES, FLAGS
from king_tournament.desk.sheet_values import PLACES, units_read, values_of
from printing import wording
from scoring.models import HandResult, Sheet

SIGNS = ("-", "+", MINUS)
NOT_COUNTED = ("trump", "buyer", "price", "contract")


def content_of(
    typed: Mapping[str, str],
    plan: HandPlan,
    ruleset: RuleSet,
    settings: Settings,
    current: Mapping[str, Any] | None,
    *,
    paper: str = Sheet.Paper.UNITS,
) -> dict[str, Any] | None:
    """The row as the services take it; None where nothing stands in its fields.

    What the page has no field for stays as it was. A count that is none is passed on as it was typed: the service says
    so with its place. Raises ``ValidationError`` for a price that is no number, and for points that no count gives.
    """
    names = (*PLACES, *NOT_COUNTED, *CHOICES, *FLAGS)
    texts = {name: str(typed.get(name, "")).strip()[:40] for name in names}
    counted = {place: _count(texts[place]) for place in PLACES if texts[place]}
    chosen = texts["contract"] if plan.contract is None else ""
    if not counted and not any(texts[name] for name in (*NOT_COUNTED[:3], *CHOICES, *FLAGS)) and not chosen:
        return None
    ours = {"contract", "units", "trump", "sale", *(name for name in (*CHOICES, *FLAGS) if name in typed)}
    if "blind" in ours:
        ours.add("blind_tricks")
    content = {key: value for key, value in (current or {}).items() if key not in ours}
    content["contract"] = chosen or None if plan.contract is None else plan.contract.code
    if plan.contract is None and plan.chooser is not None:
        content.setdefault("chooser", str(plan.chooser))
    content |= {"trump": texts["trump"] or None, "sale": _sale(texts, plan)}
    content |= {name: texts[name] for name in ("partner", "direction", "start") if texts[name]}
    content |= {name: True for name in FLAGS if texts[name]}
    if isinstance(own := _count(texts["blind"]), int):
        content["blind_tricks"] = own
    content = {key: value for key, value in content.items() if value is not None}
    if counted and paper == Sheet.Paper.POINTS:
        written = {place: texts[place] for place in counted}
        by_points = units_read(written, content, (current or {}).get("units"), plan.number, ruleset, settings)
        if by_points is not None:
            return content | {"units": by_points}
    return content | {
        "units": _as_it_was(counted, current, ruleset) or _counts(counted, content, plan, ruleset, settings)
    }


def _counts(
    counted: Mapping[str, Any], content: Mapping[str, Any], plan: HandPlan, ruleset: RuleSet, settings: Settings
) -> Mapping[str, Any]:
    """What was counted. Raises ``ValidationError`` with the counts where it is points, as the sign gives away."""
    if not any(isinstance(count, str) and count[:1] in SIGNS for count in counted.values()):
        return counted
    written = {place: str(count) for place, count in counted.items()}
    try:
        found = units_read(written, content, None, plan.number, ruleset, settings)
    except ValidationError:
        return counted
    if found is None:
        return counted
    shown = ", ".join(f"{wording.column_name(place)} {count}" for place, count in found.items())
    raise ValidationError(
        _("Hand %(hand)s: these are points; as counts they are %(counts)s. Type those, or choose points above."),
        code="points_for_counts", params={"hand": plan.number, "counts": shown},
    )  # fmt: skip


def _as_it_was(
    counted: Mapping[str, Any], current: Mapping[str, Any] | None, ruleset: RuleSet
) -> Mapping[str, Any] | None:
    """The counts that stand, where the fields show them; a pair's may have been written wind by wind."""
    shown = values_of(current, ruleset)
    same = {place: str(count) for place, count in counted.items()} == {
        place: shown[place] for place in PLACES if place in shown
    }
    return current["units"] if same and current and current.get("units") else None


def _count(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text


def _sale(texts: Mapping[str, str], plan: HandPlan) -> dict[str, Any] | None:
    if not texts["buyer"] and not texts["price"]:
        return None
    price = _count(texts["price"]) if texts["price"] else None
    if isinstance(price, str):
        raise ValidationError(
            gettext_lazy("Hand %(hand)s: the price “%(found)s” is no number of tricks."),
            code="bad_price", params={"hand": plan.number, "found": price[:20]},
        )  # fmt: skip
    seller = None if plan.dealer is None else str(plan.dealer)
    sale: dict[str, Any] = {"seller": seller, "buyer": texts["buyer"] or None, "price": price}
    return sale | {"polarity": texts["polarity"]} if texts["polarity"] else sale


# --- words for the page and its script


def trumps(settings: Settings) -> list[dict[str, str]]:
    """The trumps that may be named, each with the letter that types it."""
    letters = {
        "S": pgettext("key that types the suit", "S"), "H": pgettext("key that types the suit", "H"),
        "D": pgettext("key that types the suit", "D"), "C": pgettext("key that types the suit", "C"),
    }  # fmt: skip
    options = [
        {"value": str(suit), "key": letters[str(suit)], "label": wording.suit_name(suit), "symbol": suit.symbol}
        for suit in SUITS
    ]
    if settings.allow_no_trump:
        options.append({"value": "NT", "key": pgettext("key that types no trump", "N"), "label": _("no trump"),
                        "symbol": ""})  # fmt: skip
    return options


def row_in_words(result: HandResult, ruleset: RuleSet) -> str:
    """A version of a row in a line: ``North 2, East 0, South 1, West 1 · trump hearts · sold to East for 4``."""
    if result.content is None:
        return _("emptied")
    values = values_of(result.content, ruleset)
    counts = ", ".join(f"{wording.column_name(place)} {values[place]}" for place in PLACES if place in values)
    parts = [_contract_in_words(values, ruleset), counts]
    if "trump" in values:
        parts.append(_("trump %(suit)s") % {"suit": trump_name(values["trump"])})
    if "buyer" in values or "price" in values:
        parts.append(_("sold to %(buyer)s for %(price)s") % {
            "buyer": _place_name(values.get("buyer", "")), "price": values.get("price", wording.NOTHING)
        })  # fmt: skip
    parts += _odd_in_words(values)
    return " · ".join(part for part in parts if part) or wording.NOTHING


def _contract_in_words(values: Mapping[str, str], ruleset: RuleSet) -> str:
    """The contract, where it was chosen."""
    contract = ruleset.find_contract(values.get("contract"))
    return "" if contract is None or ruleset.order == "fixed" else wording.contract_name(contract)


def _odd_in_words(values: Mapping[str, str]) -> list[str]:
    said = {
        "polarity": _("for nulls"), "third": _("third option"), "unplayed": _("not played"),
        "blind": _("declared blind"),
    }  # fmt: skip
    parts = [words for name, words in said.items() if name in values]
    if values.get("blind", "").isdigit():
        parts.append(_("%(count)s of them the declarer's own") % {"count": values["blind"]})
    if values.get("direction") == "down":
        parts.append(_("played down"))
    if "partner" in values:
        parts.append(_("partner %(wind)s") % {"wind": _place_name(values["partner"])})
    if "start" in values:
        parts.append(_("first card %(card)s") % {"card": wording.card_written(values["start"])})
    return parts


def _place_name(place: str) -> str:
    if place in WINDS or place in tuple(Side):
        return wording.column_name(place)
    return place or wording.NOTHING


def trump_name(trump: str) -> str:
    """The trump in words; what is no trump is shown as it was typed."""
    if trump == "NT":
        return _("no trump")
    return wording.suit_name(trump) if trump in tuple(map(str, SUITS)) else trump
