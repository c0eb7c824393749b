"""Simultaneous events: at the centre, in a hall, and what everybody reads."""

from ground.addresses import at
from simultaneous import api
from simultaneous.pages import desk, invited, sheets

CENTRE = "desk/simultaneous/<code:code>/"
SHEET = f"{CENTRE}hall/<int:number>/<int:partita>/<int:table>/"
OWN = "simultaneous/<code:code>/hall/<int:number>/<slug:key>/"

app_name = "simultaneous"
urlpatterns = [
    # At the centre.
    at("desk/simultaneous/", desk.events),
    at("desk/simultaneous/new/", desk.new, "centre_new"),
    at(CENTRE, desk.event, "centre_event"),
    at(f"{CENTRE}terms/", desk.terms, "centre_terms"),
    at(f"{CENTRE}halls/", desk.add_halls, "centre_add_halls"),
    at(f"{CENTRE}draw/", desk.draw, "centre_draw"),
    at(f"{CENTRE}invitations.zip", desk.invitations, "centre_invitations"),
    at(f"{CENTRE}key/", desk.tell_key, "centre_tell_key"),
    at(f"{CENTRE}code/", desk.take_code, "centre_take_code"),
    at(f"{CENTRE}reports/", desk.take_reports, "centre_take_reports"),
    at(f"{CENTRE}close/", desk.close, "centre_close"),
    at(f"{CENTRE}official/", desk.official, "centre_official"),
    at(f"{CENTRE}hall/<int:number>/", sheets.hall, "centre_hall"),
    at(f"{CENTRE}hall/<int:number>/invitation.king", sheets.invitation, "centre_invitation"),
    at(f"{CENTRE}hall/<int:number>/code/", sheets.hall_code, "centre_hall_code"),
    at(f"{CENTRE}hall/<int:number>/remove/", sheets.hall_remove, "centre_hall_remove"),
    at(SHEET, sheets.sheet, "centre_sheet"),
    at(f"{SHEET}correct/", sheets.correct, "centre_correct"),
    at(f"{CENTRE}corrections/", sheets.corrections, "centre_corrections"),
    at(f"{CENTRE}corrections/revoke/", sheets.revoke, "centre_revoke"),
    at(f"{CENTRE}doubtful/", sheets.doubtful, "centre_doubtful"),
    at(f"{CENTRE}doubtful/foul/", sheets.foul, "centre_foul"),
    at(f"{CENTRE}lot/", sheets.lot, "centre_lot"),
    # For programs.
    at("api/simultaneous/<code:code>/", api.event, "api_event"),
    at("api/simultaneous/<code:code>/halls/<int:number>/", api.hall, "api_hall"),
    # A hall's own page there.
    at(OWN, invited.invited),
    at(f"{OWN}invitation.king", invited.invitation, "invited_invitation"),
    at(f"{OWN}code/", invited.take_code, "invited_code"),
    at(f"{OWN}report/", invited.take_report, "invited_report"),
    at("simultaneous/<code:code>/r/<int:number>/<slug:place>/<slug:part>/", invited.square),
    # As a square has it, whose letters are capitals.
    at("SIMULTANEOUS/<code:code>/R/<int:number>/<slug:place>/<slug:part>/", invited.square),
]
