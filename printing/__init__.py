"""Stores the print queue and what was printed; ``king`` gives every figure on the paper, nothing is computed here."""
