"""A season as an .xlsx workbook that computes itself: a changed result, scale or number of results
moves the standing. In each sheet of the computation a person has the same row and a result of the
season the same column.
"""

# Typed are the points of the sheets with the wind (or table) at which they were made, or the places
# of evenings. The rest are formulas of plain functions: places, what they are worth, the best
# results, tie-breaks, the standing in its order. Under ``datum`` and ``sum_then_places`` what a
# result is worth is a figure that follows nothing. A formula is written once for a column, with
# ``#`` for the row; ``[key]`` in the ranking is a person's own cell of the step of that key,
# ``[key:]`` everybody's.

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from king.cards import SIDES, WINDS
from king.movements.seating import draw_order
from king.standing.matchpoints import METHODS, place_points
from king.standing.round_results import Compared
from king.standing.standing_settings import STANDING_SETTINGS
from king.standing.tiebreaks import TIEBREAKS
from king.words import alphabetical
from printing.documents.season_paper import regulation
from printing.occasion import Occasion
from printing.spreadsheets import (
    Listed,
    Value,
    begin,
    finish,
    new_sheet,
    put,
    put_list,
    saved,
    write,
)
from scoring.season import Season, Sitting
from wording.naming import column_name, number

FIRST = 5
"""The row of the first person, in every sheet."""

PENDING = "–"
"""In place of a total that is not in."""

OF_SHEETS = ("total", "raw_points", "best_sheet")
BY_FIGURES = ("datum", "sum_then_places")


def standing_list(season: Season) -> Listed:
    """One left out stands in square brackets: a spreadsheet takes round ones for a minus."""
    lines: list[list[Value]] = []
    for line in season.standings.overall:
        made: dict[int, Value] = {one.round: one.match_points for one in line.counted}
        made |= {one.round: f"[{number(one.match_points)}]" for one in line.dropped}
        lines.append(
            [line.rank, line.entry, line.match_points, line.total, *map(made.get, season.sittings)]
        )
    head = [
        _("Rank"),
        _("Name"),
        _("Match points"),
        _("Points"),
        *map(_heading, season.sittings.values()),
    ]
    return Listed("season", _("Standing"), season.circuit.name, head, lines, 2)


def _heading(sitting: Sitting) -> str:
    return sitting.tournament.date.isoformat() + (f" P{sitting.partita}" if sitting.partita else "")


@dataclass(frozen=True, slots=True)
class Plan:
    """Places in it: ``names`` of the sheets by their part, ``people`` in order of name, ``fixed``
    the cells of the regulation by key.

    ``made``: by name and round what was compared, or a rest. ``given``: the places of evenings are
    compared.
    """

    season: Season
    names: Mapping[str, str]
    people: Sequence[str]
    made: Mapping[tuple[str, int], Compared]
    given: bool
    fixed: Mapping[str, str]

    @property
    def last(self) -> int:
        return FIRST + len(self.people) - 1

    def cell(self, part: str, column: int) -> str:
        return f"{self._sheet(part)}{get_column_letter(column)}#"

    def down(self, part: str, column: int) -> str:
        letter = get_column_letter(column)
        return f"{self._sheet(part)}{letter}${FIRST}:{letter}${self.last}"

    def across(self, part: str, columns: Sequence[int] = ()) -> str:
        """Of all results, or from the first to the last of these columns."""
        first, last = (columns[0], columns[-1]) if columns else (2, 1 + len(self.season.sittings))
        return f"{self._sheet(part)}${get_column_letter(first)}#:${get_column_letter(last)}#"

    def _sheet(self, part: str) -> str:
        return "'{}'!".format(self.names[part].replace("'", "''"))


def render(season: Season, at: datetime) -> bytes:
    """``at`` is when it was so."""
    book, plan = Workbook(), _plan(season)
    book.remove(book.worksheets[0])
    occasion = Occasion(
        season.circuit.name, max(evening.date for evening in season.evenings), "", None, "", at
    )
    put_list(new_sheet(book, _("Standing")), occasion, standing_list(season))
    sheets = {part: new_sheet(book, name) for part, name in plan.names.items()}
    plan = replace(plan, fixed=_regulation(sheets["regulation"], occasion, plan))
    steps = _steps(plan)
    _ranking(sheets["ranking"], occasion, plan, steps)
    _ordered(sheets["ordered"], occasion, plan, steps)
    grids: dict[str, Callable[[Plan, int, Compared | None], Value]] = {
        "points": _worth,
        "places": _place,
        "results": _result,
        "fields": _field,
        "totals": _total,
    }
    for part in plan.names.keys() & grids.keys():
        _grid(sheets[part], occasion, plan, part, grids[part])
    if "count" in steps and plan.people:
        _strike_left_out(sheets["points"], plan, steps)
    assert book.calculation is not None
    book.calculation.fullCalcOnLoad = True
    return saved(book, occasion)


def _plan(season: Season) -> Plan:
    made = {
        (one.result.entry, round_.number): one
        for round_ in season.standings.rounds
        for one in (*(one for lines in round_.winds.values() for one in lines), *round_.byes)
    }
    played, method = (
        [one for one in made.values() if not one.result.bye],
        METHODS[season.settings.method],
    )
    given = method.by_order and all(one.result.place is not None for one in played)
    names = {
        "ordered": _("Standing, computed"),
        "ranking": _("Ranking"),
        "points": _("Match points"),
        "places": _("Places"),
        "results": _("Results"),
    }
    if len({_label(method.by_table, one) for one in played}) > 1:
        names["fields"] = _("Tables") if method.by_table else _("Winds")
    if given:
        names["totals"] = _("Points")
    names["regulation"] = _("Regulation")
    return Plan(
        season, names, sorted({name for name, _round in made}, key=alphabetical), made, given, {}
    )


def _label(by_table: bool, one: Compared) -> str:
    wind = str(one.result.wind)
    return (
        str(one.result.table)
        if by_table
        else column_name(wind)
        if wind in (*WINDS, *SIDES)
        else wind
    )


# --- what is typed, and what it comes to: of a result's column and a person's row, ``one`` being
# what was made


def _result(plan: Plan, column: int, one: Compared | None) -> Value:
    if one is None or one.result.bye:
        return None if one is None else _("rests")
    if one.result.total is None:
        return PENDING
    return one.result.place if plan.given else one.result.total


def _total(plan: Plan, column: int, one: Compared | None) -> Value:
    return None if one is None else one.result.total


def _field(plan: Plan, column: int, one: Compared | None) -> Value:
    return (
        None
        if one is None or one.result.bye
        else _label(METHODS[plan.season.settings.method].by_table, one)
    )


def _place(plan: Plan, column: int, one: Compared | None) -> Value:
    own, others, before = (
        plan.cell("results", column),
        plan.down("results", column),
        "<" if plan.given else ">",
    )
    better = _among(plan, column, f"ISNUMBER({others})*({others}{before}{own})")
    return f'=IF(ISNUMBER({own}),1+{better},"")'


def _among(plan: Plan, column: int, those: str) -> str:
    if "fields" not in plan.names:
        return f"SUMPRODUCT({those}*1)"
    return f"SUMPRODUCT(({plan.down('fields', column)}={plan.cell('fields', column)})*{those})"


def _worth(plan: Plan, column: int, one: Compared | None) -> Value:
    settings = plan.season.settings
    method, own, place = settings.method, plan.cell("results", column), plan.cell("places", column)
    if method in BY_FIGURES:
        return f"={_without(plan, column, one)}" if one is None else one.match_points
    level = _among(plan, column, f"({plan.down('places', column)}={place})")
    if METHODS[method].has_scale:
        places, scale = plan.fixed["places"], plan.fixed["scale"]
        worth = {
            "share": f"SUMPRODUCT(({places}>={place})*({places}<{place}+{level})*{scale})/{level}",
            "top": f"INDEX({scale},{place})",
            "bottom": f"INDEX({scale},{place}+{level}-1)",
        }[settings.ties]
    elif method == "raw":
        worth = own
    else:
        worth = _matchpoints(plan, column, place, level)
    return f"=IF(ISNUMBER({own}),{worth},{_without(plan, column, one)})"


def _matchpoints(plan: Plan, column: int, place: str, level: str) -> str:
    """2 for each one beaten and 1 for each equal, on the range of the whole field (Neuberg); as it
    is, or per cent.
    """
    results = plan.down("results", column)
    found = _among(plan, column, f"ISNUMBER({results})")
    pending = f'({results}="{PENDING}")'
    whole = f"({found}+{_among(plan, column, pending)})"
    points = f"((2*{found}-2*{place}+2-{level})*{whole}/{found}-1)"
    return (
        f"IF({whole}<2,50,{points}*50/({whole}-1))"
        if plan.season.settings.method == "percent"
        else points
    )


def _without(plan: Plan, column: int, one: Compared | None) -> str:
    nothing = '""'
    if one is not None and one.result.bye:
        played = [
            f"{get_column_letter(at)}#"
            for at, sitting in enumerate(plan.season.sittings, start=2)
            if (other := plan.made.get((one.result.entry, sitting)))
            and other.result.total is not None
        ]
        return plan.fixed.get("bye") or (f"AVERAGE({','.join(played)})" if played else "0")
    if one is not None and one.result.total is None:
        return "0"
    missed, late = (plan.fixed.get(key, nothing) for key in ("missed", "late"))
    if missed == late == nothing:
        return nothing
    sittings = list(plan.season.sittings.values())
    same = [
        at
        for at, sitting in enumerate(sittings, start=2)
        if sitting.evening == sittings[column - 2].evening
    ]
    return f"IF(COUNTA({plan.across('results', same)})=0,{missed},{late})"


# --- the ranking, step by step

Step = tuple[str, "str | Sequence[Value]"]
"""A column: its heading, and one formula, or a figure for each person."""


def _steps(plan: Plan) -> dict[str, Step]:
    settings, made, fixed = plan.season.settings, plan.across("points"), plan.fixed
    steps: dict[str, Step] = {}
    if "evenings" in fixed:
        came = [f"(COUNTA({plan.across('results', columns)})>0)" for columns in _evenings(plan)]
        steps["evenings"] = _("Evenings"), f"={'+'.join(came)}+0"
    total = f"SUM({made})"
    if "best" in fixed:
        steps["count"] = _("Results that count"), f"=MIN({fixed['best']},COUNT({made}))"
        steps["least"] = _("The least of them"), f"=IF([count]=0,0,LARGE({made},[count]))"
        more = f"ISNUMBER({made})*({made}>[least])"
        total = f"SUMPRODUCT({more},{made})+([count]-SUMPRODUCT({more}))*[least]"
    summed = METHODS[settings.method].summed
    steps["sum"] = _("Sum") if summed else _("Match points"), f"=ROUND({total},9)"
    steps["total"] = (
        _("Points"),
        f"=ROUND(SUM({plan.across('totals' if plan.given else 'results')}),9)",
    )
    if summed:
        worth = {line.entry: line.match_points for line in plan.season.standings.overall}
        steps["worth"] = _("Match points"), [worth.get(name) for name in plan.people]
    by = "worth" if summed else "sum"
    tiebreaks = _tiebreaks(plan)
    steps |= {code: step for code, (step, _fewer) in tiebreaks.items()}
    few = f"[evenings]<{fixed['evenings']}" if "evenings" in fixed else "FALSE"
    enough = f"([evenings:]>={fixed['evenings']})*" if "evenings" in fixed else ""
    steps["0"] = _("Place by match points"), f'=IF({few},"",1+SUMPRODUCT({enough}([{by}:]>[{by}])))'
    for at, (code, ((title, _how), fewer)) in enumerate(tiebreaks.items()):
        ahead = f"([{code}:]{'<' if fewer else '>'}[{code}])"
        further = f'=IF([{at}]="","",[{at}]+SUMPRODUCT(([{at}:]=[{at}])*{ahead}))'
        steps[str(at + 1)] = _("then by: %(rule)s") % {"rule": title}, further
    last = str(len(tiebreaks))
    steps["line"] = _("Line"), f'=IF([{last}]="","",[{last}]+COUNTIF([{last}:#],[{last}])-1)'
    return steps


def _evenings(plan: Plan) -> Iterator[list[int]]:
    sittings = list(plan.season.sittings.values())
    for evening in dict.fromkeys(sitting.evening for sitting in sittings):
        yield [at for at, sitting in enumerate(sittings, start=2) if sitting.evening == evening]


def _tiebreaks(plan: Plan) -> dict[str, tuple[Step, bool]]:
    """Each with whether fewer is better; what a draw, an earlier standing or a settlement says is a
    figure.
    """
    settings, people = plan.season.settings, plan.people
    totals = plan.across("totals" if plan.given else "results")
    by_code = {
        **{
            code: f"=COUNTIF({plan.across('places')},{at})"
            for at, code in enumerate(("firsts", "seconds", "thirds"), 1)
        },
        "dropped": f"=ROUND(SUM({plan.across('points')})-[sum],9)",
        "raw_points": "=[total]",
        "best_sheet": f"=MAX({totals})",
    }
    ranked = [line.entry for line in plan.season.standings.overall]
    lots = (
        settings.lot_order
        if settings.lot_seed is None
        else draw_order(ranked, settings.lot_seed, "lot")
    )
    orders = {"previous": settings.previous, "lot": lots}
    found: dict[str, tuple[Step, bool]] = {}
    for code in settings.tiebreaks:
        title = _(TIEBREAKS[code].title)
        if code in by_code and (code != "dropped" or settings.count_best is not None):
            found[code] = (title, by_code[code]), False
        elif order := orders.get(code):
            places = {name: place for place, name in enumerate(order, start=1)}
            found[code] = (title, [places.get(name, len(order) + 1) for name in people]), True
    settled = {
        line.entry: dict(line.settled.places)[line.entry]
        for line in plan.season.standings.overall
        if line.settled
    }
    if settled:
        found["settled"] = (
            (_("settled after play"), [settled.get(name, 0) for name in people]),
            True,
        )
    return found


# --- the sheets

TYPED = PatternFill("solid", fgColor="FFF6D6")
"""The ground of a figure that may be changed."""


def _fill(cell: Any, value: Value, row: int, *, typed: bool = False, points: bool = True) -> None:
    if isinstance(value, str) and value.startswith("="):
        cell.value = value.replace("#", str(row))
        cell.number_format = "0.00" if points else "0"
    else:
        put(cell, value)
        if isinstance(value, Fraction) and value.denominator > 1:
            cell.value = float(value)
    if typed:
        cell.fill = TYPED


def _regulation(sheet: Worksheet, occasion: Occasion, plan: Plan) -> dict[str, str]:
    """Answers with the places of the figures that formulas read, by key."""
    settings = plan.season.settings
    head = row = begin(sheet, occasion, _("Regulation"))
    for row, (title, said) in enumerate(regulation(plan.season), start=head):
        put(sheet.cell(row, 1), title, bold=True)
        put(sheet.cell(row, 3), said)
    rests = any(one.result.bye for one in plan.made.values()) or None
    titles = {key: setting.title for key, setting in STANDING_SETTINGS.items()}
    figures: list[tuple[str, str, Value]] = [
        ("best", _("Best results that count"), settings.count_best),
        (
            "evenings",
            _(titles["minimum_evenings"]),
            least if (least := settings.minimum_evenings) > 1 else None,
        ),
        ("missed", _(titles["missed_points"]), settings.missed_points),
        ("late", _(titles["late_points"]), settings.late_points),
        ("bye", _("A partita sat out is worth"), rests and settings.bye_points),
    ]
    row += 2
    put(sheet.cell(row, 1), _("The yellow cells may be changed: the rest follows."))
    if settings.method in BY_FIGURES:
        row += 1
        put(
            sheet.cell(row, 1),
            _("The worth of a result under this method is a figure, and follows nothing."),
        )
    quoted, fixed = plan.cell("regulation", 2).removesuffix("B#"), {}
    for key, title, value in figures:
        if value is not None:
            row += 1
            put(sheet.cell(row, 1), title)
            _fill(sheet.cell(row, 2), value, row, typed=True)
            fixed[key] = f"{quoted}$B${row}"
    if METHODS[settings.method].points is place_points:
        row += 2
        write(sheet, row, [_("Place"), _("Match points")], head=True)
        comparison, first = settings.comparison(None), row + 1
        for row in range(first, first + len(plan.people)):
            _fill(sheet.cell(row, 1), row - first + 1, row)
            _fill(sheet.cell(row, 2), comparison.value(row - first + 1), row, typed=True)
        fixed |= {"places": f"{quoted}$A${first}:$A${row}", "scale": f"{quoted}$B${first}:$B${row}"}
    finish(sheet, occasion, head, row, fixed=1)
    sheet.freeze_panes = None
    sheet.column_dimensions["A"].width = 40
    for row in range(head, sheet.max_row + 1):
        sheet.cell(row, 1).alignment = Alignment(horizontal="left", vertical="top")
        sentence = sheet.cell(row, 3)
        sentence.alignment = Alignment(wrap_text=True, vertical="top")
        sheet.row_dimensions[row].height = 15 * (1 + len(str(sentence.value or "")) // 60)
    return fixed


def _grid(
    sheet: Worksheet,
    occasion: Occasion,
    plan: Plan,
    part: str,
    make: Callable[[Plan, int, Compared | None], Value],
) -> None:
    begin(sheet, occasion, plan.names[part])
    write(sheet, FIRST - 1, [_("Name"), *map(_heading, plan.season.sittings.values())], head=True)
    for row, name in enumerate(plan.people, start=FIRST):
        put(sheet.cell(row, 1), name)
        for column, sitting in enumerate(plan.season.sittings, start=2):
            value = make(plan, column, plan.made.get((name, sitting)))
            typed = part in ("results", "fields", "totals")
            _fill(sheet.cell(row, column), value, row, typed=typed, points=part == "points")
    finish(sheet, occasion, FIRST - 1, plan.last, fixed=1)


def _ranking(sheet: Worksheet, occasion: Occasion, plan: Plan, steps: Mapping[str, Step]) -> None:
    begin(sheet, occasion, plan.names["ranking"])
    write(sheet, FIRST - 1, [_("Name"), *(title for title, _how in steps.values())], head=True)
    for row, name in enumerate(plan.people, start=FIRST):
        put(sheet.cell(row, 1), name)
        for column, (key, (_title, how)) in enumerate(steps.items(), start=2):
            value = _with_cells(plan, steps, how) if isinstance(how, str) else how[row - FIRST]
            points = key in ("least", "sum", "worth", "dropped") or (
                key in OF_SHEETS and not _whole(plan)
            )
            _fill(sheet.cell(row, column), value, row, points=points)
    finish(sheet, occasion, FIRST - 1, plan.last, fixed=1)


def _whole(plan: Plan) -> bool:
    return all(
        one.result.total is None or one.result.total.denominator == 1 for one in plan.made.values()
    )


def _with_cells(plan: Plan, steps: Mapping[str, Step], formula: str, sheet: str = "") -> str:
    letters = {key: get_column_letter(at) for at, key in enumerate(steps, start=2)}

    def cells(found: re.Match[str]) -> str:
        letter, many = letters[found[1]], found[2]
        if not many:
            return f"{sheet}${letter}#"
        return f"{sheet}${letter}${FIRST}:${letter}" + ("#" if many == ":#" else f"${plan.last}")

    return re.sub(r"\[(\w+)(:#?)?\]", cells, formula)


def _ordered(sheet: Worksheet, occasion: Occasion, plan: Plan, steps: Mapping[str, Step]) -> None:
    begin(sheet, occasion, plan.names["ordered"])
    place = [key for key in steps if key.isdecimal()][-1]
    by = "worth" if "worth" in steps else "sum"
    write(sheet, FIRST - 1, [_("Rank"), _("Name"), _("Match points"), _("Points")], head=True)
    ranking = plan.cell("ranking", 1).removesuffix("A#")
    names = plan.down("ranking", 1)
    wanted = [f"[{place}:]", names, f"[{by}:]", "[total:]"]
    for row in range(FIRST, plan.last + 1):
        for column, cells in enumerate(wanted, start=1):
            line = f"MATCH({row - FIRST + 1},[line:],0)"
            formula = f'=IF(COUNT([line:])<{row - FIRST + 1},"",INDEX({cells},{line}))'
            points = column == 3 or (column == 4 and not _whole(plan))
            _fill(
                sheet.cell(row, column),
                _with_cells(plan, steps, formula, ranking),
                row,
                points=points,
            )
    finish(sheet, occasion, FIRST - 1, plan.last, fixed=2)
    for row in range(FIRST - 1, plan.last + 1):
        sheet.cell(row, 2).alignment = Alignment(horizontal="left", indent=1)
    sheet.column_dimensions["B"].width = max(map(len, plan.people), default=0) + 3


def _strike_left_out(sheet: Worksheet, plan: Plan, steps: Mapping[str, Step]) -> None:
    """Results that do not count are struck through: less than the least that counts, or equal and
    later than it.
    """
    ranking, made, last = (
        plan.cell("ranking", 1).removesuffix("A#"),
        plan.across("points"),
        1 + len(plan.season.sittings),
    )
    made = made.rpartition("!")[2]
    sooner = "SUMPRODUCT(ISNUMBER($B#:B#)*($B#:B#=[least]))"
    more = f"SUMPRODUCT(ISNUMBER({made})*({made}>[least]))"
    formula = f"AND(ISNUMBER(B#),OR(B#<[least],AND(B#=[least],{more}+{sooner}>[count])))"
    formula = _with_cells(plan, steps, formula, ranking).replace("#", str(FIRST))
    struck = FormulaRule(formula=[formula], font=Font(strike=True, color="808080"))  # type: ignore[no-untyped-call]
    sheet.conditional_formatting.add(f"B{FIRST}:{get_column_letter(last)}{plan.last}", struck)
