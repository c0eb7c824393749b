"""A text taken apart: telephone, date, e-mail, card, title, note, and the name that is left."""

import html
import re
import unicodedata
from collections.abc import Callable
from itertools import filterfalse

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, cleaned, split_name
from king.words import folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.rows import NO_EMAIL, Known, is_telephone
from wording.sentences import Sentence

LONGEST = 400
"""Letters of a line or cell that is taken apart: the time grows with the square of them."""

CARD = re.compile(r"(?=[\w/.-]*\d)[A-Za-z]{0,4}[\w/.-]{0,25}")

ORDINAL = re.compile(
    r"^\s*(?:(?:n(?:r|um|o)?[.°º]?|#|№)\s*)?(\d{1,3})\s*(?:[.)\]°ºª:]+[-–]*|[-–]+)\s*(?=[^\d\s/.]|$)",
    re.IGNORECASE,
)
"""A place in the list, written so that it is nothing else."""

_MONTH = "|".join(sorted(words.MONTHS.split(), key=len, reverse=True))
_DATE = re.compile(
    r"(?<![\w/.-])(?:nat[oa]\s+il\s+)?(?:"
    r"\d{1,2}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?(?:\d{4}|\d{2})|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?"
    r"|\d{1,2}/\d{1,2}"
    rf"|\d{{1,2}}(?:°|º|\.|er|st|nd|rd|th)?[\s/.-]+(?:de\s+)?(?:{_MONTH})\.?(?:[\s/.-]+(?:de\s+)?(?:\d{{4}}|\d{{2}}))?"
    rf"|(?:{_MONTH})[\s/.-]+(?:\d{{4}}|\d{{2}})"
    r"|(?:19|20)\d\d)(?![\w/]|[.-]\d)",
    re.IGNORECASE,
)
_TIME = re.compile(r"(?<![\w:])(?:ore\s+|h\s*)?\d{1,2}[:.]\d{2}(?![\w:])", re.IGNORECASE)
_WEB = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_EMAIL = re.compile(r"[<(\[]?(?:mailto:)?([\w.+'-]+@[\w-]+(?:\.[\w-]+)+)[>)\]]?")
_NO_EMAIL = re.compile(r"\S*(?:@|\(at\)|\[at\])\S*")
_NAMES_A_TELEPHONE = (
    r"(?:\b(?:telefon[oe]?|telephone|t[eé]l[eé]phone|telem[oó]vel|cellulare|tel|cell?|mob(?:ile)?|phone|handy|tlf|tfno"
    r"|portable|port|whatsapp|wa|num(?:ero)?)\b\.?\s*(?:n\.|n°|:)?\s*)?"
)
_TELEPHONE = re.compile(
    _NAMES_A_TELEPHONE
    + r"(?<![\w@])(\(?(?:\+|00)\s?\(?\d[\d\s().,/\\-]*\d\)?|\(?\d[\d\s().,/\\-]{2,}\d\)?)(?!\w)",
    re.IGNORECASE,
)
_NAMED_CARD = re.compile(
    r"[(\[]?\b(?:n(?:r|um|umero)?[.°º]?\s*)?(?:di\s+)?(?:tessera|tess|card|cod(?:ice)?|licen[cz][ae]|cart[ãa]o|carn[ée]"
    r"|carte|karte)\b\.?\s*(?:n(?:r|um|o)?[.°º]?|#|:)*\s*((?=[\w/.-]*\d)[\w/.-]{1,30})[)\]]?",
    re.IGNORECASE,
)
_MARKS = re.compile(r"^(?:\[\s?[xX✓✔]?\s?\]|\(\s?[xX✓✔]?\s?\)|[^\w(\[@+#'’‘`“\"])+\s*")
_BRACKET = re.compile(r"^[(\[{][^)\]}]*[)\]}]\s*(?=\w)")
_KEYCAPS = re.compile(r"((?:\d\ufe0f?\u20e3)+)")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")


def plain(text: str) -> str:
    """As a person reads it: HTML's entities and keycaps decoded, marks of bold and italics off."""
    if "&" in text and _ENTITY.search(text):
        text = html.unescape(html.unescape(text))
    if "\u20e3" in text:
        text = _KEYCAPS.sub(lambda found: re.sub(r"\D", "", found[1]) + ") ", text)
    text = re.sub(r"(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)
    return cleaned(text)


def without_entities(text: str) -> str:
    """``Spudi&#263;`` decoded before cells are parted; what would part them itself is decoded
    after.
    """

    def letter(entity: re.Match[str]) -> str:
        decoded = html.unescape(entity[0])
        return entity[0] if decoded in ';,|\t\r\n"' else decoded

    for _time in range(2) if "&" in text else ():
        text = _ENTITY.sub(letter, text)
    return text


TELEPHONE = gettext_noop("A telephone number is not kept.")
DATE = gettext_noop("A date is neither a name nor a card.")
NOTE = gettext_noop("A note: it is not kept.")
WEB = gettext_noop("An address of the web is not kept.")
SAYS_NOT_COMING = gettext_noop("The note says that the player is not coming: “%(note)s”.")
ONE_WORD = gettext_noop("One word alone: write surname and name.")
DIGITS = gettext_noop("Digits are no part of a name: “%(text)s”.")
FOLLOWS = gettext_noop("“%(text)s” follows the name.")


def is_date(text: str) -> bool:
    """Day, month and year, or a month by its name: ``1/25`` and ``1960`` may be cards."""
    text = text.strip()
    return _DATE.fullmatch(text) is not None and not re.fullmatch(r"\d{4}|\d{1,2}/\d{1,2}", text)


def no_card(text: str) -> str:
    """The number is this instead; empty where it may be a card."""
    return DATE if is_date(text) else TELEPHONE if is_telephone(text) else ""


class Pieces:
    """A text taken apart; ``left`` is what is no part of a person, each after what it is. A
    ``number`` may be a card, or a place in the list.
    """

    name = card = number = email = note = ""

    def __init__(self) -> None:
        self.left: list[tuple[str, str]] = []
        self.faults: list[Sentence] = []

    def doubt(self, why: str, **fields: str) -> None:
        self.faults.append(Sentence(why, fields))

    def take(
        self,
        what: str,
        pattern: re.Pattern[str],
        text: str,
        keeps: Callable[[re.Match[str]], bool] = lambda _found: False,
    ) -> str:
        """The text without what the pattern finds, unless it ``keeps`` that."""

        def taken(found: re.Match[str]) -> str:
            if keeps(found):
                return found[0]
            self.left.append((what, cleaned(found[0])))
            return " "

        return pattern.sub(taken, text)


def take_apart(text: str, known: Known, *, dashes: bool = True) -> Pieces:
    """``dashes`` set a note apart; between the players of a pair they do not."""
    pieces = Pieces()
    if len(text) > LONGEST:
        pieces.name = text  # too long for a name, and refused as one
        return pieces
    rest = pieces.take(WEB, _WEB, text)
    pieces.email, *others = _EMAIL.findall(rest) or [""]
    if others:
        emails = gettext_noop("There are two e-mail addresses on this line: “%(text)s”.")
        pieces.doubt(emails, text=", ".join((pieces.email, *others)))
        pieces.email = ""
    rest = _EMAIL.sub(" ", rest)
    if (wrong := _NO_EMAIL.search(rest)) and len(wrong[0]) > 1:
        pieces.doubt(NO_EMAIL, email=wrong[0][:60])
        rest = _NO_EMAIL.sub(" ", rest)
    if card := _NAMED_CARD.search(rest):
        if no_card(card[1]):
            pieces.doubt(gettext_noop("“%(text)s” is no card."), text=cleaned(card[0]))
        else:
            pieces.card = card[1].strip(".")
        rest = _NAMED_CARD.sub(" ", rest, count=1)
    rest = pieces.take(DATE, _DATE, rest, lambda found: found[0] in known.cards)
    rest = pieces.take(TELEPHONE, _TELEPHONE, rest, lambda found: not is_telephone(found[1]))
    rest = pieces.take(NOTE, _TIME, rest)
    if re.search("[~❌✗✘☒🚫]", rest):
        pieces.doubt(gettext_noop("It is struck out."))
    if leading := _MARKS.match(rest):
        if any(unicodedata.category(letter).startswith("S") for letter in leading[0]):
            pieces.left.append((NOTE, cleaned(leading[0])))
        rest = rest[leading.end() :]
    rest = pieces.take(NOTE, _BRACKET, rest)
    name, pieces.note = _split_note(rest.strip(), known, dashes=dashes)
    bare = name.strip(' ,;:.-–—/\\|*_"“”«»')
    pieces.name = _without_titles(bare + ("." if re.search(r"\b\w{1,3}\.$", name) else ""))
    _read_note(pieces, known)
    _take_numbers_of_name(pieces)
    return pieces


_SETS_APART = re.compile(r"\s[-–—]+\s|\s[-–—]+$|[–—]|[(\[{:…!?=<>|~*•]|\.\.\.|//|\s-(?=[a-zà-ý])")


def _split_note(text: str, known: Known, *, dashes: bool) -> tuple[str, str]:
    """The name, and the note that follows it."""
    ends = [
        mark.start()
        for mark in _SETS_APART.finditer(text)
        if dashes or not re.search("[-–—]", mark[0])
    ]
    ends += [place for place, letter in enumerate(text) if _is_sign(letter)]
    end = min(ends, default=len(text))
    name, note = text[:end], text[end:]
    listed = name.split()
    for place, word in enumerate(listed):
        noted = word[0].islower() and folded(word) in words.NOTE_WORDS
        if place > 1 and noted and not known.calls(name):
            return " ".join(listed[:place]), " ".join(listed[place:]) + note
    return name, note


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Sk", "Sm", "Sc") and letter not in "+`´^~"


_BRINGS = re.compile(r"\b(?:con|e|porta|with|and|brings|avec|et|com|y|mit|und)\s+[A-ZÀ-Ý]|\+\s*\d")


def _read_note(pieces: Pieces, known: Known) -> None:
    note = pieces.note.strip(" -–—:,")
    inside = note.strip("()[]{} ")
    if not note or club_of(pieces, known):
        return
    if CARD.fullmatch(inside):
        pieces.number = pieces.number or inside
        return
    pieces.left.append((NOTE, note))
    pieces.note = note
    is_bracket = note[0] in "([{"
    after = re.sub(r"^.[^)\]}]*[)\]}]?", "", note)
    if words.NOT_COMING.search(folded(inside)):
        pieces.doubt(SAYS_NOT_COMING, note=note[:80])
    elif _BRINGS.search(inside) or (looks_like_a_name(inside) and not is_bracket):
        pieces.doubt(gettext_noop("“%(text)s” may be another player."), text=inside[:80])
    elif is_bracket and re.match(r"\s*\w", after):
        pieces.doubt(FOLLOWS, text=cleaned(after)[:80])


def club_of(pieces: Pieces, known: Known) -> str:
    inside = pieces.note.strip("()[]{} -–—:,")
    return inside if is_club(inside, known) else ""


def is_club(text: str, known: Known) -> bool:
    return folded(text) in known.clubs or words.column_of(text.partition(" ")[0]) == "club"


_TITLE_AND_NAME = re.compile(r"\b((?i:dott|dr|prof|ing|avv|sig|geom|rag|arch))\.(?=[A-ZÀ-Ý])")


def _without_titles(name: str) -> str:
    listed = _TITLE_AND_NAME.sub(r"\1. ", name).split()
    last = len(listed) - 1
    kept = []
    for place, word in enumerate(listed):
        bare = folded(word).replace(" ", "")
        titles = words.TITLES
        if place == 0 and last > 1 and (len(bare) > 2 or "." in word):
            titles |= words.TITLES_OF_WHOLE_NAMES
        if not (last and (place in (0, last) or "." in word) and bare in titles):
            kept.append(word)
    return " ".join(kept) if any(map(folded, kept)) else name


_NUMBER = re.compile(r"[(\[#]?((?=[\w/.-]*\d)[A-Za-z]{0,4}[-/]?[\d][\w/.-]{0,25})[)\]]?")


def _take_numbers_of_name(pieces: Pieces) -> None:
    """A number at an end of the name may be a card; digits elsewhere belong to nothing."""
    listed = pieces.name.replace(",", " , ").split()
    numbers = [word for word in listed if any(map(str.isdigit, word))]
    if not numbers:
        return
    at_end = next((word for word in (listed[0], listed[-1]) if _NUMBER.fullmatch(word)), "")
    if len(numbers) == 1 and at_end:
        pieces.number = pieces.number or at_end.strip("()[]#").rstrip(".")
        listed.remove(at_end)
    else:
        pieces.doubt(DIGITS, text=" ".join(numbers)[:80])
        listed = [
            re.sub(r"[^\W\d_]*\d\S*" if _NUMBER.fullmatch(word) else r"\d", "", word)
            for word in listed
        ]
        listed = [word for word in listed if word == "," or folded(word)]
    pieces.name = " ".join(listed).replace(" ,", ",").strip(" ,")


def looks_like_a_name(text: str) -> bool:
    """Two words or more that begin with a capital, but for particles."""
    listed = [
        word for word in cleaned(text).strip(" .,;:").split() if folded(word) not in PARTICLES
    ]
    return 1 < len(listed) < 6 and all(
        word[0].isupper() and not any(map(str.isdigit, word)) and folded(word) not in words.HEADINGS
        for word in listed
    )


def whole_words(name: str) -> int:
    return sum(folded(word) not in PARTICLES | words.SUFFIXES for word in name.split())


def named(pieces: Pieces, known: Known, *, given_first: bool = False) -> tuple[str, str]:
    """Surname and given name out of one text. A bare number is a card where the roster has it, or
    has somebody called so; whatever is not sure is asked about.
    """
    number = pieces.number
    if number and not pieces.card:
        if what := no_card(number):
            pieces.left.append((what, number))
        elif number.casefold() in known.cards or known.calls(pieces.name):
            pieces.card = number
        else:
            may_be = gettext_noop(
                "“%(number)s” may be a card or a place in the list: the player would be added without it."
            )
            pieces.doubt(may_be, number=number)
    surname, given_name = split_name(pieces.name, given_first=given_first)
    if not (known.calls(pieces.name) or known.holds(pieces.card, pieces.name)):
        if surname and not given_name:
            pieces.doubt(ONE_WORD)
        elif given_name and all(
            len(folded(word).replace(" ", "")) < 2 for word in given_name.split()
        ):
            pieces.doubt(gettext_noop("There is only an initial of the name."))
        check_name(pieces, surname, given_name)
    return surname, given_name


def check_name(pieces: Pieces, surname: str, given_name: str) -> None:
    """A doubt where it looks like no name."""
    whole = f"{surname} {given_name}"
    if strange := "".join(dict.fromkeys(filterfalse(_may_be_in_a_name, whole))):
        pieces.doubt(gettext_noop("“%(text)s” is no part of a name."), text=strange[:20])
    listed = whole.split()
    heads = [word for word in listed if folded(word) in words.HEADINGS | words.OPENINGS]
    small = [word for word in listed if word[0].islower() and folded(word) in words.NOTE_WORDS]
    if text := " ".join(heads or small)[:80]:
        pieces.doubt(gettext_noop("“%(text)s” looks like a part of a sentence."), text=text)
    elif whole_words(whole) > 5:
        pieces.doubt(gettext_noop("These are more words than a name has."))


def _may_be_in_a_name(letter: str) -> bool:
    return letter in " .'’‘ʼ`´-‐‑·," or unicodedata.category(letter)[0] in "LM"
