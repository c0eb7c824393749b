"""Bootstrap's style sheet with the rules that a page of the house could need, cut when static files
are made. ``make test`` says which class is missing or no longer used.
"""

import re
from collections.abc import Iterator, Set

CLASSES = frozenset(
    "active alert align-items-center badge breadcrumb breadcrumb-item btn btn-lg btn-link "
    "btn-outline-primary btn-outline-secondary btn-primary btn-secondary btn-sm card col "
    "container-fluid d-block d-inline d-inline-flex disabled figure form-check form-check-input "
    "form-check-label form-control form-control-lg form-label form-select form-text fw-normal gap-2 "
    "h1 h2 h3 is-invalid justify-content-center lead list-unstyled m-0 mark mb-0 mb-1 mb-2 mb-3 mt-0 "
    "mt-1 mt-2 mt-3 mx-auto nav placeholder progress progress-bar row show small stretched-link table "
    "text-break text-center visually-hidden w-auto".split()
)
"""Bootstrap's classes that templates and scripts name."""


def cut(sheet: str, used: Set[str] = CLASSES) -> str:
    """Return the style sheet with its licence, a rule a line, without the rules that no element could
    meet: those of a class that is not ``used``.
    """
    [licence] = re.findall(r"/\*!.*?\*/", sheet, re.DOTALL)
    bare = re.sub(r"/\*.*?\*/|@charset [^;]*;", "", sheet, flags=re.DOTALL)
    return f"{licence}\n" + "".join(f"{rule}\n" for rule in _rules(bare, used))


def classes_of(sheet: str) -> set[str]:
    """Classes that the rules of the style sheet ask for."""
    found = set[str]()
    for head, body in _blocks(re.sub(r"/\*.*?\*/|@charset [^;]*;", "", sheet, flags=re.DOTALL)):
        if head.startswith(("@media", "@supports")):
            found |= classes_of(body)
        elif not head.startswith("@"):
            found |= _classes(head)
    return found


def _rules(sheet: str, used: Set[str]) -> Iterator[str]:
    for head, body in _blocks(sheet):
        if head.startswith(("@media", "@supports")):
            inner = "".join(_rules(body, used))
            if inner:
                yield f"{head}{{{inner}}}"
        elif head.startswith("@"):
            yield f"{head}{{{body}}}"
        elif selectors := [one for one in _parted(head) if _classes(one) <= used]:
            yield f"{','.join(selectors)}{{{body}}}"


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield each outermost block of the style sheet: the text before its brace, and the text within
    it.
    """
    start = depth = opened = 0
    for brace in re.finditer("[{}]", sheet):
        if brace[0] == "{":
            opened = opened if depth else brace.start()
            depth += 1
        else:
            depth -= 1
            if not depth:
                yield sheet[start:opened].strip(), sheet[opened + 1 : brace.start()]
                start = brace.end()


def _parted(selectors: str) -> list[str]:
    """Split selectors at their commas, but not at those within brackets."""
    return re.findall(r"(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+", selectors)


def _classes(selector: str) -> set[str]:
    """Classes that an element must have to match the selector. Those in ``:not()`` are left out."""
    required = re.sub(r":not\((?:[^()]|\([^()]*\))*\)", "", selector)
    return set(re.findall(r"\.(-?[A-Za-z_][\w-]*)", required))
