"""People out of lists: one reader for a file, a paste and the box, with one kind of result.

Files: ``files`` makes sheets of ``cells``, with ``workbook_reader`` and ``old_workbook``. Cells:
``columns`` finds the content of each column, ``answer_columns`` finds who comes, ``tables`` makes
people of the cells. Messages: ``messages`` finds the parts that are no list; ``contacts``,
``cell_lines``, ``headings``, ``seats`` and ``substitutes`` find things in a list besides names;
``lines`` makes people of it, and ``groups`` pairs and teams. ``pieces`` splits a text, with the
words of ``vocabulary`` and ``answers``. The result is a ``Reading`` of ``rows``, which accounts for
every cell.
"""
