"""The invented club of a demonstration. Nobody of these exists; their cards say so, and each keeps the same card."""

from __future__ import annotations

import random

from tournaments.entries import add_player
from tournaments.models import Player

CLUB = "Circolo del Re di Cuori (demo)"
CARD = "DEMO-{number:02d}"

PEOPLE: tuple[tuple[str, str], ...] = (
    ("Abbà", "Niccolò"), ("Acquarone", "Bianca"), ("Bacigalupo", "Gio Batta"), ("Barabino", "Zoè"),
    ("Bevilacqua", "Ludovica"), ("Boccanegra", "Simone"), ("Brignole", "Caterina"), ("Calò", "Raffaella"),
    ("Camogli", "Tommaso"), ("Cantù", "Mosè"), ("Carbonara", "Iris"), ("Casaccia", "Ettore"),
    ("Cavagnaro", "Noemi"), ("Cichero", "Andrea"), ("Cogorno", "Maria José"), ("D'Aste", "Leone"),
    ("D'Oria", "Ginevra"), ("Dall'Orto", "Pietro"), ("De Ferrari", "Adelaide"), ("Della Casa", "Giosuè"),
    ("Di Negro", "Violante"), ("Durazzo", "Ippolito"), ("Fabbricotti", "Nora"), ("Ferretto", "Dario"),
    ("Fieschi", "Sibilla"), ("Frugone", "Amedeo"), ("Gandolfo", "Tea"), ("Garbarino", "Samuele"),
    ("Ghiglione", "Costanza"), ("Giustiniani", "Elia"), ("Grimaldi", "Perla"), ("Isola", "Corrado"),
    ("Lagorio", "Miriam"), ("Lercari", "Baldo"), ("Lo Bianco", "Salvatore"), ("Maragliano", "Anton Maria"),
    ("Marù", "Cecilia"), ("Merlò", "Renata"), ("Montaldo", "Fulvio"), ("Nicolò", "Agnese"),
    ("Noceti", "Bruno"), ("Odone", "Matilde"), ("Oneto", "Zaccaria"), ("Pagà", "Ines"),
    ("Parodi", "Lazzaro"), ("Passalacqua", "Dora"), ("Pedemonte", "Saverio"), ("Piaggio", "Olimpia"),
    ("Pittaluga", "Nicolò"), ("Queirolo", "Elvira"), ("Raggio", "Guido"), ("Ravaschieri", "Isotta"),
    ("Repetto", "Ugo"), ("Rovereto", "Aurelia"), ("Sansò", "Michele"), ("Schiaffino", "Teresa"),
    ("Solari", "Oreste"), ("Spinola", "Fiammetta"), ("Tassara", "Egidio"), ("Traverso", "Gioia"),
    ("Usodimare", "Antoniotto"), ("Vallebona", "Rosalìa"), ("Viganò", "Cosimo"), ("Zunino", "Delfina"),
)  # fmt: skip


TEAMS = (
    "Portello", "Sottoripa", "Campetto", "Banchi", "Soziglia", "Castelletto", "Carignano", "Marassi",
    "Boccadasse", "Nervi", "Pegli", "Voltri", "Sturla", "Quinto", "Staglieno", "Molassana",
)  # fmt: skip
"""Quarters of a town, after which the invented teams are called."""


def demo_teams(count: int, chance: random.Random) -> list[str]:
    """The names of so many teams."""
    return chance.sample(TEAMS, count)


def demo_cards() -> tuple[str, ...]:
    """The card numbers of the invented people, in their order."""
    return tuple(CARD.format(number=number) for number in range(1, len(PEOPLE) + 1))


def demo_players(count: int, chance: random.Random) -> tuple[Player, ...]:
    """``count`` of the invented people in an order of chance; on the roster once, however many demonstrations."""
    chosen = chance.sample(range(len(PEOPLE)), count)
    cards = [demo_cards()[place] for place in chosen]
    known = {player.card_number: player for player in Player.objects.filter(card_number__in=cards)}
    return tuple(known.get(card) or _added(card, *PEOPLE[place]) for card, place in zip(cards, chosen, strict=True))


def _added(card: str, surname: str, given_name: str) -> Player:
    return add_player(surname=surname, given_name=given_name, card_number=card, club=CLUB)
