"""The laptop of the organizer and the arbiter. Nothing is stored here: the data apps do, ``king`` knows the rules."""
