"""The hall's screens: a browser makes itself known, the desk says what it shows; the club's
slides.
"""

from __future__ import annotations

import datetime
import hashlib
import secrets
from typing import Any

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ground import apart
from ground.names import cleaned
from king_tournament.models import Screen, Slide
from tournaments.models import Tournament

DIGITS = "23456789"
"""Said and read without a mistake in any language."""
HEARD_EVERY = datetime.timedelta(seconds=30)
WAITS = datetime.timedelta(minutes=10)
"""A browser that is open asks every few seconds."""
MOST_FROM_ONE_ADDRESS, MOST_WAITING = 20, 200
"""Screens without an evening: anybody may open one."""

MOST_SLIDES = 30
LARGEST_FILE = 8 * 2**20


# --- a browser that makes itself known


def heard(secret: str, address: str) -> tuple[Screen, str]:
    """A new screen comes with the secret that its browser is to keep, a known one with "". Raises
    ``ValidationError`` where more screens wait than anybody has.
    """
    screen = (
        Screen.objects.select_related("tournament").filter(secret=_kept(secret)).first()
        if secret
        else None
    )
    if screen is None:
        return _new(address)
    now = timezone.now()
    if screen.seen_at < now - HEARD_EVERY:
        Screen.objects.filter(pk=screen.pk).update(seen_at=now)
    return screen, ""


def _kept(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _new(address: str) -> tuple[Screen, str]:
    now, secret = timezone.now(), secrets.token_urlsafe(32)
    waiting = Screen.objects.filter(tournament=None)
    waiting.exclude(seen_at__range=(now - WAITS, now + WAITS)).delete()
    if waiting.filter(address=address).count() >= MOST_FROM_ONE_ADDRESS:
        raise ValidationError(
            _("Too many screens wait for the desk. Close some, and try again in ten minutes."),
            "too_many",
        )
    if waiting.count() >= MOST_WAITING:
        # Ten strangers with twenty each shut nobody out: the one with most has one fewer.
        counts = waiting.values_list("address").annotate(count=Count("pk")).order_by("-count")
        waiting.filter(address=counts[0][0]).earliest("seen_at").delete()
    while True:
        code = "".join(secrets.choice(DIGITS) for _digit in range(4))
        try:
            with transaction.atomic():
                return Screen.objects.create(
                    code=code, secret=_kept(secret), address=address, seen_at=now
                ), secret
        except IntegrityError:
            continue  # Another screen has the code.


# --- what the desk says of it


def give(
    *, screen: Screen, tournament: Tournament | None, role: str, name: str, light: bool
) -> None:
    screen.tournament, screen.role, screen.name, screen.light = (
        tournament,
        role,
        cleaned(name),
        light,
    )
    screen.full_clean(validate_unique=False, validate_constraints=False)
    screen.save(update_fields=["tournament", "role", "name", "light"])


# --- slides


@transaction.atomic
def add_slide(*, title: str, text: str, picture: UploadedFile[Any] | None) -> Slide:
    slide = Slide(title=cleaned(title), text=text.strip())
    content = _drawn(picture) if picture is not None else None
    if Slide.objects.select_for_update().count() >= MOST_SLIDES:
        raise ValidationError(
            _("There are %(most)s slides: take one away first.") % {"most": MOST_SLIDES}
        )
    if content is not None:
        slide.picture.save(
            f"{hashlib.sha256(content).hexdigest()[:32]}.jpg", ContentFile(content), save=False
        )
    slide.full_clean()
    slide.save(force_insert=True)
    return slide


def _drawn(file: UploadedFile[Any]) -> bytes:
    if (file.size or 0) > LARGEST_FILE:
        raise ValidationError({"picture": _("The picture is larger than 8 MB.")})
    try:
        return apart.ask("ground.apart.picture", file.read())
    except apart.NotRead as refusal:
        sentence = _("This file is no picture that can be read: choose a JPEG, a PNG or a WebP.")
        if str(refusal) != "file_damaged":
            sentence = _("The picture has more than 50 million points: make it smaller.")
        raise ValidationError({"picture": sentence}) from None


def remove_slide(*, slide: Slide) -> None:
    slide.delete()
    if slide.picture:
        slide.picture.delete(save=False)
