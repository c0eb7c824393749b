"""The hall's screens as the desk sees them: which shows what of the evening, and the club's
slides.
"""

import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from frame import page
from frame.page import DeskRequest
from ground.addresses import public_address
from ground.roles import ARBITER, ORGANIZER, holds
from king_tournament import screens as services
from king_tournament.models import Screen, Slide
from tournaments.models import Tournament

SILENT = datetime.timedelta(minutes=2)


class ScreenForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code on the screen"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "list": "waiting", "autocomplete": "off"}
        ),
    )
    role = forms.ChoiceField(label=gettext_lazy("It shows"), choices=Screen.Role.choices)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Where it hangs, to tell it from the others."),
    )
    light = forms.BooleanField(
        label=gettext_lazy("Light ground, for a projector in a bright hall"), required=False
    )

    def clean_code(self) -> Screen:
        code = "".join(self.cleaned_data["code"].split())
        found = Screen.objects.select_related("tournament").filter(code=code).first()
        if found is None:
            sentence = _("No screen has the code “%(code)s”: read it off the screen once more.")
            raise ValidationError(sentence, params={"code": code})
        return found


class SlideForm(forms.Form):
    title = forms.CharField(label=gettext_lazy("Title"), max_length=80, required=False)
    text = forms.CharField(
        label=gettext_lazy("Text"),
        max_length=400,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    picture = forms.FileField(
        label=gettext_lazy("Picture"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text=gettext_lazy("JPEG, PNG or WebP, up to 8 MB."),
    )


@page.staff_only
@require_http_methods(["GET", "POST"])
def screens(request: DeskRequest, code: str) -> HttpResponse:
    found = page.find_tournament(code)
    if request.method != "POST":
        return _page(request, found)
    form = ScreenForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form=form)
    screen, taken = form.cleaned_data.pop("code"), "take_away" in request.POST
    if not _may_change(request, screen, found):
        form.add_error(
            "code", _("This screen shows another evening, and your role is not for that one.")
        )
        return _page(request, found, form=form)
    services.give(screen=screen, tournament=None if taken else found, **form.cleaned_data)
    said = (
        _("Screen %(screen)s shows its code again.")
        if taken
        else _("Screen %(screen)s changes within seconds.")
    )
    messages.success(request, said % {"screen": screen})
    if not taken and form.cleaned_data["role"] == Screen.Role.CLOCK and found.round_minutes is None:
        messages.warning(request, _("This evening has no clock: its settings can give it one."))
    return redirect("desk:screens", found.code)


def _may_change(request: DeskRequest, screen: Screen, found: Tournament) -> bool:
    other = screen.tournament
    return (
        other is None
        or other == found
        or holds(request.user, ORGANIZER, ARBITER, evening=other.code)
    )


@page.staff_only
@require_POST
def slides(request: DeskRequest, code: str) -> HttpResponse:
    found = page.find_tournament(code)
    if "remove" in request.POST:
        slide = page.find_row(Slide.objects, request.POST["remove"])
        if slide is not None:
            services.remove_slide(slide=slide)
        return redirect("desk:screens", found.code)
    form = SlideForm(request.POST, request.FILES)
    if form.is_valid():
        with page.refusing(form):
            services.add_slide(**form.cleaned_data)
            messages.success(request, _("The slide is added."))
            return redirect("desk:screens", found.code)
    return _page(request, found, slide_form=form)


def _page(request: DeskRequest, found: Tournament, **forms_typed: Any) -> HttpResponse:
    now = timezone.now()
    every = [
        screen
        for screen in Screen.objects.select_related("tournament")
        if _may_change(request, screen, found)
    ]
    mine = [
        {
            "screen": screen,
            "silent": screen.seen_at < now - SILENT,
            "form": ScreenForm(
                initial={"role": screen.role, "name": screen.name, "light": screen.light},
                auto_id=f"id_%s_{screen.code}",
            ),
        }
        for screen in every
        if screen.tournament == found
    ]
    # A browser that was closed again waits for nobody.
    others = [
        screen
        for screen in every
        if screen.tournament != found and (screen.tournament or screen.seen_at > now - SILENT)
    ]
    alone = [screen.code for screen in others if screen.tournament is None]
    context: dict[str, Any] = {
        "form": ScreenForm(initial={"code": alone[0] if len(alone) == 1 else ""}),
        "slide_form": SlideForm(),
        "mine": mine,
        "others": others,
        "slides": Slide.objects.all(),
        "address": public_address(request),
        **forms_typed,
    }
    return page.desk_page(request, "desk/evening/screens.html", found, **context)
