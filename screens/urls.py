"""The hall's screens, the clock and the prize-giving read out, for the hall and at the desk."""

from django.urls import path

import ground.addresses  # noqa: F401 - makes <code:…> known
from screens import reveals
from screens.pages import addresses, clock, reveal, screen

app_name = "screens"
urlpatterns = [
    path("s/", screen.hall_screen, name="hall"),
    path("s/<slug:role>/", screen.hall_screen, name="hall"),
    path("live/<code:code>/screen/", screen.screen, name="screen"),
    path("live/<code:code>/screen/<slug:role>/", screen.screen, name="screen"),
    path("live/<code:code>/speaker/<slug:key>/", reveal.speaker, name="speaker"),
    *(
        path(
            f"live/<code:code>/speaker/<slug:key>/{step.replace('_', '-')}/",
            reveal.speaker_presses,
            {"step": step},
            name=f"speaker_{step}",
        )
        for step in reveals.AT_THE_REMOTE
    ),
    path("desk/<slug:code>/screens/", addresses.addresses, name="addresses"),
    path("desk/<slug:code>/reveal/", reveal.reveal, name="reveal"),
    *(
        path(
            f"desk/<slug:code>/reveal/{step.replace('_', '-')}/",
            reveal.desk_presses,
            {"step": step},
            name=f"reveal_{step}",
        )
        for step in reveals.PRESSED
    ),
    path("desk/<slug:code>/reveal/begin/", reveal.begin_reveal, name="begin_reveal"),
    path("desk/<slug:code>/reveal/end/", reveal.end_reveal, name="end_reveal"),
    path("desk/<slug:code>/reveal/remote/", reveal.remote, name="remote"),
    path("desk/<slug:code>/play/<int:number>/pause/", clock.clock, {"kind": "pause"}, name="pause"),
    path(
        "desk/<slug:code>/play/<int:number>/resume/", clock.clock, {"kind": "resume"}, name="resume"
    ),
    path("desk/<slug:code>/play/<int:number>/extra/", clock.extra_time, name="extra_time"),
    path("desk/<slug:code>/play/<int:number>/undo-clock/", clock.undo_clock, name="undo_clock"),
    path(
        "desk/<slug:code>/play/<int:number>/<int:table>/pause/",
        clock.clock,
        {"kind": "pause"},
        name="pause_here",
    ),
    path(
        "desk/<slug:code>/play/<int:number>/<int:table>/resume/",
        clock.clock,
        {"kind": "resume"},
        name="resume_here",
    ),
    path(
        "desk/<slug:code>/play/<int:number>/<int:table>/begin/",
        clock.clock,
        {"kind": "begin"},
        name="begin_here",
    ),
    path(
        "desk/<slug:code>/play/<int:number>/<int:table>/extra/",
        clock.extra_time,
        name="extra_time_here",
    ),
    path(
        "desk/<slug:code>/play/<int:number>/<int:table>/undo-clock/",
        clock.undo_clock,
        name="undo_clock_here",
    ),
]
