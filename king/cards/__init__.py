"""Cards and winds, deals and their numbers, and the way from a sealed secret to the boards of a round.

``cards`` and ``winds`` are the alphabet of everything else; ``deal`` is four hands that together are the deck, and its
number; ``dealing`` is the algorithm that anybody can repeat.
"""
