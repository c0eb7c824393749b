"""The evening while it goes on: ``facts`` are how far it is in numbers, ``next_steps`` what comes
next and what blocks it; rows are ``found`` as an address names them, ``evenings`` listed; what of
an evening is ``visible`` to all, and ``backup`` before a press that cannot be taken back.
"""
