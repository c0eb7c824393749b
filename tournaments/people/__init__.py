"""People of the roster as such: ``duplicates`` finds two rows that may be one person, ``merging``
makes them one and two again, ``models`` keeps what was decided.
"""
