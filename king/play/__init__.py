"""A hand card by card.

``legal_cards`` says which card a system lets one play and what was wrong with another, ``tricks`` plays a hand,
``domino`` the one without tricks and when it is dealt again; ``replay`` begins either from cards as they were written
down.
"""
