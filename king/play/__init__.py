"""One hand, card by card. ``tricks`` plays a hand of tricks, ``domino`` a Domino; ``declared`` is
what a row says of a hand before its first card; ``replay`` replays either from recorded cards;
``misdeal`` has the reasons to have a hand dealt again.
"""
