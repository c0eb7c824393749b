"""Stores memberships of the club, merges of two rows of its roster and pairs told apart; ``king``
knows nothing of people.

``lists`` read into the roster, ``members`` and agreements, ``merging``; a person over all evenings:
``evenings`` as published, ``grades`` of strength by the model of ``plackett_luce``, ``erasure`` with
what is stored about them and how it is forgotten, ``paper``. ``pages`` show all this.
"""
