"""Stores board sets and boards, sealed, printed or revealed; ``king.dealing`` and ``king.cards``
know them as values.

``models`` decides who may see a card, ``services`` seals, reveals and checks, ``transfer`` reads
and writes boards as typed or in files.
"""
