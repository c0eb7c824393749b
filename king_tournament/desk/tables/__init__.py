"""A partita: ``seats`` prepares and seats it, ``winds`` is its draw, ``boards`` deals it or has it
from ``typed_boards``, ``wall`` shows its tables as ``cards``, of which ``sent_cards`` sends those that
changed, ``seat_panel`` who sits at one and what changes there, ``warnings`` what to look at.
"""
