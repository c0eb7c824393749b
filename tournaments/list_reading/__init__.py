"""People out of lists: one reader for a file, a paste and the box, with one answer.

A file: ``files`` makes sheets of its ``cells``, with ``workbook_reader`` and ``old_workbook``.
Cells: ``columns`` says what stands in each, ``answer_columns`` who comes by them, ``tables`` makes
people of them. A message: ``messages`` knows what in it is no list, ``contacts``, ``cell_lines``,
``headings``, ``seats`` and ``substitutes`` what stands in a list besides names, ``lines`` makes
people of it and ``groups`` pairs and teams. ``pieces`` takes a text apart, in the words of
``vocabulary`` and ``answers``. All answer in a ``Reading`` of ``rows``: every cell is somewhere.
"""
