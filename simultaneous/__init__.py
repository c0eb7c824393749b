"""Stores events that are played in many halls, at their centre and in each hall;
``king.simultaneous`` knows their documents and ranks them (docs/simultaneous.md).

``contacts`` reads halls as they are pasted; ``event_file`` makes the library's forms of rows;
``centre`` draws, tells the key, takes reports in, corrects and closes; ``ranking`` makes the
standing and its boards of them, in the worker (``tasks``); ``hall`` joins, opens, closes and ends
the evening of one hall, ``speaking`` is its way to the centre. ``lines`` of a standing, and what is
``published`` once an event is closed, are what everybody reads; ``papers`` are the booklet and
certificates. ``letters`` are mails to halls, ``drafts`` sheets that a hall with paper types
or fills into a ``workbook``. ``pages`` show all this, ``api`` takes what halls send.
"""
