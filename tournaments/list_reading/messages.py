"""Parts of a message that do not belong to its list: stamps of a chat, the head of a mail, a
signature.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext_noop

from king.words import folded
from tournaments.list_reading.pieces import looks_like_a_name, names_a_club
from tournaments.list_reading.rows import STAMP


class MessageLine(NamedTuple):
    """A line of a message: the whole of it, and the text that is still to be read."""

    number: int
    whole: str
    text: str
    lead: str = ""
    """A number before the name that may be a card."""
    sender: str = ""
    """Sender of a chat message, empty if there is no name."""
    cut: tuple[tuple[str, str], ...] = ()
    """Parts that were taken off, each with its kind before it."""

    def without(self, what: str, part: str, text: str) -> "MessageLine":
        """Return the line with ``text`` left to read, and record ``part`` as taken off."""
        return self._replace(cut=(*self.cut, (what, part)) if part else self.cut, text=text)


_MOMENT = (
    r"\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},?\s+(?:alle\s+|at\s+|às\s+|à\s+)?"
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?"
)
_CHAT = re.compile(
    rf"^\W{{0,2}}(?:\[{_MOMENT}\]\s*[-–]?|{_MOMENT}\s*[-–])\s*(?:~?\s*(?P<sender>[^:]{{1,60}}):(?=\s|$)\s*)?",
    re.IGNORECASE,
)
_TELEGRAM = re.compile(rf"^(?P<sender>[^\[\]:]{{1,60}}), \[{_MOMENT}\]:?\s*", re.IGNORECASE)
"""Telegram's form of several copied messages: the sender's line stands above each message."""
_EDITED = re.compile(
    r"\s*<(?:questo messaggio è stato modificato|this message was edited|ce message a été modifié"
    r"|esta mensagem foi editada|mensagem editada)>?\s*$",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"^(?:>\s*)+")


def without_stamps(lines: Iterable[MessageLine]) -> list[MessageLine]:
    """Take the stamps of a chat and the marks of quotations off the lines, and note the sender of
    each.
    """
    read = []
    sender = ""
    for line in lines:
        if marks := _QUOTED.match(line.text):
            line = line._replace(text=line.text[marks.end() :])
        if stamp := _TELEGRAM.match(line.text):
            sender = stamp["sender"].strip()
            line = line.without(STAMP, stamp[0].strip(), line.text[stamp.end() :])
        elif stamp := _CHAT.match(line.text):
            rest = _EDITED.sub("", line.text[stamp.end() :])
            sender, own = "", (stamp["sender"] or "").strip()
            read.append(line.without(STAMP, stamp[0].strip(), rest)._replace(sender=own))
            continue
        read.append(line._replace(sender=sender))
    return read


# --- what stands around a list

MAIL_HEAD = gettext_noop("It is the head of a mail.")
SENT_FROM = gettext_noop("A mail program wrote it.")
SIGNATURE = gettext_noop("It belongs to the signature.")
ADDRESS = gettext_noop("An address is not stored.")
NO_TEXT = gettext_noop("A picture or something else that is not text.")

_HEAD = re.compile(
    r"(?:da|a|cc|ccn|oggetto|data|inviato|from|to|bcc|subject|date|sent|reply-to|de|à|para|objet|envoyé"
    r"|assunto|enviad[oa]|von|an|betreff|datum|gesendet)\s*:",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"(?:oggetto|subject|objet|assunto|betreff)\s*:", re.IGNORECASE)
_FORWARDED = re.compile(
    r"\W*(?:(?:inizio )?messaggio (?:originale|inoltrato)|(?:begin )?(?:forwarded|original) message"
    r"|message (?:transf[eé]r[eé]|d'origine|original)|mensagem (?:encaminhada|original))\W*"
    r"|(?:il giorno|il|on|le|em)\b.{4,160}\b(?:ha scritto|wrote|a écrit|escreveu)\s*:?"
    r"|(?:inviato|sent|envoyé|enviado|scaricato|get)\s(?:da|from|de|do|depuis|pelo|outlook)\b.{0,60}",
    re.IGNORECASE,
)
_NO_TEXT = re.compile(
    r"<?\W*(?:media|médias?|mídia|file|immagine|image|imagem|photo|video|vidéo|audio|áudio|sticker"
    r"|figurinha|gif|documento?|contact card|scheda contatto)"
    r"\s+(?:omess[aoi]|non inclus[aoi]|omitted|ocult[ao]|omitid[ao]|absente?|omise?)\W*>?",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"(?:i messaggi e le chiamate|messages and calls|les messages et|as mensagens e)\b.*"
    r"|(?:hai|you|vous avez|você) (?:eliminato|deleted|supprimé|apagou)\b.*"
    r"|(?:questo messaggio è stato eliminato|this message was deleted|ce message a été supprimé|mensagem apagada)\W*"
    r"|.{1,60} (?:ha aggiunto|ha modificato|ha creato|ha cambiato|ha abbandonato|added|created|changed|left|joined using"
    r"|a ajouté|a créé|a modifié|adicionou|criou|mudou|saiu)\b.*",
    re.IGNORECASE,
)
_DELIMITER = re.compile(r"--")
"""Line of two hyphens, after which the signature follows (RFC 3676, 4.3)."""
_CLOSING = re.compile(
    r"(?:(?:un )?(?:caro |cordial[ei] |distinti )?salut[oi](?: a tutt[ie])?"
    r"|grazie(?: (?:mille|a tutt[ie]|e (?:ciao|saluti)))?|a presto|ciao(?: a tutt[ie])?"
    r"|buona (?:serata|giornata)|un abbraccio|cordialmente"
    r"|(?:best |kind |warm )?(?:regards|wishes)|thanks|thank you|cheers|yours"
    r"|merci(?: beaucoup)?|(?:bien )?cordialement|bien a vous|amities"
    r"|obrigad[oa]|(?:um )?abracos?|cumprimentos|atenciosamente)"
)
_STREET = re.compile(
    r"(?:via|viale|piazza|piazzale|p\.za|corso|largo|vicolo|strada|salita|rua|avenida|av\.|rue|avenue"
    r"|boulevard|place|praça)\s+\D{2,60}\s\d{1,4}(?:/?\w)?\s*[,–-]\s*(?:\d{4,5}\s+)?[^\W\d]{2,}.*",
    re.IGNORECASE,
)
"""Address with a street. Each of these words is a surname too, so the place has to follow the
number."""
_LONGEST_SIGNATURE = 8


def around_the_list(lines: Sequence[MessageLine]) -> Mapping[int, str]:
    """Find the lines that belong to the message and not to its list. Returns the reason by line
    number.
    """
    parts = dict.fromkeys(_head_of_mail(lines), MAIL_HEAD)
    begin = _begin_of_signature(lines)
    for place, line in enumerate(lines):
        text = line.text.strip()
        if line.number in parts:
            continue
        if _FORWARDED.fullmatch(text):
            parts[line.number] = SENT_FROM
        elif _NO_TEXT.fullmatch(text) or (_is_stamped(line) and _SYSTEM.fullmatch(text)):
            parts[line.number] = NO_TEXT
        elif _STREET.fullmatch(text):
            parts[line.number] = ADDRESS
        elif _CLOSING.fullmatch(folded(text)) or (place >= begin and not _may_be_a_name(text)):
            parts[line.number] = SIGNATURE
    return parts


def signers(lines: Sequence[MessageLine]) -> frozenset[int]:
    """Numbers of the lines in a signature that may be names."""
    begin = _begin_of_signature(lines)
    return frozenset(line.number for line in lines[begin + 1 :] if _may_be_a_name(line.text))


def _may_be_a_name(text: str) -> bool:
    return looks_like_a_name(text) and not names_a_club(text)


def _is_stamped(line: MessageLine) -> bool:
    return any(what == STAMP for what, _text in line.cut)


def _head_of_mail(lines: Sequence[MessageLine]) -> list[int]:
    """Lines of a mail's head, known by their first words, if the subject is among them."""
    head_lines: list[int] = []
    run: list[MessageLine] = []
    for line in [*lines, None]:
        if line is not None and _HEAD.match(line.text):
            run.append(line)
            continue
        if len(run) > 1 and any(_SUBJECT.match(other.text) for other in run):
            head_lines += [other.number for other in run]
        run = []
    return head_lines


def _begin_of_signature(lines: Sequence[MessageLine]) -> int:
    """Number of the line after which the signature begins, or past the last. A signature ends the
    message, has at most one name, and comes after some people.
    """
    for place, line in enumerate(lines):
        rest = lines[place + 1 :]
        if not 0 < len(rest) <= _LONGEST_SIGNATURE:
            continue
        is_closing = _DELIMITER.fullmatch(line.whole) or _CLOSING.fullmatch(folded(line.text))
        names = sum(_may_be_a_name(other.text) for other in rest)
        somebody = any(_may_be_a_name(other.text) for other in lines[:place])
        if is_closing and names < 2 and somebody:
            return place
    return len(lines)
