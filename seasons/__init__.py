"""Stores seasons as they were published, and finals with who plays them; ``king.standing`` ranks them.

``season`` is over the evenings of a circuit, ``qualifying`` makes its final, ``archive`` takes the
``archive_rows`` of an evening or a season out of the database, ``archive_import`` brings them in
again. ``lookups`` find the circuit that an address names, ``season_revision`` has numbers that
change with what a season shows; ``paper`` has its files. ``pages`` show all this.
"""
