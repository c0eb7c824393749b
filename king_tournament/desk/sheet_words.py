"""What the sheet's script says, in the reader's language. Braces stay: the script fills them."""

from __future__ import annotations

from django.utils.translation import gettext as _


def sheet_texts() -> dict[str, str]:
    """Every sentence of the script, also of what it says while the server does not answer."""
    return {
        "saved": _("Everything is saved."),
        "sending": _("Being saved …"),
        "waiting": _("The server does not answer. Kept on this page and sent as soon as it does: hand {hands}."),
        "signed_out": _("You have been signed out. Sign in again in another tab; kept on this page: hand {hands}."),
        "conflict": _("Somebody else changed hand {hand} while you were typing. Choose the right one:"),
        "mine": _("Yours: {row}"),
        "theirs": _("There now: {row}"),
        "kept_mine": _("Yours was kept."),
        "restored": _("Rows that were typed here and not saved are back: hand {hands}."),
        "proposed": _("proposed"),
        "explains": _("Was it so? {text}"),
        "empty": _("empty"),
        "not_taken": _("Not saved, for the reason beside it: hand {hands}. What was typed is kept here."),
        "sign_lost": _("Points that are lost: the sign may be left out."),
        "sign_won": _("Points that are won."),
        "sign_either": _("Won or lost: the sign says which."),
        "sign_counted": _("In this hand type what was counted, not its points."),
        "sign_counted_short": _("units"),
        "elsewhere": _("This sheet was changed elsewhere: load the page again to go on."),
        "no_storage": _("This browser keeps nothing: stay on this page until everything is saved."),
    }
