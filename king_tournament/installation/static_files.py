"""The site's own files under names made of their content, so that a browser keeps each of them for
good.
"""

from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from king_tournament.installation import bootstrap_cut, whole_files
from king_tournament.installation.whole_files import whole_script, whole_sheet

NOTE = ".made-of"
HOUSE = "king/"
"""Folder of the house's own files; those of libraries stay as they are."""


class NamedByContent(CompressedManifestStaticFilesStorage):
    """Storage that names files by their content. The house's scripts and style sheets get that name
    in one piece, with all that they import, so a page asks for one of each.
    """

    def post_process(self, paths: dict[str, Any], *arguments: Any, **options: Any) -> Iterator[Any]:
        names = {name.replace("\\", "/"): name for name in paths}  # Windows finds them with its own

        def read(name: str) -> str:
            storage, path = paths[names[name]]
            with storage.open(path) as file:
                text: str = file.read().decode()
            return text

        whole = InMemoryStorage()
        pieces = {}
        for name, found in names.items():
            if name.startswith(HOUSE) and name.endswith((".js", ".css")):
                joined_file = whole_script if name.endswith(".js") else whole_sheet
                whole.save(name, ContentFile(joined_file(name, read).encode()))
                pieces[found] = whole, name
        yield from super().post_process(paths | pieces, *arguments, **options)  # type: ignore[no-untyped-call]


def are_static_files_made() -> bool:
    """Whether the files are those of this version."""
    note = Path(settings.STATIC_ROOT) / NOTE
    return note.exists() and note.read_text() == _digest()


def make_static_files() -> None:
    """Name and pack the static files. It takes seconds and is skipped if they are those of this
    version.
    """
    if are_static_files_made():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    (Path(settings.STATIC_ROOT) / NOTE).write_text(_digest())


def _digest() -> str:
    """Digest of the sources of the static files, of the code that makes them, and of the files as
    they are.
    """
    digest = sha256(
        f"{version('Django')} {version('whitenoise')}".encode()
        + Path(__file__).read_bytes()
        + Path(whole_files.__file__).read_bytes()
        + Path(bootstrap_cut.__file__).read_bytes()
    )
    for finder in get_finders():
        for name, storage in sorted(finder.list([]), key=lambda listed: listed[0]):
            with storage.open(name) as file:
                digest.update(name.encode() + sha256(file.read()).digest())
    root = Path(settings.STATIC_ROOT)
    for path in sorted(root.rglob("*")):
        if path.is_file() and path.name != NOTE:
            digest.update(
                path.relative_to(root).as_posix().encode() + sha256(path.read_bytes()).digest()
            )
    return digest.hexdigest()
