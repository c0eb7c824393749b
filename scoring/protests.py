"""The time for protests: what was posted may be protested against, and then becomes official, by a press or by itself.

By itself it does so when somebody next looks, so that no other program has to be running: whoever reads a page of the
evening after its time is over finds it official.
"""

from __future__ import annotations

import datetime

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from scoring.calls import check_hand, end_call
from scoring.holding import hold_in_force
from scoring.models import Call, Protest, Publication, Ruling
from scoring.publishing import last_publication
from scoring.rounds import make_official
from tournaments.log import record
from tournaments.models import Round, Table, Tournament
from tournaments.names import cleaned

LONGEST_WORDS = 500


def protests_until(publication: Publication) -> datetime.datetime | None:
    """When the time for protests against a posted standing ends, or ended.

    None where it has none: it was official from the start, or is held back. A standing that was held back for the
    prize-giving has its time from the moment when everybody could read it.
    """
    if not publication.protest_minutes:
        return None
    began = publication.created_at
    tournament, after = publication.tournament, publication.after_round
    if after is not None and after.number >= tournament.planned_rounds:
        if hold_in_force(tournament) is not None:
            return None
        released = tournament.final_holds.filter(released_at__gt=began).order_by("-released_at").first()
        began = released.released_at if released is not None and released.released_at else began
    return began + datetime.timedelta(minutes=publication.protest_minutes)


def open_protests(tournament: Tournament) -> QuerySet[Protest]:
    """Those that wait for an answer, oldest first."""
    return Protest.objects.filter(table__round__tournament=tournament, answered_at=None).order_by("made_at", "pk")


@transaction.atomic
def enter_protest(
    *, table: Table, hand: int | None = None, who: str, text: str, author: AbstractBaseUser | None,
    call: Call | None = None,
) -> Protest:  # fmt: skip
    """Write a protest down. Refused before the partita is posted and once it is official; ``call`` is settled by it.

    One that comes after the time is written down too, as long as nothing is official: the arbiter says what it is
    worth.
    """
    tournament = table.round.tournament
    Tournament.objects.select_for_update().only("pk").get(pk=tournament.pk)
    become_official(tournament)
    round_ = Round.objects.get(pk=table.round_id)
    posted = last_publication(tournament)
    if round_.stage == Round.Stage.OFFICIAL:
        raise ValidationError(
            _("Partita %(round)s is official: the time for protests is over. The arbiter can take that back."),
            code="round_official",
            params={"round": round_.number},
        )
    if round_.stage != Round.Stage.PROVISIONAL or posted is None:
        raise ValidationError(
            _("Partita %(round)s is not posted yet: call the arbiter, and correct the sheet."),
            code="round_not_provisional",
            params={"round": round_.number},
        )
    check_hand(tournament, hand)
    who, text = cleaned(who)[:120], cleaned(text)[:LONGEST_WORDS]
    if not who or not text:
        raise ValidationError(_("A protest says who protests, and what against."), code="protest_without_words")
    made = Protest.objects.create(
        publication=posted, table=table, hand=hand, who=who, text=text, call=call,
        author=author if author is not None and author.pk else None,
    )  # fmt: skip
    record(
        tournament, "protest_made",
        gettext_noop("Partita %(round)s, table %(table)s (hand %(hand)s): %(who)s protests against standing no. "
                     "%(number)s. %(text)s"),
        author=author, round=round_.number, table=table.number, hand=hand or "–", who=who, number=posted.number,
        text=text,
    )  # fmt: skip
    if call is not None:
        end_call(call=call, author=author)
    return made


@transaction.atomic
def answer_protest(
    *, protest: Protest, outcome: str, answer: str, author: AbstractBaseUser | None, ruling: Ruling | None = None
) -> Protest:
    """The arbiter answers, once; ``ruling`` is what he ruled on it, of the same table."""
    held = Protest.objects.select_for_update(of=("self",)).select_related("table__round__tournament").get(pk=protest.pk)
    if held.answered_at is not None:
        raise ValidationError(_("This protest has been answered already."), code="protest_answered")
    answer = cleaned(answer)[:LONGEST_WORDS]
    if outcome not in Protest.Outcome.values or not answer:
        raise ValidationError(
            _("Say how the protest ends, and why: the words are told to whoever made it."), code="no_answer"
        )
    if ruling is not None and ruling.sheet.table_id != held.table_id:
        raise ValidationError(_("That ruling is of another table."), code="ruling_elsewhere")
    held.outcome, held.answer, held.ruling, held.answered_at = outcome, answer, ruling, timezone.now()
    held.answered_by = author if author is not None and author.pk else None
    held.save(update_fields=["outcome", "answer", "ruling", "answered_at", "answered_by"])
    sentences = {
        Protest.Outcome.UPHELD: gettext_noop("Partita %(round)s, table %(table)s: the protest of %(who)s is upheld. "
                                             "%(text)s"),
        Protest.Outcome.REJECTED: gettext_noop("Partita %(round)s, table %(table)s: the protest of %(who)s is "
                                               "rejected. %(text)s"),
        Protest.Outcome.WITHDRAWN: gettext_noop("Partita %(round)s, table %(table)s: %(who)s withdraws the protest. "
                                                "%(text)s"),
    }  # fmt: skip
    record(
        held.table.round.tournament, "protest_answered", sentences[Protest.Outcome(outcome)], author=author,
        round=held.table.round.number, table=held.table.number, who=held.who, text=answer,
        ruling=None if ruling is None else ruling.pk,
    )  # fmt: skip
    return held


def become_official(tournament: Tournament) -> bool:
    """Where the evening lets it: what is posted becomes official once its time is over and no protest is open.

    Whatever keeps the desk from it (a sheet opened again, a standing that has changed) keeps this from it too. What the
    arbiter has taken back he makes official himself.
    """
    if not tournament.official_by_itself or tournament.closed_at is not None:
        return False
    posted = last_publication(tournament)
    if posted is None or posted.state == Publication.State.OFFICIAL:
        return False
    until = protests_until(posted)
    if until is None or until > timezone.now() or open_protests(tournament).exists():
        return False
    if tournament.log.filter(kind="official_withdrawn", at__gte=posted.created_at).exists():
        return False
    try:
        with transaction.atomic():
            for round_ in tournament.rounds.filter(stage=Round.Stage.PROVISIONAL).order_by("number"):
                make_official(round=round_, author=None, by_itself=True)
    except ValidationError:
        return False
    return True
