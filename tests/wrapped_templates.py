"""The templates with lines of at most 120: broken where there is white space already, or where none
would show.

A line is broken between pieces of text, between attributes, or at the edge of a block (before and
after a paragraph, a cell, a list, at the beginning and end of what stands in it); never within a
template tag, a quoted value, the words of a blocktranslate, or where white space counts. `make
format` writes them, `make lint` looks (`--check`).
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

WIDTH = 120
TOKEN = re.compile(
    r"(?P<words>{%\s*blocktrans.*?{%\s*endblocktrans\w*\s*%})|{%\s*(?P<tag>\w+)(?P<rest>.*?)%}|(?P<value>{{.*?}})"
    r"|(?P<comment>{#.*?#}|<!--.*?-->)|(?P<loose><script\b.*?</script>)|(?P<raw><(?P<name>pre|textarea|style)\b.*?</(?P=name)>)"
    r"|<(?P<end>/?)(?P<html>[a-zA-Z]\w*)(?P<attributes>(?:{%.*?%}|{{.*?}}|\"(?:{%.*?%}|{{.*?}}|[^\"])*\"|'[^']*'|[^>\"'])*)>"
    r"|(?P<blank>\s+)|(?P<text>[^<{\s]+|.)",
    re.DOTALL,
)
BLOCKS = """
    p h1 h2 h3 h4 h5 h6 li td th dt dd div section summary figure figcaption caption ul ol dl table thead tbody tfoot tr
    details nav header footer main article aside form fieldset legend option link meta
"""
INLINE = re.compile(
    r"class=\"[^\"]*(?:phone-|\b(?:undo|judge-led|judge-card|marks|jump-links|account|switch|h1-note|mono|d-inline)\b)"
)
"""Classes whose blocks stand within a line, or keep their white space (static/king/*.css)."""
EMPTY = re.compile(r"class=\"(?:[^\"]* )?(?:t|c|o|calls|declared|read-count)\b|id=\"calls")
"""Blocks that the style sheets hide while they are empty."""
IN_LINE = {"a", "span", "strong", "em", "small", "label", "b", "code", "time", "abbr"}
OF_THE_PAGE = {"title", "head", "below_header", "calls", "content", "beside", "scripts"}
"""Blocks of the templates where no white space shows."""
CLOSERS = ("</", "{% end", "{% else", "{% elif")
SILENT = {
    "load",
    "extends",
    "with",
    "endwith",
    "if",
    "partialdef",
    "endpartialdef",
    "get_current_language",
}


@dataclass
class Piece:
    start: int
    end: int
    kind: str  # words, tag, value, blank, text, in (a block opens), out (it closes), inline
    tag: str = ""
    partner: int = -1  # of if, else and for: the index of what ends or goes on with it
    opener: int = -1
    edge_inside: bool = False
    edge_outside: bool = False
    # an HTML tag around words: the white space at its beginning falls to what is before it
    in_line: bool = False


def pieces(text: str) -> list[Piece]:
    """The template taken apart, each branch with its beginning and its end."""
    found: list[Piece] = []
    open_tags: list[int] = []
    open_blocks: list[bool] = []
    open_html: list[tuple[str, bool, bool]] = []
    for token in TOKEN.finditer(text):
        kind = token.lastgroup or ""
        piece = Piece(token.start(), token.end(), kind)
        if token["tag"]:
            piece.kind, piece.tag = "tag", token["tag"]
            if piece.tag == "include" and '"_empty.html"' in token["rest"]:
                piece.kind = "loose"
            elif piece.tag == "block":
                open_blocks.append(token["rest"].strip() in OF_THE_PAGE)
                piece.kind, piece.edge_inside, piece.edge_outside = (
                    "in",
                    open_blocks[-1],
                    open_blocks[-1],
                )
            elif piece.tag == "endblock" and open_blocks:
                piece.kind, piece.edge_inside, piece.edge_outside = (
                    "out",
                    open_blocks[-1],
                    open_blocks.pop(),
                )
            elif piece.tag in ("url", "translate") and re.search(r"\bas \w+\s*$", token["rest"]):
                piece.tag = "load"
            if piece.tag in ("if", "for"):
                open_tags.append(len(found))
            elif piece.tag in ("else", "elif", "empty", "endif", "endfor") and open_tags:
                before = found[open_tags[-1]]
                before.partner = len(found)
                piece.opener = before.opener if before.opener >= 0 else open_tags[-1]
                open_tags.pop()
                if not piece.tag.startswith("end"):
                    open_tags.append(len(found))
        elif token["words"]:
            piece.kind = "tag" if re.match(r"{%[^%]* asvar ", token["words"]) else "words"
            piece.tag = "load"
        elif token["html"]:
            read_html(token, piece, open_html)
        found.append(piece)
    return found


def read_html(token: re.Match[str], piece: Piece, open_html: list[tuple[str, bool, bool]]) -> None:
    """Which edges of an HTML tag show no blank; ``open_html`` are the tags still open, each with
    its two edges.
    """
    name, attributes = token["html"].lower(), token["attributes"]
    if token["end"]:
        while open_html and open_html[-1][0] != name:
            open_html.pop()
        piece.in_line = name in IN_LINE
        _name, piece.edge_inside, piece.edge_outside = (
            open_html.pop() if open_html else ("", False, False)
        )
        piece.kind = "out"
    else:
        button = name == "button" or (name == "a" and re.search(r"class=\"btn\b", attributes))
        block = name in BLOCKS.split() and not INLINE.search(attributes)
        piece.edge_inside = (
            bool(block or button) and not EMPTY.search(attributes) and name not in ("link", "meta")
        )
        piece.edge_outside = block
        piece.kind, piece.in_line = "in", name in IN_LINE
        if name in ("link", "meta"):
            piece.kind, piece.edge_inside = "loose", True
        elif name not in ("input", "img", "br", "hr", "col", "path", "use", "source", "wbr"):
            open_html.append((name, piece.edge_inside, piece.edge_outside))


def shows_nothing_before(
    all_pieces: list[Piece], at: int, seen: frozenset[int] = frozenset()
) -> bool:
    """Whether on every way through the template what stands before piece ``at`` is the edge of a
    block.
    """
    at -= 1
    while at >= 0:
        piece = all_pieces[at]
        if (
            piece.kind in ("loose", "blank")
            or (piece.kind == "in" and piece.edge_inside)
            or (piece.kind == "out" and piece.edge_outside)
        ):
            return True
        if piece.kind == "tag" and piece.tag in ("else", "elif", "empty"):
            at = piece.opener
        elif piece.kind == "tag" and piece.tag in ("endif", "endfor"):
            if at in seen:
                return True
            ends, opener, has_else = [at], piece.opener, False
            branch = opener
            while all_pieces[branch].partner != at:
                branch = all_pieces[branch].partner
                ends.append(branch)
                has_else = has_else or all_pieces[branch].tag in ("else", "empty")
            inner = seen | {at}
            return all(shows_nothing_before(all_pieces, end, inner) for end in ends) and (
                has_else or shows_nothing_before(all_pieces, opener, inner)
            )
        elif piece.kind == "tag" and piece.tag == "for":
            if at in seen:
                return True
            last = piece.partner
            return shows_nothing_before(all_pieces, last, seen | {at}) and shows_nothing_before(
                all_pieces, at, seen | {at}
            )
        elif not (
            piece.kind == "comment"
            or (piece.kind == "in" and piece.in_line)
            or (piece.kind == "tag" and piece.tag in SILENT)
        ):
            return False
        at -= 1
    return False


def shows_nothing_after(
    all_pieces: list[Piece], at: int, seen: frozenset[int] = frozenset(), left: bool = False
) -> bool:
    """The same of what follows, from piece ``at`` on; ``left`` when a tag within the line was left
    on the way.
    """
    while at < len(all_pieces):
        piece = all_pieces[at]
        if (
            piece.kind == "loose"
            or (piece.kind == "in" and piece.edge_outside)
            or (piece.kind == "out" and piece.edge_inside)
        ):
            return True
        if piece.kind == "blank" and not left:
            return True
        if piece.kind == "tag" and piece.tag in ("else", "elif", "empty"):
            while all_pieces[at].partner >= 0:
                at = all_pieces[at].partner
            if all_pieces[at].tag == "endfor":
                at -= 1
        elif piece.kind == "tag" and piece.tag in ("if", "for"):
            if at in seen or piece.partner < 0:
                return at in seen
            branch, has_else, inner = at, False, seen | {at}
            while all_pieces[branch].partner >= 0:
                if not shows_nothing_after(all_pieces, branch + 1, inner, left):
                    return False
                branch = all_pieces[branch].partner
                has_else = has_else or all_pieces[branch].tag in ("else", "empty")
            if has_else:
                return True
            at = branch
        elif piece.kind == "tag" and piece.tag == "endfor":
            if at in seen:
                return True
            inner = seen | {at}
            body = piece.opener + 1
            return shows_nothing_after(all_pieces, body, inner, left) and shows_nothing_after(
                all_pieces, at + 1, inner, left
            )
        elif piece.kind == "out" and piece.in_line:
            left = True
        elif not (
            piece.kind in ("comment", "blank")
            or (piece.kind == "tag" and piece.tag in {*SILENT, "endif"})
        ):
            return False
        at += 1
    return False


def places(text: str) -> dict[int, tuple[bool, int]]:
    """Where a line may end: offset -> whether within an HTML tag, and how many characters of white
    space go.
    """
    found: dict[int, tuple[bool, int]] = {}
    parts = pieces(text)
    for index, piece in enumerate(parts):
        if piece.kind == "blank":
            found |= {at: (False, 1) for at in range(piece.start, piece.end) if text[at] == " "}
            continue
        if piece.kind in ("in", "loose", "out", "raw"):
            found |= dict.fromkeys(blanks_of_a_tag(text, piece), (True, 1))
        unspaced = index and parts[index - 1].kind != "blank"
        if unspaced and (shows_nothing_before(parts, index) or shows_nothing_after(parts, index)):
            found[piece.start] = (False, 0)
    return found


def blanks_of_a_tag(text: str, piece: Piece) -> list[int]:
    """The offsets of the white space between the attributes of an HTML tag."""
    found, quote, at = [], "", piece.start
    while at < piece.end:
        if kept := re.compile(r"{%.*?%}|{{.*?}}").match(text, at):
            at = kept.end()
            continue
        letter = text[at]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter == " ":
            found.append(at)
        elif letter == ">":
            break
        at += 1
    return found


def wrapped(text: str) -> str:
    """Every line that is too long, broken at the last place that fits, rather between pieces than
    within a tag.
    """
    if all(len(line) <= WIDTH for line in text.split("\n")):
        return text
    free, lines, start = places(text), [], 0
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        here = [at - start for at in free if start + indent < at < start + len(line)]
        done, lead = 0, 0
        while lead + len(line) - done > WIDTH:
            ahead = sorted(at for at in here if at > done)
            fitting = [at for at in ahead if lead + at - done <= WIDTH]
            between = [at for at in fitting if not free[start + at][0] and at - done > WIDTH // 4]
            if not ahead:
                break
            end = (between or fitting or ahead[:1])[-1]
            lines.append(" " * lead + line[done:end].rstrip())
            done = end + free[start + end][1]
            lead = indent if line[done:].startswith(CLOSERS) else indent + 2
        lines.append(" " * lead + line[done:])
        start += len(line) + 1
    return "\n".join(lines)


if __name__ == "__main__":
    wrong = []
    for path in sorted(Path("templates").rglob("*.*")):
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".html" and wrapped(text) != text:
            wrong.append(path)
            if "--check" not in sys.argv:
                path.write_text(wrapped(text), encoding="utf-8")
        elif long := [
            number for number, line in enumerate(text.split("\n"), 1) if len(line) > WIDTH
        ]:
            wrong.append(path)
            print(
                f"{path}: over {WIDTH} characters, to be broken by hand: line {', '.join(map(str, long))}"
            )
    sys.exit(bool(wrong) and "--check" in sys.argv)
