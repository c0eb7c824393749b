#!/usr/bin/env bash
# python-calamine refuses an OpenDocument spreadsheet whose XML is indented, with white space between a row and its cells.
# Only elements are allowed there, so the white space has no meaning. odfpy reads the file. Tried with 0.2.3, 0.4.0, 0.6.2
# and 0.9.1, all the same.
# Programs that accept files from people are affected: Gnumeric 1.12 and SheetJS 0.18 write such files, and their users are
# told that the file is broken. A workaround is to remove the white space from content.xml before reading.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check python-calamine==0.9.1 odfpy==1.4.1
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import sys
import zipfile
from importlib.metadata import version

from odf.opendocument import load
from odf.table import TableCell, TableRow
from odf.teletype import extractText
from python_calamine import CalamineError, CalamineWorkbook

TYPE = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = "urn:oasis:names:tc:opendocument:xmlns"
ROWS = [["one", "two"], ["three", "four"]]


def write(path, between):
    def cell(text):
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    rows = between.join(
        between.join(["<table:table-row>", *map(cell, row), "</table:table-row>"]) for row in ROWS
    )
    spaces = " ".join(f'xmlns:{name}="{NAMES}:{name}:1.0"' for name in ("office", "table", "text"))
    content = between.join(
        [
            f'<?xml version="1.0"?><office:document-content {spaces} office:version="1.2">',
            '<office:body><office:spreadsheet><table:table table:name="List">',
            rows,
            "</table:table></office:spreadsheet></office:body></office:document-content>",
        ]
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{NAMES}:manifest:1.0" manifest:version="1.2">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{TYPE}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("mimetype", TYPE)
        file.writestr("META-INF/manifest.xml", manifest)
        file.writestr("content.xml", content)


def by_calamine(path):
    try:
        return CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()
    except CalamineError as error:
        return f"refused: {error}"


def by_odfpy(path):
    rows = load(path).spreadsheet.getElementsByType(TableRow)
    return [[extractText(cell) for cell in row.getElementsByType(TableCell)] for row in rows]


write("flat.ods", "")
write("indented.ods", "\n  ")
print("python-calamine", version("python-calamine"), "· odfpy", version("odfpy"))
print("expected: both files hold", ROWS)
for path in ("flat.ods", "indented.ods"):
    print(f"seen:     {path}: odfpy {by_odfpy(path)}, calamine {by_calamine(path)}")
as_told = (
    by_odfpy("flat.ods") == by_odfpy("indented.ods") == by_calamine("flat.ods") == ROWS
    and "Expecting 'table-cell'" in by_calamine("indented.ods")
)
sys.exit(0 if as_told else "This has changed.")
PYTHON
