"""A text taken apart: telephone, date, e-mail, card, title, note, and the name that is left."""

import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from itertools import filterfalse

from django.utils.translation import gettext_noop

from ground.names import PARTICLES, clean_text, split_name
from king.words import card_key, folded
from tournaments.list_reading import vocabulary as words
from tournaments.list_reading.answers import SIGNS, UNTICKED, Says, answer_of
from tournaments.list_reading.rows import (
    DASHES,
    NAMES_A_TELEPHONE,
    NO_EMAIL,
    Known,
    is_telephone,
    unaccounted,
)
from wording.sentences import Sentence

LONGEST = 400
"""Most letters of a line or cell that is split, because the time grows with their square."""

CARD = re.compile(rf"(?=[\w/.{DASHES}]*\d)[A-Za-z]{{0,4}}[\w/.{DASHES}]{{0,25}}")

ORDINAL = re.compile(
    r"^\s*(?:(?:n(?:r|um|o)?[.°º]?|#|№)\s*)?(\d{1,3})\s*(?:[.)\]°ºª:]+[-–]*|[-–]+)\s*(?=[^\d\s/.]|$)",
    re.IGNORECASE,
)
"""Number of a line in the list, in a form that can be nothing else."""

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
_CLOCK = r"(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d)?(?:\s?[ap]\.?m\b\.?)?"
_TIME = re.compile(rf"(?<![\w:.,])(?:ore\s+|h\s*)?{_CLOCK}(?![\w:]|[.,]\d|\s?%)", re.IGNORECASE)
_MOMENT = re.compile(
    rf"(?:\d{{1,2}}[/.-]\d{{1,2}}[/.-]\d{{2,4}}|\d{{4}}[/.-]\d{{1,2}}[/.-]\d{{1,2}}),?[\sT]+{_CLOCK}(?:\s*(?:GMT|UTC)?[+-]?\d*)?",
    re.IGNORECASE,
)
RESULT_OF_PAIR = re.compile(
    r"(?<![\w.,])[+-]?\d{1,3}(?:[.,]\d{1,2})?\s?%(?:\s+\d{1,3}[.°º]?)?|(?<![\w.,])[+-]?\d{1,3}[.,]\d{1,2}(?:\s+\d{1,3}[.°º]?)?\s*$"
)
"""A result behind the names of a pair, and the place behind it: ``58,33``, ``58.33 % 1``."""
_MONEY = re.compile(
    r"(?:[€$£]|eur(?:o)?)\s*\d[\d.,' ]*|\d[\d.,' ]*\s*(?:[€$£]|eur(?:o)?)|\d{1,3}(?:[.' ]\d{3})*,\d{2}",
    re.IGNORECASE,
)
_TAX_CODE = re.compile(r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", re.IGNORECASE)
"""The Italian *codice fiscale*: letters of the name, day of birth, commune."""
_WEB = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_EMAIL = re.compile(r"[<(\[]?(?:mailto:)?([\w.+'-]+@[\w-]+(?:\.[\w-]+)+)[>)\]]?")
_NO_EMAIL = re.compile(r"\S*(?:@|\(at\)|\[at\])\S*")
_TELEPHONE = re.compile(
    NAMES_A_TELEPHONE
    + r"?(?<![\w@])(\(?(?:\+|00)\s?\(?\d[\d\s().,/\\-]*\d\)?|\(?\d[\d\s().,/\\-]{2,}\d\)?)(?!\w)",
    re.IGNORECASE,
)
_NAMED_CARD = re.compile(
    r"[(\[]?\b(?:n(?:r|um|umero)?[.°º]?\s*)?(?:di\s+)?(?:tessera|tess|card|cod(?:ice)?|licen[cz][ae]|cart[ãa]o|carn[ée]"
    r"|carte|karte)\b\.?\s*(?:n(?:r|um|o)?[.°º]?|#|:)*\s*"
    rf"((?=[\w/.{DASHES}]*\d)[\w/.{DASHES}]{{1,30}})[)\]]?",
    re.IGNORECASE,
)
_MARKS = re.compile(r"^(?:\[\s?[xX✓✔]?\s?\]|\(\s?[xX✓✔]?\s?\)|[^\w(\[@+#'’‘`“\"])+\s*")
_BRACKET = re.compile(r"^[(\[{][^)\]}]*[)\]}]\s*(?=\w)")
_KEYCAPS = re.compile(r"((?:\d\ufe0f?\u20e3)+)")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,30});")


def plain(text: str) -> str:
    """Text as a person reads it: HTML entities and keycap digits decoded, marks of bold and italics
    removed.
    """
    if "&" in text and _ENTITY.search(text):
        text = html.unescape(html.unescape(text))
    if "\u20e3" in text:
        text = _KEYCAPS.sub(lambda match: re.sub(r"\D", "", match[1]) + ") ", text)
    text = re.sub(r"(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)", "", text)
    return clean_text(text)


def without_entities(text: str) -> str:
    """Decode HTML entities before cells are split: ``Spudi&#263;``. Entities of separators stay, so
    that they split nothing; they are decoded later.
    """

    def letter(entity: re.Match[str]) -> str:
        decoded = html.unescape(entity[0])
        return entity[0] if decoded in ';,|\t\r\n"' else decoded

    for _time in range(2) if "&" in text else ():
        text = _ENTITY.sub(letter, text)
    return text


TELEPHONE = gettext_noop("A telephone number is not stored.")
DATE = gettext_noop("A date is neither a name nor a card.")
NOTE = gettext_noop("A note: it is not stored.")
WEB = gettext_noop("A web address is not stored.")
SAYS_NOT_COMING = gettext_noop("The note says that the player is not coming: “%(note)s”.")
ONE_WORD = gettext_noop("Only one word: write surname and name.")
DIGITS = gettext_noop("Digits are not part of a name: “%(text)s”.")
FOLLOWS = gettext_noop("“%(text)s” follows the name.")


TIME = gettext_noop("A time is not stored.")
MONEY = gettext_noop("An amount of money is not stored.")
TAX_CODE = gettext_noop("A tax code is not stored.")
RESULT = gettext_noop("A result is not stored.")
TITLE = gettext_noop("A title is not stored.")
CAPTAIN = gettext_noop("The captain is not stored.")
MARK = gettext_noop("A mark beside the name is not stored.")
INSTEAD = gettext_noop("The player who is replaced is not entered.")
STRUCK_OUT = gettext_noop("It is struck out.")
IS_OF_RESERVES = gettext_noop("It says who is a reserve.")
IS_RESERVE = gettext_noop("A reserve, as it says: “%(note)s”.")
MAY_COME = gettext_noop("It is uncertain whether the player comes: “%(note)s”.")
KEEPS_OUT = frozenset((SAYS_NOT_COMING, STRUCK_OUT, IS_RESERVE, MAY_COME))
ANOTHER_PLAYER = gettext_noop("“%(text)s” may be another player.")


def is_date(text: str) -> bool:
    """Whether the text is day, month and year, or has a month's name; ``1/25`` and ``1960`` may be
    cards.
    """
    text = text.strip()
    is_day = _DATE.fullmatch(text) and not re.fullmatch(r"\d{4}|\d{1,2}/\d{1,2}", text)
    return bool(is_day or _MOMENT.fullmatch(text))


_KINDS: Sequence[tuple[str, Callable[[str], object]]] = (
    (DATE, is_date),
    (MONEY, _MONEY.fullmatch),
    (TIME, _TIME.fullmatch),
    (TAX_CODE, _TAX_CODE.fullmatch),
    (TELEPHONE, is_telephone),
)


def no_card(text: str) -> str:
    """Kind of thing that the text is if it cannot be a card, such as a date; empty if it may be a
    card.
    """
    return next((what for what, holds in _KINDS if holds(text.strip())), "")


class Pieces:
    """A text split into its pieces. ``left`` has what belongs to no person, each with its kind. A
    ``number`` may be a card, or a number of the list.
    """

    name = card = number = email = note = ""
    instead_of = ""
    """The player whose place this one takes, in the words of the line."""
    is_unticked = False
    says: Says | None = None
    """The answer that the text gives, if it is no yes."""

    def __init__(self) -> None:
        self.left: list[tuple[str, str]] = []
        self.faults: list[Sentence] = []

    def doubt(self, why: str, **fields: str) -> None:
        self.faults.append(Sentence(why, fields))

    def keep_out(self, says: Says, why: str, **fields: str) -> None:
        self.doubt(why, **fields)
        self.says = says

    def take(
        self,
        what: str,
        pattern: re.Pattern[str],
        text: str,
        keeps: Callable[[re.Match[str]], bool] = lambda _found: False,
    ) -> str:
        """Return the text without the matches of the pattern, except those that ``keeps`` accepts.
        Removed parts are recorded in ``left`` as ``what``.
        """

        def cut(match: re.Match[str]) -> str:
            if keeps(match):
                return match[0]
            self.left.append((what, clean_text(match[0])))
            return " "

        return pattern.sub(cut, text)


def take_apart(text: str, known: Known, *, dashes: bool = True) -> Pieces:
    """Split a line into name, card, address, note and so on. With ``dashes`` a dash begins a note;
    between the players of a pair it does not.
    """
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
            pieces.doubt(gettext_noop("“%(text)s” is not a card."), text=clean_text(card[0]))
        else:
            pieces.card = card[1].strip(".")
        rest = _NAMED_CARD.sub(" ", rest, count=1)
    rest = pieces.take(DATE, _DATE, rest, lambda match: match[0] in known.cards)
    rest = pieces.take(TELEPHONE, _TELEPHONE, rest, lambda match: not is_telephone(match[1]))
    rest = pieces.take(TIME, _TIME, rest)
    rest = pieces.take(RESULT, RESULT_OF_PAIR, rest)
    rest = pieces.take(CAPTAIN, _CAPTAIN, rest)
    _read_signs(pieces, rest)
    if leading := _MARKS.match(rest):
        pieces.is_unticked = (
            UNTICKED in leading[0] or re.search(r"[\[(]\s?[\])]", leading[0]) is not None
        )
        if any(map(_is_sign, leading[0])):
            pieces.left.append((MARK, clean_text(leading[0])))
        rest = rest[leading.end() :]
    rest = pieces.take(NOTE, _BRACKET, rest)
    if instead := _INSTEAD.search(rest):
        pieces.instead_of = instead["gone"].strip(" .,;:")
        pieces.left.append((INSTEAD, clean_text(instead[0]).strip(" ([)],:–—-")))
        rest = rest[: instead.start()]
    name, pieces.note = _split_note(rest.strip(), known, dashes=dashes)
    bare = name.strip(' ,;:.-–—/\\|*_"“”«»')
    pieces.name = bare + ("." if re.search(r"\b\w{1,3}\.$", name) else "")
    _take_titles(pieces)
    _read_note(pieces, known)
    _take_numbers_of_name(pieces)
    return pieces


_CAPTAIN = re.compile(
    r"[(\[]\s*(?:c|k|cap\.?|capit\w*\.?|captain|capitaine|capitão)\s*[)\]]|(?<!\w)cap\.|(?-i:\bcapitano\b|\bcaptain\b|\bcapitaine\b)|[©Ⓒ]",
    re.IGNORECASE,
)


def _read_signs(pieces: Pieces, text: str) -> None:
    signs = "".join(
        letter for letter in text if letter in SIGNS[Says.NO] + SIGNS[Says.PERHAPS] + "~"
    )
    if re.search(f"[~{SIGNS[Says.NO]}]", signs):
        pieces.keep_out(Says.NO, STRUCK_OUT)
    elif signs or re.search(r"\w\s*\?+$", text):
        pieces.keep_out(Says.PERHAPS, MAY_COME, note=signs or "?")


_SETS_APART = re.compile(r"\s[-–—]+\s|\s[-–—]+$|[–—]|[(\[{:…!?=<>|~*•]|\.\.\.|//|\s-(?=[a-zà-ý])")


_COMES_WITH = re.compile(
    r"(?<=\w)\s+(?:(?:con|with|avec|com|mit|e|ed|and|et|y|und|porta|brings|bringt|apporte|traz)\s+|[+&]\s*)"
    r"(?:(?:la|il|lo|le|l|i|un|una|due|tre|2|3|mia|mio|sua|suo|suoi|his|her|my|a|an|two|sa|son|ses|ma|mon|o|os|um|uma|minha|meu"
    rf"|seu|seine[rnm]?|ihre[rnm]?|eine[rnm]?)['’\s]\s*)*(?:{'|'.join(sorted(words.COMPANIONS))})\b"
)


def _split_note(text: str, known: Known, *, dashes: bool) -> tuple[str, str]:
    """Split a text into the name and the note that follows it."""
    ends = [
        mark.start()
        for mark in _SETS_APART.finditer(text)
        if dashes or not re.search("[-–—]", mark[0])
    ]
    ends += [place for place, letter in enumerate(text) if _is_sign(letter)]
    if comes_with := _COMES_WITH.search(text):
        ends.append(comes_with.start())
    end = min(ends, default=len(text))
    name, note = text[:end], text[end:]
    listed = name.split()
    for place, word in enumerate(listed):
        noted = word[0].islower() and folded(word) in words.NOTE_WORDS
        if place > 1 and noted and not known.calls(name):
            return " ".join(listed[:place]), " ".join(listed[place:]) + note
    return name, note


_INSTEAD = re.compile(
    r"[\s(\[,:–—-]+(?:gioca |plays |joue |joga )?"
    r"(?:(?:al posto|in sostituzione|invece|in luogo) d(?:i|el|ell[ao]|ei)|sostituisce|rimpiazza|anzich[eé]"
    r"|in place of|instead of|replaces|replacing|remplace|[àa] la place de"
    r"|substitui|no lugar d[eoa]|em vez d[eoa]|en lugar de|sustituye a)"
    r"\s+(?P<gone>[^)\]]{2,60})[)\]]?\s*$",
    re.IGNORECASE,
)


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Sk", "Sm", "Sc") and letter not in "+`´^~"


_BRINGS = re.compile(
    r"\b(?:con|e|porta|with|and|brings|avec|et|com|y|mit|und)\s+[A-ZÀ-Ý]|\+\s*\d|\+\s*\w"
    rf"|\b(?:{'|'.join(sorted(words.COMPANIONS))})\b"
)


def _read_note(pieces: Pieces, known: Known) -> None:
    note = pieces.note.strip(" -–—:,")
    inside = note.strip("()[]{} ")
    if not note or club_of(pieces, known):
        return
    if CARD.fullmatch(inside):
        pieces.number = pieces.number or inside
        return
    pieces.left.append((NOTE if any(map(str.isalnum, note)) else MARK, note))
    pieces.note = note
    is_bracket = note[0] in "([{"
    after = re.sub(r"^.[^)\]}]*[)\]}]?", "", note)
    answer = answer_of(inside)
    if answer and answer.says is Says.NO and not pieces.says:
        pieces.keep_out(Says.NO, SAYS_NOT_COMING, note=note[:80])
    elif answer and answer.says is Says.RESERVE:
        pieces.keep_out(Says.RESERVE, IS_RESERVE, note=note[:80])
    elif _BRINGS.search(inside) or (looks_like_a_name(inside) and not is_bracket):
        pieces.doubt(ANOTHER_PLAYER, text=inside[:80])
    elif is_bracket and re.match(r"\s*\w", after):
        pieces.doubt(FOLLOWS, text=clean_text(after)[:80])


_RESERVE = r"(?:ris(?:\.|erv[ae]\b)|reserves?\b|remplaçante?s?\b|suplentes?\b|reservas?\b)"
_RESERVES = re.compile(
    rf"\s*[(\[]\s*(?P<word>{_RESERVE})?\s*:?\s*(?P<names>[^)\]\d]{{2,120}}?)[)\]]"
    rf"|(?:^|[\s,;–-]+){_RESERVE}\s*:?\s+(?P<last>[^:()]{{2,120}})$",
    re.IGNORECASE,
)


def reserves_of(text: str, *, of_group: bool = False) -> tuple[str, list[str], str]:
    """Split off reserves in brackets or after ``ris.`` Returns the text without them, the reserves,
    and the words that mark them. In a pair or team any name in brackets is a reserve; for single
    players only if the brackets hold the whole line.
    """
    reserves: list[str] = []
    cut: list[str] = []

    def take_names(match: re.Match[str]) -> str:
        inside = match["names"] or match["last"]
        names = [name.strip() for name in re.split(r"[,;/]", inside) if name.strip()]
        is_alone = match.span() == (0, len(text))
        if not all(map(looks_like_a_name, names)) or not (
            match["word"] or match["last"] or of_group or is_alone
        ):
            return match[0]
        reserves.extend(names)
        cut.append(unaccounted(match[0], names))
        return ""

    players = _RESERVES.sub(take_names, text).strip(" ,;–-")
    return players, reserves, " ".join(filter(None, cut))


_BRINGS_IN_A_COLUMN = re.compile(r"\b(?:con|porta|with|brings|avec|com|mit)\s+[A-ZÀ-Ý]|\+\s*\d")


def brings_somebody(note: str) -> bool:
    """Whether a note in a column of its own says that the person brings somebody; ``moglie di Ugo``
    does not.
    """
    after_a_name = f"Bo {note}"
    return bool(_BRINGS_IN_A_COLUMN.search(note) or _COMES_WITH.search(after_a_name))


_BETWEEN_NAMES = re.compile(
    r"\s+[-–—]+\s+|\s*[–—]\s*|\s*[/&+;]\s*|\s+(?:e|ed|and|y|et|und|con|with|avec|mit|com)\s+"
)


def names_of_group(text: str, *, commas: bool = False) -> list[str]:
    """The whole names of a pair or team in one text: ``Verdi Ugo – Neri Lia``."""
    bare = RESULT_OF_PAIR.sub("", text)
    for between in (_BETWEEN_NAMES, ",") if commas else (_BETWEEN_NAMES,):
        parts = [part.strip() for part in re.split(between, bare) if part.strip()]
        if len(parts) > 1 and all(map(looks_like_a_name, parts)):
            return parts
    return [text]


def club_of(pieces: Pieces, known: Known) -> str:
    inside = pieces.note.strip("()[]{} -–—:,")
    return inside if is_club(inside, known) else ""


def is_club(text: str, known: Known) -> bool:
    return folded(text) in known.clubs or names_a_club(text)


def names_a_club(text: str) -> bool:
    """Whether the text begins like the name of a club: ``Circolo Nervi``."""
    first, _blank, others = text.partition(" ")
    return bool(others) and words.column_of(first) == "club"


_TITLE_AND_NAME = re.compile(r"\b((?i:dott|dr|prof|ing|avv|sig|geom|rag|arch))\.(?=[A-ZÀ-Ý])")


def _take_titles(pieces: Pieces) -> None:
    listed = _TITLE_AND_NAME.sub(r"\1. ", pieces.name).split()
    last = len(listed) - 1
    name_words: list[str] = []
    title_words: list[str] = []
    for place, word in enumerate(listed):
        bare = folded(word).replace(" ", "")
        titles = words.TITLES
        if place == 0 and last > 1 and (len(bare) > 2 or "." in word):
            titles |= words.TITLES_OF_WHOLE_NAMES
        is_title = last and (place in (0, last) or "." in word) and bare in titles
        (title_words if is_title else name_words).append(word)
    if any(map(folded, name_words)):
        pieces.name = " ".join(name_words)
        pieces.left += [(TITLE, word) for word in title_words]


_NUMBER = re.compile(r"[(\[#]?((?=[\w/.-]*\d)[A-Za-z]{0,4}[-/]?[\d][\w/.-]{0,25})[)\]]?")


def _take_numbers_of_name(pieces: Pieces) -> None:
    """Take numbers out of the name: at either end it may be a card, elsewhere digits belong to
    nothing.
    """
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
    """Whether the text is two or more capitalized words, particles excepted: ``Abd el-Rahman
    Karim``.
    """
    listed = [
        word for word in clean_text(text).strip(" .,;:").split() if folded(word) not in PARTICLES
    ]
    return 1 < len(listed) < 6 and all(
        (word[0].isupper() or re.search(r"[-'’][^\W\d_]", word) is not None)
        and word != word.lower()
        and not any(map(str.isdigit, word))
        and folded(word) not in words.HEADINGS
        for word in listed
    )


def is_sentence(text: str, known: Known) -> bool:
    """Whether a line is words without a name: ``Seleziona una o più opzioni``."""
    name = take_apart(text, known).name
    listed = [word for word in re.findall(r"[^\W\d_]+", name) if folded(word) not in PARTICLES]
    small = [word for word in listed if word[0].islower()]
    if len(small) < len(listed) - 1 or known.calls(name):
        return False
    return len(small) > 2 and (
        len(small) > 3 or any(folded(word) in words.SMALL_WORDS for word in small)
    )


def whole_words(name: str) -> int:
    return sum(folded(word) not in PARTICLES | words.SUFFIXES for word in name.split())


def named(pieces: Pieces, known: Known, *, given_first: bool = False) -> tuple[str, str]:
    """Split a text into surname and given name. A bare number is a card if the roster has it, or if
    the roster has somebody of that name; unclear names are asked about.
    """
    number = pieces.number
    if number and not pieces.card:
        if what := no_card(number):
            pieces.left.append((what, number))
        elif card_key(number) in known.cards or known.calls(pieces.name):
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
        elif given_name and all(len(word) < 2 for word in folded(given_name).split()):
            pieces.doubt(gettext_noop("There is only an initial for the name."))
        check_name(pieces, surname, given_name)
    return surname, given_name


def check_name(pieces: Pieces, surname: str, given_name: str) -> None:
    """Add a doubt to ``pieces`` if the name does not look like one."""
    whole = f"{surname} {given_name}"
    if strange := "".join(dict.fromkeys(filterfalse(_may_be_in_a_name, whole))):
        pieces.doubt(gettext_noop("“%(text)s” is not part of a name."), text=strange[:20])
    listed = whole.split()
    heads = [word for word in listed if folded(word) in words.HEADINGS | words.OPENINGS]
    small_words = words.NOTE_WORDS | words.SMALL_WORDS
    small = [word for word in listed if word[0].islower() and folded(word) in small_words]
    if text := " ".join(heads or small)[:80]:
        pieces.doubt(gettext_noop("“%(text)s” looks like a part of a sentence."), text=text)
    elif whole_words(whole) > 5:
        pieces.doubt(gettext_noop("A name does not have so many words."))


def _may_be_in_a_name(letter: str) -> bool:
    return letter in " .'’‘ʼ`´-‐‑·," or unicodedata.category(letter)[0] in "LM"
