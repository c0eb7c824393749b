"""The results after the evening: as a text to copy, and by e-mail to the players who agreed, each
once.
"""

from urllib.parse import urljoin

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _

from king.standing.ranking import Line, Standings
from king.standing.round_results import EVERYBODY, Compared
from printing.letters import Failure, State, fail, send_waiting
from printing.models import Mailing
from scoring.models import Publication
from scoring.player_evening import PlayerEvening, gather_evening
from scoring.publishing import (
    ComparedEvening,
    PublishedStandings,
    compared_evening,
    read_publication,
    tables_as_published,
)
from scoring.publishing.final_hold import awaits_prize_giving, shown_publications
from tournaments.models import Player, Tournament
from wording.naming import column_name, join_words, number
from wording.rests import foot, with_marks
from wording.results import line_words, publication_words, short_points
from wording.sentences import say


def published_results(tournament: Tournament) -> PublishedStandings | None:
    """Standing that may be mailed: published, readable, and with no later one held back."""
    if awaits_prize_giving(tournament):
        return None
    publication = shown_publications(tournament).first()
    published = read_publication(tournament, publication) if publication is not None else None
    return published if published is not None and published.standings is not None else None


def is_final(tournament: Tournament, published: PublishedStandings) -> bool:
    """Whether no further partita will change the standing. Mails wait for that, because they go out
    once.
    """
    return (
        tournament.closed_at is not None or published.rounds[-1].number >= tournament.planned_rounds
    )


def recipients(published: PublishedStandings) -> dict[int, Player]:
    assert published.standings is not None
    ranked = {line.entry for line in published.standings.overall}
    members = [
        member.player_id
        for name, entry in published.entries.items()
        if name in ranked or name in published.standings.unranked
        for member in entry.members.all()
    ]
    # Read now: cached standings do not change when somebody agrees.
    players = (
        Player.objects.filter(emails_agreed=True, is_house=False).exclude(email="").in_bulk(members)
    )
    return {key: players[key] for key in members if key in players}


def results_text(published: PublishedStandings, link: str) -> str:
    standings = _readable(published)
    lists = (
        "\n".join([title, *(line_text(line, standings.raw) for line in lines)])
        for title, lines in _lists(standings)
    )
    rests = (line.rests for line in standings.overall)
    note = foot(rests, published.settings.bye_points)
    return "\n\n".join(filter(None, [_heading(published.publication), *lists, note, link]))


def _readable(published: PublishedStandings) -> Standings:
    assert published.standings is not None
    return published.standings


def _lists(standings: Standings) -> list[tuple[str, tuple[Line, ...]]]:
    by_wind = [
        (column_name(place), lines)
        for place, lines in standings.winds.items()
        if place != EVERYBODY
    ]
    return [(_("Overall"), standings.overall), *by_wind]


def _heading(publication: Publication) -> str:
    tournament = publication.tournament
    state = publication_words(publication.number, publication.is_official)
    day = formats.date_format(tournament.date, "DATE_FORMAT")
    return f"{tournament.name}\n{day} · {state}"


def line_text(line: Line, raw: bool) -> str:
    """Line of a standing: ``1. Anna Rossi 12 (+24)`` has match points, then points. They are given
    once if they are equal in the whole standing.
    """
    points = short_points(line.match_points, line.total, raw)
    return with_marks(f"{line.rank}. {line.entry} {points}", line.rests)


# --- in the worker


def send(tournament_pk: int) -> None:
    """Send the waiting mails, in the evening's language."""
    rows = Mailing.objects.filter(tournament=tournament_pk).select_related("player", "tournament")
    waiting = rows.filter(state=State.QUEUED)
    first = waiting.first()
    if first is None:
        return
    published = published_results(first.tournament)
    if published is None:
        fail(waiting, Failure.HELD)
        return
    compared = compared_evening(published, tables_as_published(published))
    send_waiting(
        rows, lambda row: mail_for(row, published, compared), lambda row: row.tournament.language
    )


def mail_for(
    row: Mailing, published: PublishedStandings, compared: ComparedEvening
) -> EmailMessage:
    name, entry = next(
        (name, entry)
        for name, entry in published.entries.items()
        if any(member.player_id == row.player_id for member in entry.members.all())
    )
    standings = _readable(published)
    rests = (line.rests for line in standings.overall if line.rank == 1 or line.entry == name)
    note = foot(rests, published.settings.bye_points)
    parts = [
        _heading(published.publication),
        _own_lines(standings, name),
        *filter(None, [note]),
        *_own_hands(gather_evening(entry, published, compared)),
    ]
    if row.link:
        own = urljoin(row.link, reverse("live:entry", args=[row.tournament.code, entry.number]))
        by_hand = _("Your evening, hand by hand: %(link)s") % {"link": own}
        whole = _("The whole standings: %(link)s") % {"link": row.link}
        parts.append(f"{by_hand}\n{whole}")
    parts.append(
        _(
            "You receive this because you agreed to e-mails with the results. To stop them, tell the organizer."
        )
    )
    subject = _("Results: %(evening)s") % {"evening": " ".join(row.tournament.name.split())}
    text = "\n\n".join(parts) + "\n"
    return EmailMessage(subject, text, to=[row.address])


def _own_lines(standings: Standings, entry: str) -> str:
    """Sentences for one entry: its place and the number of lines in each list, the winner, and its
    own partite.
    """
    places = [
        f"{title}{_(': ')}{_place(line, len(lines), standings.raw)}"
        for title, lines in _lists(standings)
        for line in lines
        if line.entry == entry
    ]
    apart = _("%(player)s played without a place in the standings.") % {"player": entry}
    sentences = [entry if places else apart, *places]
    winners = [line for line in standings.overall if line.rank == 1]
    if winners:
        names = join_words(line.entry for line in winners)
        points = line_words(winners[0], standings.raw)
        sentences.append(_("Winner: %(names)s, %(points)s") % {"names": names, "points": points})
    results = [
        result
        for line in standings.overall
        if line.entry == entry
        for result in (*line.counted, *line.dropped)
    ]
    results.sort(key=lambda result: result.round)
    partite = [_partita(result, standings.raw) for result in results]
    return "\n\n".join("\n".join(part) for part in (sentences, partite) if part)


def _own_hands(evening: PlayerEvening) -> list[str]:
    """Paragraph on the player's hands that are furthest from the mean. Empty if nothing can be
    compared, or while hands are secret.
    """
    lines = [
        _("; ").join((hand.sentence, *hand.why)) if hand.why else hand.sentence
        for hand in evening.furthest
    ]
    return ["\n".join([_("Your hands furthest from the mean:"), *lines])] if lines else []


def _place(line: Line, field: int, raw: bool) -> str:
    place = _("place %(place)s of %(count)s") % {"place": line.rank, "count": field}
    return f"{place}, {line_words(line, raw)}"


def _partita(one: Compared, raw: bool) -> str:
    sentence = say(one.phrase)
    if raw or one.result.total is None:
        return sentence
    return _("%(sentence)s On the sheet: %(points)s.") % {
        "sentence": sentence,
        "points": number(one.result.total, signed=True),
    }
