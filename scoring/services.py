"""Every write on sheets, rulings and publications, in one place to call from; the modules beside it do the work."""

from scoring.acceptance import accept_sheet, is_accepted
from scoring.boards import replace_board
from scoring.calls import call_arbiter, end_call, open_call, open_calls, take_call
from scoring.decisions import annul_hand, preview_ruling, preview_standing, revoke_ruling, rule
from scoring.first_dealer import draws_dealer, say_first_dealer
from scoring.history import sheet_events, sheet_history, take_up_version
from scoring.holding import (
    awaits_prize_giving,
    close_evening,
    hold_final,
    hold_in_force,
    release_final,
    shown_publications,
)
from scoring.offences import rulings_on
from scoring.page_faults import report_fault
from scoring.paper import choose_paper, compare_readings, record_reading
from scoring.protests import answer_protest, become_official, enter_protest, open_protests, protests_until
from scoring.publishing import changes_since_posted, last_publication, publish, standing_changed
from scoring.redeals import record_redeal
from scoring.reopened import reopened_sheets, under_review
from scoring.rounds import (
    close_round,
    later_has_started,
    make_official,
    open_tables,
    start_blockers,
    start_round,
    take_back_to_play,
    undo_start,
    withdraw_official,
)
from scoring.rows import RowConflict, enter_row
from scoring.seats import preview_exchange, rank_changed_winds, report_seats, rule_seats, tell_seats
from scoring.second_reading import read_again, settle_readings
from scoring.sentences import SheetRefused
from scoring.sheets import (
    close_ready_sheets,
    close_sheet,
    hand_in,
    reopen_sheet,
    take_back,
)
from scoring.signing import content_hash, missing_signatures, seen_of, sign_sheet, signed_winds, withdraw_signature
from scoring.ties import revoke_settlement, settle_tie
from scoring.warnings import warnings_of

__all__ = [
    "RowConflict",
    "SheetRefused",
    "accept_sheet",
    "annul_hand",
    "answer_protest",
    "awaits_prize_giving",
    "become_official",
    "call_arbiter",
    "changes_since_posted",
    "choose_paper",
    "close_evening",
    "close_ready_sheets",
    "close_round",
    "close_sheet",
    "compare_readings",
    "content_hash",
    "draws_dealer",
    "end_call",
    "enter_protest",
    "enter_row",
    "hand_in",
    "hold_final",
    "hold_in_force",
    "is_accepted",
    "last_publication",
    "later_has_started",
    "make_official",
    "missing_signatures",
    "open_call",
    "open_calls",
    "open_protests",
    "open_tables",
    "preview_exchange",
    "preview_ruling",
    "preview_standing",
    "protests_until",
    "publish",
    "rank_changed_winds",
    "read_again",
    "record_reading",
    "record_redeal",
    "release_final",
    "reopen_sheet",
    "reopened_sheets",
    "replace_board",
    "report_fault",
    "report_seats",
    "revoke_ruling",
    "revoke_settlement",
    "rule",
    "rule_seats",
    "rulings_on",
    "say_first_dealer",
    "seen_of",
    "settle_readings",
    "settle_tie",
    "sheet_events",
    "sheet_history",
    "shown_publications",
    "sign_sheet",
    "signed_winds",
    "standing_changed",
    "start_blockers",
    "start_round",
    "take_back",
    "take_back_to_play",
    "take_call",
    "take_up_version",
    "tell_seats",
    "under_review",
    "undo_start",
    "warnings_of",
    "withdraw_official",
    "withdraw_signature",
]
