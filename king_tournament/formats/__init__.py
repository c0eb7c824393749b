"""Formats of dates and hours, one module a language. Numbers have Django's formats."""
