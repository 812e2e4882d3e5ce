"""Tables as an Excel workbook: a sheet about them, then one sheet each, with typed cells."""

from __future__ import annotations

import math
import tempfile
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase
from evalgui.io.writers.origin import origin_lines
from evalgui.io.writers.tables.how import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    from evalgui.io.writers.tables.how import How, Value
    from evalgui.results.result import LongTable

MOST_ROWS = 1_048_576
MOST_COLUMNS = 16_384
LONGEST = 32_767
_LARGEST_WHOLE = 2**53
CUT = "are longer than a cell of a workbook can be, and end early there"
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def refuses(table: LongTable) -> str:
    """Return why a table does not go into a sheet; "" where it does."""
    if table.n_rows >= MOST_ROWS:
        most = grouped(MOST_ROWS - 1)
        return phrase(
            "a sheet holds {most} rows below its head, and there are {n}",
            most=most,
            n=grouped(table.n_rows),
        )
    if len(table.columns) > MOST_COLUMNS:
        most = grouped(MOST_COLUMNS)
        return phrase(
            "a sheet holds {most} columns, and there are {n}",
            most=most,
            n=grouped(len(table.columns)),
        )
    return ""


def write_workbook(tables: Sequence[LongTable], how: How, file: BinaryIO) -> None:
    """Write tables, each in a sheet that has its id, behind a sheet that says what they rest on.

    Text is text, whatever it begins with. Excel knows no infinity: it is the text ``inf`` or
    ``-inf``. What is undefined is an empty cell.
    """
    import xlsxwriter

    with tempfile.TemporaryDirectory(prefix="evalgui-") as folder:
        book = xlsxwriter.Workbook(file, {**_OPTIONS, "tmpdir": folder})
        # The same tables make the same file.
        book.set_properties({"title": how.told(tables[0]), "created": _long_ago()})
        try:
            sheet = book.add_worksheet(how.words("About"), _sheet_class())
            sheet.set_column(0, 0, 100)
            for place, line in enumerate(origin_lines(how.about, how.words)):
                sheet.write_string(place, 0, line[:LONGEST])
            bold = book.add_format({"bold": True})
            for table in tables:
                _write(book.add_worksheet(table.id[:31], _sheet_class()), table, how, bold)
        finally:
            book.close()


def _long_ago() -> Any:  # noqa: ANN401 - a date
    from datetime import UTC, datetime

    return datetime(2000, 1, 1, tzinfo=UTC)


def _write(sheet: Any, table: LongTable, how: How, bold: object) -> None:  # noqa: ANN401 - has no types
    sheet.freeze_panes(1, 0)
    for place, column in enumerate(table.columns):
        width = 24 if table.kind(column).is_text else 14
        sheet.set_column(place, place, width)
    for place, column in enumerate(table.columns):
        sheet.write_string(0, place, how.told(column)[:LONGEST], bold)
    row = 1
    for rows in how.rows(table):
        for values in rows:
            for place, value in enumerate(values):
                _write_cell(sheet, row, place, value, how)
            row += 1


def _write_cell(sheet: Any, row: int, place: int, value: Value, how: How) -> None:  # noqa: ANN401
    if value is None:
        return
    if isinstance(value, str):
        short = _shortened(value)
        if short is not value:
            how.note(CUT, 1)
        sheet.write_string(row, place, short)
    elif math.isinf(value) or (abs(value) > _LARGEST_WHOLE and isinstance(value, int)):
        sheet.write_string(row, place, number_text(value))
    else:
        sheet.write_number(row, place, value)


def _shortened(text: str) -> str:
    """Return text that is no longer than a cell can be, counted as Excel counts."""
    if 2 * len(text) <= LONGEST:
        return text
    units = text.encode("utf-16-le")
    if len(units) <= 2 * LONGEST:
        return text
    return units[: 2 * LONGEST].decode("utf-16-le", "ignore")


def _sheet_class() -> Any:  # noqa: ANN401 - has no types
    """Return a sheet that writes every digit of a number, and text that looks like markup as text.

    The library writes 16 digits, of which a double may have 17, and takes text within ``<r>``
    for markup of its own.
    """
    from xlsxwriter.worksheet import Worksheet

    class Sheet(Worksheet):  # type: ignore[misc] # has no types
        def _xml_number_element(self, number: float, attributes: Any = ()) -> None:  # noqa: ANN401
            told = "".join(f' {name}="{value}"' for name, value in attributes)
            self.fh.write(f"<c{told}><v>{number_text(number)}</v></c>")

        def _xml_rich_inline_string(self, string: str, attributes: Any = ()) -> None:  # noqa: ANN401
            self._xml_inline_string(string, True, attributes)  # noqa: FBT003

    return Sheet
