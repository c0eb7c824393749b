"""Robots: players where nobody sits, and a lean engine that plays thousands of hands for them.

``rules`` compiles what ``king.play`` judges into masks, ``hand`` plays by it; ``seen`` is all that one player
may know, and draws the cards of the others from it; ``habits`` are rules of thumb, ``any_cards`` plays
without any; ``choice`` plays on by rules of thumb over such draws and takes the best card; ``home``
plays on for the robots of a hand until it is a person's turn; ``field`` plays a board many times,
``yardstick`` as the tables declared it, ``endings`` a few last cards exactly.

Nothing here reads a clock or draws by lot: numbers are an argument, and a robot thinks in cards
that it plays on, so that the same numbers make the same card on every machine.
"""
