"""Pictures of every page and document, compared with earlier ones: ``make pictures``.

``python -m tests.pictures [COMMIT]`` draws the current files into ``var/pictures/now``, and those
of the commit (default: the last one) into a folder of its own, which is kept. It makes contact
sheets of small pictures and, for each picture that changed, one with old and new side by side.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

ROOT = Path(__file__).parents[1]
ALL = ROOT / "var" / "pictures"
KINDS = ("desk", "phone", "paper")
THRESHOLD = 0.004
"""Share of differing pixels above which a picture has changed; codes and clocks of two runs stay below it."""
CLEARLY = 48
"""Difference in brightness, out of 255, from which a pixel counts as differing."""
SHEET = (1760, 1584)
SMALL = {"desk": (440, 264), "phone": (220, 490), "paper": (293, 420)}
"""Width and height of a contact sheet, and of each small picture with its caption, in pixels."""
BAR = 16
OF_DOCUMENTS = {
    "first.png": (
        "desk/new-site-front",
        "desk/empty-people-import_preview",
        "desk/entries-evening-desk-players",
    ),
    "desk.png": ("desk/playing-evening-desk-play",),
    "phone.png": ("phone/playing-phone-hand-8", "phone/playing-phone-totals"),
}
"""Pictures of the documents, each made of these pictures side by side."""


def drawn(folder: Path, tree: Path, *, whole: bool = True) -> None:
    """Draw every picture of the files in ``tree`` into ``folder``. If a page cannot be drawn,
    ``whole`` raises ``CalledProcessError``; otherwise its picture is missing.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for kind in KINDS:
        (folder / kind).mkdir(parents=True)
    options = [
        # One test draws a whole evening, so it may run long without hanging.
        "-o",
        "faulthandler_timeout=0",
        "-o",
        "python_files=drawing.py",
        "-o",
        "python_functions=draw_*",
        "-p",
        "no:cacheprovider",
    ]
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", *options, "tests/browser/drawing.py"],
        cwd=tree,
        # A commit's folder is kept, so it must not be limited to some pictures.
        env=os.environ | {"KING_PICTURES": str(folder), "KING_PICTURES_ONLY": ""},
        check=whole,
    )


def drawn_at(commit: str) -> Path:
    """Return the folder with the pictures of a commit, drawn on the first call; pictures that the
    commit cannot draw today are missing.
    """
    git = ["git", "-C", str(ROOT)]
    sha = subprocess.check_output([*git, "rev-parse", "--short=12", commit], text=True).strip()
    folder = ALL / sha
    if not folder.exists():
        with tempfile.TemporaryDirectory() as place:
            tree = Path(place) / "tree"
            subprocess.run([*git, "worktree", "add", "-q", "--detach", str(tree), sha], check=True)
            try:
                compiled(tree)
                drawn(Path(place) / "pictures", tree, whole=False)
                shutil.copytree(Path(place) / "pictures", folder)
            finally:
                subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)
    return folder


def compiled(tree: Path) -> None:
    """Compile the tree's message catalogues."""
    command = [sys.executable, "manage.py", "compilemessages", "--verbosity", "0"]
    subprocess.run(command, cwd=tree, check=True)


def differing(old: Path, new: Path) -> float:
    """Share of pixels that differ clearly; 1.0 for pictures of different sizes."""
    with Image.open(old) as one, Image.open(new) as other:
        if one.size != other.size:
            return 1.0
        difference = ImageChops.difference(one.convert("L"), other.convert("L"))
    counts = difference.histogram()
    return sum(counts[CLEARLY:]) / sum(counts)


def changed(old: Path, new: Path) -> Iterator[tuple[str, float | None]]:
    """Yield each picture whose share of differing pixels is above the threshold, with that share,
    or with None if only one folder has it.
    """
    names = {str(file.relative_to(each)) for each in (old, new) for file in each.rglob("*.png")}
    for name in sorted(names):
        if not (old / name).exists() or not (new / name).exists():
            yield name, None
        elif (share := differing(old / name, new / name)) > THRESHOLD:
            yield name, share


def side_by_side(old: Path, new: Path, target: Path) -> None:
    """Put the old picture on the left and the new one on the right; a missing picture stays grey."""
    pictures = [Image.open(each) if each.exists() else None for each in (old, new)]
    width = max(each.width for each in pictures if each)
    height = max(each.height for each in pictures if each)
    sheet = Image.new("RGB", (2 * width + BAR, height), "grey")
    for place, picture in enumerate(pictures):
        if picture:
            sheet.paste(picture, (place * (width + BAR), 0))
    target.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(target)


def contact_sheets(files: Sequence[Path], target: Path) -> Iterator[Path]:
    """Yield sheets of small pictures with their names. The last part of ``target`` is the kind of
    picture.
    """
    width, height = SMALL[target.name]
    across, down = SHEET[0] // width, SHEET[1] // height
    for start in range(0, len(files), across * down):
        sheet = Image.new("RGB", SHEET, "grey")
        pen = ImageDraw.Draw(sheet)
        for place, file in enumerate(files[start : start + across * down]):
            left, top = place % across * width, place // across * height
            with Image.open(file) as picture:
                small = picture.convert("RGB")
                small.thumbnail((width - BAR, height - BAR))
                sheet.paste(small, (left, top + BAR))
            pen.text((left, top), file.stem[: width // 7], fill="white")
        path = target.with_name(f"{target.name}-{start // (across * down) + 1}.png")
        sheet.save(path)
        yield path


def beside_each_other(files: Sequence[Path], target: Path) -> None:
    """Put pictures of equal height side by side, with a grey bar between them."""
    pictures = [Image.open(file).convert("RGB") for file in files]
    width = sum(picture.width + BAR for picture in pictures) - BAR
    sheet = Image.new("RGB", (width, max(picture.height for picture in pictures)), "grey")
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + BAR
    # A page has few colours, so a palette reduces the file to a third.
    sheet.quantize(128).save(target, optimize=True)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="make pictures", description=__doc__)
    parser.add_argument("commit", nargs="?", default="HEAD", help="what to compare with")
    parser.add_argument("--documents", action="store_true", help="draw those of README anew too")
    options = parser.parse_args(arguments)
    before = drawn_at(options.commit)
    now, pairs = ALL / "now", ALL / "changed"
    compiled(ROOT)
    drawn(now, ROOT)
    shutil.rmtree(pairs, ignore_errors=True)
    for kind in KINDS:
        for sheet in contact_sheets(sorted((now / kind).glob("*.png")), ALL / kind):
            print(sheet.relative_to(ROOT))
    for name, share in changed(before, now):
        side_by_side(before / name, now / name, pairs / name)
        print(f"{'new or gone' if share is None else f'{share:6.1%}':>12}  {name}")
    if options.documents:
        for name, files in OF_DOCUMENTS.items():
            beside_each_other(
                [now / f"{file}.png" for file in files], ROOT / "docs/pictures" / name
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
