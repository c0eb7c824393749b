"""A table's score sheet, for every hand that writes one: phone, desk and programs.

``state`` is its one JSON, ``entry`` takes rows, ``fields`` ask for them, ``keys`` for a telephone,
``grid`` for the desk.
"""
