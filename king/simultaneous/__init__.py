"""One sealed set of boards for many halls, and common standings over all of them
(docs/simultaneous.md).

``documents`` are exchanged: the centre's event, an invitation for each hall, its report, the
centre's result; and two codes that are told, release key and closing code. ``qr_codes`` carry a
report that is photographed; ``paper_form`` is the workbook of a hall that has only paper.
``commitment`` is the content to which a closing code commits a hall. ``report_sheets`` reads the
sheets of a report, ``merging`` makes a result of event and reports, ``fields`` are the boards over
all halls. ``centre_checks`` chooses boards and sheets that the centre looks at. ``typed_sheet`` is
a sheet as a page asks for it, field by field.
"""
