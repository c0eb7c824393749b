"""Halls as they are pasted: a name a line, with the person, address and telephone of its
contact.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

from ground.names import clean_text
from king.words import folded
from tournaments.list_reading.vocabulary import column_of
from wording.sentences import refusal

SEPARATORS = re.compile(r"[;\t]")
PHONE = re.compile(r"(?P<word>\D{2,14}[.: ]\s*)?(?P<number>\+?[\d\s()./–-]{5,40})")
PHONE_WORDS = frozenset(
    """
    cel cell cellulare fisso handy mobil mobile movil phone portable tel telefax telefon telefone
    telefono telemovel telephone
    """.split()
)
FEWEST_DIGITS = 5
ADDRESSED = re.compile(r"(?P<name>[^<]*)<(?P<address>[^<>\s]+@[^<>\s]+)>")
"""As mail programs write it: ``Anna Rossi <anna@example.org>``."""
LONGEST_PHONE, LONGEST_CONTACT = 40, 120


class HallLine(NamedTuple):
    name: str
    contact: str = ""
    phone: str = ""
    email: str = ""


def read_halls(text: str) -> list[HallLine]:
    """Read one hall a line, with parts separated by tabs or semicolons: first the name, then the
    person; address and telephone may be anywhere. A line of headings is skipped.
    """
    halls = list[HallLine]()
    for line in text.splitlines():
        parts = [part for part in map(clean_text, SEPARATORS.split(line)) if re.search(r"\w", part)]
        if parts and (halls or not _are_headings(parts)):
            halls.append(_read_hall(parts))
    return halls


def _are_headings(parts: list[str]) -> bool:
    return len(parts) > 1 and any(
        column_of(part) == "email" or folded(part) in PHONE_WORDS for part in parts
    )


def _read_hall(parts: list[str]) -> HallLine:
    texts, phone, email = list[str](), "", ""
    for part in parts:
        if "@" in part:
            if email:
                raise _not_told_apart(parts)
            match = ADDRESSED.fullmatch(part)
            email = read_email(match["address"] if match else part.removeprefix("mailto:"))
            if match and (who := clean_text(match["name"]).strip('"')):
                texts.append(who)
        elif len(parts) > 1 and is_phone(part):
            phone = f"{phone} / {part}" if phone else part
        else:
            texts.append(part)
    if not texts:
        sentence = _("A line does not begin with the name of a hall: %(line)s")
        raise refusal(sentence, "hall_without_name", line="; ".join(parts)[:120])
    name, *others = texts
    if len(others) > 1:
        raise _not_told_apart(parts)
    return HallLine(name, read_contact("".join(others)), read_phone(phone), email)


def is_phone(text: str) -> bool:
    """Whether the text is a telephone number: digits in groups, perhaps with a word such as *tel.*
    before them.
    """
    match = PHONE.fullmatch(text)
    if match is None or sum(letter.isdigit() for letter in match["number"]) < FEWEST_DIGITS:
        return False
    return match["word"] is None or folded(match["word"]) in PHONE_WORDS


def _not_told_apart(parts: list[str]) -> ValidationError:
    return refusal(
        _(
            "Write a hall as “name; person; telephone; e-mail”, each of them once. This line has something else: %(line)s"
        ),
        "hall_line_not_read",
        line="; ".join(parts)[:120],
    )


# -- one by one, as the page of a hall asks for them


def read_contact(text: str) -> str:
    return _no_longer(clean_text(text), LONGEST_CONTACT)


def read_phone(text: str) -> str:
    return _no_longer(clean_text(text), LONGEST_PHONE)


def _no_longer(text: str, most: int) -> str:
    if len(text) > most:
        sentence = _("This has at most %(most)s letters: %(text)s")
        raise refusal(sentence, "contact_long", most=most, text=text[:60])
    return text


def read_email(text: str) -> str:
    email = clean_text(text)
    if email:
        try:
            validate_email(email)
        except ValidationError:
            sentence = _("“%(email)s” is not an e-mail address.")
            raise refusal(sentence, "email_not_read", email=email[:80]) from None
        return _no_longer(email, 254)
    return email


def phone_links(phone: str) -> list[tuple[str, str]]:
    """Numbers of the text, each as shown and as a ``tel:`` link."""
    numbers = filter(None, map(str.strip, phone.split(" / ")))
    return [(number, f"tel:{dialled}") for number in numbers if (dialled := _phone_number(number))]


def _phone_number(number: str) -> str:
    digits = "".join(letter for letter in number if letter.isdigit())
    return f"+{digits}" if "+" in number else digits
