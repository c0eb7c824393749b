"""Regulation of an evening, and the cost of errors, in words.

An article always has the same number and follows the settings in force. Articles that do not apply
to the evening are left out.
"""

import re
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from king.rulesets.base import RuleSet
from king.rulesets.settings import Settings
from king.sheet.sale import sold_contract
from wording.naming import number, term_explained
from wording.rules import setting_sentence

_LABEL = re.compile(r"art\.? ?([0-9]{1,2})", re.IGNORECASE)


class Article(NamedTuple):
    number: int
    title: str
    text: str

    @property
    def label(self) -> str:
        """Short name of the article. It is the same in every language, because rulings store it."""
        return f"Art. {self.number}"


def articles(rules: RuleSet, settings: Settings, *, boards: bool = True) -> tuple[Article, ...]:
    """Numbered articles of an evening's regulation; those without a text are left out. ``boards``:
    the cards are dealt beforehand.
    """
    titled = [
        *_play_articles(),
        *_error_articles(rules, settings),
        *_sheet_articles(rules, settings, boards),
        *_people_articles(),
    ]
    return tuple(
        Article(number, title, text) for number, (title, text) in enumerate(titled, start=1) if text
    )


Words = tuple[str, str]
"""Title and text of an article; an empty text if the article does not apply."""


def _play_articles() -> list[Words]:
    return [
        (
            _("The arbiter"),
            _("The arbiter judges on the spot, and the ruling is final for the play that follows."),
        ),
        (
            _("Following suit"),
            _(
                "A player who can follow suit must; one who cannot may ruff or discard, as the hand allows."
            ),
        ),
        (
            _("Cards played"),
            _(
                "A legal card that was played is not taken back. Only the last trick may be looked at, and nobody shows "
                "cards before the hand ends."
            ),
        ),
        (
            _("Barred leads and forced cards"),
            _(
                "The card of the hands says what may not be led and which card its holder has to "
                "part with; doing otherwise is an illegal play."
            ),
        ),
    ]


def _error_articles(rules: RuleSet, settings: Settings) -> list[Words]:
    negative, positive = illegal_play(settings)
    return [
        (_("Illegal play in a negative hand"), negative),
        (
            _("Several offenders"),
            _("In one negative hand: %(cost)s. In a positive hand each of them pays.")
            % {"cost": setting_sentence(rules, settings, "offenders_pay")},
        ),
        (_("Illegal play in a positive hand"), " ".join([positive, *limit(settings)])),
        (
            _("Domino"),
            _("Passing with a card that could be played is an illegal play: %(cost)s.")
            % {"cost": setting_sentence(rules, settings, "domino_penalty")}
            if rules.has_domino
            else "",
        ),
    ]


def _sale(settings: Settings) -> str:
    if settings.sale_procedure == "auction":
        return _(
            "The others bid, and the owner accepts or refuses. A buyer of tricks names the trump. Settled %(how)s."
        )
    return _(
        "A price once asked cannot be lowered, and the buyer names the trump. Settled %(how)s."
    )


def _sheet_articles(rules: RuleSet, settings: Settings, boards: bool) -> list[Words]:
    sold = sold_contract(rules) is not None
    return [
        (
            term_explained(rules, "sale"),
            _sale(settings) % {"how": setting_sentence(rules, settings, "sale_settlement")}
            if sold
            else "",
        ),
        (
            _("Keeping the score"),
            " ".join(
                [
                    *([_(rules.score_kept_by)] if rules.score_kept_by else []),
                    _("The row is checked before the sheet is passed on."),
                    *score_error(rules, settings),
                ]
            ),
        ),
        (
            _("The sheet"),
            _(
                "A signature approves the sheet as it is. A sheet with a difference that nobody has explained is not "
                "closed."
            ),
        ),
        (
            _("Fouled board"),
            _(
                "A hand that was not played with its own cards is played again if possible; "
                "otherwise its row is worth the average of the other tables, and if there is none it is annulled."
            )
            if boards
            else "",
        ),
        (_("Hands not played"), _("A hand that some tables could not play counts at none.")),
    ]


def _people_articles() -> list[Words]:
    return [
        (
            _("Seats"),
            _(
                "Everybody plays at the wind assigned to them. A player at another one calls the "
                "arbiter, and nobody moves before the arbiter comes."
            ),
        ),
        (
            _("Conduct"),
            _(
                "Nobody helps another by word or sign, nor speaks of a hand that other tables have still to play."
            ),
        ),
        (_("Warning"), _("It costs nothing, and is counted for the whole evening.")),
        (
            _("Disqualification"),
            _(
                "From a hand: it is worth the least that it can give. From a partita or the "
                "evening: the player disqualified has no place there, those behind move up, and "
                "results made against that player stand."
            ),
        ),
    ]


def article_named(text: str, regulation: tuple[Article, ...]) -> Article | None:
    match = _LABEL.fullmatch(text.strip())
    return next(
        (article for article in regulation if match and article.number == int(match[1])), None
    )


# --- what an error costs (§3)
# ------------------------------------------------------------------------------------


def illegal_play(settings: Settings) -> list[str]:
    penalty = number(abs(settings.positive_penalty))
    return [
        _("An illegal play costs the offender all the points of a negative hand."),
        _("In a positive hand it costs %(points)s points.") % {"points": penalty},
    ]


def penalties(rules: RuleSet, settings: Settings) -> list[str]:
    sentences = [*illegal_play(settings), *limit(settings)]
    if settings.offenders_pay != "share":
        sentences.append(
            _("Several offenders in a negative hand: %(cost)s.")
            % {"cost": setting_sentence(rules, settings, "offenders_pay")}
        )
    if rules.has_domino:
        sentences.append(
            _("In Domino: %(cost)s.")
            % {"cost": setting_sentence(rules, settings, "domino_penalty")}
        )
    return [*sentences, *score_error(rules, settings)]


def limit(settings: Settings) -> list[str]:
    most = settings.penalty_cap
    sentence = ngettext(
        "%(count)d such penalty counts for each player in a match.",
        "Up to %(count)d such penalties count for each player in a match.",
        most,
    )
    return [sentence % {"count": most}] if most else []


def score_error(rules: RuleSet, settings: Settings) -> list[str]:
    """Sentence on the cost of a row that does not add up; empty in a system whose rows always add
    up.
    """
    cost = setting_sentence(rules, settings, "score_error_policy")
    sentence = _(
        "A row that does not add up, when the table cannot agree on the facts, costs its dealer: %(cost)s."
    )
    return [sentence % {"cost": cost}] if cost else []
