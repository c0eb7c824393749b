"""Pages: ``screen`` and the ``addresses`` that televisions are opened at, ``clock`` at the desk,
``reveal``: held standings read out place by place.
"""
