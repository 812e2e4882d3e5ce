"""Tables of web pages and of workbooks in XML, as systems export them under the name .xls."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats import markup
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.sandbox.columns import Refusal

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

TABLE = pd.DataFrame(
    {
        "id": [f"P{n:03}" for n in range(20)],
        "truth": ["pos", "neg"] * 10,
        "score": [f"{n * 37 % 100 / 100:.3f}" for n in range(20)],
    }
)
CELLS = TABLE.to_numpy().tolist()
HTML = TABLE.to_html(index=False)


def opened(data: str | bytes, sheet: str | None = None) -> RawTable:
    content = data.encode() if isinstance(data, str) else data
    return read(Source.from_bytes("a.xls", content), ReadOptions(sheet=sheet))


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def refusal(data: str | bytes) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(data)
    assert caught.value.hint
    return str(caught.value)


def row_of(*cells: str) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


# ----------------------------------------------------------------------------------- web pages


@pytest.mark.parametrize(
    "page",
    [
        HTML,
        f"<html><body>{HTML}</body></html>".encode("utf-16"),
        f"\ufeff<!DOCTYPE html>\n<html><head><title>x</title></head>{HTML}",
        f"<?xml version='1.0'?>\n<!-- made by us -->\n<!DOCTYPE html PUBLIC '-//W3C'><html>{HTML}",
        HTML.upper()
        .replace("P0", "P0")
        .replace("POS", "pos")
        .replace("NEG", "neg")
        .replace("TRUTH", "truth")
        .replace("SCORE", "score")
        .replace(">ID<", ">id<"),
        HTML.replace("</td>", "").replace("</tr>", "").replace("</th>", ""),
        f"<html><style>td {{ color: red }}</style><script>'<table><td>'</script>{HTML}</html>",
        f"<table><tr><td>\n{HTML}\n</td></tr></table>",
    ],
)
def test_that_a_table_of_a_page_is_the_table(page: str | bytes) -> None:
    table = opened(page)
    assert table.names == ("id", "truth", "score")
    assert rows(table) == CELLS
    assert table.how.format == "HTML table"
    data = page.encode() if isinstance(page, str) else page
    dataset = load_source(Source.from_bytes("a.xls", data)).dataset
    assert dataset is not None
    assert dataset.scores[0].values.tolist() == TABLE["score"].astype(float).tolist()


def test_that_a_cell_has_the_text_that_is_shown() -> None:
    page = "<table><tr><th>truth<th title='a > b'>a<br>score<th>exact</tr><!-- <td> -->"
    page += "<tr><td>p&ouml;s&nbsp;&lt;1</td><td> <b>0.</b>5\n </td>"
    page += "<td class=x x:num='0.123456'>0.12</td></tr></table>"
    table = opened(page)
    assert table.names == ("truth", "a score", "exact")
    assert rows(table) == [["p\u00f6s <1", "0.5", "0.123456"]]


def test_that_numbers_of_a_page_have_the_decimal_sign_of_the_texts_beside_them() -> None:
    page = "<table>" + row_of("truth", "score")
    page += "<tr><td>pos<td x:num='0.1256'>0,13<tr><td>neg<td>&lt;0,05<tr><td>pos<td x:num>7,5"
    table = opened(page + "</table>")
    assert [text for _, text in rows(table)] == ["0,1256", "<0,05", "7,5"]


def test_that_a_page_is_read_in_the_encoding_that_it_names() -> None:
    head = "<html><head><meta charset=windows-1251></head>"
    page = head + "<table>" + row_of("truth", "score") + row_of("\u0434\u0430", "1") + "</table>"
    table = opened(page.encode("cp1251"))
    assert rows(table) == [["\u0434\u0430", "1"]]
    assert table.how.encoding == "cp1251"


def test_that_cells_that_cover_others_keep_their_columns() -> None:
    page = "<table>" + row_of("id", "truth", "score")
    page += "<tr><td rowspan=2>P1<td>pos<td>0.5<tr><td>neg<td>0.25"
    page += "<tr><td colspan=2>P2<td>0.75</table>"
    table = opened(page)
    assert rows(table) == [["P1", "pos", "0.5"], ["", "neg", "0.25"], ["P2", "", "0.75"]]
    assert [(f.code, f.count) for f in table.findings] == [("merged_cells", 1)]


def test_that_it_is_asked_which_of_several_tables_is_meant() -> None:
    other = "<table><caption>Sites</caption>" + row_of("a", "b") + row_of("1", "2") + "</table>"
    page = f"<html>{other}{HTML}</html>"
    found = load_source(Source.from_bytes("a.xls", page.encode()))
    assert found.dataset is None
    assert (
        "There are tables 'Sites' and 'table 2': is 'table 2' the one?" in found.proposal.question
    )
    assert opened(page, "Sites").names == ("a", "b")


# ----------------------------------------------------------------------------- workbooks in XML

XML_HEAD = """<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
 xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
"""


def cell(text: str, kind: str = "String", more: str = "") -> str:
    return f'<Cell{more}><Data ss:Type="{kind}">{text}</Data></Cell>'


def sheet(*lines: str, name: str = "Results") -> str:
    body = "".join(f"<Row>{line}</Row>" for line in lines)
    return f'<Worksheet ss:Name="{name}"><Table>{body}</Table></Worksheet>'


HEADERS = "".join(map(cell, TABLE.columns))
LINES = [cell(i) + cell(t) + cell(s, "Number") for i, t, s in CELLS]
XML = f"{XML_HEAD}{sheet(HEADERS, *LINES)}{sheet(cell('note'), name='Notes')}</Workbook>"


def test_that_numbers_in_xml_have_the_decimal_sign_of_the_texts_beside_them() -> None:
    lines = [cell("pos") + cell("0.25", "Number"), cell("neg") + cell("&lt;0,05")]
    data = f"{XML_HEAD}{sheet(cell('truth') + cell('score'), *lines)}</Workbook>"
    assert [text for _, text in rows(opened(data))] == ["0,25", "<0,05"]


@pytest.mark.parametrize("data", [XML, XML.encode("utf-16"), "\ufeff" + XML])
def test_that_a_sheet_in_xml_is_the_table(data: str | bytes) -> None:
    table = opened(data)
    assert table.names == ("id", "truth", "score")
    assert rows(table) == CELLS
    assert (table.how.format, table.how.sheet) == ("workbook in XML", "Results")
    assert table.how.sheets == ("Results", "Notes")
    assert not table.how.is_sheet_guess


def test_that_cells_in_xml_stand_where_their_numbers_say() -> None:
    lines = [
        cell("id") + cell("truth") + cell("score") + cell("ok"),
        cell("P1") + cell("0.5", "Number", ' ss:Index="3"') + cell("1", "Boolean"),
        cell("P2", more=' ss:MergeAcross="1"') + cell("#N/A", "Error") + '<Cell ss:Formula="=1"/>',
    ]
    table = opened(
        f"{XML_HEAD}{sheet(*lines)}</Workbook>".replace("<Row>", '<Row ss:Index="4">', 1)
    )
    assert rows(table) == [["P1", "", "0.5", "true"], ["P2", "", "", ""]]
    assert table.line(0) == 5
    codes = {finding.code: finding.count for finding in table.findings}
    assert codes == {"error_cells": 1, "formula_no_cache": 1}


# ------------------------------------------------------------------------------------- refusals

BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("<html><body><p>Please log in</p></body></html>", "a web page without a table"),
        ("<table></table>", "without a table"),
        ("<table>" + row_of("", " ") + "</table>", "the table is empty"),
        (XML[:-20], "damaged or incomplete"),
        (XML.replace("<Workbook", BOMB + "<Workbook"), "defines XML entities or a DTD"),
        (f"{XML_HEAD}</Workbook>", "no sheet with data"),
        (f"{XML_HEAD}{'<a>' * 200}{'</a>' * 200}</Workbook>", "nested too deep"),
        ("<table><tr>" + "<td colspan=9999>x" * 2 + "</table>", "more than 16\u202f384 columns"),
        ("<table>" + "<tr><td colspan=9000>x" * 9000 + "</table>", "too many cells"),
        ("<html>" + "<table>" * 2000, "too many tables"),
        ('<?xml version="1.0"?><records><r/></records>', "an XML document"),
    ],
)
def test_that_what_is_no_table_is_refused_in_words(data: str, words: str) -> None:
    assert words in refusal(data)


@pytest.mark.parametrize(
    "text", ["<a ", "<!--", "<td x='", "<td><", "</", "<![", "&#", "<script>", "<a =", "<td>"]
)
def test_that_markup_without_an_end_comes_to_one(text: str) -> None:
    data = "<table>" + row_of("truth", "score") + text * (1_000_000 // len(text))
    try:
        opened(data)
    except EvalguiError as error:
        assert "not read after" not in str(error)  # noqa: PT017 - it may also be read


def test_that_reading_a_page_can_be_cancelled() -> None:
    with pytest.raises(CancelledError):
        read(Source.from_bytes("a.xls", HTML.encode()), watch=Watch(cancelled=lambda: True))


@given(
    data=st.sampled_from([HTML.encode(), XML.encode()]),
    at=st.integers(0, 5_000),
    new=st.sampled_from([b"", b"<", b">", b"</table>", b"<td rowspan=9", b"\0", b'"', b"]]>"])
    | st.binary(max_size=4),
    n_cut=st.integers(0, 40),
)
def test_that_damaged_markup_is_refused_or_has_rows_of_one_width(data, at, new, n_cut) -> None:
    at %= len(data)
    damaged = data[:at] + new + data[at + n_cut :]
    try:
        kind = "sheets" if data[:5] == b"<?xml" else "page"
        facts, parts = markup.read_in_child(damaged, kind)
        cells = [row for part in parts.values() for row in json.loads(part)]
    except Refusal as refusal:
        message, hint = refusal.args
        assert message
        assert hint
        return
    assert len({len(row) for row in cells}) == 1
    assert facts["sheet"] in facts["sheets"]
