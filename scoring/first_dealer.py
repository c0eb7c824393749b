"""Who deals first at a table, where the sources have it drawn there and no boards were dealt beforehand (A4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from king.rulesets.base import HandPlan
from king.winds import WINDS
from scoring.models import HandResult, Sheet
from scoring.reading import rules_at
from scoring.rows import check_open, locked_sheet, write_version
from tournaments.log import record
from tournaments.models import Tournament
from tournaments.wording import column_lazily


def draws_dealer(tournament: Tournament) -> bool:
    """Whether each table draws its first dealer; where boards are dealt beforehand one dealer serves all."""
    return tournament.rules.dealer_drawn and not tournament.plays_boards


@transaction.atomic
def say_first_dealer(
    *, sheet: Sheet, wind: str, seen: str | None = None, device: str = "", author: AbstractBaseUser | None = None
) -> Sheet:
    """Keep who deals first at this table; the same wind again changes nothing.

    A phone says it before the first row, and over what it has ``seen`` said. The desk, an ``author``, may put it right
    later: the rows follow, each in a new version with its chooser and its seller where they were the old dealer's, and
    are checked anew.
    """
    held = locked_sheet(sheet)
    if not draws_dealer(held.table.round.tournament):
        raise ValidationError(_("One wind deals first at every table of this evening."), code="one_dealer_for_all")
    if wind not in WINDS:
        raise ValidationError(_("Say which wind deals first: N, E, S or W."), code="no_such_wind")
    if held.first_dealer == wind:
        return held
    check_open(held, HandResult.Origin.PHONE if author is None else HandResult.Origin.DESK)
    rows = [row for row in held.results.current() if row.content is not None]
    if author is None:
        _check_phone(held, seen, entered=bool(rows))
    before = _plans(held)
    held.first_dealer = wind
    held.save(update_fields=["first_dealer"])
    after = _plans(held)
    for row in rows:
        content = _dealt_anew(row.content or {}, before[row.hand], after[row.hand])
        if content != row.content:
            write_version(held, row.hand, row.version + 1, content, None, HandResult.Origin.DESK, device, author)
    record(
        held.table.round.tournament,
        "first_dealer",
        gettext_noop("Partita %(round)s, table %(table)s: %(wind)s deals first."),
        author=author,
        round=held.table.round.number,
        table=held.table.number,
        wind=wind,
    )
    sheet.first_dealer = wind
    return held


def _check_phone(held: Sheet, seen: str | None, *, entered: bool) -> None:
    if entered:
        raise ValidationError(
            _("Hands are entered already: who dealt first is put right at the desk. Call the arbiter."),
            code="rows_entered",
        )
    if seen is not None and seen != held.first_dealer:
        raise ValidationError(
            _("Another phone has just said that %(wind)s deals first. If that is wrong, say it again."),
            code="dealer_said",
            params={"wind": column_lazily(held.first_dealer)},
        )


def _plans(sheet: Sheet) -> Mapping[int, HandPlan]:
    ruleset, settings = rules_at(sheet)
    return {plan.number: plan for plan in ruleset.schedule(settings)}


def _dealt_anew(content: Mapping[str, Any], before: HandPlan, after: HandPlan) -> dict[str, Any]:
    """The row with the new dealer's chooser and seller where it had the old one's; what it says otherwise stays."""
    changed = dict(content)
    if before.chooser is not None and content.get("chooser") == str(before.chooser):
        changed["chooser"] = str(after.chooser)
    sale = content.get("sale") or {}
    if before.dealer is not None and sale.get("seller") == str(before.dealer):
        changed["sale"] = {**sale, "seller": str(after.dealer)}
    return changed
