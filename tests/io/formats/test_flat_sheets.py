"""Flat OpenDocument (.fods) and web pages in one file (.mht), as spreadsheet programs save them."""

from __future__ import annotations

import json
import quopri
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
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

BASE = "urn:oasis:names:tc:opendocument:xmlns:"
HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<office:document '
    + " ".join(f'xmlns:{name}="{BASE}{name}:1.0"' for name in ("office", "table", "text"))
    + f' xmlns:draw="{BASE}drawing:1.0" xmlns:calcext="urn:org:documentfoundation:calcext:1.0" '
    'office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">'
    "<office:body><office:spreadsheet>"
)
FOOT = "</office:spreadsheet></office:body></office:document>"
HEADER = ["id", "truth", "score"]
ROWS = [[f"P{n}", "ill" if n % 2 else "well", f"{n * 7 % 10 / 10}"] for n in range(6)]
PADDING = '<table:table-cell table:number-columns-repeated="16381"/>'
EMPTY = (
    '<table:table-row table:number-rows-repeated="1048500"><table:table-cell '
    'table:number-columns-repeated="16384"/></table:table-row>'
)


def cell(text: str, attributes: str = "", shown: str | None = None) -> str:
    paragraph = f"<text:p>{text if shown is None else shown}</text:p>"
    return f"<table:table-cell {attributes}>{paragraph}</table:table-cell>"


def number(text: str, shown: str | None = None) -> str:
    return cell(text, f'office:value-type="float" office:value="{text}"', shown)


def line(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}{PADDING}</table:table-row>"


def flat(*lines: str, name: str = "Tabelle1") -> str:
    return f'{HEAD}<table:table table:name="{name}">{"".join(lines)}{EMPTY}</table:table>{FOOT}'


FODS = flat(
    line(*map(cell, HEADER)),
    *(line(cell(i), cell(t), number(s, s.replace(".", ","))) for i, t, s in ROWS),
)


def page(encoding: str, charset: str, name: str = "sheet001.htm", words: str = "ill") -> str:
    lines = "".join(
        "<tr>" + "".join(f"<td>{one}</td>" for one in row) + "</tr>" for row in [HEADER, *ROWS]
    ).replace("ill", words)
    body = quopri.encodestring(f"<html><table>{lines}</table></html>".encode(encoding)).decode()
    return (
        f"------=_Part\r\nContent-Location: file:///C:/x/{name}\r\n"
        "Content-Transfer-Encoding: quoted-printable\r\n"
        f'Content-Type: text/html; charset="{charset}"\r\n\r\n{body}\r\n'
    )


MHT_HEAD = (
    "MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n"
    'Content-Type: multipart/related; boundary="----=_Part"\r\n\r\nThis is a web page.\r\n\r\n'
)
MHT_FOOT = "------=_Part--\r\n"
MHT = f"{MHT_HEAD}{page('utf-8', 'utf-8')}{MHT_FOOT}"


def opened(data: str | bytes, sheet: str | None = None) -> RawTable:
    content = data.encode() if isinstance(data, str) else data
    return read(Source.from_bytes("a.xls", content), ReadOptions(sheet=sheet))


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


@pytest.mark.parametrize("data", [FODS, MHT, FODS.encode("utf-16"), "\n" + MHT])
def test_that_the_table_is_read_with_full_numbers(data: str | bytes) -> None:
    if isinstance(data, bytes):
        data = data.decode("utf-16").replace("UTF-8", "UTF-16").encode("utf-16")
    table = opened(data)
    assert table.names == tuple(HEADER)
    assert rows(table) == ROWS


def test_that_numbers_have_the_decimal_sign_of_the_texts_beside_them() -> None:
    cells = [cell("score"), number("0.25", "0,25"), cell("&lt;0,05"), number("7")]
    data = flat(*(line(cell("x"), one) for one in cells))
    assert [text for _, text in rows(opened(data))] == ["0,25", "<0,05", "7"]


def test_that_both_open_as_data_sets() -> None:
    for data in (FODS, MHT):
        dataset = load_source(Source.from_bytes("a.xls", data.encode())).dataset
        assert dataset is not None
        assert dataset.positive_class == "ill"
        assert dataset.scores[0].values.tolist() == [0.0, 0.7, 0.4, 0.1, 0.8, 0.5]


def test_that_repeated_rows_and_cells_stand_as_often_and_padding_does_not() -> None:
    twice = 'table:number-columns-repeated="2"'
    data = flat(
        line(*map(cell, ["a", "b", "c", "d"])),
        line(cell("x", twice), "<table:table-cell/>", cell("y")),
        line(*map(cell, "pqrs"), more='table:number-rows-repeated="3"'),
        line(cell("z"), "<table:covered-table-cell/>", cell("w", twice)),
    )
    found = [["x", "x", "", "y"], *[list("pqrs")] * 3, ["z", "", "w", "w"]]
    assert rows(opened(data)) == found


def test_that_notes_drawings_and_tables_in_cells_are_no_text() -> None:
    inner = (
        "<table:table-cell><office:annotation><text:p>a note</text:p></office:annotation>"
        "<text:p>1<text:s/>2</text:p><text:p>3</text:p>"
        "<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box></draw:frame>"
        '<table:table table:name="in"><table:table-row><table:table-cell><text:p>deep</text:p>'
        "</table:table-cell></table:table-row></table:table></table:table-cell>"
    )
    table = opened(flat(line(cell("a"), cell("b")), line(inner, cell("x")), line(*map(cell, "yz"))))
    assert rows(table) == [["1 2 3", "x"], ["y", "z"]]


def test_that_kinds_of_values_are_read_as_they_are_meant() -> None:
    kinds = [
        cell("x", 'office:value-type="percentage" office:value="0.125"', "13 %"),
        cell("x", 'office:value-type="boolean" office:boolean-value="true"', "WAHR"),
        cell("x", 'office:value-type="date" office:date-value="2024-03-05"', "5. März"),
        cell("#DIV/0!", 'office:value-type="string" calcext:value-type="error"'),
        cell("text", 'office:value-type="string"'),
    ]
    data = flat(line(*map(cell, "abcde")), line(*kinds), line(*map(cell, "vwxyz")))
    table = opened(data)
    assert rows(table)[0] == ["0.125", "true", "2024-03-05", "", "text"]
    assert any("error" in finding.text for finding in table.findings)


def test_that_it_is_asked_which_of_several_sheets_is_meant() -> None:
    second = f'<table:table table:name="B">{line(*map(cell, "kl"))}{line(*map(cell, "mn"))}'
    both = FODS.replace(FOOT, f"{second}{line(*map(cell, 'op'))}</table:table>{FOOT}")
    table = opened(both)
    assert table.how.sheets == ("Tabelle1", "B")
    assert table.how.is_sheet_guess
    assert rows(opened(both, "B")) == [["m", "n"], ["o", "p"]]
    pages = f"{MHT_HEAD}{page('utf-8', 'utf-8') * 2}{MHT_FOOT}"
    assert opened(pages).how.sheets == ("table 1", "table 2")


@pytest.mark.parametrize(
    ("encoding", "charset"),
    [("cp1252", "windows-1252"), ("utf-8", "utf-8"), ("cp1252", "us-ascii"), ("utf-8", "us-ascii")],
)
def test_that_a_page_in_one_file_is_read_in_its_encoding(encoding: str, charset: str) -> None:
    words = "Übel"
    table = opened(f"{MHT_HEAD}{page(encoding, charset, words=words)}{MHT_FOOT}")
    assert {row[1] for row in rows(table)} == {"Übel", "well"}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (FODS[:-30], "damaged or incomplete"),
        (FODS.replace("<office:body>", "<office:body>" + "<x>" * 200), "damaged|nested too deep"),
        (f"{HEAD}{FOOT}", "no sheet with data"),
        (f"{MHT_HEAD}{MHT_FOOT}", "without a table"),
        (MHT.replace("utf-8", "no-such"), "not in the encoding"),
        (FODS.replace("<office:document ", "<!DOCTYPE x><office:document ", 1), "DTD"),
        (
            flat(line(cell("a"), more='table:number-rows-repeated="1048577"')),
            "too many rows",
        ),
        (flat(line(cell("a", 'table:number-columns-repeated="16385"'))), "more than 16"),
        (
            flat(
                line(
                    cell("a", 'table:number-columns-repeated="16000"'),
                    more='table:number-rows-repeated="9000"',
                ).replace(PADDING, "")
            ),
            "too many cells",
        ),
    ],
)
def test_that_what_cannot_be_read_is_refused_in_words(data: str, words: str) -> None:
    with pytest.raises(EvalguiError, match=words) as met:
        opened(data)
    assert met.value.hint


def test_that_reading_can_be_cancelled() -> None:
    for data in (FODS, MHT):
        with pytest.raises(CancelledError):
            read(Source.from_bytes("a", data.encode()), watch=Watch(cancelled=lambda: True))


@settings(max_examples=200)
@given(
    data=st.sampled_from([("flat", FODS.encode()), ("pages", MHT.encode())]),
    at=st.integers(0, 5_000),
    new=st.sampled_from([b"", b"<", b"\r\n\r\n", b"------=_Part\r\n", b"=", b'"', b"9" * 6])
    | st.binary(max_size=4),
    n_cut=st.integers(0, 40),
)
def test_that_damaged_files_are_refused_or_have_rows_of_one_width(data, at, new, n_cut) -> None:
    kind, content = data
    at %= len(content)
    try:
        facts, parts = markup.read_in_child(content[:at] + new + content[at + n_cut :], kind)
        cells = [row for part in parts.values() for row in json.loads(part)]
    except Refusal as refusal:
        message, hint = refusal.args
        assert message
        assert hint
        return
    assert len({len(row) for row in cells}) == 1
    assert facts["sheet"] in facts["sheets"]
