"""Pages of the public and of the screens. Nothing is stored here; ``king.standings.ranking`` ranks, ``scoring``
publishes.
"""
