"""Contrast of every pair of colours of the stylesheet, in light and dark, by the formula of WCAG
2.2 (1.4.3, 1.4.11).

Text needs 4.5 : 1 against its background; lines, shapes and the ring of the keyboard's focus need 3
: 1.
"""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

STYLESHEET = Path(__file__).parent.parent / "static" / "king" / "king.css"
THEMES = ("light", "dark")
GROUNDS = ("ground", "surface", "sunken")
WINDS = {"north": "#0072b2", "east": "#d55e00", "south": "#009e73", "west": "#8e5fa8"}
SUITS = ("spades", "hearts", "diamonds", "clubs")
RACE = [f"race-{letter}" for letter in "abcde"]
TONES = ("wrong", "right", "attention", "ruled", "note")

TEXT = [
    *((ink, ground) for ink in ("ink", "ink-soft", "link") for ground in GROUNDS),
    *((suit, ground) for suit in SUITS for ground in GROUNDS),
    *((f"{wind}-text", ground) for wind in WINDS for ground in GROUNDS),
    *((f"on-{wind}", wind) for wind in WINDS),
    *((runner, "surface") for runner in RACE),
    *((tone, f"{tone}-ground") for tone in TONES),
    *((ink, f"{tone}-ground") for ink in ("ink", "link") for tone in TONES),
    *(
        (tone, ground)
        for tone in ("wrong", "attention", "right")
        for ground in ("ground", "surface")
    ),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("accent-strong", "surface"),
    ("surface", "ink-soft"),
]
SHAPES = [
    *((wind, ground) for wind in WINDS for ground in ("ground", "surface")),
    *((line, ground) for line in ("edge", "focus", "accent") for ground in ("ground", "surface")),
    *((tone, ground) for tone in TONES for ground in ("ground", "surface")),
]


def colours_of(theme: str) -> dict[str, str]:
    """Custom properties in force under a theme; dark defines only what differs from light."""
    css = STYLESHEET.read_text(encoding="utf-8")
    light = re.search(r":root,\n\[data-bs-theme=light\] \{(.*?)\n\}", css, re.S)
    dark = re.search(r"\n\[data-bs-theme=dark\] \{(.*?)\n\}", css, re.S)
    assert light
    assert dark
    colours = dict(re.findall(r"--king-([a-z-]+): (#[0-9a-f]{6});", light[1]))
    if theme == "dark":
        colours |= dict(re.findall(r"--king-([a-z-]+): (#[0-9a-f]{6});", dark[1]))
    return colours


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_the_formula_gives_the_figures_of_the_standard():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(
        4.48, abs=0.005
    )  # a well-known grey that just fails
    assert contrast("#767676", "#ffffff") == pytest.approx(
        4.54, abs=0.005
    )  # and one that just passes


@pytest.mark.parametrize("theme", THEMES)
def test_text_reads_against_its_ground(theme):
    colours = colours_of(theme)
    figures = {
        (ink, ground): round(contrast(colours[ink], colours[ground]), 2) for ink, ground in TEXT
    }
    assert {pair: figure for pair, figure in figures.items() if figure < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_lines_shapes_and_the_focus_ring_stand_out(theme):
    colours = colours_of(theme)
    figures = {
        (shape, ground): round(contrast(colours[shape], colours[ground]), 2)
        for shape, ground in SHAPES
    }
    assert {pair: figure for pair, figure in figures.items() if figure < 3} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_the_four_winds_keep_their_colours_in_both_themes(theme):
    colours = colours_of(theme)
    assert {wind: colours[wind] for wind in WINDS} == WINDS


def test_every_colour_of_the_stylesheet_is_a_named_one():
    css = STYLESHEET.read_text(encoding="utf-8")
    rules = css[css.index("/* --- Bootstrap, told the same") :]
    assert re.findall(r"(?<![\w%])#[0-9a-fA-F]{3,8}\b", re.sub(r"url\(.*?\)", "", rules)) == []
    assert re.findall(r"\b(?:rgba?|hsla?)\(", rules) == []


def test_every_named_colour_that_is_used_exists():
    css = STYLESHEET.read_text(encoding="utf-8")
    assert set(re.findall(r"var\(--king-([a-z-]+)\)", css)) <= set(colours_of("light"))


SEEN = {
    "by most": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "without green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "without blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "in grey": ((0.2126, 0.7152, 0.0722),) * 3,
}
"""Complete deficiencies, on linear colours: G. M. Machado and others, "A physiologically-based model for simulation of
color vision deficiency" (2009)."""
NEAR = 20
"""Least difference in CIELAB, where 2.3 is just noticeable side by side (Mahy and others, 1994)."""
NEAR_IN_GREY = 9
"""Least difference in grey, where dashes and the names at the ends of the lines help too."""


def lab(colour: str, seen: str) -> tuple[float, float, float]:
    """CIELAB (D65) of a colour under a kind of colour vision."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels]
    red, green, blue = (
        min(1.0, max(0.0, sum(part * one for part, one in zip(row, linear, strict=True))))
        for row in SEEN[seen]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("theme", THEMES)
def test_the_runners_of_a_race_are_told_apart_by_every_eye_and_are_no_winds(
    theme: str, seen: str
) -> None:
    colours = colours_of(theme)
    near = NEAR_IN_GREY if seen == "in grey" else NEAR
    pairs = list(combinations(RACE, 2))
    if seen == "by most":
        pairs += [(runner, wind) for runner in RACE for wind in WINDS]
    apart = {pair: math.dist(*(lab(colours[name], seen) for name in pair)) for pair in pairs}
    assert {pair: round(far, 1) for pair, far in apart.items() if far < near} == {}
