"""A hand card by card: ``tricks`` plays one, ``domino`` the one without tricks; ``declared`` is
what a row says of it before its first card; ``replay`` begins either; ``misdeal`` is the claim to
have it dealt again.
"""
