"""Results in words: rows, marks behind a result, big wins, ties and standings; and the reason for a
result.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from king.cards import SIDES, WINDS, Suit
from king.rulesets.base import Order, RuleSet
from king.rulesets.contracts import Contract, Family
from king.sheet.comparison import Beside, Field, Mark, Peers
from king.sheet.full_sheet import ScoredSheet
from king.sheet.points import SHARED, SOLD, SOLD_NULLS, TURNED, counted_units
from king.sheet.row import Row, Sale
from king.standing.money import changes_hands
from king.standing.ranking import Line, Standings
from king.standing.tiebreaks import PLACED, TIED, TITLES, Parting, Reasoned, Settled, partings
from wording.naming import (
    NOTHING,
    card_written,
    column_name,
    contract_name,
    count_words,
    join_words,
    number,
    standing_name,
    suit_name,
    unit_count,
    unit_name,
    wind_letter,
)
from wording.rests import foot, marks, with_marks
from wording.sentences import say

SIGNS: Mapping[Mark, str] = {
    Mark.PLAYED: "",
    Mark.RULED: "r",
    Mark.AVERAGED: "m",
    Mark.ASSIGNED: "a",
    Mark.ANNULLED: "×",
    Mark.UNSOUND: "?",
}
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
    """Declaration in words: ``spades; sold by North to East for 4; played down``."""
    return _("; ").join(filter(None, (trump_words(row), *_beside_trump(row))))


def without_trump(row: Row) -> str:
    return _("; ").join(_beside_trump(row))


def beside_trump(row: Row) -> str:
    """Short form for a narrow column, beside the sign of the trump: ``N›W 4; played down``."""
    sale = row.sale
    short = "" if sale is None else short_sale(sale)
    nulls = _("for nulls") if short and sale is not None and sale.polarity == "null" else ""
    sold = ", ".join(filter(None, (short, nulls))) if short or sale is None else sale_words(sale)
    return _("; ").join(filter(None, (sold, *rarer_marks(row))))


def short_sale(sale: Sale) -> str:
    """Sale in short: ``N›W 4``. Empty if sides have sold, or if the buyer's tricks are counted
    separately.
    """
    seller, buyer = sale.seller, sale.buyer
    if seller not in list(WINDS) or buyer not in list(WINDS) or sale.tricks is not None:
        return ""
    return f"{wind_letter(seller)}›{wind_letter(buyer)} {number(sale.price)}"


def _beside_trump(row: Row) -> list[str]:
    return [*(sale_words(sale) for sale in [row.sale] if sale), *rarer_marks(row)]


def row_words(row: Row | None, rules: RuleSet) -> str:
    """Row in words: ``North 2, East 0, South 1, West 1 · hearts · sold by North to East for 4``."""
    if row is None:
        return _("emptied")
    contract = None if rules.order is Order.FIXED else rules.find_contract(row.contract)
    units = counted_units(rules, row.as_json())
    parts = (
        contract_name(contract) if contract else "",
        count_words((place, units[place]) for place in (*WINDS, *SIDES) if place in units),
        trump_words(row),
        *_beside_trump(row),
    )
    return " · ".join(filter(None, parts)) or NOTHING


def sale_words(sale: Sale) -> str:
    fields = {
        "seller": _place_name(sale.seller),
        "buyer": _place_name(sale.buyer),
        "price": number(sale.price),
    }
    words = [_("sold by %(seller)s to %(buyer)s for %(price)s") % fields]
    if sale.polarity == "null":
        words.append(_("for nulls"))
    if sale.tricks is not None:
        own = ngettext(
            "%(count)s of them the buyer's own", "%(count)s of them the buyer's own", sale.tricks
        )
        words.append(own % {"count": sale.tricks})
    return ", ".join(words)


def trump_words(row: Row) -> str:
    trump = row.trump or ""
    if trump == "NT":
        return _("no trump")
    return suit_name(trump) if trump in list(Suit) else trump[:12]


def rarer_marks(row: Row) -> list[str]:
    for_nulls = row.sale is not None and row.sale.polarity == "null"  # which is to play it down
    own = _("%(count)s of them the declarer's own") % {"count": row.blind_tricks}
    marks = (
        (row.partner, _("partner %(wind)s") % {"wind": _place_name(row.partner)}),
        (row.card, _("named card %(card)s") % {"card": card_written(row.card or "")}),
        (row.start, _("first card %(card)s") % {"card": card_written(row.start or "")}),
        (row.third, _("third option")),
        (row.unplayed, _("not played")),
        (row.blind, _("declared blind")),
        (row.blind_tricks is not None, own),
        (row.direction == "down" and not for_nulls, _("played down")),
    )
    return [words for is_so, words in marks if is_so]


def _place_name(place: str | None) -> str:
    return NOTHING if place is None else column_name(place)


def money_words(money: Mapping[str, Fraction], point: Fraction) -> str:
    if not money:
        return ""
    whole = number(changes_hands(money.values()), fixed=True)
    return _("A point is worth %(worth)s. To pay in all: %(sum)s; to receive in all: %(sum)s.") % {
        "worth": number(point, places=3),
        "sum": whole,
    }


# --- sheets and standings
# ------------------------------------------------------------------------------------------


def big_win(scored: ScoredSheet) -> str:
    """Sentence on a difference large enough for a "Mesa" (R10), or on a match won outright (R15);
    empty if neither.
    """
    if scored.winner is not None:
        return won_outright(scored, column_name(scored.winner))
    if not scored.big_win:
        return ""
    points, winner = max((points, column) for column, points in scored.totals.items())
    fields = {"side": column_name(winner), "points": number(points)}
    return _("Mesa for %(side)s: %(points)s.") % fields


def won_outright(scored: ScoredSheet, who: str) -> str:
    """Sentence on the side that won the match outright, and the hand that won it (R15)."""
    row = next(row for row in scored.rows if row.hand == scored.won_with)
    assert row.contract is not None
    return _("%(who)s has won the match outright: %(tricks)s in hand %(hand)s, %(contract)s.") % {
        "who": who,
        "tricks": unit_count(row.contract.unit, max(row.row.units.values())),
        "hand": row.hand,
        "contract": contract_name(row.contract),
    }


def ranked_at(winds: Mapping[str, str], by: str) -> str:
    if not winds:
        return ""
    sentence = _(
        "Sat at more than one wind, and ranked at the one where they played most hands (half and "
        "half: where they started): %(names)s."
    )
    if by == "first":
        sentence = _(
            "Sat at more than one wind, and ranked at the one where they started: %(names)s."
        )
    names = ", ".join(f"{name} ({column_name(wind)})" for name, wind in winds.items())
    return sentence % {"names": names}


def ties_in_words(lines: Iterable[Reasoned]) -> list[str]:
    """List, for each line, why it is below the one above it with equal points: ``first places: 1
    against 2``.
    """
    return [_tie_in_words(parting) for parting in partings(lines)]


MATCH_POINTS = "match_points"
RAW_POINTS = "raw_points"
"""Key of the figure that ranks a standing: the overall one by match points, that of a wind as
``winds_by`` says."""


def ties_of(lines: Iterable[Line], by: str = MATCH_POINTS) -> dict[str, str]:
    """Reasons that ``ties_in_words`` gives, keyed by entry."""
    ranked = tuple(lines)
    words = ties_in_words(
        (line.total if by == RAW_POINTS else line.match_points, line.rank, line.explanation)
        for line in ranked
    )
    return dict(zip((line.entry for line in ranked), words, strict=True))


def _tie_in_words(parting: Parting | None) -> str:
    if parting is None:
        return ""
    if parting.code == TIED:
        return _("place shared")
    rule = _(TITLES[parting.code])
    # A place in a draw or in another standing says no more than that it decided.
    if parting.code in PLACED:
        return rule
    own, theirs = (
        NOTHING if value is None else number(value) for value in (parting.own, parting.theirs)
    )
    return _("%(rule)s: %(own)s against %(theirs)s") % {"rule": rule, "own": own, "theirs": theirs}


def publication_words(number: int, official: bool) -> str:
    sentence = _("official no. %(number)d") if official else _("provisional no. %(number)d")
    return sentence % {"number": number}


def place_words(place: int | None, count: int) -> str:
    """Place in words: ``3 of 16``."""
    if place is None:
        return NOTHING
    sentence = pgettext("a place among so many", "%(place)d of %(count)d")
    return sentence % {"place": place, "count": count}


def settlement_words(tie: Settled) -> str:
    return _("%(standing)s, %(how)s: %(order)s. %(reason)s") % {
        "standing": standing_name(tie.standing),
        "how": _(TITLES[tie.kind]),
        "order": ", ".join(f"{place}. {name}" for name, place in tie.places),
        "reason": tie.reason,
    }


def settled_notes(ties: Iterable[Settled], unfit: Iterable[Settled]) -> str:
    applies = _("Settled after play: %(tie)s")
    no_longer = _("No longer applies, because exactly these are no longer level: %(tie)s")
    notes = [applies % {"tie": settlement_words(tie)} for tie in ties]
    return " ".join(notes + [no_longer % {"tie": settlement_words(tie)} for tie in unfit])


def notes_of(whole: Standings) -> str:
    ranked = ranked_at(whole.ranked_at, whole.changed_by)
    return " ".join(filter(None, (ranked, settled_notes(whole.settled, whole.unfit))))


def points_in_words(match_points: Fraction, total: Fraction, raw: bool) -> str:
    """Points in words: ``16 match points (+24)``. If points themselves are ranked (``raw``), they
    are given once.
    """
    points = number(total, signed=True)
    if raw:
        return points
    earned = ngettext(
        "%(points)s match point", "%(points)s match points", 1 if match_points == 1 else 2
    )
    # xgettext reads no f-string.
    return f"{earned % {'points': number(match_points)}} ({points})"


def short_points(match_points: Fraction | None, total: Fraction | None, raw: bool) -> str:
    """Points in short, ``16 (+24)``, for places with a heading or picture that explains them."""
    points = number(total, signed=True)
    return points if raw else f"{number(match_points)} ({points})"


def line_words(line: Line, raw: bool) -> str:
    """Points of a line with the partite that were sat out: ``16 match points (+24) · P2 (4)``."""
    return with_marks(points_in_words(line.match_points, line.total, raw), line.rests)


def place_in_words(
    step: Mapping[str, Any], rules: RuleSet, rest_worth: Fraction | None = None
) -> dict[str, Any]:
    """Step of a reveal in words, for a screen and a speaker, from
    ``king.standing.reveal.Step.as_json``. ``rest_worth`` is ``StandingSettings.bye_points``.
    """
    standing = step["standing"]
    return {
        "standing": standing_name(standing),
        "wind": standing if standing in (*WINDS, *SIDES) else "",
        "rank": step["rank"],
        "lines": [
            {
                "name": line["entry"],
                "players": join_words(players),
                **_result_words(line, step["raw"]),
            }
            for line, players in zip(step["lines"], step["players"], strict=True)
        ],
        "margin": _margin(step),
        "hand": deciding_hand(step["hand"], rules),
        "below": join_words(step["below"]),
        "rests_note": foot(map(_rests, step["lines"]), rest_worth),
    }


def _rests(line: Mapping[str, Any]) -> dict[int, Fraction]:
    return {int(partita): Fraction(points) for partita, points in line.get("rests", {}).items()}


def _result_words(line: Mapping[str, Any], raw: bool) -> dict[str, str]:
    match_points, total = Fraction(line["match_points"]), Fraction(line["total"])
    what, rests = points_in_words(match_points, total, raw), _rests(line)
    return {
        "what": with_marks(what, rests),
        "short": short_points(match_points, total, raw),
        "rests": marks(rests),
    }


def _margin(step: Mapping[str, Any]) -> str:
    if step["margin"] is None:
        return ""
    margin = Fraction(step["margin"])
    if not margin:
        return _("Level with the next place; decided by: %(tiebreak)s.") % {
            "tiebreak": _(TITLES[step["tiebreak"]])
        }
    many = 1 if margin == 1 else 2
    ahead = ngettext(
        "%(points)s match point ahead of the next place",
        "%(points)s match points ahead of the next place",
        many,
    )
    if step["by_total"] or step["raw"]:
        ahead = ngettext(
            "%(points)s point ahead of the next place",
            "%(points)s points ahead of the next place",
            many,
        )
    return ahead % {"points": number(margin)}


def deciding_hand(hand: Mapping[str, Any] | None, rules: RuleSet) -> str:
    if hand is None:
        return ""
    if hand["first"]:
        return _("Ahead from the first hand on.")
    contract = rules.find_contract(hand["contract"])
    fields = {"round": hand["round"], "hand": hand["hand"]}
    since = _("Ahead of the next for good since hand %(hand)s of partita %(round)s.")
    if contract is not None:
        since = _(
            "Ahead of the next for good since hand %(hand)s of partita %(round)s (%(contract)s)."
        )
        fields["contract"] = contract_name(contract)
    for side in ("ahead", "behind"):
        fields[side] = join_words(number(Fraction(points), signed=True) for points in hand[side])
    sentence = _("Points made in it: %(ahead)s; by the next %(behind)s.")
    return f"{since % fields} {sentence % fields}"


# --- why a result is above or below the others of the same hand, off the rows alone
# ---------------------------------


def why(beside: Beside) -> tuple[str, ...]:
    own = beside.own
    templates = {reason.template for reason in own.reasons}
    row = replace(own.row, partner=None) if SHARED in templates else own.row
    sentences = [_declared_sentence(beside), *rarer_marks(row)]
    if own.row.sale is not None and templates.isdisjoint((SOLD, SOLD_NULLS, TURNED)):
        sentences.append(sale_words(own.row.sale))
    sentences += [_count_words(beside), *map(say, own.reasons)]
    if own.mark not in (Mark.PLAYED, Mark.RULED):
        sentences.append(mark_words(own.mark))
    return tuple(filter(None, sentences))


def _declared_sentence(beside: Beside) -> str:
    own = beside.own
    if beside.contract is None or not beside.contract.trump or own.declarer is None:
        return ""
    trump = trump_words(own.row)
    if own.declarer == own.column:
        declared = _("as declarer: %(trump)s") % {"trump": trump} if trump else _("as declarer")
    else:
        who = {"who": column_name(own.declarer), "trump": trump}
        declared = _("declarer %(who)s: %(trump)s") % who if trump else _("declarer %(who)s") % who
    if beside.mean is None or not beside.same_cards:
        return declared
    fields = {"declared": declared, "count": beside.declared_alike, "all": len(beside.peers)}
    alike = ngettext(
        "%(declared)s (the same at %(count)d of %(all)d tables)",
        "%(declared)s (the same at %(count)d of %(all)d tables)",
        beside.declared_alike,
    )
    return alike % fields


def _how_often(beside: Beside, contract: Contract) -> str:
    """Number of tables at which the card that decides was taken, or was not."""
    alike = not beside.own.units
    units = 1 if contract.units == 1 and alike else 0
    count = beside.peers.with_units[units]
    fields = {
        "unit": unit_name(contract.unit),
        "count": count,
        "all": len(beside.peers),
    }
    if not beside.same_cards:
        # Several of one table are among them.
        sentence = (
            _("%(unit)s: avoided; taken by %(count)d of %(all)d")
            if units
            else _("%(unit)s: taken; avoided by %(count)d of %(all)d")
        )
        if contract.family is Family.DOMINO:
            sentence = _("went out, as %(count)d of %(all)d did in all")
    elif contract.family is Family.DOMINO:
        sentence = ngettext(
            "went out, as at %(count)d of %(all)d tables",
            "went out, as at %(count)d of %(all)d tables",
            count,
        )
    elif units:
        sentence = ngettext(
            "%(unit)s: avoided; taken with these cards at %(count)d of %(all)d tables",
            "%(unit)s: avoided; taken with these cards at %(count)d of %(all)d tables",
            count,
        )
    else:
        sentence = ngettext(
            "%(unit)s: taken; avoided with these cards at %(count)d of %(all)d tables",
            "%(unit)s: taken; avoided with these cards at %(count)d of %(all)d tables",
            count,
        )
    return sentence % fields


def _count_words(beside: Beside) -> str:
    contract, own = beside.contract, beside.own
    if contract is None or own.units is None:
        return ""
    if beside.mean_units is None:
        return unit_count(contract.unit, own.units)
    if contract.units == 1 or (contract.family is Family.DOMINO and own.units == 0):
        return _how_often(beside, contract)
    fields = {"count": unit_count(contract.unit, own.units), "mean": number(beside.mean_units)}
    return _("%(count)s, on average %(mean)s") % fields


def spread(column: object, peers: Peers) -> str:
    """Range of points in words: ``North: from −8 to 0, mean −2,67, median 0``."""
    most = peers.best[0][0].points
    fields = {"column": column_name(column), "most": number(most), "least": number(peers.worst)}
    if most == peers.worst:
        return _("%(column)s: %(most)s at every table") % fields
    fields |= {"mean": number(peers.mean), "median": number(peers.median)}
    return _("%(column)s: from %(least)s to %(most)s, mean %(mean)s, median %(median)s") % fields


MOST_WAYS = 2
"""Most ways in which the best result was made that are listed for each column."""


def best_ways(contract: Contract | None, peers: Peers) -> tuple[str, ...]:
    if peers.best[0][0].points == peers.worst:
        return ()
    sentences = []
    for parts in peers.best[:MOST_WAYS]:
        ways = [*why(Beside(contract, parts[0], peers))]
        if len(parts) == 1:
            ways.append(units_by_player(parts[0].row.units))
        tables = join_words(str(part.table) for part in parts)
        at = ngettext("table %(tables)s", "tables %(tables)s", len(parts)) % {"tables": tables}
        best = {"at": at, "ways": _("; ").join(filter(None, ways))}
        sentences.append(_("Best at %(at)s: %(ways)s") % best)
    if rest := sum(map(len, peers.best[MOST_WAYS:])):
        others = ngettext(
            "as good in another way at %(count)d more table",
            "as good in other ways at %(count)d more tables",
            rest,
        )
        sentences.append(others % {"count": rest})
    return tuple(sentences)


def units_by_player(units: Mapping[str, int]) -> str:
    """Units by player: ``East 2, West 2``."""
    return count_words((place, count) for place, count in units.items() if count)


def declarations(rows: Iterable[Row]) -> str:
    """Counts of declarations: ``hearts 5, no trump 1; sold at 2 of 6``."""
    listed = list(rows)
    declared = (row for row in listed if row.trump or row.direction == "down")
    times = Counter(trump_words(row) or _("played down") for row in declared)
    words = ", ".join(f"{word} {count}" for word, count in times.most_common())
    fields = {"count": sum(row.sale is not None for row in listed), "all": len(listed)}
    sold = ngettext(
        "sold at %(count)d of %(all)d tables",
        "sold at %(count)d of %(all)d tables",
        fields["count"],
    )
    sold = sold % fields if fields["count"] else ""
    return _("; ").join(filter(None, (words, sold)))


def luck_words(luck: Mapping[Any, Fraction]) -> str:
    """Luck of each column: ``North +1,9, East −0,8 …``."""
    return ", ".join(
        f"{column_name(column)} {number(worth, signed=True)}" for column, worth in luck.items()
    )
