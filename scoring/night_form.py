"""An evening in the form that ``night_file`` reads, without its boards."""

from collections.abc import Iterable, Mapping
from typing import Any

from king.cards import WINDS
from king.sheet.comparison import compares
from scoring.models import Ruling
from scoring.night_file import LONGEST_NAME
from scoring.scored_sheets import ScoredTable, king_form, played_sheet, scored_rounds
from scoring.standing import closed_rounds, display_names, standing_settings
from tournaments.editions import form_of
from tournaments.models import Tournament

Names = Mapping[int, str]
"""Names by primary key of the entry, given name first."""


def names_of(tournament: Tournament) -> Names:
    names = display_names(tournament.entries.with_players(), spoken=True)
    return {key: name[:LONGEST_NAME].strip() for key, name in names.items()}


def night_form(tournament: Tournament) -> dict[str, Any]:
    """Closed partite in a form that can be imported again. Substitutes are left out, because points
    belong to the entry.
    """
    rounds, names = closed_rounds(tournament), names_of(tournament)
    tables = scored_rounds(rounds)
    every = [(round_, table) for round_ in rounds for table in tables[round_.pk]]
    settings = standing_settings(tournament, {table.number for _round, table in every})
    return {
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "ruleset": form_of(tournament.rules) or tournament.ruleset,
        "settings": tournament.settings,
        "standing_settings": tournament.standing_settings | {"by_wind": settings.by_wind},
        "pre_dealt": tournament.plays_boards,
        "rounds": [
            {
                "round": round_.number,
                "sheets": [_sheet(table, names) for table in tables[round_.pk]],
            }
            for round_ in rounds
        ],
        "rulings": [
            _ruling(ruling, tables[round_.pk]) | {"round": round_.number, "table": table.number}
            for round_, table in every
            for ruling in table.rulings
            if ruling.kind_at_table is not None
        ],
    }


def _sheet(scored: ScoredTable, names: Names) -> dict[str, Any]:
    rows = [
        {"hand": hand, **row.content}
        for hand, row in sorted(scored.rows.items())
        if row.content is not None
    ]
    seats = {wind: scored.seats[wind] for wind in WINDS if wind in scored.seats}
    if scored.scored.ruleset.by_side:
        # A pair is called as its entry is, whoever of it sat North.
        places = {str(wind.side): names[seat.entry_id] for wind, seat in seats.items()}
    else:
        places = {str(wind): names[seat.entry_id] for wind, seat in seats.items()}
    form: dict[str, Any] = {"table": scored.number, "seats": places, "rows": rows}
    if scored.sheet.first_dealer:
        form["first_dealer"] = scored.sheet.first_dealer
    return form


def _ruling(ruling: Ruling, tables: Iterable[ScoredTable]) -> dict[str, Any]:
    """Ruling as written in the file. An annulled board says so if other tables could give it their
    mean (§13.4).
    """
    form = king_form(ruling, {}) | {"reason": ruling.reason}
    replaced = ruling.kind_at_table is not None and ruling.kind_at_table.replaces_row
    annulled = replaced and not ruling.is_average and "points" not in form
    if annulled and any(
        row.hand == ruling.hand and compares(played_sheet(table), row)
        for table in tables
        for row in table.scored.rows
    ):
        form["average"] = False
    return form | {"article": ruling.article} if ruling.article else form
