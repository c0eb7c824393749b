"""Sentences that players read: paths of their sources, and a list of those that a catalogue lacks.

``python -m tests.players_side`` (``make missing``) lists them for every language that exists for
players only, ``python -m tests.players_side tr`` for one, as JSON to be filled in.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from django.utils.translation import to_language

from ground.languages import AT_THE_DESK

ROOT = Path(__file__).parent.parent
CATALOGUES = {
    to_language(path.parent.parent.name): path
    for path in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))
}
OF_A_COUNTRY = {code for code in CATALOGUES if "-" in code}
"""Catalogues of a country's variant, such as pt_BR: missing entries fall back to the main language."""
FOR_PLAYERS = sorted(CATALOGUES.keys() - AT_THE_DESK)
"""Languages of the players' side only; they need no translation of the desk's sentences."""

SOURCES = (
    # The game in words.
    "king/(cards|dealing|words|match|boards)",
    "king/(sheet/(?!paper_points)|standing/|play/|robots/home|simultaneous/merging)",
    "king/rulesets/(?!edition|setting\\.py|units/custom_unit)",
    "wording/(?!log_lines)",
    # Messages to a table, and publications.
    "deals/(services|models)",
    "scoring/(calls|rows|sheet_steps|standing|wrong_winds|player_evening|decisions/redeals)",
    # Paper and mails.
    "printing/(documents/|document_list|document_context|paper\\.|pictures|names|mailing|lists|spreadsheets|link_pictures)",
    "seasons/paper|people/paper|simultaneous/papers",
    # Pages: the phone, the public ones, the screens, the rules.
    "frame/(public|publication_cache|page_cache|standing_page|link_preview|calendar_file|ruling_lines|home_screen)|night/(visibility|lookups|evenings)",
    "screens/(hall|pages/screen)",
    "seasons/(pages/public|season)",
    "people/(pages/public|evenings)",
    "simultaneous/(pages/public|public_results|ranking|lines)",
    "king_tournament/(live|replay|captain|sheet|rulebook|templatetags)/",
    "king_tournament/(middleware|demo)|ground/trouble",
    "templates/[^/]+$",
    "templates/(live|replay|captain|rulebook)/",
    "templates/screens/(screen|_(?!clock_buttons|reveal_control))",
    "templates/seasons/(public|name|part|publication)\\.",
    "templates/seasons/_(calendar|curve|files|held_final|lines|publication|reach|results|winds)\\.",
    "templates/people/(public|_mates|_person)",
    "templates/simultaneous/(public/|_keys|_standing)",
)
"""Patterns of the paths, without suffix, of code and templates that players meet. A sentence that
one of these files contains is a sentence for players, even if other files contain it too."""
READ_BY_PLAYERS = re.compile("|".join(SOURCES))


def messages(path: Path) -> Iterator[Message]:
    with path.open("rb") as file:
        yield from (message for message in read_po(file) if message.id)


def forms(sentence: object) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)  # type: ignore[arg-type]


def is_for_players(message: Message) -> bool:
    return any(READ_BY_PLAYERS.match(path) for path, _line in message.locations)


def missing(language: str) -> list[Message]:
    """Messages of the required sentences that the catalogue lacks or has only as fuzzy."""
    lacking = [
        message
        for message in messages(CATALOGUES[language])
        if message.fuzzy or not all(forms(message.string))
    ]
    if language in AT_THE_DESK:
        return lacking
    return [message for message in lacking if is_for_players(message)]


def to_be_filled_in(language: str) -> dict[str, object]:
    """Missing sentences with empty translations, as in a catalogue in JSON: a context stands before
    its sentence.
    """
    return {
        "\x04".join(filter(None, (message.context, forms(message.id)[0]))): (
            "" if isinstance(message.id, str) else ["" for _form in message.string]
        )
        for message in missing(language)
    }


if __name__ == "__main__":
    for tongue in sys.argv[1:] or FOR_PLAYERS:
        print(f"{tongue}: {len(missing(tongue))} missing", file=sys.stderr)
        if lacks := to_be_filled_in(tongue):
            print(json.dumps(lacks, ensure_ascii=False, indent=1))
