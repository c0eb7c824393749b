"""Size of the code in tokens: ``make weight`` (``python -m tests.weight``). It counts the product,
not tests, benchmarks or migrations.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
NO_WORDS = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
MOST_A_LINE, MOST_LINES, LONGEST_FUNCTION = 8, 600, 60


def sources() -> dict[str, str]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    product = [
        name
        for name in listed
        if not name.startswith(("tests/", "benchmarks/")) and "/migrations/" not in name
    ]
    return {
        name: (ROOT / name).read_text(encoding="utf-8")
        for name in product
        if (ROOT / name).exists()
    }


def tokens_of(text: str) -> int:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(token.type not in NO_WORDS for token in tokens)


def long_functions(text: str) -> list[str]:
    return [
        node.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    ]


def main() -> None:
    rooms: Counter[str] = Counter()
    lines, dataclasses, skips, alarms = 0, 0, 0, []
    for name, text in sources().items():
        tokens, length = tokens_of(text), len(text.splitlines())
        rooms[name.partition("/")[0]] += tokens
        lines += length
        dataclasses += len(re.findall(r"^\s*@dataclass", text, re.MULTILINE))
        skips += len(re.findall("# fmt: (?:skip|off)", text))
        if length and tokens / length > MOST_A_LINE:
            alarms.append(f"{name}: {tokens / length:.1f} tokens a line")
        if length > MOST_LINES:
            alarms.append(f"{name}: {length} lines")
        alarms += [f"{name}: {function} is long" for function in long_functions(text)]
    for room, tokens in rooms.most_common():
        print(f"{tokens:>8,}  {room}")
    total = rooms.total()
    print(
        f"{total:>8,}  tokens, {total / lines:.2f} a line; {dataclasses} dataclasses, {skips} skips"
    )
    print(*alarms, sep="\n")


if __name__ == "__main__":
    main()
