"""Results in words: rows, marks behind a result, big wins, ties and standings."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from king.cards import SIDES, WINDS, Suit
from king.rulesets.base import RuleSet
from king.sheet.comparison import Field, Mark
from king.sheet.full_sheet import ScoredSheet
from king.sheet.row import Row, Sale
from king.standings.ranking import Standings
from king.standings.tiebreaks import TITLES, Settled
from wording.naming import NOTHING, card_written, column_name, contract_name, joined, number, standing_name, suit_name

SIGNS: Mapping[Mark, str] = {
    Mark.PLAYED: "", Mark.RULED: "r", Mark.AVERAGED: "m", Mark.ASSIGNED: "a", Mark.ANNULLED: "×", Mark.UNSOUND: "?",
}  # fmt: skip
"""Sign behind the points of a result that is not simply as it was played."""

MEANINGS: Mapping[Mark, str | Promise] = {
    Mark.RULED: gettext_lazy("the arbiter ruled on this hand"),
    Mark.AVERAGED: gettext_lazy("fouled board: the mean of the other tables"),
    Mark.ASSIGNED: gettext_lazy("fouled board: points given by the arbiter"),
    Mark.ANNULLED: gettext_lazy("fouled board: the row counts nothing"),
    Mark.UNSOUND: gettext_lazy("the row does not add up"),
}


def mark_words(mark: Mark) -> str:
    return str(MEANINGS.get(mark, ""))


def legend(fields: Iterable[Field]) -> str:
    used = {result.mark for field in fields for result in field.results}
    return " · ".join(f"{SIGNS[mark]} {mark_words(mark)}" for mark in MEANINGS if mark in used)


def declaration(row: Row) -> str:
    """``spades; sold by North to East for 4; played down``."""
    return "; ".join(filter(None, (trump_words(row), without_trump(row))))


def without_trump(row: Row) -> str:
    return "; ".join([*([] if row.sale is None else [sale_words(row.sale)]), *rarer_marks(row)])


def sale_words(sale: Sale) -> str:
    fields = {"seller": _who(sale.seller), "buyer": _who(sale.buyer), "price": number(sale.price)}
    return _("sold by %(seller)s to %(buyer)s for %(price)s") % fields


def trump_words(row: Row) -> str:
    trump = row.trump or ""
    if trump == "NT":
        return _("no trump")
    return suit_name(trump) if trump in list(Suit) else trump[:12]


def rarer_marks(row: Row) -> list[str]:
    said = [_("partner %(wind)s") % {"wind": _who(row.partner)}] if row.partner else []
    if row.start:
        said.append(_("first card %(card)s") % {"card": card_written(row.start)})
    marks = (
        (row.third, _("third option")), (row.unplayed, _("not played")), (row.blind, _("blind")),
        (row.direction == "down", _("played down")),
    )  # fmt: skip
    return said + [word for given, word in marks if given]


def _who(place: str | None) -> str:
    if place is None:
        return NOTHING
    return column_name(place)


# --- sheets and standings ------------------------------------------------------------------------------------------


def big_win(scored: ScoredSheet) -> str:
    """A difference so large that the match is a "Mesa" (R10); empty where it is none."""
    if not scored.big_win:
        return ""
    winner = max(scored.totals, key=lambda column: scored.totals[column])
    said = {"side": column_name(winner), "points": number(scored.totals[winner])}
    return _("Mesa for %(side)s: %(points)s.") % said


def ranked_at(winds: Mapping[str, str], by: str) -> str:
    if not winds:
        return ""
    names = ", ".join(f"{name} ({column_name(wind)})" for name, wind in winds.items())
    if by == "first":
        return _("Sat at more than one wind, and ranked at the one where they set out: %(names)s.") % {
            "names": names
        }  # fmt: skip
    return _(
        "Sat at more than one wind, and ranked at the one where they played most hands (half and half: where they set "
        "out): %(names)s."
    ) % {"names": names}


def settled(tie: Settled) -> str:
    return _("%(standing)s, %(how)s: %(order)s. %(reason)s") % {
        "standing": standing_name(tie.standing),
        "how": _(TITLES[tie.kind]),
        "order": ", ".join(f"{place}. {name}" for name, place in tie.places),
        "reason": tie.reason,
    }


def settled_notes(ties: Iterable[Settled], unfit: Iterable[Settled]) -> str:
    said = [_("Settled after play: %(tie)s") % {"tie": settled(tie)} for tie in ties]
    said += [
        _("No longer applies, for exactly these are not level any more: %(tie)s") % {"tie": settled(tie)}
        for tie in unfit
    ]
    return " ".join(said)


def notes_of(whole: Standings) -> str:
    return " ".join(
        filter(None, (ranked_at(whole.ranked_at, whole.changed_by), settled_notes(whole.settled, whole.unfit)))
    )


def with_what(match_points: Fraction, total: Fraction, raw: bool) -> str:
    """``16 match points (+24)``; where match points are the points themselves, ``raw``, once."""
    points = number(total, signed=True)
    if raw:
        return points
    said = _("%(points)s match points") % {"points": number(match_points)}  # xgettext reads no f-string
    return f"{said} ({points})"


def place_in_words(step: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """From ``king.standings.reveal.Step.as_json``, for a screen and a speaker."""
    standing = step["standing"]
    return {
        "standing": standing_name(standing),
        "wind": standing if standing in (*WINDS, *SIDES) else "",
        "rank": step["rank"],
        "lines": [
            {"name": line["entry"], "players": joined(players), **_made(line, step["raw"])}
            for line, players in zip(step["lines"], step["players"], strict=True)
        ],
        "margin": _margin(step),
        "hand": _deciding_hand(step["hand"], rules),
        "below": joined(step["below"]),
    }


def _made(line: Mapping[str, str], raw: bool) -> dict[str, str]:
    match_points, total = Fraction(line["match_points"]), Fraction(line["total"])
    signed = number(total, signed=True)
    short = signed if raw else f"{number(match_points)} ({signed})"
    return {"what": with_what(match_points, total, raw), "short": short}


def _margin(step: Mapping[str, Any]) -> str:
    if step["margin"] is None:
        return ""
    margin = Fraction(step["margin"])
    if not margin:
        return _("Level with the next place; what decided: %(tiebreak)s.") % {"tiebreak": _(TITLES[step["tiebreak"]])}
    many, said = 1 if margin == 1 else 2, {"points": number(margin)}
    if step["by_total"] or step["raw"]:
        ahead = ngettext("%(points)s point ahead of the next place", "%(points)s points ahead of the next place", many)
    else:
        ahead = ngettext(
            "%(points)s match point ahead of the next place", "%(points)s match points ahead of the next place", many
        )
    return ahead % said


def _deciding_hand(hand: Mapping[str, Any] | None, rules: RuleSet) -> str:
    if hand is None:
        return ""
    if hand["first"]:
        return _("Ahead from the first hand on.")
    contract = rules.find_contract(hand["contract"])
    fields = {
        "round": hand["round"], "hand": hand["hand"], "contract": contract_name(contract) if contract else "",
        "ahead": joined(number(Fraction(points), signed=True) for points in hand["ahead"]),
        "behind": joined(number(Fraction(points), signed=True) for points in hand["behind"]),
    }  # fmt: skip
    since = _("Ahead for good since hand %(hand)s of partita %(round)s, %(contract)s.")
    if contract is None:
        since = _("Ahead for good since hand %(hand)s of partita %(round)s.")
    made = _("Made in it: %(ahead)s; the next place %(behind)s.")
    return f"{since % fields} {made % fields}"
