"""A table's sheet and what is ruled on it."""
