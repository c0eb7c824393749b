"""What a game calls the rest of what people say and write at its table, in its own tradition
(§12.9). A word that the sources of a tradition lack is said in the reader's language.
"""

from collections.abc import Mapping

from king.words import gettext_noop

TERMS: Mapping[str, str] = {
    "sale": gettext_noop("sale"),
    "positive": gettext_noop("positive"),
    "negative": gettext_noop("negative"),
    "up": gettext_noop("for tricks"),
    "nulls": gettext_noop("for nulls"),
    "down": gettext_noop("played down"),
    "unplayed": gettext_noop("not played"),
    "third": gettext_noop("third option"),
    "blind": gettext_noop("blind"),
    "sheet": gettext_noop("sheet"),
}
"""Every word that a system may have of its own, with what it means."""

ITALIAN = {"sale": "vendita", "third": "uscita di terza", "blind": "al buio", "sheet": "score"}
"""S0, S1: "vendita", "esce di terza", "al buio", "score"."""

PORTUGUESE = {
    "sale": "leilão",
    "positive": "Posi",
    "negative": "Neg",
    "up": "para cima",
    "nulls": "nulos",
    "down": "para baixo",
    "unplayed": "leilão frustrado",
    "sheet": "bloco",
}
"""S3: "leilão", "Posi" and "Neg", "n para cima", "n nulos", "para baixo", "leilão frustrado", "bloco"."""

FRENCH = {
    "sale": "enchères",
    "positive": "positive",
    "negative": "négative",
    "up": "plus",
    "nulls": "moins",
    "down": "négative",
    "unplayed": "enchères non réalisées",
    "sheet": "feuille de marque",
}
"""S4: "enchères", "n plus", "n moins", "enchères non réalisées"."""
