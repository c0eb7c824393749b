"""People out of lists: one reader for a file, a paste and the box, with one answer.

``files`` makes sheets of cells of a file, with ``workbook_reader``; ``headings`` says what the
columns are, ``tables`` makes people of the cells below, ``grids`` of cells in a message, ``lines``
of its words; ``pieces`` takes a text apart, in the words of ``vocabulary``. All answer in a
``Reading`` of ``rows``: every cell is somewhere.
"""
