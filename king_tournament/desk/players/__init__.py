"""Entries of an evening: ``views`` enter players, ``entry`` is the row of one, ``groups`` pair them."""
