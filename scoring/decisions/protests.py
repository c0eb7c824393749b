"""Protests against a published standing, and the arbiter's answers."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.guards import Author, stored_author, write
from ground.names import clean_text
from scoring.calls import check_hand, end_call
from scoring.models import Call, Protest, Ruling
from scoring.publishing import last_publication
from scoring.round_steps import become_official
from tournaments.log import LogKind, record_at
from tournaments.models import Round, Table
from wording.sentences import refusal

LONGEST_WORDS = 500
"""Most characters of a protest, and of its answer."""


@transaction.atomic
def enter_protest(
    *, table: Table, hand: Any = None, who: str, text: str, author: Author, call: Call | None = None
) -> Protest:
    """Store a protest. Raises ``ValidationError`` before the partita is published and once its
    result is official. A late protest is stored, and left to the arbiter. ``call`` is settled with
    it if it is of the same table.
    """
    tournament = table.round.tournament.lock()
    become_official(tournament)
    round_ = Round.objects.get(pk=table.round_id)
    publication = last_publication(tournament)
    if round_.is_official:
        raise refusal(
            _(
                "Partita %(round)s is official: the time for protests is over. The arbiter can make it provisional again."
            ),
            "round_official",
            round=round_.number,
        )
    if not round_.is_provisional or publication is None:
        raise refusal(
            _("Partita %(round)s is not published yet: call the arbiter, and correct the sheet."),
            "round_not_provisional",
            round=round_.number,
        )
    check_hand(tournament, hand)
    who, text = clean_text(who)[:120], clean_text(text)[:LONGEST_WORDS]
    if not who or not text:
        raise refusal(_("A protest says who protests, and what against."), "protest_without_words")
    call = call if call is not None and call.table_id == table.pk else None
    protest = Protest.objects.create(
        publication=publication,
        table=table,
        hand=hand,
        who=who,
        text=text,
        call=call,
        author=stored_author(author),
    )
    record_at(
        table,
        LogKind.PROTEST_MADE,
        gettext_noop(
            "Partita %(round)s, table %(table)s (hand %(hand)s): %(who)s protests against "
            "standings no. %(number)s. %(text)s"
        ),
        author,
        hand=hand or "–",
        who=who,
        number=publication.number,
        text=text,
    )
    if call:
        end_call(call=call, author=author)
    return protest


@transaction.atomic
def answer_protest(
    *, protest: Protest, outcome: str, answer: str, author: Author, ruling: Ruling | None = None
) -> Protest:
    locked = (
        Protest.objects.select_for_update(of=("self",))
        .select_related("table__round__tournament")
        .get(pk=protest.pk)
    )
    if locked.answered_at:
        raise refusal(_("This protest has already been answered."), "protest_answered")
    answer = clean_text(answer)[:LONGEST_WORDS]
    if outcome not in Protest.Outcome.values or not answer:
        raise refusal(
            _("Say how the protest ends, and why: the player who made it will read these words."),
            "no_answer",
        )
    _check_ruling(locked, ruling)
    write(
        locked,
        outcome=outcome,
        answer=answer,
        ruling=ruling,
        answered_at=timezone.now(),
        answered_by=stored_author(author),
    )
    sentences = {
        Protest.Outcome.UPHELD: gettext_noop(
            "Partita %(round)s, table %(table)s: the protest of %(who)s is upheld. %(text)s"
        ),
        Protest.Outcome.REJECTED: gettext_noop(
            "Partita %(round)s, table %(table)s: the protest of %(who)s is rejected. %(text)s"
        ),
        Protest.Outcome.WITHDRAWN: gettext_noop(
            "Partita %(round)s, table %(table)s: %(who)s withdraws the protest. %(text)s"
        ),
    }
    record_at(
        locked.table,
        LogKind.PROTEST_ANSWERED,
        sentences[Protest.Outcome(outcome)],
        author,
        who=locked.who,
        text=answer,
        ruling=None if ruling is None else ruling.pk,
    )
    return locked


def _check_ruling(protest: Protest, ruling: Ruling | None) -> None:
    if ruling is None:
        return
    # Held, so that nobody revokes it between this look and the answer.
    ruling = (
        Ruling.objects.select_for_update(of=("self",)).select_related("sheet").get(pk=ruling.pk)
    )
    if ruling.sheet.table_id != protest.table_id:
        raise refusal(_("That ruling belongs to another table."), "ruling_elsewhere")
    if ruling.revoked_at:
        raise refusal(
            _("That ruling has been revoked: choose one that is in force, or none."),
            "ruling_revoked",
        )
