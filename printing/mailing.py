"""The results after the evening: as a text to copy, and by e-mail to the players who agreed, each once."""

import smtplib
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _

from king.standings.ranking import Line
from king.standings.round_results import EVERYBODY
from printing.models import Mailing
from scoring.models import Publication
from scoring.publishing import Posted, awaits_prize_giving, read_posted, shown_publications
from tournaments.models import Player, Tournament
from wording.naming import column_name, number
from wording.results import posted_words

State, Failure = Mailing.State, Mailing.Failure


def posted_results(tournament: Tournament) -> Posted | None:
    """The standing that may be sent: posted, readable, and no later one held back."""
    if awaits_prize_giving(tournament):
        return None
    publication = shown_publications(tournament).first()
    posted = read_posted(tournament, publication) if publication is not None else None
    return posted if posted is not None and posted.standings is not None else None


def is_final(tournament: Tournament, posted: Posted) -> bool:
    """No further partita will change it: mails go out once."""
    return tournament.closed_at is not None or posted.rounds[-1].number >= tournament.planned_rounds


def mail_is_set() -> bool:
    return bool(settings.EMAIL_HOST and settings.DEFAULT_FROM_EMAIL)


def recipients(posted: Posted) -> dict[int, Player]:
    assert posted.standings is not None
    ranked = {line.entry for line in posted.standings.overall}
    members = [
        member.player_id
        for name, entry in posted.entries.items()
        if name in ranked or name in posted.standings.unranked
        for member in entry.members.all()
    ]
    # As they are now: nothing that a standing is remembered by says who agreed since.
    players = Player.objects.filter(emails_agreed=True, is_house=False).exclude(email="").in_bulk(members)
    return {key: players[key] for key in members if key in players}


def results_text(posted: Posted, link: str) -> str:
    tournament = posted.publication.tournament
    parts = [_heading(tournament, posted.publication)]
    parts += ["\n".join([title, *map(line_text, lines)]) for title, lines in _lists(posted)]
    return "\n\n".join([*parts, *filter(None, [link])])


def _lists(posted: Posted) -> list[tuple[str, tuple[Line, ...]]]:
    assert posted.standings is not None
    by_wind = [(column_name(place), lines) for place, lines in posted.standings.winds.items() if place != EVERYBODY]
    return [(_("Overall"), posted.standings.overall), *by_wind]


def _heading(tournament: Tournament, publication: Publication) -> str:
    state = posted_words(publication.number, publication.state == Publication.State.OFFICIAL)
    day = formats.date_format(tournament.date, "j F Y")
    return f"{tournament.name}\n{day} · {state}"


def line_text(line: Line) -> str:
    """``1. Anna Rossi 12 (+24)``: match points, then points; once where they are the same."""
    total = number(line.total, signed=True)
    points = total if line.match_points == line.total else f"{number(line.match_points)} ({total})"
    return f"{line.rank}. {line.entry} {points}"


# --- in the worker


def send(tournament_pk: int) -> None:
    """One connection, the site's own language; each row is claimed first, so that no second worker sends it too."""
    waiting = Mailing.objects.filter(tournament=tournament_pk, state=State.QUEUED)
    rows = list(waiting.select_related("player", "tournament"))
    if not rows:
        return
    posted = posted_results(rows[0].tournament)
    if posted is None:
        waiting.update(state=State.FAILED, failure=Failure.HELD, changed_at=timezone.now())
        return
    connection = get_connection()
    try:
        connection.open()
        for row in rows:
            _send_one(row, posted, connection)
    except OSError as error:
        failure, answer = reason_of(error)
        waiting.update(state=State.FAILED, failure=failure, answer=answer, changed_at=timezone.now())
    finally:
        connection.close()


def _send_one(row: Mailing, posted: Posted, connection: Any) -> None:
    claimed = Mailing.objects.filter(pk=row.pk, state=State.QUEUED)
    if not claimed.update(state=State.SENDING, changed_at=timezone.now()):
        return
    failure, answer, line_is_dead = "", "", False
    try:
        with translation.override(settings.LANGUAGE_CODE):
            mail_for(row, posted, connection).send()
    except OSError as error:
        failure, answer = reason_of(error)
        line_is_dead = failure == Failure.AWAY
    row.state, row.failure, row.answer = State.FAILED if failure else State.SENT, failure, answer
    row.changed_at = timezone.now()
    row.save(update_fields=["state", "failure", "answer", "changed_at"])
    if line_is_dead:
        connection.close()
        connection.open()


def mail_for(row: Mailing, posted: Posted, connection: Any = None) -> EmailMessage:
    entry = next(
        name
        for name, entry in posted.entries.items()
        if any(member.player_id == row.player_id for member in entry.members.all())
    )
    said = [_heading(row.tournament, posted.publication), _own_lines(posted, entry)]
    if row.link:
        said.append(_("The whole standing: %(link)s") % {"link": row.link})
    said.append(_("You receive this because you agreed to e-mails with the results. To stop them, tell the organizer."))
    subject = _("Results: %(evening)s") % {"evening": " ".join(row.tournament.name.split())}
    return EmailMessage(subject, "\n\n".join(said) + "\n", to=[row.address], connection=connection)


def _own_lines(posted: Posted, entry: str) -> str:
    found = [f"{title}: {line_text(line)}" for title, lines in _lists(posted) for line in lines if line.entry == entry]
    return "\n".join(found) or _("%(player)s played without a place in the standing.") % {"player": entry}


def reason_of(error: OSError) -> tuple[str, str]:
    """For a person, and in the server's own words."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, words = next(iter(error.recipients.values()))
        return Failure.RECIPIENT, _answer(code, words)
    if isinstance(error, smtplib.SMTPResponseException):
        failure = {smtplib.SMTPSenderRefused: Failure.SENDER, smtplib.SMTPAuthenticationError: Failure.LOGIN}
        return failure.get(type(error), Failure.SERVER), _answer(error.smtp_code, error.smtp_error)
    if isinstance(error, smtplib.SMTPException) and not isinstance(error, smtplib.SMTPServerDisconnected):
        return Failure.SERVER, str(error)[:300]
    return Failure.AWAY, str(error.strerror or error)[:300]


def _answer(code: int, words: bytes | str) -> str:
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"[:300]
