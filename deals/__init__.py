"""Stores board sets and boards, sealed, printed or revealed; ``king.cards.dealing`` and ``king.cards.deal`` know
what they are.
"""
