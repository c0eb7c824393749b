"""Pages: ``screen`` and the ``addresses`` that televisions are opened at, ``clock`` at the desk, ``reveal``: a
held standings read out place by place.
"""
