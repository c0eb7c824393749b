"""Simultaneous events: at the centre, in a hall, and what everybody reads."""

from ground.addresses import at
from simultaneous.pages import public

EVENT = "simultaneous/<code:code>/"

app_name = "simultaneous"
urlpatterns = [
    # For everybody.
    at("simultaneous/", public.public_events),
    at(EVENT, public.public),
    at(f"{EVENT}document.json", public.public_document),
    at(f"{EVENT}standing/", public.public_standing),
    at(f"{EVENT}standing/<int:number>/", public.public_posted),
    at(f"{EVENT}halls/<int:number>/", public.public_hall),
    at(f"{EVENT}boards/", public.public_boards),
    at(f"{EVENT}boards/<int:round>/<int:number>/", public.public_board),
    at(f"{EVENT}booklet.pdf", public.booklet),
    at(f"{EVENT}certificates/<int:line>.pdf", public.certificate),
    at(f"{EVENT}event.json", public.public_file, "event_file", file="event.json"),
    at(f"{EVENT}result.json", public.public_file, "result_file", file="result.json"),
    at(f"{EVENT}reports.zip", public.public_file, "reports_file", file="reports.zip"),
]
