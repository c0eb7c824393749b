"""Numbers, lists, winds, cards, contracts, boards and rule systems in the reader's language.
Numbers have a true minus sign and the language's decimal separator; :func:`exact` is the fraction
behind a rounded one.
"""

import datetime
import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from typing import Any, ParamSpec, TypeVar

from django.utils import translation
from django.utils.formats import date_format, get_format
from django.utils.functional import Promise, lazy
from django.utils.translation import (
    get_language,
    gettext,
    gettext_lazy as _,
    ngettext,
    override,
    pgettext,
    pgettext_lazy,
)

from king.cards import CHECKSUM_RULE, SIDES, WINDS, Card, Rank, Side, Suit, Wind
from king.rulesets.base import HandPlan, RuleSet
from king.rulesets.contracts import TERMS, TOGETHER, Contract
from king.rulesets.units import Unit
from king.standing.round_results import EVERYBODY
from king.words import MINUS, gettext_noop

NOTHING = "\N{EN DASH}"
"""Sign for a missing number, because absent is not zero."""

Number = int | Fraction | Decimal


def number(
    value: Number | None, *, places: int = 2, fixed: bool = False, signed: bool = False
) -> str:
    """Format a number: ``-13/3`` is ``−4,33``. Whole numbers have no decimals unless ``fixed``;
    ``signed`` puts ``+`` before positive ones.

    Rounds the exact value half away from zero.
    """
    if value is None:
        return NOTHING
    whole, denominator = value.as_integer_ratio()
    if denominator == 1 and not fixed and isinstance(value, int | Fraction):
        return f"{MINUS if whole < 0 else '+' if signed and whole else ''}{abs(whole)}"
    scaled = Fraction(value) * 10**places
    units = int((abs(scaled) + Fraction(1, 2)).__floor__())
    whole, rest = divmod(units, 10**places)
    decimals = f"{rest:0{places}d}" if places else ""
    if not fixed:
        decimals = decimals.rstrip("0")
    text = f"{whole}{get_format('DECIMAL_SEPARATOR')}{decimals}" if decimals else str(whole)
    if units == 0:
        return text
    return MINUS + text if value < 0 else "+" + text if signed else text


def exact(value: Number) -> str:
    fraction = Fraction(value)
    sign = MINUS if fraction < 0 else ""
    size = abs(fraction)
    return f"{sign}{size.numerator}" + (f"/{size.denominator}" if size.denominator > 1 else "")


def is_rounded(value: Number | None, places: int = 2) -> bool:
    """Whether :func:`number` rounds the value, so that the page should offer :func:`exact`."""
    if value is None or (isinstance(value, int | Fraction) and value.denominator == 1):
        return False
    return bool((Fraction(value) * 10**places).denominator != 1)


def input_text(value: Number | str) -> str:
    """Points for an input field, without loss: ``−4,5``, but ``13/3``."""
    points = Fraction(value.replace(MINUS, "-")) if isinstance(value, str) else value
    return exact(points) if is_rounded(points) else number(points)


def percentage(value: Number | None, *, places: int = 1) -> str:
    if value is None:
        return NOTHING
    return f"{number(Fraction(value) * 100, places=places, fixed=True)}\N{NO-BREAK SPACE}%"


def join_words(words: Iterable[str]) -> str:
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return gettext("%(list)s and %(last)s") % {"list": ", ".join(listed[:-1]), "last": listed[-1]}


def runs(numbers: Iterable[int]) -> str:
    """Rising whole numbers as text, with runs of consecutive numbers joined: ``1–3, 5``."""
    together: list[list[int]] = []
    for value in numbers:
        if together and value == together[-1][-1] + 1:
            together[-1].append(value)
        else:
            together.append([value])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in together)


def day_in_full(day: datetime.date, *, year: bool = True) -> str:
    """Format a date in full: ``venerdì 20 novembre 2026``. Portuguese has a comma after the day of
    the week.
    """
    sentence = pgettext("day of the week and date", "%(weekday)s %(date)s")
    form = "DATE_FORMAT" if year else "MONTH_DAY_FORMAT"
    return sentence % {"weekday": date_format(day, "l"), "date": date_format(day, form)}


def short_form(digest: str) -> str:
    return digest[:12]


Arguments = ParamSpec("Arguments")
Said = TypeVar("Said")


def cached_by_language(function: Callable[Arguments, Said]) -> Callable[Arguments, Said]:
    """Decorator: cache the results by language, because the same badge, name or figure stands
    hundreds of times on a page.
    """

    @functools.lru_cache(4096)
    def cached(
        _language: str | None, arguments: tuple[Any, ...], options: tuple[tuple[str, Any], ...]
    ) -> Said:
        return function(*arguments, **dict(options))

    @functools.wraps(function)
    def wrapper(*arguments: Arguments.args, **options: Arguments.kwargs) -> Said:
        return cached(get_language(), arguments, tuple(options.items()))

    return wrapper


# --- winds
# -------------------------------------------------------------------------------------------------------

_WINDS: Mapping[Wind, Promise] = {
    Wind.N: _("North"),
    Wind.E: _("East"),
    Wind.S: _("South"),
    Wind.W: _("West"),
}
_SIDES: Mapping[Side, Promise] = {Side.NS: _("North–South"), Side.EW: _("East–West")}


@cached_by_language
def wind_name(wind: Wind | str) -> str:
    """Full name of a wind, the only form that may stand beside digits."""
    return str(_WINDS[Wind(wind)])


def wind_letter(wind: Wind | str, paper: str | None = None) -> str:
    """Letter of a wind for a badge, ``O`` for West in Italian; not for running text.

    ``paper`` is the language of the documents on the table, for a page that is read beside them:
    phone and card show the same letter, whatever language the phone speaks.
    """
    if paper is None:
        return _letter(wind)
    with override(paper):
        return _letter(wind)


@cached_by_language
def _letter(wind: Wind | str) -> str:
    return {
        Wind.N: pgettext("letter of the wind", "N"),
        Wind.E: pgettext("letter of the wind", "E"),
        Wind.S: pgettext("letter of the wind", "S"),
        Wind.W: pgettext("letter of the wind", "W"),
    }[Wind(wind)]


def side_name(side: Side | str) -> str:
    return str(_SIDES[Side(side)])


@cached_by_language
def column_name(column: object) -> str:
    """Display name of a wind, a side or the whole field. Unknown values are returned truncated."""
    if column == EVERYBODY:
        return gettext("Everybody")
    code = str(column)
    if code in SIDES:
        return side_name(code)
    return wind_name(code) if code in WINDS else code[:20]


def column_letters(column: Wind | Side | str, paper: str | None = None) -> str:
    winds = Side(column).winds if column in SIDES else (column,)
    return "–".join(wind_letter(wind, paper) for wind in winds)


def column_names(columns: Iterable[object]) -> str:
    return ", ".join(map(column_name, columns))


def count_words(sizes: Iterable[tuple[object, object]]) -> str:
    """Counts in words: ``North 4, East 3``."""
    return ", ".join(f"{column_name(column)} {count}" for column, count in sizes)


column_lazily, columns_lazily, counted_lazily = (
    lazy(column_name, str),
    lazy(column_names, str),
    lazy(count_words, str),
)
"""The same functions for refusals, which are worded when they are read and not when they are
raised."""


def standing_name(standing: str) -> str:
    return gettext("Overall") if standing == "overall" else column_name(standing)


def drawn_place(wind: Wind, sides: str) -> str:
    if sides == "teams":
        return (
            gettext("First of the meeting") if wind is Wind.N else gettext("Second of the meeting")
        )
    return side_name(wind.side) if sides == "pairs" else wind_name(wind)


# --- cards
# -------------------------------------------------------------------------------------------------------

_SUITS: Mapping[Suit, Promise] = {
    Suit.SPADES: _("spades"),
    # French counts "cœurs", and names the suit "cœur".
    Suit.HEARTS: pgettext_lazy("a suit", "hearts"),
    Suit.DIAMONDS: _("diamonds"),
    Suit.CLUBS: _("clubs"),
}
# Languages that bend a noun say "king of hearts" with another form of the suit than "hearts".
_OF_SUITS: Mapping[Suit, Promise] = {
    Suit.SPADES: pgettext_lazy("of which suit a card is", "spades"),
    Suit.HEARTS: pgettext_lazy("of which suit a card is", "hearts"),
    Suit.DIAMONDS: pgettext_lazy("of which suit a card is", "diamonds"),
    Suit.CLUBS: pgettext_lazy("of which suit a card is", "clubs"),
}
_RANKS: Mapping[Rank, Promise] = {
    Rank.ACE: _("ace"),
    Rank.KING: _("king"),
    Rank.QUEEN: _("queen"),
    Rank.JACK: _("jack"),
}


def suit_name(suit: Suit | str) -> str:
    return str(_SUITS[Suit(suit)])


def card_name(card: Card) -> str:
    rank = str(_RANKS.get(card.rank, card.rank.label))
    return gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": str(_OF_SUITS[card.suit])}


def card_written(text: str) -> str:
    try:
        return card_letters(Card.parse(text))
    except ValueError:
        return text[:12]


# What is printed on the cards in use (§13.16): letters that the evening names, else the custom of
# its language; read in any way.

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)

_PACK: ContextVar[tuple[str | None, str]] = ContextVar("pack", default=(None, ""))


def play_with_cards_of(language: str | None, letters: str = "") -> None:
    """Set the letters of ace, king, queen and jack for the rest of this request or document.
    Without ``letters``, those of the language's cards; without a language, the reader's.
    """
    _PACK.set((language, letters))


def rank_letter(rank: Rank) -> str:
    """Letter of a rank on the cards in use: ``K``, or ``R`` in French and Portuguese. No other code
    knows these letters.
    """
    language, letters = _PACK.get()
    if letters and rank in HONOURS:
        return letters[HONOURS.index(rank)]
    return _letters_of(language or get_language()).get(rank, rank.label)


@functools.cache
def _letters_of(language: str | None) -> Mapping[Rank, str]:
    with translation.override(language):
        return {
            Rank.ACE: pgettext("letter on the card, the ace", "A"),
            Rank.KING: pgettext("letter on the card, the king", "K"),
            Rank.QUEEN: pgettext("letter on the card, the queen", "Q"),
            Rank.JACK: pgettext("letter on the card, the jack", "J"),
        }


def card_letters(card: Card) -> str:
    return f"{card.suit.symbol}{rank_letter(card.rank)}"


def ranks_label(ranks: Iterable[Rank]) -> str:
    in_order = sorted(ranks, key=lambda rank: -rank.power)
    return " ".join(map(rank_letter, in_order)) or NOTHING


def checksum_rule() -> str:
    return gettext(CHECKSUM_RULE)


# --- contracts, boards, systems
# ----------------------------------------------------------------------------------


def contract_name(contract: Contract) -> str:
    """Name of the contract in its own tradition, whatever the reader's language (§12.9). If no
    tradition has a name, it is put in the reader's language (§13.16).
    """
    title = contract.title
    if isinstance(title, str):
        return title
    words = {key: gettext(str(word)) for key, word in title.fields.items()}
    return gettext(title.template).format(**words)


def term(rules: RuleSet, key: str) -> str:
    """Word of the game in its own tradition, else in the reader's language (§12.9)."""
    own = rules.term(key)
    return own if isinstance(own, str) else gettext(own.template)


def term_heading(rules: RuleSet, key: str) -> str:
    word = term(rules, key)
    return f"{word[:1].upper()}{word[1:]}"


def term_explained(rules: RuleSet, key: str) -> str:
    """Heading with an explanation if it is foreign: ``Vendita (sale)`` for an English reader,
    ``Vendita`` for an Italian.
    """
    readers = gettext(TERMS[key])
    heading = term_heading(rules, key)
    own_language = rules.language == (get_language() or "").partition("-")[0]
    says_itself = {*readers.casefold().split()} <= {*heading.casefold().split()}
    return heading if own_language or says_itself else f"{heading} ({readers})"


def unit_name(unit: Unit) -> str:
    return gettext(unit.heading)


def unit_count(unit: Unit, count: int) -> str:
    return ngettext(*unit.counted, count) % {"count": count}


def board_title(
    number: int, contracts: Sequence[Contract], hands: Sequence[int] = (), game: str = ""
) -> str:
    """Title of a board: ``Hand 3 · No hearts``. A board for two hands is ``Hands 3 and 4 · No
    hearts, No king of hearts`` (O15); one for more is ``Hands 7 to 12 ·`` and the name of their
    ``game``, if it has one (R16).

    ``number`` is the board's own. It equals the hand's if each hand has a board to itself.
    """
    if len(hands) > 1:
        ends = {"first": hands[0], "last": hands[-1]}
        two = gettext("Hands %(first)d and %(last)d")
        title = (two if len(hands) == 2 else gettext("Hands %(first)d to %(last)d")) % ends
    else:
        title = gettext("Hand %(number)d") % {"number": hands[0] if hands else number}
    name = game or ", ".join(map(contract_name, contracts))
    return f"{title} · {name}" if name else title


def game_of(rules: RuleSet, contracts: Sequence[Contract]) -> str:
    """Traditional name of the game in which all these contracts are counted at once (R16); empty if
    there is none.
    """
    return rules.merged_names.get(TOGETHER.join(contract.code for contract in contracts), "")


def merged_name(rules: RuleSet, plan: HandPlan) -> str:
    """Traditional name of a hand in which everything counts at once (R16); else empty."""
    codes = rules.merged(plan)
    return rules.merged_names.get(codes) or gettext("all at once") if codes else ""


def played_with(rules: RuleSet, plan: HandPlan) -> str:
    """Note on a row whose cards are also played for another row (O15), or for many at once (R16);
    else empty.
    """
    if name := merged_name(rules, plan):
        ends = {"name": name, "first": plan.together[0], "last": plan.together[-1]}
        return gettext("%(name)s, hands %(first)d to %(last)d") % ends
    others = [str(hand) for hand in plan.together if hand != plan.number]
    return gettext("with hand %(hand)s") % {"hand": ", ".join(others)} if others else ""


def names_trump(plan: HandPlan) -> str:
    """Note on who names the trump, if it is not the dealer."""
    if plan.owner in (None, plan.dealer) or not plan.contract or not plan.contract.trump:
        return ""
    return gettext("%(wind)s names the trump") % {"wind": wind_name(plan.owner)}


def system_title(rules: RuleSet) -> str:
    return rules.name if rules.base is not None else gettext(rules.name)


# --- Django's own words, where its Italian catalogue lacks them or does not say them as this site
# does ---------------- It begins months and days with a capital, which Italian does not ("venerdì
# 20 novembre"). A catalogue of the site goes before Django's: what is marked here is how every page
# and every document writes a date.

MONTHS_AND_DAYS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
    gettext_noop("Monday"),
    gettext_noop("Tuesday"),
    gettext_noop("Wednesday"),
    gettext_noop("Thursday"),
    gettext_noop("Friday"),
    gettext_noop("Saturday"),
    gettext_noop("Sunday"),
)

OF_DJANGO = (
    gettext_noop("Model name"),
    gettext_noop("Add link"),
    gettext_noop("Change or view list link"),
    gettext_noop("After you’ve created a user, you’ll be able to edit more user options."),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able "
        "to authenticate using other backends, such as Single Sign-On or LDAP."
    ),
    gettext_noop("Search"),
    gettext_noop("A user with that username already exists."),
    gettext_noop(
        "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."
    ),
    gettext_noop(
        "Please enter a correct %(username)s and password. Note that both fields may be case-sensitive."
    ),
)
