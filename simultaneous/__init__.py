"""Stores events that are played in many halls, at their centre and in each hall;
``king.simultaneous`` knows their documents and ranks them (docs/simultaneous.md).

``contacts`` reads halls as they are pasted; ``event_file`` makes the library's forms of rows;
``centre`` draws, gives the keys, accepts reports, corrects and closes; ``ranking`` makes the
standings and its boards of them, in the worker (``tasks``); ``sealed_events`` says which events are
sealed, and when a centre is copied; ``people`` finds and forgets people whose names are in
reports. ``hall`` joins, opens, closes and ends the evening of one hall, ``client`` is its way to
the centre, ``event_result`` reads a result apart. ``lines`` of standings, and the
``public_results`` once an event is closed, are what everybody reads; ``papers`` are the booklet and
certificates. ``letters`` are mails to halls, ``drafts`` sheets that a hall with paper types or
fills into a ``workbook``. ``pages`` show all this, ``api`` takes what halls send.
"""
