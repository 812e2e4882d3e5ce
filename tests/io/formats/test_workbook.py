"""Workbooks: read in a child with limits, sheet by sheet, nothing in silence."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pytest

from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.meaning.roles import Roles
from evalgui.io.sandbox import parent

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

Cell = str | float | bool | None
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MANIFEST = '<manifest xmlns="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
HEADER = '<?xml version="1.0" encoding="UTF-8"?>'


def cell_xml(place: str, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, float):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    if cell.startswith("="):
        return f'<c r="{place}"><f>{cell[1:]}</f></c>'
    if cell.startswith("#"):
        return f'<c r="{place}" t="e"><v>{cell}</v></c>'
    return f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def sheet_xml(rows: list[list[Cell]], head: str = HEADER) -> str:
    lines = []
    for number, row in enumerate(rows, start=1):
        cells = (cell_xml(f"{chr(65 + place)}{number}", cell) for place, cell in enumerate(row))
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f'{head}<worksheet xmlns="{MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def workbook(sheets: dict[str, list[list[Cell]]], **parts: str) -> bytes:
    """Return the least that is an .xlsx file; `parts` replace the sheets, by number."""
    entries, links = [], []
    for place, name in enumerate(sheets, start=1):
        entries.append(f'<sheet name="{escape(name)}" sheetId="{place}" r:id="r{place}"/>')
        links.append(
            f'<Relationship Id="r{place}" Type="{LINKS}/worksheet" '
            f'Target="worksheets/sheet{place}.xml"/>'
        )
    relations = f'{HEADER}<Relationships xmlns="{PACKAGE}/relationships">'
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", f'{HEADER}<Types xmlns="{PACKAGE}/content-types"/>')
        archive.writestr(
            "_rels/.rels",
            f'{relations}<Relationship Id="r1" Type="{LINKS}/officeDocument" '
            'Target="xl/workbook.xml"/></Relationships>',
        )
        archive.writestr(
            "xl/workbook.xml",
            f'{HEADER}<workbook xmlns="{MAIN}" xmlns:r="{LINKS}"><sheets>{"".join(entries)}'
            "</sheets></workbook>",
        )
        archive.writestr(
            "xl/_rels/workbook.xml.rels", f"{relations}{''.join(links)}</Relationships>"
        )
        for place, rows in enumerate(sheets.values(), start=1):
            text = parts.get(f"sheet{place}", sheet_xml(rows))
            archive.writestr(f"xl/worksheets/sheet{place}.xml", text)
    return stream.getvalue()


def open_document(rows: list[list[str]]) -> bytes:
    """Return the least that is an .ods file."""
    office = "urn:oasis:names:tc:opendocument:xmlns"
    lines = "".join(
        "<t:table-row>"
        + "".join(
            f'<t:table-cell o:value-type="string"><x:p>{escape(cell)}</x:p></t:table-cell>'
            for cell in row
        )
        + "</t:table-row>"
        for row in rows
    )
    content = (
        f'{HEADER}<o:document-content xmlns:o="{office}:office:1.0" xmlns:t="{office}:table:1.0" '
        f'xmlns:x="{office}:text:1.0"><o:body><o:spreadsheet><t:table t:name="S">{lines}'
        "</t:table></o:spreadsheet></o:body></o:document-content>"
    )
    content = content.replace("<o:", "<office:").replace("</o:", "</office:")
    content = content.replace("<t:", "<table:").replace("</t:", "</table:")
    content = content.replace("<x:", "<text:").replace("</x:", "</text:")
    content = content.replace(" t:name", " table:name").replace(" o:value", " office:value")
    content = content.replace("xmlns:o=", "xmlns:office=").replace("xmlns:t=", "xmlns:table=")
    content = content.replace("xmlns:x=", "xmlns:text=")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr("META-INF/manifest.xml", MANIFEST)
    return stream.getvalue()


DATA: list[list[Cell]] = [
    ["id", "label", "score"],
    ["007", True, 0.5],
    ["7", False, 2.0],
    ["1E5", False, 0.1 + 0.2],
]


def opened(data: bytes, **options: str | bool) -> RawTable:
    return read(Source.from_bytes("a.xlsx", data), ReadOptions(**options))  # type: ignore[arg-type]


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def refusal(data: bytes, **options: str) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(data, **options)
    assert caught.value.hint
    return str(caught.value)


def test_that_cells_keep_what_they_are() -> None:
    found = opened(workbook({"Data": DATA}))
    assert found.names == ("id", "label", "score")
    assert rows(found) == [
        ["007", "true", "0.5"],
        ["7", "false", "2"],
        ["1E5", "false", "0.30000000000000004"],
    ]
    assert found.findings == ()
    assert (found.how.sheet, found.how.sheets) == ("Data", ("Data",))
    assert found.how.describe() == "workbook, sheet 'Data', with a header line"
    assert [found.line(row) for row in range(3)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("texts", "cells"),
    [
        (["<0,05", "1,5"], ["0,125", "7", "<0,05", "1,5"]),
        (["<0.05", "1.5"], ["0.125", "7", "<0.05", "1.5"]),
        ([">1,000", "missing"], ["0.125", "7", ">1,000", "missing"]),  # thousands, perhaps
        (["0,05", "0.05"], ["0.125", "7", "0,05", "0.05"]),
    ],
)
def test_that_numbers_have_the_decimal_sign_of_the_texts_beside_them(
    texts: list[str], cells: list[str]
) -> None:
    column: list[Cell] = [0.125, 7.0, *texts]
    lines: list[list[Cell]] = [[cell, 1.5] for cell in column]
    table = opened(workbook({"S": [["score", "age"], *lines]}))
    assert rows(table) == [[cell, "1.5"] for cell in cells]


def test_that_a_name_with_a_decimal_comma_changes_no_number() -> None:
    table = opened(workbook({"S": [["id", "0,5 h"], ["a", 1.125], ["b", 2.25]]}))
    assert rows(table) == [["a", "1.125"], ["b", "2.25"]]


def test_that_limits_with_a_decimal_comma_can_be_used_beside_numbers() -> None:
    lines: list[list[Cell]] = [["label", "score"]]
    lines += [["yes", 7.25], ["no", "<0,5"], ["yes", 3.5], ["no", 2.125]]
    found = load_source(Source.from_bytes("a.xlsx", workbook({"S": lines})))
    assert "1 score is a limit (such as '<0,5')" in found.proposal.question
    roles = Roles(limits="at")
    dataset = load_source(Source.from_bytes("a.xlsx", workbook({"S": lines})), roles=roles).dataset
    assert dataset is not None
    assert dataset.scores[0].values.tolist() == [7.25, 0.5, 3.5, 2.125]


def test_that_a_clear_workbook_opens_at_once() -> None:
    loaded = load_source(Source.from_bytes("a.xlsx", workbook({"Data": DATA})))
    assert loaded.dataset is not None
    assert loaded.dataset.positive_class == "true"


def test_that_a_workbook_larger_than_any_pipe_is_sent_whole() -> None:
    scores = [float(n * 7919 % 100_003) / 100_003 for n in range(12_000)]
    body: list[list[Cell]] = [[f"P{n}", n % 3 == 0, score] for n, score in enumerate(scores)]
    data = workbook({"Data": [*DATA[:1], *body]})
    assert len(data) > 1 << 17
    found = opened(data)
    assert found.column("score").parse_numbers().values.tolist() == scores


def test_that_an_open_document_is_read() -> None:
    found = opened(open_document([["id", "label", "score"], ["007", "1", "0.5"]]))
    assert rows(found) == [["007", "1", "0.5"]]


@pytest.mark.parametrize("times", [2_000_000_000, -1])
def test_that_an_open_document_that_lies_is_refused(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Two thousand million equal rows take a child that has no limit any time and memory.
    monkeypatch.setattr(parent, "SECONDS", 1.0)
    good = open_document([["id", "label", "score"], ["007", "1", "0.5"]])
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            changed = f'<table:table-row table:number-rows-repeated="{times}">'
            new.writestr(name, text.replace("<table:table-row>", changed, 1))
    assert any(word in refusal(stream.getvalue()) for word in ("damaged", "too large"))


def test_that_titles_and_gaps_are_no_data() -> None:
    blank: list[Cell] = [None, None, None]
    found = opened(workbook({"Data": [["Title"], blank, *DATA[:2], blank, blank, *DATA[2:]]}))
    assert [row[0] for row in rows(found)] == ["007", "7", "1E5"]
    assert [(f.code, f.count) for f in found.findings] == [("extra_lines", 1), ("blank_lines", 2)]
    assert found.place(1) == "row 2 (line 7)"


def test_that_a_sheet_without_a_header_is_said() -> None:
    found = opened(workbook({"Data": DATA[1:]}))
    assert found.n_rows == 3
    assert [f.code for f in found.findings] == ["header_missing"]


def test_that_the_sheet_with_the_table_is_read_and_said() -> None:
    data = workbook({"Read me": [["see the next sheet"]], "Data": DATA})
    found = opened(data)
    assert found.how.sheet == "Data"
    assert [(f.code, f.count, f.level.value) for f in found.findings] == [
        ("multi_sheet", 2, "warning")
    ]
    assert load_source(Source.from_bytes("a.xlsx", data)).dataset is not None


def test_that_it_is_asked_which_of_two_tables_is_meant() -> None:
    source = Source.from_bytes("a.xlsx", workbook({"A": DATA, "B": [*DATA, ["x", True, 0.25]]}))
    loaded = load_source(source)
    assert loaded.dataset is None
    assert "There are sheets 'A' and 'B': is 'B' the one?" in loaded.proposal.question
    told = load_source(source, options=ReadOptions(sheet="A"))
    assert told.dataset is not None
    assert told.dataset.n == 3
    decided = load_source(source, roles=loaded.proposal.roles)
    assert decided.dataset is not None
    assert decided.dataset.n == 4


def test_that_errors_and_formulas_without_a_value_are_said() -> None:
    data = workbook({"Data": [*DATA, ["x", True, "#N/A"], ["y", False, "=A1+1"]]})
    found = opened(data)
    assert {f.code: f.count for f in found.findings} == {"error_cells": 1, "formula_no_cache": 1}
    assert rows(found)[-1][2] == ""


def test_that_long_numbers_are_said_to_have_lost_digits() -> None:
    data = workbook({"Data": [*DATA, ["x", True, 9007199254740993.0], ["y", False, 2.0**53 - 1]]})
    assert {f.code: f.count for f in opened(data).findings} == {"long_numbers": 1}
    data = workbook({"Data": [*DATA, ["x", True, 1e300], ["y", False, 0.5]]})
    assert not opened(data).findings


def test_that_a_formula_with_an_empty_value_has_none() -> None:
    sheet = sheet_xml(DATA).replace("<v>0.5</v>", "<f>A1+1</f><v></v>")
    assert sheet.count("<v></v>") >= 1
    found = opened(workbook({"Data": DATA}, sheet1=sheet))
    (finding,) = found.findings
    assert (finding.code, finding.count) == ("formula_no_cache", sheet.count("<v></v>"))


def test_that_hidden_rows_and_merged_cells_are_said() -> None:
    sheet = sheet_xml(DATA).replace('<row r="2">', '<row r="2" hidden="1">')
    merged = '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="A1:C1"/></mergeCells>'
    sheet = sheet.replace("</worksheet>", f"{merged}</worksheet>")
    found = opened(workbook({"Data": DATA}, sheet1=sheet))
    assert found.n_rows == len(DATA) - 1
    assert {f.code: f.count for f in found.findings} == {"hidden_rows": 1, "merged_cells": 1}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (workbook({"Data": DATA})[:-40], "damaged or incomplete"),
        (workbook({"Data": DATA})[:400], "zip archive|damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "damaged"),
        (workbook({"Data": [[None]]}), "empty|no data"),
        (workbook({"Data": DATA}, sheet1="<worksheet"), "damaged"),
    ],
)
def test_that_damage_is_refused(data: bytes, words: str) -> None:
    message = refusal(data)
    assert any(word in message for word in words.split("|")), message


def test_that_a_sheet_that_is_not_there_is_refused() -> None:
    assert "there is no sheet 'X'" in refusal(workbook({"Data": DATA}), sheet="X")


@pytest.mark.parametrize(
    "head",
    [
        '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]>',
        '<?xml version="1.0"?><!doctype w SYSTEM "file:///etc/hostname">',
    ],
)
def test_that_entities_are_refused(head: str) -> None:
    data = workbook({"Data": DATA}, sheet1=sheet_xml(DATA, head))
    assert "entities or a DTD" in refusal(data)


def test_that_a_cell_far_away_ends_no_more_than_the_child() -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    data = workbook({"Data": DATA}, sheet1=sheet_xml(DATA).replace("</sheetData>", far))
    assert "too large" in refusal(data)


def test_that_a_bomb_is_refused_before_it_is_unpacked() -> None:
    stream = io.BytesIO(workbook({"Data": DATA}))
    with zipfile.ZipFile(stream, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/a.bin", b"\0" * (300 << 20))
    assert "too large when it is unpacked" in refusal(stream.getvalue())


def test_that_a_container_beyond_the_limit_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parent, "SIZE_LIMIT", 100)
    assert "size limit for workbooks is 100 bytes" in refusal(workbook({"Data": DATA}))


def test_that_cancel_ends_the_child() -> None:
    answers = iter([False, True])
    with pytest.raises(CancelledError):
        read(
            Source.from_bytes("a.xlsx", workbook({"Data": DATA})),
            None,
            Watch(None, lambda: next(answers)),
        )


def test_that_an_empty_sheet_is_refused_with_its_name() -> None:
    data = workbook({"A": DATA, "B": [["   "]]})
    with pytest.raises((DataError, ReadingError), match="sheet 'B'"):
        opened(data, sheet="B")


def test_that_roles_set_the_score_of_a_workbook() -> None:
    source = Source.from_bytes("a.xlsx", workbook({"Data": DATA}))
    found = load_source(source, roles=Roles(truth="label", scores=("score",))).dataset
    assert found is not None
    assert found.scores[0].values.tolist() == [0.5, 2.0, 0.1 + 0.2]


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (["x" * 1_000_001], "a cell of 1\u202f000\u202f001 characters"),
        (["x" * 900_000] * 80, "67\u202f108\u202f864 bytes of text"),
    ],
)
def test_that_texts_that_no_table_has_are_refused(cells: list[str], words: str) -> None:
    rows: list[list[Cell]] = [["label", "score"], *(list[Cell]([cell, 0.5]) for cell in cells)]
    data = workbook({"Data": rows})
    assert len(data) < 1_000_000
    assert words in refusal(data)


def test_that_a_sheet_that_explains_the_columns_is_no_rival_of_the_data() -> None:
    data: list[list[Cell]] = [["id", "Diagnose", "BNP (ng/l)"]]
    data += [[f"p{n}", "krank" if n % 3 else "keine", n * 1.5] for n in range(20)]
    legend: list[list[Cell]] = [["Spalte", "Bedeutung"], ["Diagnose", "am Ende"], ["BNP", "früh"]]
    for name, sheet in (("Legende", legend), ("upper", legend[1:])):
        table = opened(workbook({"Daten": data, name: sheet}))
        assert table.how.sheet == "Daten"
        assert not table.how.is_sheet_guess
        (said,) = [one for one in table.findings if one.code == "multi_sheet"]
        assert name in said.text
    # One name among many lines explains nothing, and neither does a sheet of other columns.
    others: list[list[Cell]] = [["Diagnose", "n"], ["krank", 3.0], ["keine", 4.0], ["x", 1.0]]
    for other in (others, [["a", "b"], ["c", "d"], ["e", "f"]]):
        assert opened(workbook({"Daten": data, "other": [*other]})).how.is_sheet_guess
