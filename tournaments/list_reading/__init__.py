"""People out of lists: one reader for a file, a paste and the box, with one answer.

``files`` makes sheets of the ``cells`` of a file, with ``workbook_reader`` and ``old_workbook``; ``tables`` makes people of
cells, under headings or without, ``lines`` of the words of a message; ``pieces`` takes a text
apart, in the words of ``vocabulary``. All answer in a ``Reading`` of ``rows``: every cell is
somewhere.
"""
