"""Charts: one ``reportlab.graphics`` drawing each, for the page as SVG in its colours, and for
paper.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, chain, cycle
from statistics import mean
from typing import Any, Literal

from django.utils.safestring import SafeString, mark_safe
from reportlab.graphics import renderSVG
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import Color, HexColor

from king.sheet.comparison import Peers
from king.sheet.points import Column
from printing.paper import BOLD, REGULAR, register_typeface, shortened, width_of
from tournaments.models import PARTNERS
from wording.naming import column_name, number, percentage

WIDTH = 310
"""Of every picture, in points: as wide as a phone, so that its type is read there and grows with a page."""

INK, SOFT, LINE, ACCENT, GROUND = map(
    HexColor, ("#1b1f24", "#555c65", "#bab7af", "#1e3a5f", "#ffffff")
)
_WINDS = {
    "N": HexColor("#00639b"),
    "E": HexColor("#a34700"),
    "S": HexColor("#006b4e"),
    "W": HexColor("#774a92"),
}
_RUNNERS = [*map(HexColor, ("#0a0a0a", "#5f7a00", "#79004a", "#4b3bd8", "#061072"))]
"""Of a race, the first one first: none is a wind's, and each differs from the others to every eye and in grey."""
_DASHES: Mapping[str, list[float]] = {
    "N": [],
    "E": [5, 2],
    "S": [1.5, 2],
    "W": [6, 2, 1.5, 2],
    "NS": [],
    "EW": [5, 2],
}
"""Which line is whose, for whoever sees no colours; beside its end stands its name."""

_PROPERTIES: Mapping[Color, str] = {
    INK: "ink",
    SOFT: "ink-soft",
    LINE: "line",
    ACCENT: "accent",
    GROUND: "on-accent",
    _WINDS["N"]: "north-text",
    _WINDS["E"]: "east-text",
    _WINDS["S"]: "south-text",
    _WINDS["W"]: "west-text",
    **{color: f"race-{letter}" for color, letter in zip(_RUNNERS, "abcde", strict=True)},
}
"""The style sheet's property for each colour of paper, so that a picture on a page follows light and dark."""

_TYPE = {REGULAR: {"family": "inherit"}, BOLD: {"family": "inherit", "weight": "600"}}
_SIZE = 10
_EDGE: Any = {"strokeColor": SOFT, "strokeWidth": 0.8}
Align = Literal["start", "middle", "end"]
Dashes = Sequence[float]
Place = Callable[[Fraction | int], float]
"""Where a figure lies on an axis."""
_LEFT, _TOP, _FOOT = 30, 32, 8


def as_svg(drawing: Drawing, named_by: str, told_by: str) -> SafeString:
    """SVG of the drawing to put into a page. ``named_by`` is the id of its title there, ``told_by``
    that of the text that says the same.
    """
    attributes = {
        "role": "img",
        "class": "picture",
        # Names and figures are all that is written in it.
        "translate": "no",
        "aria-labelledby": named_by,
        "aria-describedby": told_by,
    }
    svg = renderSVG.drawToString(drawing, svgAttrs=attributes, fontHacks=_TYPE, useClip=True)
    for color, name in _PROPERTIES.items():
        shares = ",".join(f"{int(part * 100)}%" for part in color.rgb())
        svg = svg.replace(f"rgb({shares})", f"var(--king-{name})")
    # The lines before the element are for a file of its own; its title and the ids would be on the
    # page twice.
    foreign = r'<title>.*?</title>|<desc>.*?</desc>| id="\w+"| clip="[\d ]+"'
    return mark_safe(re.sub(foreign, "", svg[svg.index("<svg") :], flags=re.DOTALL))


def scale_of(values: Sequence[Fraction]) -> tuple[list[int], int, int]:
    """Round numbers for an axis that includes these values and 0, about five of them, and its ends.

    >>> scale_of([Fraction(-7), Fraction(13, 3)])
    ([-10, -5, 0, 5], -10, 5)
    """
    low, high = min([*values, Fraction(0)]), max([*values, Fraction(0)])
    steps = (digit * 10**power for power in range(12) for digit in (1, 2, 5))
    step = next(step for step in steps if step * 4 >= high - low)
    first, last = low // step, -(-high // step)
    last += first == last
    return [step * at for at in range(first, last + 1)], first * step, last * step


Stretch = tuple[str, str, Sequence[Fraction | None]]
"""A partita in the picture of an evening: its title, the place after it, and how far each hand is
from its mean, None where nothing compares.
"""


def course(stretches: Sequence[Stretch]) -> Drawing:
    """Chart of an evening hand by hand: bars from the mean, their running sum as a line, the place
    after each partita.
    """
    drawing = _drawing(170)
    flat = [gap for _title, _place, gaps in stretches for gap in gaps]
    sums = list(accumulate((gap or Fraction(0) for gap in flat), initial=Fraction(0)))[1:]
    wide = (WIDTH - _LEFT - 2) / max(1, len(flat))
    upright = _axis(drawing, [*filter(None, flat), *sums], WIDTH - 2, drawing.height - _TOP)
    for at, gap in enumerate(flat):
        if gap:
            # Above is full, below is hollow, in print too.
            fill = SOFT if gap > 0 else None
            x, y = _LEFT + wide * (at + 0.18), min(upright(gap), upright(0))
            height = abs(upright(gap) - upright(0))
            drawing.add(Rect(x, y, wide * 0.64, height, **_EDGE | {"fillColor": fill}))
    left = float(_LEFT)
    for title, place, gaps in stretches:
        right = left + wide * len(gaps)
        if left > _LEFT:
            _line(drawing, left, _FOOT, left, drawing.height - 2, width=0.8)
        for down, text, bold in ((11, title, False), (24, place, True)):
            if text and width_of(text, _SIZE, bold=bold) < right - left - 4:
                _write(drawing, left + 4, drawing.height - down, text, bold=bold)
        left = right
    if len(sums) > 1:
        _join(drawing, [(_LEFT + wide * (at + 0.5), upright(sum_)) for at, sum_ in enumerate(sums)])
    return drawing


_NAMES = 76
"""The width of the names of columns beside a picture."""
_STRIPS = 16
"""The height of the figures below strips."""
Times = Mapping[Column, Mapping[Fraction, int]]
"""How often each number of points was made in each column."""


def _strips(columns: Times, tall: int) -> tuple[Drawing, Place]:
    """Draw the frame of a strip for each column, all on one axis of points. Returns the drawing,
    and the function from a value to its place.
    """
    drawing = _drawing(_STRIPS + tall * len(columns))
    ticks, low, high = scale_of([points for times in columns.values() for points in times])
    unit = (WIDTH - _NAMES - 22) / (high - low)

    def across(value: Fraction | int) -> float:
        return _NAMES + 10 + float(value - low) * unit

    for tick in ticks:
        _line(drawing, across(tick), _STRIPS - 3, across(tick), drawing.height)
        _write(drawing, across(tick), 2, number(tick), align="middle")
    return drawing, across


def _down(drawing: Drawing, columns: Times, tall: int) -> Iterator[tuple[Column, float]]:
    """Yield each column with the foot of its strip, from the top down. Writes the column's name
    beside it.
    """
    for at, column in enumerate(columns):
        y = _STRIPS + tall * (len(columns) - at - 1)
        _write(drawing, 0, y + tall / 2 - 3, column_name(column), bold=True)
        yield column, y


def spreads(columns: Mapping[Column, Peers], own: int | None) -> Drawing:
    """Chart of a board's results, a strip for each column: circles sized by number, mean and
    median. The result of the table ``own`` is marked.
    """
    tall = 27
    results = {
        column: Counter(part.played for part in peers.parts) for column, peers in columns.items()
    }
    drawing, across = _strips(results, tall)
    most = max(max(times.values()) for times in results.values())
    for column, foot in _down(drawing, results, tall):
        y, peers = foot + tall * 0.5, columns[column]
        marked = next((part.played for part in peers.parts if part.table == own), None)
        for points, times in results[column].items():
            radius = tall * (0.1 + 0.3 * ((times - 1) / max(most, 8)) ** 0.5)
            fill = ACCENT if points == marked else LINE
            drawing.add(Circle(across(points), y, radius, fillColor=fill, **_EDGE))
        for value, half, width in ((peers.mean, tall * 0.42, 2), (peers.median, tall * 0.2, 4)):
            x = across(value or 0)
            _line(drawing, x, y - half, x, y + half, INK, width)
    return drawing


def heaps(columns: Times) -> Drawing:
    """Chart of how often each number of points was made, a strip of bars for each column. The long
    mark is the mean.
    """
    tall = 36
    drawing, across = _strips(columns, tall)
    most = max(max(times.values()) for times in columns.values())
    wide = min(9.0, max(2.0, (across(1) - across(0)) * 0.8))
    for column, y in _down(drawing, columns, tall):
        times = columns[column]
        _line(drawing, _NAMES, y, WIDTH - 2, y)
        for points, count in times.items():
            height = max(1.0, (tall - 6) * count / most)
            left = across(points) - wide / 2
            drawing.add(Rect(left, y, wide, height, **_paint(SOFT)))
        whole = sum((points * count for points, count in times.items()), Fraction(0))
        x = across(whole / sum(times.values()))
        _line(drawing, x, y, x, y + tall - 3, INK, 2)
    return drawing


def lucks(running: Mapping[int, Mapping[Column, Fraction]], board: int | None) -> Drawing:
    """Chart of the running luck of each column after every board; the board with that number is
    marked.
    """
    drawing, wide = _drawing(130), (WIDTH - _LEFT - _NAMES) / len(running)
    totals = [total for sums in running.values() for total in sums.values()]
    upright = _axis(drawing, totals, WIDTH - _NAMES, drawing.height - _FOOT)
    if board is not None and board in running:
        x = _LEFT + wide * (list(running).index(board) + 1)
        _line(drawing, x, _FOOT, x, drawing.height - _FOOT, SOFT, 0.8)
    lines = []
    for column in next(iter(running.values())):
        totals = [Fraction(0), *(sums[column] for sums in running.values())]
        look = _WINDS[str(column)[0]], _DASHES[str(column)]
        lines.append((column_name(column), totals, *look))
    _lines(drawing, lines, upright, _NAMES)
    return drawing


def podium(lines: Sequence[tuple[str, str, str]]) -> Drawing:
    """Podium of the first three lines of place, name and figure: first in the middle, second on its
    left. Equals stand equally high.
    """
    wide, tops = WIDTH / 3, {"1": 76, "2": 58}
    captions = [
        (_name_in_rows(name, wide - 12, 3), _figure_rows(figures, wide - 4))
        for _place, name, figures in lines[:3]
    ]
    highest = max(
        tops.get(line[0], 44) + 4 + 12 * (len(rows) + len(figures))
        for line, (rows, figures) in zip(lines, captions, strict=False)
    )
    drawing = _drawing(highest)
    for at, (place, *_words), (rows, figures) in zip((1, 0, 2), lines[:3], captions, strict=False):
        top = tops.get(place, 44)
        fill, edge, ink = (ACCENT, ACCENT, GROUND) if place == "1" else (LINE, SOFT, INK)
        drawing.add(Rect(wide * at + 2, 0, wide - 4, top, **_paint(fill, edge)))
        middle = wide * (at + 0.5)
        _write(drawing, middle, top - 30, place, bold=True, align="middle", color=ink, size=24)
        for row, text in enumerate(reversed(figures)):
            _write(drawing, middle, top + 5 + row * 12, text, align="middle", size=_SIZE - 2)
        above = top + 6 + 12 * len(figures)
        for row, text in enumerate(reversed(rows)):
            _write(drawing, middle, above + row * 12, text, bold=True, align="middle")
    return drawing


def _figure_rows(figures: str, width: float) -> list[str]:
    """A figure in one row, or its parts in a row each, cut to the width."""
    whole = width_of(figures, _SIZE - 2) <= width
    return [
        shortened(part, width, _SIZE - 2) for part in ([figures] if whole else figures.split(" · "))
    ]


def _name_in_rows(name: str, width: float, most: int) -> list[str]:
    """Rows of a name: each partner of a pair begins one; at most ``most`` rows."""
    return [row for partner in name.split(PARTNERS) for row in _name_rows(partner, width, most)]


def _name_rows(text: str, width: float, most: int) -> list[str]:
    """Words of a name in up to ``most`` rows, each cut to the width."""
    rows: list[str] = []
    for word in text.split():
        if rows and (
            len(rows) == most or width_of(f"{rows[-1]} {word}", _SIZE, bold=True) <= width
        ):
            rows[-1] += f" {word}"
        else:
            rows.append(word)
    return [shortened(row, width, _SIZE, bold=True) for row in rows]


def races(running: Mapping[str, Sequence[Fraction]]) -> Drawing:
    """Chart with a line for each name: its total after each hand, told apart by colour, dashes, and
    names at the ends.
    """
    rows = sum(len(_name_in_rows(name, _ENDS - _GAP, 2)) for name in running)
    drawing = _drawing(max(190, rows * _ROW + len(running) * _GAP))
    values = [value for line in running.values() for value in line]
    upright = _axis(drawing, values, WIDTH - _ENDS, drawing.height - _FOOT)
    lines = [
        (name, line, color, dashes)
        for (name, line), color, dashes in zip(
            running.items(), cycle(_RUNNERS), cycle(_CYCLE), strict=False
        )
    ]
    _lines(drawing, lines, upright)
    return drawing


def places(running: Mapping[str, Sequence[int | None]], lit: str) -> Drawing:
    """Chart with a line for each name: its place after each evening, first at the top, None before
    its first place. ``lit`` is highlighted.
    """
    drawing = _drawing(230)
    worst = max(place for line in running.values() for place in line if place is not None)
    tall = (drawing.height - 24) / max(1, worst - 1)

    def upright(place: Fraction | int) -> float:
        return float(drawing.height - 12 - float(place - 1) * tall)

    for tick in sorted({1, *range(5, worst + 1, 5)}):
        _line(drawing, _LEFT, upright(tick), WIDTH - _ENDS, upright(tick))
        _write(drawing, _LEFT - 4, upright(tick) - 3, number(tick), align="end")
    others = [("", line, LINE, ()) for name, line in running.items() if name != lit]
    _lines(drawing, [*others, (lit, running[lit], ACCENT, ())], upright)
    return drawing


_ENDS, _ROW, _GAP = 108, 12, 5
"""The width of the names at the ends of lines, the height of a row of them, and what lies around a name."""
_CYCLE: Sequence[Dashes] = ([], [5, 2], [1.5, 2], [6, 2, 1.5, 2], [10, 3])


def _lines(
    drawing: Drawing,
    lines: Sequence[tuple[str, Sequence[Fraction | int | None], Color, Dashes]],
    upright: Place,
    room: int = _ENDS,
) -> None:
    """Draw lines with a name at the end of each. Lines in the background have no name."""
    steps = max(len(line) for _name, line, *_look in lines)
    wide = (WIDTH - _LEFT - room) / max(1, steps - 1)
    ends = []
    for name, line, color, dashes in lines:
        points = [
            (_LEFT + wide * step, upright(value))
            for step, value in enumerate(line)
            if value is not None
        ]
        if len(points) > 1:
            _join(drawing, points, color, dashes)
        elif points:
            drawing.add(Circle(*points[0], 2.5, strokeColor=color, fillColor=color))
        if points and name:
            ends.append((points[-1][1], name, INK if color == ACCENT else color))
    _name_ends(drawing, ends, WIDTH - room + _GAP)


def _name_ends(drawing: Drawing, ends: list[tuple[float, str, Color]], x: float) -> None:
    """Place the names so that they do not overlap if lines end close together: each is lifted above
    the one below, then all are pressed down below the edge; of equals the first is on top. A name
    that is too wide is broken.
    """
    ends = sorted(ends, key=lambda end: end[0], reverse=True)[::-1]
    names = [_name_in_rows(name, WIDTH - x, 2) for _height, name, _color in ends]
    feet: list[float] = []
    for (height, *_look), rows in zip(ends, names, strict=True):
        below = feet[-1] + _tall(names[len(feet) - 1]) if feet else 0
        feet.append(max(below, height - _tall(rows) / 2))
    edge = drawing.height
    for at in reversed(range(len(feet))):
        feet[at] = min(feet[at], edge - _tall(names[at]))
        edge = feet[at]
    for foot, rows, (_height, _name, color) in zip(feet, names, ends, strict=True):
        for row, text in enumerate(reversed(rows)):
            _write(drawing, x, foot + _GAP / 2 + 2 + row * _ROW, text, bold=True, color=color)


def _tall(rows: Sequence[str]) -> float:
    return len(rows) * _ROW + (_GAP if len(rows) > 1 else 0)


def lately(count: int) -> int:
    """Number of evenings in the moving mean of the chart: five, or a tenth of very many."""
    return max(5, count // 10)


def shares_over_time(shares: Sequence[Fraction], first: str, end: str) -> Drawing:
    """Chart of the share of others left behind, a circle an evening, with a line for the moving
    mean (``lately``). ``first`` and ``end`` label the first and the last evening.
    """
    foot, height = 20, 150
    drawing = _drawing(height)
    left, wide = _LEFT + 8, (WIDTH - _LEFT - 16) / max(1, len(shares) - 1)

    def upright(share: Fraction) -> float:
        return foot + 6 + float(share) * (height - foot - 14)

    def across(at: int) -> float:
        return left + wide * at if len(shares) > 1 else WIDTH / 2

    for tick in (Fraction(0), Fraction(1, 2), Fraction(1)):
        y = upright(tick)
        _line(drawing, _LEFT + 2, y, WIDTH - 2, y)
        _write(drawing, _LEFT - 1, y - 3, percentage(tick, places=0), align="end")
    radius = 3.2 if len(shares) <= 40 else 1.8
    for at, share in enumerate(shares):
        drawing.add(Circle(across(at), upright(share), radius, fillColor=SOFT, **_EDGE))
    last = lately(len(shares))
    if len(shares) > last:
        means = [(at, mean(shares[at - last + 1 : at + 1])) for at in range(last - 1, len(shares))]
        _join(drawing, [(across(at), upright(share)) for at, share in means])
    _write(drawing, _LEFT + 2, 2, first)
    if len(shares) > 1:
        _write(drawing, WIDTH - 2, 2, end, align="end")
    return drawing


def shares_by_wind(rows: Sequence[tuple[str, Fraction, str]]) -> Drawing:
    tall = 26
    drawing = _drawing(tall * len(rows) + 4)
    room = WIDTH - _NAMES - 88
    for share in (Fraction(0), Fraction(1, 2), Fraction(1)):
        x = _NAMES + float(share) * room
        _line(drawing, x, 2, x, drawing.height - 2)
    for at, (wind, share, label) in enumerate(rows):
        y, color = tall * (len(rows) - at - 0.5) + 2, _WINDS[wind[0]]
        _write(drawing, 0, y - 3, column_name(wind), bold=True, color=color)
        length = max(1.0, float(share) * room)
        drawing.add(Rect(_NAMES, y - 7, length, 14, **_paint(color)))
        _write(drawing, _NAMES + room + 6, y - 3, label)
    return drawing


# --- the strokes


def _drawing(height: float) -> Drawing:
    register_typeface()
    return Drawing(WIDTH, height)


def _axis(drawing: Drawing, values: Sequence[Fraction], right: float, top: float) -> Place:
    """Draw grid lines for round numbers up to ``top``. Returns the function from a value to its
    height.
    """
    ticks, low, high = scale_of(values)
    tall = (top - _FOOT) / (high - low)

    def upright(value: Fraction | int) -> float:
        return _FOOT + float(value - low) * tall

    for tick in ticks:
        y, color, width = upright(tick), *((SOFT, 0.8) if tick == 0 else (LINE, 0.4))
        _line(drawing, _LEFT, y, right, y, color, width)
        _write(drawing, _LEFT - 4, y - 3, number(tick, signed=True), align="end")
    return upright


def _line(
    drawing: Drawing,
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    color: Color = LINE,
    width: float = 0.5,
) -> None:
    drawing.add(Line(x1, y1, x2, y2, strokeColor=color, strokeWidth=width))


def _paint(fill: Color, edge: Color | None = None) -> Any:
    return {"fillColor": fill, "strokeColor": edge or fill}


def _join(
    drawing: Drawing,
    points: Iterable[tuple[float, float]],
    color: Color = ACCENT,
    dashes: Dashes = (),
) -> None:
    line = PolyLine([*chain(*points)], strokeColor=color, strokeWidth=1.8, strokeLineJoin=1)
    if dashes:
        line.strokeDashArray = dashes
    drawing.add(line)


def _write(
    drawing: Drawing,
    x: float,
    y: float,
    text: str,
    *,
    bold: bool = False,
    align: Align = "start",
    color: Color | None = None,
    size: int = _SIZE,
) -> None:
    # SVG knows whole points here, and what stands lower by a part of one is read as well.
    font, ink = (BOLD, INK) if bold else (REGULAR, SOFT)
    ink = color or ink
    drawing.add(
        String(x, round(y), text, fontName=font, fontSize=size, textAnchor=align, fillColor=ink)
    )
