"""Documents in the database, for a site of several machines: one made by the worker of one machine
is served by the web server of another.
"""

from typing import Any

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage

from printing.models import KeptFile


class DatabaseStorage(Storage):
    """A storage for files of some megabytes, each read and written as a whole."""

    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        file = KeptFile.objects.filter(name=name).first()
        if file is None:
            raise FileNotFoundError(name)
        return ContentFile(bytes(file.content), name=name)

    def _save(self, name: str, content: Any) -> str:
        KeptFile.objects.create(name=name, content=content.read())
        return name

    def delete(self, name: str) -> None:
        KeptFile.objects.filter(name=name).delete()

    def exists(self, name: str) -> bool:
        return KeptFile.objects.filter(name=name).exists()
