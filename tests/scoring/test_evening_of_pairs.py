"""Pairs from their entries through three partite to a final of four: every place of every
publication is computed a second time (rules 13.10, 13.14).
"""

from __future__ import annotations

import datetime
import itertools
import random
from fractions import Fraction

import pytest
from django.test import Client

from king_tournament.demo_hands import deal_hands, play_match
from scoring.decisions import rule
from scoring.models import HandResult, Publication, Sheet
from scoring.round_steps import close_round, make_official, start_round
from scoring.rows import draws_dealer, enter_row, say_first_dealer
from scoring.scored_sheets import rules_at
from scoring.sheet_steps import close_sheet, hand_in
from seasons.qualifying import corrected_since, make_final, qualified, qualify, settle
from tests import matches_again
from tests.evenings import kept
from tests.printing.asking import printed
from tournaments.entries import enter_pair
from tournaments.models import Player, Round, Tournament
from tournaments.odd_numbers import complete
from tournaments.round_seating import plan_round
from tournaments.seat_changes import publish_seating
from tournaments.services import create_tournament
from tournaments.wind_draw import draw_winds

pytestmark = pytest.mark.django_db

SEED = "00112233445566778899aabbccddeeff"
DATE = datetime.date(2026, 11, 20)
SURNAMES = (
    "Abbà Bruno Costa D'Oria Erba Ferri Gallo Iori Lai Merlo Neri Oneto Parodi Raggio".split()
)


def an_evening_of(pairs: int, ruleset: str) -> Tournament:
    evening = create_tournament(
        name=f"{pairs} coppie", date=DATE, ruleset=ruleset, planned_rounds=3, author=None
    )
    for one in range(0, 2 * pairs, 2):
        two = [
            Player.objects.create(surname=name, given_name="Ada")
            for name in SURNAMES[one : one + 2]
        ]
        enter_pair(tournament=evening, players=two, author=None)
    return evening


class Played:
    """An evening that is played, with the second implementation's results of its rows."""

    def __init__(self, evening: Tournament) -> None:
        self.evening = evening
        entries = list(evening.entries.with_players().order_by("number"))
        self.names = {entry.pk: entry.title for entry in entries}
        house = [self.names[entry.pk] for entry in entries if entry.fills]
        self.again = matches_again.Evening(list(self.names.values()), house)

    def partita(self, *, by_lot: bool = False, ruled: bool = False) -> Publication:
        """Seat, play, close and publish a partita. ``ruled`` adds an illegal play of North's pair in
        the first penalty hand of the first table.
        """
        planned = plan_round(
            tournament=self.evening,
            author=None,
            sit_out_by_lot=by_lot,
            seed=SEED if by_lot else None,
        )
        publish_seating(round=planned, author=None)
        start_round(round=Round.objects.get(pk=planned.pk), author=None)
        for sheet in Sheet.objects.filter(table__round=planned).order_by("table__number"):
            self._play(sheet, ruled=ruled and sheet.table.number == 1)
        sat = set(planned.seats.values_list("entry", flat=True))
        self.again.resting += [name for key, name in self.names.items() if key not in sat]
        round_ = close_round(round=Round.objects.get(pk=planned.pk), author=None)
        make_official(round=round_, author=None)
        return self.evening.publications.latest("number")

    def _play(self, sheet: Sheet, *, ruled: bool) -> None:
        chance = random.Random(
            f"{self.evening.name} {sheet.table.round.number} {sheet.table.number}"
        )
        if draws_dealer(self.evening):
            say_first_dealer(sheet=sheet, wind=chance.choice("NESW"), device="phone")
        rules, settings = rules_at(sheet)
        for row in play_match(rules, settings, deal_hands(self.evening.rules, chance), chance):
            content = row.as_json()
            enter_row(sheet=sheet, hand=content.pop("hand"), content=content, origin="phone")
        rows = {
            result.hand: result.content
            for result in HandResult.objects.filter(sheet=sheet).current()
        }
        erred = {}
        if ruled:
            hand = next(
                hand for hand in sorted(rows) if rows[hand]["contract"] in ("KJ", "Q", "MIS")
            )
            rule(
                sheet=sheet,
                kind="illegal_play",
                hand=hand,
                offender="NS",
                reason="Seme.",
                arbiter=None,
            )
            erred = {hand: "NS"}
        hand_in(sheet=sheet, by="phone")
        close_sheet(sheet=Sheet.objects.get(pk=sheet.pk), author=None)
        own, theirs = matches_again.sheet(
            self.evening.ruleset, [rows[hand] for hand in sorted(rows)], erred
        )
        at = dict(sheet.table.seats.filter(from_hand=1).values_list("wind", "entry"))
        self.again.matches.append((self.names[at["N"]], own, self.names[at["E"]], theirs))


def ranks(published: Publication) -> dict[str, tuple[int, Fraction, int]]:
    return {
        line["entry"]: (line["rank"], Fraction(line["match_points"]), int(line["total"]))
        for line in published.standings["overall"]
    }


@kept
def through_three_partite(pairs: int, ruleset: str, way: str) -> Tournament:
    """Play three partite with an odd number of pairs. ``way``: "rest", a pair rests by lot, or
    "house", a house pair completes the table.
    """
    evening = an_evening_of(pairs, ruleset)
    if way == "house":
        complete(tournament=evening, author=None)
    draw_winds(tournament=evening, author=None, seed=SEED)
    played = Played(evening)
    for number in range(1, 4):
        published = played.partita(by_lot=way == "rest", ruled=number == 2)
        assert ranks(published) == played.again.ranked(), number
    met = [frozenset((one, other)) for one, _own, other, _theirs in played.again.matches]
    assert len(set(met)) == len(met), "nobody meets twice in three partite"
    assert (
        len(set(played.again.resting)) == len(played.again.resting) == (3 if way == "rest" else 0)
    )
    return evening


@pytest.mark.parametrize(
    ("pairs", "ruleset", "way"),
    [
        (6, "lab_coppie", ""),
        (7, "lab_coppie", "rest"),
        (6, "squadre_terza", ""),
        pytest.param(7, "lab_coppie", "house", marks=pytest.mark.at_length),
        pytest.param(7, "squadre_terza", "rest", marks=pytest.mark.at_length),
    ],
)
def test_every_place_of_three_partite_and_a_final_of_four_agrees_with_a_second_writing(
    client: Client, pairs: int, ruleset: str, way: str
) -> None:
    evening = through_three_partite(pairs, ruleset, way)
    last = evening.publications.latest("number")
    first = [line["entry"] for line in last.standings["overall"][:4]]

    qualification = qualify(source=evening, places=4, carry=0, author=None)
    for tie in qualified(qualification).ties:
        places = {one.entry.pk: place for place, one in enumerate(tie.candidates, 1)}
        settle(qualification=qualification, tie=tie.key, places=places, author=None)
    final = make_final(
        qualification=qualification,
        name="Finale",
        date=DATE,
        author=None,
    )
    played = Played(final)
    assert list(played.names.values()) == first
    assert (final.ruleset, final.planned_rounds) == (ruleset, 3)
    for _number in range(3):
        published = played.partita()
        assert ranks(published) == played.again.ranked()
    met = {frozenset((one, other)) for one, _own, other, _theirs in played.again.matches}
    assert met == {frozenset(two) for two in itertools.combinations(first, 2)}
    assert corrected_since(final) == ""

    winner = published.standings["overall"][0]["entry"]
    for page in (f"/live/{final.code}/", f"/live/{final.code}/standings/"):
        words = client.get(page).content.decode()
        assert all(
            name in words for pair in first for name in pair.replace("'", "&#x27;").split(" – ")
        )
    lines = client.get(f"/live/{final.code}/overall.csv").content.decode().splitlines()
    assert winner in lines[1]

    # Six matches and four places fit one page.
    [page] = printed("standings", final)
    assert [page.squeezed.count(f"Partita{number}·Table") for number in (1, 2, 3)] == [2, 2, 2]
