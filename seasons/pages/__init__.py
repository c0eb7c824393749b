"""Pages of the seasons: ``circuits`` and ``finals`` at the desk, the ``archive`` out and in;
``public`` is what everybody sees.
"""
