"""What the public and the screens see. Nothing is stored here; ``king.standings.ranking`` ranks, ``scoring``
publishes.
"""
