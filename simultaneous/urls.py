"""Simultaneous events: at the centre, in a hall, and what everybody reads."""

from ground.addresses import at
from simultaneous import api
from simultaneous.pages import (
    copies,
    desk,
    hall,
    invitation,
    mails,
    people,
    public,
    sheet_entry,
    sheets,
    standings,
)

EVENT = "simultaneous/<code:code>/"
CENTRE = "desk/simultaneous/<code:code>/"
SHEET = f"{CENTRE}hall/<int:number>/<int:partita>/<int:table>/"
OWN = "simultaneous/<code:code>/hall/<int:number>/<slug:key>/"
TYPED = f"{OWN}sheets/<int:partita>/<int:table>/"

app_name = "simultaneous"
urlpatterns = [
    # Pages of a hall.
    at("desk/simultaneous/join/", hall.join),
    at("desk/<slug:code>/event/", hall.steps, "hall"),
    *(
        at(f"desk/<slug:code>/event/{name}/", button, f"hall_{name}")
        for name, button in hall.PRESSES.items()
    ),
    at("desk/<slug:code>/event/report/", hall.report, "hall_report"),
    at("desk/<slug:code>/event/squares/", hall.squares, "hall_squares"),
    at("desk/<slug:code>/event/squares/<int:number>/", hall.squares, "hall_square"),
    at("live/<code:code>/simultaneous/", hall.public, "hall_public"),
    # Public pages.
    at("simultaneous/", public.public_events),
    at(EVENT, public.public),
    at(f"{EVENT}document.json", public.public_document),
    at(f"{EVENT}picture.png", public.event_picture),
    at(f"{EVENT}standing/", public.public_standing),
    at(f"{EVENT}standing/<int:number>/", public.public_publication, "public_posted"),
    at(f"{EVENT}halls/<int:number>/", public.public_hall),
    at(f"{EVENT}boards/", public.public_boards),
    at(f"{EVENT}boards/<int:round>/<int:number>/", public.public_board),
    at(f"{EVENT}booklet.pdf", public.booklet),
    at(f"{EVENT}certificates/<int:line>.pdf", public.certificate),
    at(f"{EVENT}event.json", public.public_file, "event_file", file="event.json"),
    at(f"{EVENT}result.json", public.public_file, "result_file", file="result.json"),
    at(f"{EVENT}reports.zip", public.public_file, "reports_file", file="reports.zip"),
    # At the centre.
    at("desk/simultaneous/", desk.events),
    at("desk/simultaneous/new/", desk.new, "centre_new"),
    at("desk/simultaneous/people/", people.guests),
    at("desk/simultaneous/people/held.json", people.export, "guests_export"),
    at("desk/simultaneous/people/forget/", people.forget, "guests_forget"),
    at(CENTRE, desk.event, "centre_event"),
    at(f"{CENTRE}terms/", desk.terms, "centre_terms"),
    at(f"{CENTRE}halls/", desk.add_halls, "centre_add_halls"),
    at(f"{CENTRE}same-halls/", desk.same_halls, "centre_same_halls"),
    at(f"{CENTRE}draw/", desk.draw, "centre_draw"),
    at(f"{CENTRE}invitations/", desk.invitations, "centre_invitations"),
    at(f"{CENTRE}key/", desk.tell_key, "centre_tell_key"),
    at(f"{CENTRE}code/", desk.take_code, "centre_take_code"),
    at(f"{CENTRE}reports/", desk.take_reports, "centre_take_reports"),
    at(f"{CENTRE}close/", desk.close, "centre_close"),
    at(f"{CENTRE}open/", desk.open_again, "centre_open_again"),
    at(f"{CENTRE}official/", desk.official, "centre_official"),
    at(f"{CENTRE}copy/", copies.copy, "centre_copy"),
    at(f"{CENTRE}copy/file/", copies.copy_file, "centre_copy_file"),
    at(f"{CENTRE}copy/second/", copies.second_copy, "centre_second_copy"),
    at(f"{CENTRE}copy/confirm/", copies.confirm_second, "centre_confirm_second"),
    at(f"{CENTRE}hall/<int:number>/", sheets.hall, "centre_hall"),
    at(f"{CENTRE}hall/<int:number>/contact/", sheets.contact, "centre_contact"),
    at(f"{CENTRE}hall/<int:number>/typed/", sheet_entry.typed_at_centre, "centre_typed"),
    at(
        f"{CENTRE}hall/<int:number>/typed/write/", sheet_entry.write_at_centre, "centre_write_typed"
    ),
    at(f"{CENTRE}hall/<int:number>/invitation/", sheets.invitation, "centre_invitation"),
    at(f"{CENTRE}hall/<int:number>/offer/", sheets.offer_again, "centre_offer_again"),
    at(f"{CENTRE}hall/<int:number>/code/", sheets.hall_code, "centre_hall_code"),
    at(f"{CENTRE}hall/<int:number>/remove/", sheets.hall_remove, "centre_hall_remove"),
    at(SHEET, sheets.sheet, "centre_sheet"),
    at(f"{SHEET}correct/", sheets.correct, "centre_correct"),
    at(f"{CENTRE}mail/", mails.mails, "centre_mails"),
    at(f"{CENTRE}mail/send/", mails.send_mails, "centre_send_mails"),
    at(f"{CENTRE}mail/<int:number>/<slug:kind>/", mails.mail_text, "centre_mail_text"),
    at(f"{CENTRE}corrections/", sheets.corrections, "centre_corrections"),
    at(f"{CENTRE}corrections/revoke/", sheets.revoke, "centre_revoke"),
    at(f"{CENTRE}doubtful/", sheets.doubtful, "centre_doubtful"),
    at(f"{CENTRE}doubtful/foul/", sheets.foul, "centre_foul"),
    at(f"{CENTRE}lot/", sheets.lot, "centre_lot"),
    at(f"{CENTRE}standing/", standings.standing, "centre_standing"),
    at(f"{CENTRE}standing/post/", standings.publish_now, "centre_post"),
    at(f"{CENTRE}comments/", standings.comments, "centre_comments"),
    at(f"{CENTRE}comments/keep/", standings.comment, "centre_comment"),
    # API.
    at("api/simultaneous/<code:code>/", api.event, "api_event"),
    at("api/simultaneous/<code:code>/halls/", api.halls, "api_halls"),
    at("api/simultaneous/<code:code>/halls/<int:number>/", api.hall, "api_hall"),
    # A hall's own page there.
    at(OWN, invitation.invited),
    at(f"{OWN}invitation/", invitation.invitation, "invited_invitation"),
    at(f"{OWN}code/", invitation.take_code, "invited_code"),
    at(f"{OWN}report/", invitation.take_report, "invited_report"),
    at(f"{OWN}sheets/", sheet_entry.sheets, "invited_sheets"),
    at(f"{OWN}sheets/spare/", sheet_entry.spare, "invited_spare"),
    at(f"{OWN}sheets/form.xlsx", sheet_entry.form, "invited_form"),
    at(f"{OWN}sheets/workbook/", sheet_entry.take_workbook, "invited_workbook"),
    at(f"{OWN}sheets/report/", sheet_entry.write, "invited_write"),
    at(TYPED, sheet_entry.sheet, "invited_sheet"),
    at(f"{TYPED}ruling/", sheet_entry.rule, "invited_rule"),
    at(f"{TYPED}clear/", sheet_entry.clear, "invited_clear"),
    at("simultaneous/<code:code>/r/<int:number>/<slug:place>/<slug:part>/", invitation.square),
    # Same address in capitals, as QR codes have it.
    at("SIMULTANEOUS/<code:code>/R/<int:number>/<slug:place>/<slug:part>/", invitation.square),
]
