"""Evenings: ``views`` list, make and remove them, and rehearse, as lines of an ``evening_list``;
``forms`` are what an evening is.

``editions`` are the rule systems and the club's own, whose form is ``edition_form``; ``records``
the log and a safety copy.
"""
