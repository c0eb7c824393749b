"""A hand card by card: ``tricks`` plays one, ``domino`` the one without tricks; ``replay`` begins
either; ``misdeal`` is the claim to have it dealt again.
"""
