"""The visual language in templates, ``{% load king %}``: winds, cards, signs and states are drawn,
each with a name for those who listen; numbers have a true minus and the language's comma, and none
is an en dash.
"""

import functools
import html
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from django import forms, template
from django.forms.boundfield import BoundField
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy as _

from frame.parts import Cell
from ground.languages import languages_for
from king.cards import SUITS, Card, Side, Suit, Wind
from king.simultaneous.documents import in_groups
from scoring.models import Publication
from scoring.round_steps import protests_until
from tournaments.models import PARTNERS
from wording import naming
from wording.columns import HEADINGS
from wording.naming import (
    NOTHING,
    Number,
    cached_by_language,
    card_name,
    column_letters,
    contract_name,
    day_in_full,
    exact,
    is_rounded,
    number,
    rank_letter,
    ranks_label,
    suit_name,
    system_title,
    unit_name,
    wind_letter,
)
from wording.play_rules import each_worth
from wording.rests import marks, points_text
from wording.results import place_words
from wording.sentences import contract_gloss, say

register = template.Library()

register.filter("contract_name", contract_name)
register.filter("contract_gloss", contract_gloss)
register.filter("column_letters", column_letters)
register.filter("system_title", system_title)
register.filter("standing_name", naming.standing_name)
register.filter("unit_name", unit_name)
register.filter("each_worth", each_worth)
register.filter("exact", exact)
register.filter("say", say)
register.filter("rests", marks)
register.filter("day_in_full", day_in_full)
register.filter("in_groups", in_groups)


# --- drawings
# ----------------------------------------------------------------------------------------------------

_LINE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'

SUIT_SHAPES: Mapping[Suit, str] = {
    Suit.SPADES: "M12 1.5C9 6 3 9.5 3 14.2c0 2.8 2.1 4.8 4.6 4.8 1.4 0 2.5-.6 3.3-1.6-.2 2.2-1 "
    "3.9-2.7 5.1h7.6c-1.7-1.2-2.5-2.9-2.7-5.1.8 1 1.9 1.6 3.3 1.6 2.5 0 4.6-2 4.6-4.8C21 9.5 15 6 12 1.5z",
    Suit.HEARTS: "M12 22C9 17.5 2 13.6 2 8.2 2 5 4.3 2.7 7.2 2.7c2.1 0 3.8 1.2 4.8 3.2 1-2 2.7-3.2 4.8-3.2C19.7 "
    "2.7 22 5 22 8.2 22 13.6 15 17.5 12 22z",
    Suit.DIAMONDS: "M12 1.5C14.2 5.3 17 8.8 20.2 12 17 15.2 14.2 18.7 12 22.5 9.8 18.7 7 15.2 3.8 12 7 8.8 9.8 "
    "5.3 12 1.5z",
    Suit.CLUBS: "M12 1.5a4.7 4.7 0 0 0-3.5 7.8 4.7 4.7 0 1 0 2.6 7.3c-.2 2.6-1 4.6-2.9 5.9h7.6c-1.9-1.3-2.7-3.3-"
    "2.9-5.9a4.7 4.7 0 1 0 2.6-7.3A4.7 4.7 0 0 0 12 1.5z",
}

SIGNS: Mapping[str, str] = {
    "waiting": f'<circle cx="8" cy="8" r="5.5" {_LINE}/>',
    "desk": f'<rect x="3" y="2.5" width="10" height="7.5" rx="1" {_LINE}/><path d="M1.5 13.5h13" {_LINE}/>',
    "confirmed": f'<path d="M2.5 8.5 6.3 12.3 13.5 4" {_LINE}/>',
    "ruled": '<text x="8" y="13.5" text-anchor="middle" font-size="16" font-weight="700" fill="currentColor">§</text>',
    "closed": '<rect x="2.5" y="7" width="11" height="7.5" rx="1.5" fill="currentColor"/>'
    f'<path d="M5 7V4.8a3 3 0 0 1 6 0V7" {_LINE}/>',
    "provisional": '<circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" stroke-width="2" '
    'stroke-dasharray="2.9 2.86"/>',
    "official": '<path fill="currentColor" fill-rule="evenodd" d="M8 .8A7.2 7.2 0 1 1 8 15.2 7.2 7.2 0 0 1 8 .8z'
    'M12.6 5.8 11.1 4.4 6.9 8.9 4.9 7 3.5 8.5 7 11.8z"/>',
    "current": '<path d="M4 2.5v11l9-5.5z" fill="currentColor"/>',
    "blocked": f'<circle cx="8" cy="8" r="6" {_LINE}/><path d="M5 8h6" {_LINE}/>',
    "wrong": f'<path d="M8 1.8 15 14H1z" {_LINE}/><path d="M8 6v3.5M8 11.7v.1" {_LINE}/>',
    "info": f'<circle cx="8" cy="8" r="6.5" {_LINE}/><path d="M8 7.5v3.5M8 4.8v.1" {_LINE}/>',
    "clock": f'<circle cx="8" cy="8" r="6.5" {_LINE}/><path d="M8 4.2V8l2.6 1.8" {_LINE}/>',
    "call": f'<path d="M4 14V2M4 2.5h8.5L10.3 5.5l2.2 3H4" {_LINE}/>',
    "light": f'<circle cx="8" cy="8" r="3" {_LINE}/><path d="M8 1v1.2M8 13.8V15M1 8h1.2M13.8 8H15M3 3l.9.9'
    f'M12.1 12.1l.9.9M13 3l-.9.9M3.9 12.1l-.9.9" {_LINE}/>',
    "dark": f'<path d="M13.5 9.7A6 6 0 1 1 6.3 2.5a4.8 4.8 0 0 0 7.2 7.2z" {_LINE}/>',
    "auto": f'<circle cx="8" cy="8" r="6" {_LINE}/><path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"/>',
    "print": f'<path d="M4.5 6V1.5h7V6M4.5 12H2V6.5h12V12h-2.5M4.5 9.5h7v5h-7z" {_LINE}/>',
}
_SAME_SIGN = {
    "held": "closed",
    "done": "confirmed",
    "success": "confirmed",
    "error": "wrong",
    "warning": "blocked",
    "debug": "info",
}

STATES: Mapping[str, Promise] = {
    "waiting": _("waiting"),
    "desk": _("handed in"),
    "ruled": _("ruled"),
    "closed": _("closed"),
    "provisional": _("provisional"),
    "official": _("official"),
    "held": _("ready, held back"),
    "current": _("in progress"),
    "done": _("done"),
    "wrong": _("to be put right"),
    "call": _("arbiter called"),
}


_STATE_OF_STAGE = {
    "seating": "waiting",
    "playing": "current",
    "open": "current",
    "handed_in": "desk",
}


@register.simple_tag
@cached_by_language
def sign(name: str) -> SafeString:
    """SVG of a sign. It has no accessible name, because a word always stands beside it."""
    shape = SIGNS.get(_SAME_SIGN.get(name, name), SIGNS["info"])
    return format_html(
        '<svg class="sign sign-{}" viewBox="0 0 16 16" aria-hidden="true" focusable="false">{}</svg>',
        name,
        mark_safe(shape),
    )


@register.simple_tag
def themes() -> list[tuple[str, Promise, str]]:
    """Themes, each with its words and whether it is preset until somebody has chosen."""
    return [
        ("light", _("Light"), "false"),
        ("auto", _("As the device"), "true"),
        ("dark", _("Dark"), "false"),
    ]


@register.simple_tag(takes_context=True)
def languages_here(context: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
    """Languages in which this page is offered."""
    request = context.get("request")
    return languages_for(request.path_info if request else "")


@register.simple_tag
def state_word(name: str) -> str:
    return str(STATES.get(name, name))


@register.simple_tag
@cached_by_language
def state(name: str, note: str = "") -> SafeString:
    """Mark of a state, with its sign and word. ``name`` is a state, or a stage of a partita or
    sheet.
    """
    name = _STATE_OF_STAGE.get(name, name)
    return format_html(
        '<span class="state state-{}">{} {}{}</span>',
        name,
        sign(name),
        state_word(name),
        format_html(" {}", note) if note else "",
    )


# --- winds and cards
# ---------------------------------------------------------------------------------------------


@register.filter
def wind_name(wind: Wind | str | None) -> str:
    return naming.wind_name(wind) if wind else NOTHING


@register.filter
def partners(name: str) -> SafeString | str:
    """Name of a pair, which may break only after the dash; other names as they are."""
    *first, last = str(name).split(PARTNERS)
    if not first:
        return last
    joint = format_html('<span class="joint">{}</span>', PARTNERS.rstrip())
    parts = [*((each, joint) for each in first), (last, "")]
    return format_html_join(" ", '<span class="partner">{}{}</span>', parts)


@register.filter
def column_name(column: Wind | Side | str | None) -> str:
    return naming.column_name(column) if column else NOTHING


@register.simple_tag
@cached_by_language
def wind_badge(
    wind: Wind | Side | str | None, words: bool = False, size: str = "", paper: str | None = None
) -> SafeString | str:
    """Badge of a wind; a side has its two badges, and None is a dash. ``paper`` is that of
    :func:`wind_letter`.
    """
    if not wind:
        return NOTHING
    if str(wind) not in tuple(Wind) and str(wind) not in tuple(Side):
        return naming.column_name(wind)
    if wind in (Side.NS, Side.EW):
        return format_html_join(
            " ",
            "{}",
            ((wind_badge(one, words=words, size=size, paper=paper),) for one in Side(wind).winds),
        )
    size_class = f" wind-{size}" if size else ""
    name = naming.wind_name(wind)
    letter = wind_letter(wind, paper)
    if words:
        return format_html(
            '<span class="wind-words" translate="no"><span class="wind wind-{}{}" aria-hidden="true">{}</span> {}</span>',
            str(wind).lower(),
            size_class,
            letter,
            name,
        )
    return format_html(
        '<span class="wind wind-{}{}" translate="no" role="img" aria-label="{}" title="{}">{}</span>',
        str(wind).lower(),
        size_class,
        name,
        name,
        letter,
    )


def _draw_suit(suit: Suit, attributes: SafeString) -> SafeString:
    return format_html(
        '<svg class="suit suit-{}" viewBox="0 0 24 24" focusable="false" {}><path d="{}"/></svg>',
        suit.value.lower(),
        attributes,
        SUIT_SHAPES[suit],
    )


_SILENT = mark_safe('aria-hidden="true"')


@register.simple_tag(name="suit")
@cached_by_language
def suit_tag(suit: Suit | str) -> SafeString:
    return _draw_suit(Suit(suit), format_html('role="img" aria-label="{}"', suit_name(suit)))


@register.simple_tag(name="card")
def card_tag(card: Card | str) -> SafeString:
    parsed_card = Card.parse(card) if isinstance(card, str) else card
    return format_html(
        '<span class="playing-card" translate="no" role="img" aria-label="{}">{}<b>{}</b></span>',
        card_name(parsed_card),
        _draw_suit(parsed_card.suit, _SILENT),
        rank_letter(parsed_card.rank),
    )


@register.simple_tag(name="hand")
def hand_tag(cards: Iterable[Card]) -> SafeString:
    hand = tuple(cards)
    lines = ((suit, [card.rank for card in hand if card.suit is suit]) for suit in SUITS)
    return format_html(
        '<ul class="hand" translate="no">{}</ul>',
        format_html_join(
            "",
            "<li>{} <span>{}</span></li>",
            ((suit_tag(suit), ranks_label(ranks)) for suit, ranks in lines),
        ),
    )


# --- numbers
# -----------------------------------------------------------------------------------------------------


def _readable(value: Number | Literal[""] | None, **form: Any) -> SafeString:
    """Number as shown; the exact fraction is its title if decimals hide it. A missing variable is
    not a number.
    """
    if value is None or value == "":
        return mark_safe(NOTHING)
    if isinstance(value, int | Fraction) and not form.get("fixed"):
        whole, denominator = value.as_integer_ratio()
        if denominator == 1:
            return _whole(whole, **form)
    return _broken(value, **form)


@functools.lru_cache(4096)
def _whole(value: int, **form: Any) -> SafeString:
    """HTML of a whole number, which is the same in every language."""
    return mark_safe(number(value, **form))


@cached_by_language
def _broken(value: Number, **form: Any) -> SafeString:
    text = number(value, **form)
    if is_rounded(value, form.get("places", 2)):
        return format_html('<span class="points" title="{}">{}</span>', exact(value), text)
    return mark_safe(text)


@register.filter
def points(value: Number | None) -> str:
    return _readable(value)


register.filter("place_of", place_words)


@register.simple_tag
def heading(key: str) -> str:
    """Title of a column of a standing, the same for all its figures."""
    return str(HEADINGS[key])


@register.filter
def rested(value: Number) -> str:
    """Figure of a partita that was sat out, as shown."""
    return points_text(Fraction(value), rested=True)


@register.simple_tag
def standing_lines(lines: Iterable[Mapping[str, Any]]) -> SafeString:
    """The rows of a table of a standing in one tag, because a page has hundreds: place, badge, name
    with the reasons for its place, and cells.
    """
    return mark_safe("\n".join(map(_standing_line, lines)))


def _standing_line(line: Mapping[str, Any]) -> str:
    rank, reasons = line["rank"], line.get("why")
    return (
        f'<tr title="{_escaped(line.get("hint", ""))}">'
        f'<td class="num rank">{NOTHING if rank is None else rank}</td>'
        f'<th scope="row">{" ".join(filter(None, _beside_name(line, reasons)))}</th>'
        f"{''.join(map(_figure, line['cells']))}</tr>"
    )


def _beside_name(line: Mapping[str, Any], reasons: Iterable[str] | None) -> Iterator[str]:
    """Yield the name of a line, and what stands before and after it."""
    name, url, decided = _name(line["name"]), line.get("url"), _aside(line.get("decided"))
    if line.get("wind"):
        yield _escaped(wind_badge(line["wind"], size="sm"))
    if url:
        yield f'<a class="name" href="{_escaped(url)}" translate="no">{name}</a>'
        yield decided
    elif not reasons:
        yield f'<span class="name" translate="no">{name}</span>'
    if reasons and url:
        why = gettext("why")
        again = f'<span class="visually-hidden" translate="no">{name}</span>'
        yield _reasons("why-beside", f"{_escaped(why)} {again}", reasons)
    elif reasons:
        why = gettext("why this place")
        hidden = f'<span class="visually-hidden">{_escaped(why)}</span>'
        first = f'<span class="name" translate="no">{name}</span> {hidden}'
        yield _reasons("why-details", f"{first} {decided}".rstrip(), reasons)
    yield _aside(line.get("rests"), "rests")
    yield _aside(line.get("note"))


def _reasons(kind: str, summary: str, reasons: Iterable[str]) -> str:
    listed = "".join([f"<li>{_escaped(sentence)}</li>" for sentence in reasons])
    return f'<details class="why {kind}"><summary>{summary}</summary><ul>{listed}</ul></details>'


def _aside(words: str | None, kind: str = "decided") -> str:
    return f'<span class="{kind} quiet">{_escaped(words)}</span>' if words else ""


@functools.lru_cache(4096)
def _name(name: str) -> str:
    """HTML of a name, cached because it stands in several tables of a page."""
    return conditional_escape(partners(name))


def _escaped(text: str) -> str:
    """HTML of a text, as ``conditional_escape`` gives it. That function takes six calls for a plain
    text.
    """
    return html.escape(text) if type(text) is str else conditional_escape(text)


def _figure(cell: Cell) -> str:
    figure = _escaped(cell.words) if cell.words else _readable(cell.figure)
    if cell.url:
        figure = f'<a href="{_escaped(cell.url)}">{figure}</a>'
    hint = _escaped(cell.hint) if cell.hint else ""
    return f'<td class="{cell.kind}" title="{hint}">{figure}</td>'


@register.simple_tag
def cells(values: Iterable[Number | None]) -> SafeString:
    """Render several cells in one tag, because a page may have twelve boards of a hundred tables."""
    return mark_safe("".join(f'<td class="num">{_readable(value)}</td>' for value in values))


@register.filter
def signed(value: Number | None) -> str:
    return _readable(value, signed=True)


@register.filter
def fixed(value: Number | None, places: int = 2) -> str:
    return _readable(value, places=places, fixed=True)


@register.filter
def at(mapping: Mapping[Any, Any] | None, key: object) -> Any:
    return None if mapping is None else mapping.get(key)


@register.filter
def chosen(value: object, option: object) -> str:
    """HTML attribute of an option that is the value of its field, else ""."""
    return "selected" if value == option else ""


@register.filter
def ticked(value: object, option: object) -> str:
    return "checked" if value == option else ""


# --- the time for protests
# ---------------------------------------------------------------------------------------


@register.simple_tag
def protest_time(publication: Publication | None) -> dict[str, Any] | None:
    if not publication or publication.is_official:
        return None
    until = protests_until(publication)
    if until is None:
        return None
    seconds = max(0, math.ceil((until - timezone.now()).total_seconds()))
    return {"until": until, "left": f"{seconds // 60}:{seconds % 60:02}" if seconds else ""}


# --- forms
# -------------------------------------------------------------------------------------------------------


@register.filter
def control(field: BoundField) -> SafeString:
    widget = field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        dressed = "form-check-input"
    elif isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple):
        dressed = "choices"
    elif isinstance(widget, forms.Select):
        dressed = "form-select"
    else:
        dressed = "form-control"
    classes = [widget.attrs.get("class", ""), dressed, "is-invalid" if field.errors else ""]
    return field.as_widget(attrs={"class": " ".join(one for one in classes if one)})
