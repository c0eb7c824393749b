"""Stores sheets, signatures, rulings, publications; ``king.sheet`` and ``king.standings`` know them."""
