"""The site's own files under names made of their content, so that a browser keeps each of them for
good.
"""

from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

NOTE = ".made-of"


class NamedByContent(CompressedManifestStaticFilesStorage):
    """Storage that names files by their content. A script that imports another has the new name in
    it; so two scripts that import each other cannot be named, and Django refuses them. Django's
    ``support_js_module_import_aggregation`` fails on a library that mentions a file which it does
    not include.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "king/*.js",
            (
                (
                    r"""(?P<matched>(?P<how>\b(?:from |import |import\())"(?P<url>\.[^"]+)")""",
                    '%(how)s"%(url)s"',
                ),
            ),
        ),
    )


def are_static_files_made() -> bool:
    """Whether the files are those of this version."""
    note = Path(settings.STATIC_ROOT) / NOTE
    return note.exists() and note.read_text() == _digest()


def make_static_files() -> None:
    """Naming and packing takes seconds, and is done where they differ."""
    if are_static_files_made():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    (Path(settings.STATIC_ROOT) / NOTE).write_text(_digest())


def _digest() -> str:
    """Digest of the sources of the static files, of the code that makes them, and of the files as
    they are.
    """
    digest = sha256(
        f"{version('Django')} {version('whitenoise')}".encode() + Path(__file__).read_bytes()
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
