"""A hand card by card: ``tricks`` plays one, ``domino`` the one without tricks; ``replay`` begins
either.
"""
