"""Entries of an evening: ``views`` enter players, ``groups`` pair them."""
