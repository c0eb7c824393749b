"""Compiling the catalogues with Babel, so that a machine without GNU gettext shows Italian too."""

import os
from pathlib import Path


def compile_catalogues(folder: Path) -> list[Path]:
    """Write ``django.mo`` beside each newer ``django.po`` and return those written. Two processes
    may do so at the same time.
    """
    written = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        # Here, because every command looks for newer catalogues and hardly any finds one.
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parent.parent.name)
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)
        written.append(target)
    return written
