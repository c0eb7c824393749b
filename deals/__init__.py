"""Stores board sets and boards, sealed, printed or revealed; ``king.dealing`` and ``king.deal`` know what they are."""
