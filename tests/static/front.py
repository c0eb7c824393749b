"""The font as the pages have it, cut from its wheel: ``make front``.

Open Sans is served as WOFF2 in four parts; a browser loads those whose letters occur on a page. All letters and hints
of the wheel's font are kept.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import ttf_opensans
from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
KING = ROOT / "static" / "king"
WEIGHTS = {
    400: ttf_opensans.OPENSANS_REGULAR.path,
    600: ttf_opensans.OPENSANS_SEMIBOLD.path,
    700: ttf_opensans.OPENSANS_BOLD.path,
}
TURKISH = {ord(letter) for letter in "ĞğİıŞş"}
# Includes the quotation marks, dashes and mathematical signs of the languages written in these letters.
LATIN = {
    *range(0x20, 0x100),
    *TURKISH,
    *map(ord, "ŒœŸ"),
    *range(0x2000, 0x2070),
    *map(ord, "€™−Σβμσ"),
}
PARTS = {
    "latin": LATIN,
    "latin-ext": {*range(0x100, 0x370), *range(0x1E00, 0x1F00)} - LATIN,
    # Letters of today's Slavonic languages.
    "cyrillic": {*range(0x400, 0x460), *map(ord, "Ґґ№")},
}
"""Code points by part; the font's other letters go into ``other``."""

BANNER = """\
/* Written by `make front`. Open Sans by Steve Matteson, Apache License 2.0, in parts by letters. */
"""
FACE = """\
@font-face {{ font-family: "Open Sans"; font-weight: {weight}; font-display: swap; \
src: url("fonts/{file}") format("woff2"); unicode-range: {ranges}; }}
"""


def front() -> dict[str, bytes]:
    """Contents of the font files and of their style sheet, by path in ``static/king``."""
    files = {}
    faces = [BANNER]
    for weight, path in WEIGHTS.items():
        with TTFont(path) as font:
            letters = set(font.getBestCmap())
        rest = letters.difference(*PARTS.values())
        for part, points in {**PARTS, "other": rest}.items():
            file = f"open-sans-{weight}-{part}.woff2"
            files[f"fonts/{file}"] = woff2(path, points & letters)
            ranges = ", ".join(runs(points & letters))
            faces.append(FACE.format(weight=weight, file=file, ranges=ranges))
    files["fonts.css"] = "".join(faces).encode()
    return files


def woff2(font: Path, letters: set[int]) -> bytes:
    """WOFF2 file with the part of a font that draws these letters, with hints."""
    options = subset.Options(flavor="woff2")
    options.layout_features += ["tnum", "lnum"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    file = io.BytesIO()
    with subset.load_font(str(font), options) as part:
        cutter.subset(part)
        subset.save_font(part, file, options)
    return file.getvalue()


def runs(letters: Iterable[int]) -> Iterator[str]:
    """Yield ranges of code points as CSS writes them: ``U+20-7e``."""
    ends: list[list[int]] = []
    for point in sorted(letters):
        if ends and ends[-1][1] == point - 1:
            ends[-1][1] = point
        else:
            ends.append([point, point])
    for first, last in ends:
        yield f"U+{first:x}" if first == last else f"U+{first:x}-{last:x}"


def main() -> None:
    """Write the font files and their style sheet."""
    (KING / "fonts").mkdir(exist_ok=True)
    for name, content in front().items():
        (KING / name).write_bytes(content)


if __name__ == "__main__":
    main()
