"""The hall's screens, the clock and the prize-giving read out, for the hall and at the desk."""

from ground.addresses import at
from screens import reveals
from screens.pages import addresses, clock, reveal, screen

app_name = "screens"
urlpatterns = [
    at("s/", screen.hall_screen, "hall"),
    at("s/<slug:role>/", screen.hall_screen, "hall"),
    at("live/<code:code>/screen/", screen.screen),
    at("live/<code:code>/screen/<slug:role>/", screen.screen),
    at("live/<code:code>/speaker/<slug:key>/", reveal.speaker),
    *(
        at(
            f"live/<code:code>/speaker/<slug:key>/{step.replace('_', '-')}/",
            reveal.speaker_presses,
            f"speaker_{step}",
            step=step,
        )
        for step in reveals.AT_THE_REMOTE
    ),
    at("desk/<slug:code>/screens/", addresses.addresses),
    at("desk/<slug:code>/reveal/", reveal.reveal),
    *(
        at(
            f"desk/<slug:code>/reveal/{step.replace('_', '-')}/",
            reveal.desk_presses,
            f"reveal_{step}",
            step=step,
        )
        for step in reveals.PRESSED
    ),
    at("desk/<slug:code>/reveal/begin/", reveal.begin_reveal),
    at("desk/<slug:code>/reveal/end/", reveal.end_reveal),
    at("desk/<slug:code>/reveal/remote/", reveal.remote),
    at("desk/<slug:code>/play/<int:number>/pause/", clock.clock, "pause", kind="pause"),
    at("desk/<slug:code>/play/<int:number>/resume/", clock.clock, "resume", kind="resume"),
    at("desk/<slug:code>/play/<int:number>/extra/", clock.extra_time),
    at("desk/<slug:code>/play/<int:number>/undo-clock/", clock.undo_clock),
    at(
        "desk/<slug:code>/play/<int:number>/<int:table>/pause/",
        clock.clock,
        "pause_here",
        kind="pause",
    ),
    at(
        "desk/<slug:code>/play/<int:number>/<int:table>/resume/",
        clock.clock,
        "resume_here",
        kind="resume",
    ),
    at(
        "desk/<slug:code>/play/<int:number>/<int:table>/begin/",
        clock.clock,
        "begin_here",
        kind="begin",
    ),
    at(
        "desk/<slug:code>/play/<int:number>/<int:table>/extra/",
        clock.extra_time,
        "extra_time_here",
    ),
    at(
        "desk/<slug:code>/play/<int:number>/<int:table>/undo-clock/",
        clock.undo_clock,
        "undo_clock_here",
    ),
]
