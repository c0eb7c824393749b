"""Pages of simultaneous events: ``desk`` is an event at its centre, with its ``wall`` of halls;
``sheets`` are what halls reported, looked at and corrected there, ``posted`` the standing, and
``people`` the guests of the halls; ``invited`` is a hall's own page at the centre; ``public`` is
what everybody reads. ``hall`` are the pages of the evening of a hall.
"""
