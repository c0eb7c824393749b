"""Stores board sets and boards, sealed, printed or revealed; ``king.dealing`` and ``king.cards``
know what they are.

``models`` says who may see a card, ``services`` seals, reveals and checks, ``transfer`` types in,
reads and writes files.
"""
