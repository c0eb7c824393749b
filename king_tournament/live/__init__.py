"""What the public and the screens see. Nothing is stored here; ``king.standings`` ranks, ``scoring`` publishes."""
