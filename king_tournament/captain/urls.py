"""The phone at a table: find the table by its code, then one page for the whole partita."""

from ground.addresses import at
from king_tournament.attempts import counted_code

from . import views

app_name = "captain"

urlpatterns = [
    at("", counted_code(views.find)),
    at("worker.js", views.worker),
    at("<str:code>/", counted_code(views.place)),
    at("<str:code>/manifest.webmanifest", views.manifest),
    at("<str:code>/<int:number>/", counted_code(views.sheet)),
    at("<str:code>/<int:number>/state", views.state),
    at("<str:code>/<int:number>/rows", counted_code(views.enter), "rows"),
    at("<str:code>/<int:number>/hand-in", counted_code(views.hand_in)),
    at("<str:code>/<int:number>/call", counted_code(views.call)),
    at("<str:code>/<int:number>/fault", counted_code(views.fault)),
    at("<str:code>/<int:number>/seats", counted_code(views.seats)),
    at("<str:code>/<int:number>/first-dealer", counted_code(views.first_dealer)),
    at("<str:code>/<int:number>/was-handed-in", counted_code(views.was_handed_in)),
    at("<str:code>/<int:number>/sign", counted_code(views.sign)),
]
