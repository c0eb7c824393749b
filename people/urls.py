"""The club's people at the desk, and the page of a player for everybody."""

from django.urls import path

import ground.addresses  # noqa: F401 - makes <code:…> known
from people.pages import members, merging, person, public, roster

app_name = "people"
urlpatterns = [
    path("desk/roster/", roster.roster, name="roster"),
    path("desk/roster/new/", roster.add, name="add"),
    path("desk/roster/undo/", roster.undo, name="undo"),
    path("desk/roster/import/", roster.import_roster, name="import_roster"),
    path("desk/roster/members/", members.members, name="members"),
    path("desk/roster/members/last-year/", members.enrol_again, name="enrol_again"),
    path("desk/roster/members/enrol/", members.enrol_player, name="enrol"),
    path("desk/roster/members/pay/", members.pay, name="pay"),
    path("desk/roster/members/unpaid/", members.unpaid, name="unpaid"),
    path("desk/roster/members/leave/", members.leave, name="leave"),
    path("desk/roster/members/<slug:kind>/", members.members_file, name="members_file"),
    path("desk/roster/consent/", members.consent, name="consent"),
    path("desk/roster/duplicates/", merging.duplicates, name="duplicates"),
    path("desk/roster/grades/", person.grades, name="grades"),
    path("desk/roster/<int:pk>/", roster.player, name="player"),
    path("desk/roster/<int:pk>/merge/", merging.merge_players, name="merge"),
    path("desk/roster/<int:pk>/evenings/", person.person, name="person"),
    path("desk/roster/<int:pk>/evenings.pdf", person.paper, name="person_paper"),
    path("desk/roster/<int:pk>/person.json", person.export, name="export"),
    path("desk/roster/<int:pk>/forget/", person.forget_person, name="forget"),
    path("desk/<slug:code>/import/", roster.import_entries, name="import_entries"),
    path("players/<code:code>/", public.person, name="public"),
    path("players/<code:code>/evenings.pdf", public.person_paper, name="public_paper"),
]
