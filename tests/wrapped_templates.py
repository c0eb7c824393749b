"""The templates with lines of at most 120: broken where there is white space already, so that no page changes.

A line is broken between pieces of text or between attributes; never within a template tag, a quoted value, the words of
a blocktranslate, or where white space counts. `make format` writes them, `make lint` looks (`--check`).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

WIDTH = 120
KEPT = re.compile(
    r"{%\s*blocktrans.*?{%\s*endblocktrans\w*\s*%}|{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->"
    r"|<(?P<tag>pre|textarea|script|style)\b.*?</(?P=tag)>",
    re.DOTALL,
)


def places(text: str) -> dict[int, bool]:
    """Where a line may end: the offsets of white space that a browser takes for one blank; whether within a tag."""
    found: dict[int, bool] = {}
    at, in_tag, quote = 0, False, ""
    while at < len(text):
        kept = KEPT.match(text, at)
        if kept:
            at = kept.end()
            continue
        letter = text[at]
        if quote:
            quote = "" if letter == quote else quote
        elif in_tag and letter in "\"'":
            quote = letter
        elif in_tag and letter == ">":
            in_tag = False
        elif letter == "<" and re.match(r"</?[a-zA-Z]", text[at : at + 3]):
            in_tag = True
        elif letter == " ":
            found[at] = in_tag
        at += 1
    return found


def wrapped(text: str) -> str:
    """Every line that is too long, broken at the last place that fits, rather between pieces than within a tag."""
    free, lines, start = places(text), [], 0
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        here = [at - start for at in free if start + indent < at < start + len(line)]
        start += len(line) + 1
        done, lead = 0, 0
        while lead + len(line) - done > WIDTH:
            ahead = [at for at in here if at > done]
            fitting = [at for at in ahead if lead + at - done <= WIDTH]
            between = [at for at in fitting if not free[start - len(line) - 1 + at] and at - done > WIDTH // 4]
            if not ahead:
                break
            end = (between or fitting or ahead[:1])[-1]
            lines.append(" " * lead + line[done:end].rstrip())
            done, lead = end + 1, indent + 2
        lines.append(" " * lead + line[done:])
    return "\n".join(lines)


if __name__ == "__main__":
    changed = []
    for path in sorted(Path("templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        if wrapped(text) != text:
            changed.append(path)
            if "--check" not in sys.argv:
                path.write_text(wrapped(text), encoding="utf-8")
    sys.exit(bool(changed) and "--check" in sys.argv)
