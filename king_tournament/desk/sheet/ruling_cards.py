"""Rulings of an evening as cards: what was ruled, by whom, and whether it can be revoked."""

from collections.abc import Iterable
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from frame.page import Context, DeskRequest, text_of
from frame.ruling_lines import shown_rulings
from scoring.models import Ruling
from tournaments.models import Tournament


def ruling_cards(
    request: DeskRequest, tournament: Tournament, rulings: Iterable[Ruling]
) -> list[Context]:
    """``is_asked``: the reason for revoking this one was refused, and is shown again."""
    asked = text_of(request, "ruling")
    return [
        {
            **shown,
            **_card(shown["ruling"], shown),
            "is_asked": asked == str(shown["ruling"].pk),
            "reason_typed": text_of(request, "reason") if asked == str(shown["ruling"].pk) else "",
        }
        for shown in shown_rulings(list(rulings), tournament)
    ]


def _card(ruling: Ruling, shown: Context) -> Context:
    table = ruling.sheet.table
    round_ = table.round
    code = round_.tournament.code
    standings = reverse("desk:standings", args=[code])
    place = _("Partita %(round)s, table %(table)s")
    protest = _("protest of %(who)s: %(outcome)s")
    return {
        "url": reverse("desk:sheet", args=[code, round_.number, table.number]),
        "place": place % {"round": round_.number, "table": table.number},
        "facts": [_hand(ruling, shown["contract"])] if ruling.hand else [],
        "by_article": _article(ruling, shown),
        "made": _made(ruling),
        "protests": [
            (
                protest % {"who": raised.who, "outcome": raised.get_outcome_display()},
                f"{standings}#protest-{raised.pk}",
            )
            for raised in ruling.protests.all()
        ],
        "revoked": _revoked(ruling),
        "may_revoke": not round_.is_official,
    }


def _hand(ruling: Ruling, contract: str) -> str:
    hand = _("hand %(hand)s") % {"hand": ruling.hand}
    return f"{hand} ({contract})" if contract else hand


def _article(ruling: Ruling, shown: Context) -> str:
    if not ruling.article:
        return ""
    title = f", {shown['article'].title}" if shown["article"] else ""
    return f"({ruling.article}{title})"


def _made(ruling: Ruling) -> list[str]:
    who = f", {ruling.arbiter.get_username()}" if ruling.arbiter else ""
    day = _when(ruling.created_at, "SHORT_DATE_FORMAT")
    made = [f"{day} {_when(ruling.created_at, 'TIME_FORMAT')}{who}"]
    if ruling.call:
        called = _when(ruling.call.made_at, "TIME_FORMAT")
        made.append(_("the table had called at %(when)s") % {"when": called})
    return made


def _revoked(ruling: Ruling) -> str:
    if ruling.revoked_at is None:
        return ""
    when = _when(ruling.revoked_at, "SHORT_DATETIME_FORMAT")
    words = _("Revoked %(when)s") % {"when": when}
    who = f", {ruling.revoked_by.get_username()}" if ruling.revoked_by else ""
    return f"{words}{who}: {ruling.revoked_because}"


def _when(moment: datetime, form: str) -> str:
    return date_format(timezone.localtime(moment), form)
