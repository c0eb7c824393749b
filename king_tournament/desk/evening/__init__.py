"""Evenings: ``views`` list, make and remove them, and rehearse, as lines that are ``listed``;
``forms`` are what an evening is.

``editions`` are the rule systems and the club's own, with their shape in ``shape_fields``;
``records`` the log and a safety copy.
"""
