"""Members of the club, year by year, with what they paid; and who agreed to e-mails and a page."""

from collections.abc import Collection
from datetime import date
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, gettext_noop

from ground.names import new_code
from people.models import Membership
from tournaments.log import LogKind, record
from tournaments.models import Player, Tournament
from tournaments.roster import log_of_player
from wording.sentences import refusal


@transaction.atomic
def agree_to_page(*, player: Player, agreed: bool, author: User | None) -> None:
    """Note whether the player agrees to a public page. Each agreement has a new code, so that an
    earlier address does not work again.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if bool(locked.page_code) == agreed:
        return
    locked.page_code = new_code(10) if agreed else ""
    locked.page_agreed_at = timezone.now() if agreed else None
    locked.page_agreed_by = author.get_username() if agreed and author is not None else ""
    locked.save(update_fields=["page_code", "page_agreed_at", "page_agreed_by"])
    yes = gettext_noop("%(player)s agreed to a public page of their evenings.")
    no = gettext_noop("%(player)s no longer agrees to a public page of their evenings.")
    entered = Tournament.objects.filter(closed_at=None, members__player=locked)
    log_of_player(entered, locked, LogKind.PAGE_AGREED, yes if agreed else no, author)


@transaction.atomic
def agree_to_emails(
    *, players: Collection[int], agreed: bool, author: User | None
) -> tuple[Player, ...]:
    """Note for several players, by key, whether they agree to e-mails. Players who had said the
    same already are left as they are.
    """
    locked = Player.objects.select_for_update().filter(
        pk__in=players, is_house=False, emails_agreed=not agreed
    )
    people = tuple(locked.exclude(email="").order_by("search", "pk"))
    Player.objects.filter(pk__in=[player.pk for player in people]).update(emails_agreed=agreed)
    names = {player.pk: player.full_name for player in people}
    yes = gettext_noop("Agreed to e-mails with the results: %(players)s.")
    no = gettext_noop("No longer agreed to e-mails with the results: %(players)s.")
    for tournament in (
        Tournament.objects.filter(closed_at=None, members__player__in=names)
        .distinct()
        .order_by("pk")
    ):
        here = tournament.members.filter(player__in=names).values_list("player_id", flat=True)
        called = ", ".join(names[pk] for pk in names if pk in set(here))[:2000]
        record(
            tournament,
            LogKind.EMAILS_AGREED,
            yes if agreed else no,
            author=author,
            players=called,
        )
    return people


def members_of(year: int) -> QuerySet[Membership]:
    return (
        Membership.objects.filter(year=year)
        .select_related("player")
        .order_by("player__search", "player")
    )


@transaction.atomic
def enrol(*, players: Collection[Player], year: int) -> int:
    known = set(
        Membership.objects.filter(year=year, player__in=players).values_list("player", flat=True)
    )
    new = [Membership(player=player, year=year) for player in players if player.pk not in known]
    Membership.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def pay_fee(*, member: Membership, fee: Decimal, paid_on: date) -> None:
    Membership.objects.filter(pk=member.pk).update(fee=fee, paid_on=paid_on)


def revoke_fee(*, member: Membership) -> None:
    Membership.objects.filter(pk=member.pk).update(fee=None, paid_on=None)


def leave_club(*, member: Membership) -> None:
    if not Membership.objects.filter(pk=member.pk, paid_on=None).delete()[0]:
        raise refusal(
            _("%(player)s has paid the fee: take the payment back first."),
            "fee_paid",
            player=member.player.full_name,
        )


def usual_fee(year: int) -> Decimal | None:
    paid = Membership.objects.filter(year__lte=year, paid_on__isnull=False).order_by(
        "-year", "-paid_on", "-pk"
    )
    return paid.values_list("fee", flat=True).first()
