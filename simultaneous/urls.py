"""Simultaneous events: at the centre, in a hall, and what everybody reads."""

from ground.addresses import at
from simultaneous.pages import hall

app_name = "simultaneous"
urlpatterns = [
    at("desk/simultaneous/join/", hall.join),
    at("desk/<slug:code>/simultaneous/", hall.steps, "hall"),
    *(
        at(f"desk/<slug:code>/simultaneous/{name}/", button, f"hall_{name}")
        for name, button in hall.PRESSES.items()
    ),
    at("desk/<slug:code>/simultaneous/report/", hall.report, "hall_report"),
    at("desk/<slug:code>/simultaneous/squares/", hall.squares, "hall_squares"),
    at("desk/<slug:code>/simultaneous/squares/<int:number>/", hall.squares, "hall_square"),
    at("live/<code:code>/simultaneous/", hall.public, "hall_public"),
]
