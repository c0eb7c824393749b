"""Players who qualify by a published standing, and the final made of them (rules §6, §7.15). Those
who decline are left out. A tie among them or at the cut has to be settled first, because the order
gives the seats.
"""

import copy
import datetime
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _, gettext_noop

from king.cards import WINDS
from king.rulesets.base import RuleSet
from king.standing.ranking import Line
from scoring.models import Publication
from scoring.publishing import entries_of, published_names
from scoring.standing import check_places, drawn
from seasons.models import Qualification, SeasonPublication
from seasons.season import Competitor, competitor
from tournaments.circuits import Circuit
from tournaments.editions import find_rules
from tournaments.entries import MOST_ENTRIES, enter_many, enter_pair
from tournaments.head_count import seats_of_entries
from tournaments.log import LogKind, record
from tournaments.models import Entry, Tournament, WindPolicy
from tournaments.services import create_tournament
from tournaments.wind_draw import read_seed
from wording.sentences import refusal


class Candidate(NamedTuple):
    """A line of the standing. ``order`` counts those who do not decline; None if this one declines."""

    entry: Entry
    name: str
    rank: int
    points: Fraction
    order: int | None = None

    @property
    def who(self) -> Competitor:
        return competitor(self.entry)


class Tie(NamedTuple):
    candidates: list[Candidate]

    @property
    def key(self) -> str:
        return "-".join(str(candidate.entry.pk) for candidate in self.candidates)


class Qualified(NamedTuple):
    """Result of a qualification. ``candidates`` are in order, those who decline last. ``ties`` are
    open ones that must be settled.
    """

    candidates: list[Candidate]
    places: int
    ties: list[Tie]

    @property
    def in_order(self) -> list[Candidate]:
        return [candidate for candidate in self.candidates if candidate.order is not None]

    @property
    def first(self) -> list[Candidate]:
        return self.in_order[: self.places]


Source = Circuit | Tournament


def publications(source: Source) -> Any:
    return source.publications.order_by("-number")


def of_source(source: Source) -> dict[str, Source]:
    return {"circuit" if isinstance(source, Circuit) else "evening": source}


def qualified(qualification: Qualification) -> Qualified:
    publication = publications(qualification.source).get(number=qualification.number)
    entries, keys = _named(qualification, publication)
    out = {competitor(entries[key]) for key in qualification.declined if key in entries}
    lines = [
        Candidate(entry, line.entry, line.rank, line.match_points)
        for line in map(Line.from_json, publication.standings["overall"])
        if (entry := entries.get(keys.get(line.entry, 0)))
    ]
    settled = [
        {competitor(entries[key]): place for key, place in order if key in entries}
        for order in qualification.settled
    ]
    in_order: list[Candidate] = []
    ties: list[Tie] = []
    here = [candidate for candidate in lines if candidate.who not in out]
    for _rank, level in groupby(here, key=lambda candidate: candidate.rank):
        for group in _split_level(list(level), settled):
            if len(group) > 1 and len(in_order) < qualification.places:
                ties.append(Tie(group))
            in_order += group
    ordered = [candidate._replace(order=place) for place, candidate in enumerate(in_order, start=1)]
    declined = [candidate for candidate in lines if candidate.who in out]
    return Qualified(ordered + declined, qualification.places, ties)


def _named(
    qualification: Qualification, publication: Publication | SeasonPublication
) -> tuple[Mapping[int, Entry], Mapping[str, int]]:
    """The entries by their keys, and the keys by the names in the standing."""
    if isinstance(publication, Publication):
        entries = entries_of([publication.tournament_id])[publication.tournament_id]
        return entries, {name: key for key, name in published_names(publication, entries).items()}
    decided = (key for order in qualification.settled for key, _place in order)
    keys = {*publication.named.values(), *qualification.declined, *decided}
    return Entry.objects.with_players().in_bulk(keys), publication.named


def _split_level(
    level: list[Candidate], settled: Sequence[Mapping[Competitor, int]]
) -> Iterable[list[Candidate]]:
    """Split players of equal rank by the last settlement that covers all of them. Those who are
    still equal stay together.
    """
    fitting = [order for order in settled if all(candidate.who in order for candidate in level)]
    if not fitting:
        yield level
        return

    def place(candidate: Candidate) -> int:
        return fitting[-1][candidate.who]

    for _place, group in groupby(sorted(level, key=place), key=place):
        yield list(group)


# --- what is decided

NOT_PLAYED_OUT = {
    "pairs": _(
        "A final of pairs is 2 at one table, or 4 in three partite, each pair against each: write 2 or 4."
    ),
    "teams": _(
        "A final of teams is 2 in one match, or 4 in three partite, each team against each: write 2 or 4."
    ),
}


@transaction.atomic
def qualify(*, source: Source, places: int, carry: int, author: User | None) -> Qualification:
    """Fix who qualifies, by the latest publication. ``carry`` percent of their points go along.
    Calling it again uses the standing of now, until the final is being seated.
    """
    last = publications(source).first()
    if last is None:
        raise refusal(
            _("No standings have been published yet, so nobody qualifies."), "nothing_posted"
        )
    of = of_source(source)
    qualification = _locked_rows().filter(**of).first() or Qualification(**of)
    _check_not_seated(qualification)
    qualification.number, qualification.places, qualification.carry = last.number, places, carry
    qualification.full_clean()
    evening = _last_evening(qualification)
    table = len(seats_of_entries(evening))
    if evening.rules.by_side and places not in (table, 2 * table):
        sentence = NOT_PLAYED_OUT[evening.rules.sides]
        raise ValidationError({"places": refusal(sentence, "not_played_out")})
    if places % table:
        sentence = _(
            "The tables must be full: %(one)s for one table; %(two)s, %(three)s or more for "
            "semifinals, whose standings decide the final."
        )
        sizes = {"one": table, "two": 2 * table, "three": 3 * table}
        raise ValidationError({"places": refusal(sentence, "tables_not_full", **sizes)})
    qualification.save()
    line = gettext_noop(
        "The first %(places)s in standings no. %(number)s of “%(of)s” qualify for the final and "
        "take %(carry)s percent of their points along."
    )
    fields = {"places": places, "number": last.number, "of": str(source), "carry": carry}
    _tell(qualification, line, author, **fields)
    _make_even(qualification, author)
    return qualification


@transaction.atomic
def take_back(*, qualification: Qualification, author: User | None) -> None:
    locked = _lock_qualification(qualification)
    if locked.final is not None:
        raise refusal(_("The final has been made: delete its evening first."), "final_made")
    line = gettext_noop("The final of “%(of)s” is called off: nobody qualifies after all.")
    _tell(locked, line, author, of=str(locked.source))
    locked.delete()


@transaction.atomic
def decline(
    *, qualification: Qualification, entry: Entry, declines: bool, author: User | None
) -> None:
    locked = _lock_qualification(qualification)
    others = Entry.objects.prefetch_related("members").in_bulk(locked.declined)
    locked.declined = [
        key
        for key in locked.declined
        if key in others and competitor(others[key]) != competitor(entry)
    ]
    if declines:
        locked.declined.append(entry.pk)
    locked.save(update_fields=["declined"])
    line = (
        gettext_noop("%(player)s declines the final.")
        if declines
        else gettext_noop("%(player)s plays the final after all.")
    )
    _tell(locked, line, author, player=entry.title)
    _make_even(locked, author)


@transaction.atomic
def settle(
    *,
    qualification: Qualification,
    tie: str,
    author: User | None,
    places: Mapping[int, int] | None = None,
    seed: str = "",
) -> None:
    """Settle a tie: by the ``places`` of a play-off, by keys of entries, or by lot (``draw_order``
    of the names with the purpose ``lot``).
    """
    locked = _lock_qualification(qualification)
    level = next((level for level in qualified(locked).ties if level.key == tie), None)
    if level is None:
        raise refusal(
            _("This tie is no longer open: look at the list as it is now."), "tie_not_open"
        )
    keys = {candidate.name: candidate.entry.pk for candidate in level.candidates}
    if places is None:
        seed = read_seed(seed)
        order = dict(drawn(keys, seed))
        line = gettext_noop("Level for the final, drawn from seed %(seed)s: %(order)s.")
    else:
        order = {name: places.get(key, 0) for name, key in keys.items()}
        check_places(order.values())
        line = gettext_noop("Level for the final, settled by a play-off: %(order)s.")
    locked.settled = [*locked.settled, [[keys[name], place] for name, place in order.items()]]
    locked.save(update_fields=["settled"])
    words = [f"{order[name]}. {name}" for name in sorted(keys, key=lambda name: order[name])]
    _tell(locked, line, author, order=", ".join(words), seed=seed)
    _make_even(locked, author)


@transaction.atomic
def make_final(
    *,
    qualification: Qualification,
    name: str,
    date: datetime.date,
    author: User | None,
    ruleset: str = "",
) -> Tournament:
    """Create the final, or return the existing one. A club's final is as its rule system declares
    it (§12.3); any other begins with the rules of its system. First, second and third sit North in
    turn; four pairs or teams meet each other once (rules §13.14).
    """
    locked = _locked_rows().get(pk=qualification.pk)
    if locked.final is not None:
        return locked.final
    field = qualified(locked)
    if field.ties:
        raise refusal(_("Settle who goes first: some are level."), "ties_open")
    if len(field.first) < locked.places:
        raise refusal(
            _("%(places)s are to qualify, but only %(count)s play."),
            "too_few",
            places=locked.places,
            count=len(field.first),
        )
    rules = find_rules(ruleset or usual_rules(locked).code)
    last = _last_evening(locked)
    locked.final = create_tournament(
        name=name,
        date=date,
        ruleset=rules.code,
        author=author,
        wind_policy=WindPolicy.IN_TURN,
        place=last.place,
        is_demo=last.is_demo,
        **_final_form(rules, last, locked.places),
    )
    locked.save(update_fields=["final"])
    _make_even(locked, author)
    return locked.final


def _final_form(rules: RuleSet, last: Tournament, places: int) -> dict[str, Any]:
    if rules.by_side and places == 4:
        return {"planned_rounds": places - 1}
    if rules.final is None:
        return {"planned_rounds": last.planned_rounds}
    known = {setting.key for setting in rules.settings}
    return {
        "planned_rounds": rules.final.partite,
        "pre_dealt": False,
        "settings": {key: value for key, value in rules.final.settings.items() if key in known},
        "standing_settings": {"tiebreaks": list(rules.final.tiebreaks)},
    }


def usual_rules(qualification: Qualification) -> RuleSet:
    """Game of the final: the system's own game for finals if it has one, else the game that was
    played before.
    """
    played = _last_evening(qualification).rules
    return played if played.final is None else find_rules(played.final.ruleset)


def corrected_since(final: Tournament) -> str:
    """Warning for a final that has seats: the standing it was made of was published anew, so that
    others qualify, in another order, or with other points.
    """
    qualification = _qualification_of(final)
    if qualification is None or not final.rounds.exists():
        return ""
    last = publications(qualification.source).first()
    if last is None or last.number == qualification.number:
        return ""
    anew = copy.copy(qualification)
    anew.number = last.number
    before, now = (_order(qualified(one)) for one in (qualification, anew))
    if [who for who, _points in before] == [who for who, _points in now] and (
        before == now or not qualification.carry
    ):
        return ""
    names = ", ".join(f"{candidate.order}. {candidate.name}" for candidate in qualified(anew).first)
    sentence = _(
        "The qualification was corrected after this final was seated: by standings no. %(number)s "
        "of “%(of)s” those who qualify are %(names)s. The final stays as it is."
    )
    return str(sentence) % {
        "number": last.number,
        "of": qualification.source,
        "names": names,
    }


def _order(field: Qualified) -> list[tuple[Competitor, Fraction]]:
    return [(candidate.who, candidate.points) for candidate in field.first]


def _qualification_of(final: Tournament) -> Qualification | None:
    """Qualification that this evening is the final of, or None. Makes no query if the evening
    cannot be a final.
    """
    if final.wind_policy != WindPolicy.IN_TURN:
        return None
    rows = Qualification.objects.select_related("circuit", "evening")
    return rows.filter(final=final).first()


# --- how it is done


def of_table(source: Source) -> tuple[int, bool]:
    """Number of entries at a table, and whether they are two sides, for the evening that the final
    is made from. Four single players if nothing is published.
    """
    last = publications(source).first()
    if last is None:
        return len(WINDS), False
    evening = _last_evening(Qualification(number=last.number, **of_source(source)))
    return len(seats_of_entries(evening)), evening.rules.by_side


def _last_evening(qualification: Qualification) -> Tournament:
    source = qualification.source
    if isinstance(source, Tournament):
        return source
    codes = publications(source).values_list("evenings", flat=True).get(number=qualification.number)
    return Tournament.objects.filter(code__in=codes).latest("date", "pk")


def _locked_rows() -> QuerySet[Qualification]:
    return Qualification.objects.select_for_update(of=("self",))


def _lock_qualification(qualification: Qualification) -> Qualification:
    locked = _locked_rows().get(pk=qualification.pk)
    _check_not_seated(locked)
    return locked


def _check_not_seated(qualification: Qualification) -> None:
    if qualification.final is not None and qualification.final.rounds.exists():
        raise refusal(
            _(
                "The final is being seated: withdraw anybody who cannot play in the evening of the final itself."
            ),
            "final_seated",
        )


def _make_even(qualification: Qualification, author: User | None) -> None:
    field = qualified(qualification)
    if qualification.final is None or field.ties:
        return
    final = qualification.final.lock_open()
    candidates = {candidate.who: candidate for candidate in field.first}
    known = {candidate.who for candidate in field.candidates}
    there = {competitor(entry): entry for entry in final.entries.prefetch_related("members")}
    gone = [entry.pk for who, entry in there.items() if who in known - candidates.keys()]
    final.entries.filter(pk__in=gone).delete()
    coming = [
        [member.player for member in candidate.entry.members.all()]
        for who, candidate in candidates.items()
        if who not in there
    ]
    if all(len(players) == 1 for players in coming):
        enter_many(tournament=final, players=[player for (player,) in coming], author=author)
    else:
        for players in coming:
            enter_pair(tournament=final, players=players, author=author)
    final.entries.update(number=F("number") + MOST_ENTRIES)  # no number is another's for a moment
    entries = list(final.entries.prefetch_related("members").order_by("number"))
    places = {who: place for place, who in enumerate(candidates)}
    entries.sort(key=lambda entry: places.get(competitor(entry), len(places)))
    for number, entry in enumerate(entries, start=1):
        entry.number = number
        if candidate := candidates.get(competitor(entry)):
            carried = candidate.points * qualification.carry / 100
            entry.name = candidate.entry.name
            entry.carried = str(carried) if qualification.carry else ""
    Entry.objects.bulk_update(entries, ["number", "name", "carried"])
    line = gettext_noop("In the final, in the order of the qualification: %(players)s.")
    names = ", ".join(f"{candidate.order}. {candidate.name}" for candidate in field.first)
    _tell(qualification, line, author, players=names[:2000])


def _tell(qualification: Qualification, line: str, author: User | None, **fields: object) -> None:
    evening = qualification.final or _last_evening(qualification)
    record(evening, LogKind.QUALIFIED, line, author=author, **fields)
