"""Addresses below a board's own page, of an evening and of an event of many halls; and of a hand that
is its link.
"""

from django.apps import apps

from ground.addresses import at
from king_tournament.replay import typed_page, views

OF_EVENING = "live/<code:code>/<int:number>/boards/<int:board>/play/"
OF_EVENT = "simultaneous/<code:code>/boards/<int:round>/<int:number>/play/"

TYPED = "hand/"

app_name = "replay"
urlpatterns = [
    at(OF_EVENING, views.play, "play"),
    at(f"{OF_EVENING}card/", views.card, "card"),
    at(TYPED, typed_page.typed_hand, "typed_hand"),
]
if apps.is_installed("simultaneous"):
    urlpatterns += [
        at(OF_EVENT, views.event_play, "event_play"),
        at(f"{OF_EVENT}card/", views.event_card, "event_card"),
    ]
