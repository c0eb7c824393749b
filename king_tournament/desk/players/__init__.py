"""Entries of an evening: ``views`` enter players, ``entry_list`` shows them, ``entry`` is the row
of one, ``groups`` pair them, ``odd_number_panel`` asks about an odd number, ``report`` is a list
line by line.
"""
