"""Programs: ``views`` answer in the ``shapes``, ``refusals`` in one, and ``steps`` are posted;
``tokens`` sign in, ``token_steps`` make them. The same services answer as on the pages, ``king`` gives the figures.
"""
