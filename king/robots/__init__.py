"""Robots: players for empty seats, and a lean engine that plays thousands of hands for them.

``rules`` compiles the rules of ``king.play`` into masks, and ``hand`` plays by them. ``seen`` is
all that one player may know; it draws the cards of the others from that. ``habits`` are rules of
thumb, ``any_cards`` plays random legal cards. ``choice`` plays on by rules of thumb over such draws
and takes the best card. ``home`` plays for the robots of a hand until it is a person's turn.
``field`` plays a board many times, ``yardstick`` plays it as the tables declared it, ``endings``
solves a few last cards exactly.

Nothing here reads a clock or draws by lot: random numbers are an argument, and work is counted in
cards that are played on. So the same numbers make the same card on every machine.
"""
