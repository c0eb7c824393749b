"""Scripts and style sheets in one piece: each with what it imports, and without comments.

A module becomes a function that returns what it exports, so names of two modules never meet. Read are the forms that
the house's own scripts have; any other raises ``ValueError``.
"""

import posixpath
import re
from collections.abc import Callable

from king_tournament.installation.bootstrap_cut import cut

Read = Callable[[str], str]
"""The text of a file by its name, such as ``king/live.js``."""

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:const|let|class|function|async function) (\w+))", re.MULTILINE)
UNKNOWN = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
OVER_LINES = re.compile(r"^(?:[^`\n]*`[^`\n]*`)*[^`\n]*`[^`\n]*$|\\$", re.MULTILINE)
COMMENT = re.compile(r"^\s*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)
SHEET = re.compile(r'^@import url\("([^":]+)"\);\n', re.MULTILINE)


def whole_script(name: str, read: Read) -> str:
    """The script with every module that it imports, each once and before those that import it."""
    modules: dict[str, str] = {}

    def add(module: str, importing: tuple[str, ...]) -> None:
        if module in importing:
            raise ValueError(f"{module} imports itself, by {' and '.join(importing)}")
        if module in modules:
            return
        text = read(module)
        for _names, file in IMPORT.findall(text):
            add(_beside(module, file), (*importing, module))
        modules[module] = text

    add(name, ())
    if len(modules) == 1:
        return _bare(name, EXPORT.sub(r"\1", modules[name]))
    numbers = {module: f"${number}" for number, module in enumerate(modules)}
    return "".join(
        f"// {module}\nconst {numbers[module]} = (() => {{\n{_body(module, text, numbers)}}})();\n"
        for module, text in modules.items()
    )


def _body(module: str, text: str, numbers: dict[str, str]) -> str:
    """Statements of a module as those of a function."""

    def import_in_place(written: re.Match[str]) -> str:
        names = " ".join((written[1] or "").split()).replace(" as ", ": ")
        return f"const {{ {names} }} = {numbers[_beside(module, written[2])]};\n" if names else ""

    exported = EXPORT.findall(text)
    body = _bare(module, EXPORT.sub(r"\1", IMPORT.sub(import_in_place, text)))
    is_imported = list(numbers)[-1] != module
    if not is_imported:
        return body
    if any(declared.startswith("let ") for declared, _name in exported):
        raise ValueError(f"{module}: what is exported with let may change, and is imported once")
    return f"{body}return {{ {', '.join(name for _declared, name in exported)} }};\n"


def _bare(module: str, text: str) -> str:
    """Script without comment lines and indentation. Raises ``ValueError`` for other forms of
    ``import`` and ``export``, and for text that spans several lines.
    """
    text = COMMENT.sub("", text)
    if other := UNKNOWN.search(text) or OVER_LINES.search(text):
        raise ValueError(f"{module}: {other[0]}")
    return re.sub(r"^\s+", "", text, flags=re.MULTILINE)


def whole_sheet(name: str, read: Read) -> str:
    """The style sheet with those that it imports, in their places: the house's own stand beside it,
    any other is Bootstrap's. A licence stays.
    """

    def with_imported(written: re.Match[str]) -> str:
        imported = _beside(name, written[1])
        if written[1].startswith("../bootstrap/"):
            return cut(read(imported))
        if posixpath.dirname(written[1]):
            raise ValueError(f"{name}: {written[0]}")
        return whole_sheet(imported, read)

    text = re.sub(r"/\*(?!!).*?\*/", "", read(name), flags=re.DOTALL)
    return SHEET.sub(with_imported, re.sub(r"^\s+", "", text, flags=re.MULTILINE))


def _beside(name: str, file: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
