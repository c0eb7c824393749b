"""Programs: ``views`` answer in the ``shapes``, ``refusals`` in one. Nothing is stored here: the
same services answer as on the pages, ``king`` gives the figures.
"""
