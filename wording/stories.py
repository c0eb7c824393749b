"""Why a result is above or below the others of the same hand, off the rows alone, in words for screens and paper."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from king.rulesets.contracts import Contract, Family
from king.sheet.comparison import Mark
from king.sheet.points import SHARED, SOLD, SOLD_NULLS, TURNED
from king.sheet.row import Row
from king.sheet.stories import Beside, Peers
from wording.naming import column_name, joined, number, unit_count, unit_name
from wording.naming import counted as counted_places
from wording.results import mark_words, rarer_marks, sale_words, trump_words
from wording.sentences import say


def why(beside: Beside) -> tuple[str, ...]:
    own = beside.own
    told = [reason.template for reason in own.reasons]
    row = replace(own.row, partner=None) if SHARED in told else own.row
    said = [_declared(beside), *rarer_marks(row)]
    if own.row.sale is not None and not any(template in (SOLD, SOLD_NULLS, TURNED) for template in told):
        said.append(sale_words(own.row.sale))
    said += [counted(beside), *map(say, own.reasons)]
    if own.mark not in (Mark.PLAYED, Mark.RULED):
        said.append(mark_words(own.mark))
    return tuple(sentence for sentence in said if sentence)


def _declared(beside: Beside) -> str:
    own = beside.own
    if beside.contract is None or not beside.contract.trump or own.declarer is None:
        return ""
    trump = trump_words(own.row)
    if own.declarer == own.column:
        said = _("as declarer: %(trump)s") % {"trump": trump} if trump else _("as declarer")
    else:
        who = {"who": column_name(own.declarer), "trump": trump}
        said = _("declarer %(who)s: %(trump)s") % who if trump else _("declarer %(who)s") % who
    if beside.mean is None or not beside.same_cards:
        return said
    fields = {"declared": said, "count": beside.declared_alike, "all": len(beside.peers)}
    return _("%(declared)s (so at %(count)d of %(all)d tables)") % fields


def counted(beside: Beside) -> str:
    contract, own = beside.contract, beside.own
    if contract is None or own.units is None:
        return ""
    if beside.mean_units is None:
        return unit_count(contract.unit, own.units)
    if is_single(contract):
        others = {"unit": unit_name(contract.unit), "all": len(beside.peers)}
        if own.units:
            return _("%(unit)s: taken; avoided by %(count)d of %(all)d") % (
                others | {"count": beside.peers.with_units[0]}
            )
        return _("%(unit)s: avoided; taken by %(count)d of %(all)d") % (others | {"count": beside.peers.with_units[1]})
    if contract.family is Family.DOMINO and own.units == 0:
        went_out = {"count": beside.peers.with_units[0], "all": len(beside.peers)}
        return _("went out, as %(count)d of %(all)d did in all") % went_out
    fields = {"count": unit_count(contract.unit, own.units), "mean": number(beside.mean_units)}
    return _("%(count)s, on average %(mean)s") % fields


def is_single(contract: Contract) -> bool:
    return contract.units == 1


def spread(column: object, peers: Peers) -> str:
    """``North: from −8 to 0, mean −2,67, median 0``."""
    most = peers.best[0][0].points
    fields = {"column": column_name(column), "most": number(most), "least": number(peers.worst)}
    if most == peers.worst:
        return _("%(column)s: %(most)s at every table") % fields
    fields |= {"mean": number(peers.mean), "median": number(peers.median)}
    return _("%(column)s: from %(least)s to %(most)s, mean %(mean)s, median %(median)s") % fields


MOST_WAYS = 2
"""In how many ways the best result came about, at most, is told of each column."""


def best_ways(contract: Contract | None, peers: Peers) -> tuple[str, ...]:
    """A sentence for each way; nothing where all made the same."""
    if peers.best[0][0].points == peers.worst:
        return ()
    said = []
    for parts in peers.best[:MOST_WAYS]:
        ways = [*why(Beside(contract, parts[0], peers))]
        if len(parts) == 1:
            ways.append(taken_by(parts[0].row.units))
        tables = joined(str(part.table) for part in parts)
        at = ngettext("table %(tables)s", "tables %(tables)s", len(parts)) % {"tables": tables}
        said.append(_("Best at %(at)s: %(ways)s") % {"at": at, "ways": "; ".join(filter(None, ways))})
    if rest := sum(map(len, peers.best[MOST_WAYS:])):
        said.append(ngettext("as good in another way at %(count)d more table",
                             "as good in other ways at %(count)d more tables", rest) % {"count": rest})  # fmt: skip
    return tuple(said)


def taken_by(units: Mapping[str, int]) -> str:
    """``East 2, West 2``."""
    return counted_places((place, count) for place, count in units.items() if count)


def declarations(rows: Iterable[Row]) -> str:
    """``hearts 5, no trump 1; sold at 2 of 6``."""
    listed = list(rows)
    times = Counter(trump_words(row) or _("played down") for row in listed if row.trump or row.direction == "down")
    sold = sum(row.sale is not None for row in listed)
    said = [", ".join(f"{word} {count}" for word, count in times.most_common())] if times else []
    if sold:
        said.append(_("sold at %(count)d of %(all)d tables") % {"count": sold, "all": len(listed)})
    return "; ".join(said)


def dealt(luck: Mapping[Any, Fraction]) -> str:
    """``North +1,9, East −0,8 …``."""
    return ", ".join(f"{column_name(column)} {number(worth, signed=True)}" for column, worth in luck.items())
