"""The evening while it goes on: ``facts`` are how far it is in numbers, ``next_steps`` what comes
next and what blocks it; ``lookups`` find the rows that an address names, ``evenings`` lists them;
``visibility`` says what of an evening everybody may see; ``backup`` before a press that cannot be
taken back.
"""
