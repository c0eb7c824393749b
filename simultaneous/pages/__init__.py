"""Pages of simultaneous events: ``desk`` is an event at its centre, with its ``wall`` of
halls; ``sheets`` are what halls reported, looked at and corrected there; ``invited`` is a hall's
<<<<<<< HEAD
own page at the centre. ``hall`` are the pages of a hall's own evening.
=======
own page at the centre; ``public`` is what everybody reads.
>>>>>>> main
"""
