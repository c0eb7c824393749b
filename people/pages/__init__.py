"""Pages of the club's people: ``roster`` and lists read in, ``members`` and who agrees, ``person``
over all evenings, two rows of one person in ``merging``; ``public`` is the page that everybody may
see.
"""
