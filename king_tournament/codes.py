"""The codes of evenings and tables in addresses: letters and digits, capitals or not, and nothing else."""

from __future__ import annotations

from django.urls import register_converter


class CodeConverter:
    """A code as a person may type it. What no code can be is no address, and no database is asked for it."""

    regex = "[0-9A-Za-z]{1,12}"

    def to_python(self, value: str) -> str:
        """Codes are kept in small letters."""
        return value.lower()

    def to_url(self, value: str) -> str:
        return value


register_converter(CodeConverter, "code")
