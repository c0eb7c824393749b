"""One hand, card by card. ``tricks`` plays a hand of tricks, ``domino`` a Domino. ``declared``
reads contract, leader and trump from a row. ``replay`` replays either kind of hand from recorded
cards. ``misdeal`` has the reasons to have a hand dealt again.
"""
