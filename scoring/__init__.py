"""Stores sheets, signatures, rulings, publications; ``king.sheet``, ``king.rulings``, ``king.standings`` know them."""
