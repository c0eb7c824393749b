"""One sealed set of boards for many halls, and common standings over all of them
(docs/simultaneous.md).

``documents`` travel: the centre's event, an invitation a hall, its report, the centre's result; and
two codes that are given, release key and closing code; ``qr_codes`` carry a report that is
photographed, ``paper_form`` the workbook of a hall with paper alone. ``commitment`` is what a
closing code commits a hall to. ``report_sheets`` reads the sheets of a report, ``merging`` makes a
result of event and reports, ``fields`` are the boards over all halls, ``centre_checks`` says which
boards and sheets the centre looks at; ``typed_sheet`` is a sheet as a page asks for it, field by
field.
"""
