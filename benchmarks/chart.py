"""The chart of docs/measured.md from ``benchmarks.hall --out``: ``python -m benchmarks.chart IN.json OUT.svg``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from reportlab.graphics import renderSVG
from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.shapes import Drawing, Rect, String
from reportlab.lib.colors import HexColor

COLOURS = ("#1f5f8b", "#c8553d", "#5a7d3a", "#8a6fa8")


def bars(drawing: Drawing, at: int, title: str, names: list[str], series: dict[str, list[float]]) -> None:
    """One group of bars for each name, one bar in it for each of the series, with a line of what they are."""
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = at, 50, 300, 180
    chart.data, chart.categoryAxis.categoryNames = list(series.values()), names
    chart.valueAxis.valueMin = 0
    for number in range(len(series)):
        chart.bars[number].fillColor, chart.bars[number].strokeColor = HexColor(COLOURS[number]), None
        x, y = at + 150 * (number % 2), 20 - 12 * (number // 2)
        legend = String(x, y, list(series)[number], fontSize=9, fillColor=HexColor(COLOURS[number]))
        drawing.add(legend)
    drawing.add(chart)
    drawing.add(String(at, 245, title, fontSize=11))


def draw(found: dict[str, Any], out: Path) -> None:
    """Left what a page costs in answers of ``/health`` by tables, right what a row and a poll take by watchers."""
    drawing = Drawing(740, 270)
    drawing.add(Rect(0, 0, 740, 270, fillColor=HexColor("#ffffff"), strokeColor=None))
    sizes = sorted({page["tables"] for page in found["pages"]})
    cost = {(page["tables"], page["page"]): round(1 / page["share"], 2) for page in found["pages"]}
    kinds = [kind for kind in dict.fromkeys(page["page"] for page in found["pages"])
             if all((size, kind) in cost for size in sizes)]  # fmt: skip
    series = {kind: [cost[size, kind] for size in sizes] for kind in kinds}
    title = f"{found['database']}: a page in answers of /health, by tables"
    bars(drawing, 40, title, [str(size) for size in sizes], series)
    crowd = found["crowd"]
    waits = {f"{kind}, p95 ms": [row[f"{kind}_p95"] for row in crowd] for kind in ("row", "poll", "look")}
    bars(drawing, 410, "250 phones, by watchers", [str(row["watchers"]) for row in crowd], waits)
    out.write_text(renderSVG.drawToString(drawing), encoding="utf-8")


if __name__ == "__main__":
    draw(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2]))
