"""Evenings: ``views`` list, make and remove them; ``forms`` and their ``setting_fields`` are what
an evening is.

``circuits`` are the seasons and finals, ``editions`` the rule systems and the club's own,
``records`` log and archive, ``screens`` what hangs in the hall.
"""
