"""Why a result is above or below the others of the same hand, off the rows alone, in words for screens and paper."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from king.rulesets.contracts import Contract, Family
from king.sheet.comparison import Mark
from king.sheet.points import SHARED, SOLD, SOLD_NULLS, TURNED
from king.sheet.stories import Beside
from wording.figures import number
from wording.naming import column_name, unit_count, unit_name
from wording.results import mark_words, rarer_marks, sale_words, trump_words
from wording.sentences import say


def why(beside: Beside) -> tuple[str, ...]:
    """What was declared, what was taken beside what the others took, and what else moved the points."""
    own = beside.own
    told = [each.template for each in own.reasons]
    row = replace(own.row, partner=None) if SHARED in told else own.row
    said = [_declared(beside), *rarer_marks(row)]
    if own.row.sale is not None and not any(each in (SOLD, SOLD_NULLS, TURNED) for each in told):
        said.append(sale_words(own.row.sale))
    said += [counted(beside), *map(say, own.reasons)]
    if own.mark not in (Mark.PLAYED, Mark.RULED):
        said.append(mark_words(own.mark))
    return tuple(each for each in said if each)


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
    """What was taken, and beside it what the others took; the number alone where nothing compares."""
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
    """Whether one card is all that the hand counts, so that it is taken or not."""
    return contract.units == 1
