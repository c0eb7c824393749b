"""The club's people at the desk, and the page of a player for everybody."""

from ground.addresses import at
from people.pages import members, merging, person, public, roster

app_name = "people"
urlpatterns = [
    at("desk/roster/", roster.roster),
    at("desk/roster/new/", roster.add),
    at("desk/roster/undo/", roster.undo),
    at("desk/roster/import/", roster.import_roster),
    at("desk/roster/members/", members.members),
    at("desk/roster/members/last-year/", members.enrol_again),
    at("desk/roster/members/enrol/", members.enrol_player, "enrol"),
    at("desk/roster/members/pay/", members.pay),
    at("desk/roster/members/unpaid/", members.unpaid),
    at("desk/roster/members/leave/", members.leave),
    at("desk/roster/members/<slug:kind>/", members.members_file),
    at("desk/roster/consent/", members.consent),
    at("desk/roster/duplicates/", merging.duplicates),
    at("desk/roster/grades/", person.grades),
    at("desk/roster/<int:pk>/", roster.player),
    at("desk/roster/<int:pk>/merge/", merging.merge_players, "merge"),
    at("desk/roster/<int:pk>/evenings/", person.person),
    at("desk/roster/<int:pk>/evenings.pdf", person.paper, "person_paper"),
    at("desk/roster/<int:pk>/person.json", person.export),
    at("desk/roster/<int:pk>/forget/", person.forget_person, "forget"),
    at("desk/<slug:code>/import/", roster.import_entries),
    at("players/<code:code>/", public.person, "public"),
    at("players/<code:code>/picture.png", public.person_picture, "public_picture"),
    at("players/<code:code>/evenings.pdf", public.person_paper, "public_paper"),
]
