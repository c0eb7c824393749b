"""Programs: ``views`` answer in the ``shapes``, those of ``king`` in ``king_shapes`` or, made from
declarations, by ``declared_fields``, ``refusals`` in one (a field's in our ``body_sentences``), and
``steps`` take a POST; ``tokens`` sign in, ``token_steps`` make them; ``schema`` describes it all.
The same services answer as on the pages, ``king`` gives the figures.
"""
