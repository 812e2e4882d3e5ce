"""Readers of written tables that share nothing with the program: heads, and rows of values."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import zipfile
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt
from pyarrow import parquet

_LATEX = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\,": "\N{NARROW NO-BREAK SPACE}",
    "{-}": "-",
    **{f"\\{mark}": mark for mark in "&%$#_{}"},
}
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def number(told):
    """Read a cell of a column of numbers in a text format: empty is undefined."""
    return None if told == "" else float(told)


def of_csv(data, delimiter=","):
    head, *rows = csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter)
    return head, rows


def of_tsv(data):
    return of_csv(data, "\t")


def of_json(data):
    told = json.loads(data)
    names = [column["id"] for column in told["columns"]]
    return names, [[row[name] for name in names] for row in told["rows"]]


def of_parquet(data):
    # The checksum of every page is looked at.
    file = parquet.ParquetFile(io.BytesIO(data), page_checksum_verification=True)
    table = file.read()
    columns = [column.to_pylist() for column in table.columns]
    return table.column_names, [list(row) for row in zip(*columns, strict=True)]


def of_xlsx(data, sheet=2):
    """Read the cells of a sheet from its XML: texts as str, numbers as float."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        assert file.testzip() is None
        root = ET.fromstring(file.read(f"xl/worksheets/sheet{sheet}.xml"))  # noqa: S314 - our own
    assert not list(root.iter(f"{_SHEET}f"))  # no formula anywhere
    lines = []
    for row in root.iter(f"{_SHEET}row"):
        cells = {}
        for cell in row.iter(f"{_SHEET}c"):
            place = _column(re.match("[A-Z]+", cell.get("r"))[0])
            if cell.get("t") == "inlineStr":
                texts = [text.text or "" for text in cell.iter(f"{_SHEET}t")]
                assert len(texts) == 1  # no part of it is markup
                cells[place] = _unescaped(texts[0])
            elif cell.find(f"{_SHEET}v") is not None:
                cells[place] = float(cell.find(f"{_SHEET}v").text)
        lines.append(cells)
    head, *rows = lines
    n = len(head)
    return [head[place] for place in range(n)], [[row.get(at) for at in range(n)] for row in rows]


def _column(letters):
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - 64
    return place - 1


def _unescaped(text):
    """Return text as Excel reads it: ``_x000D_`` is the character of that number."""
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def of_latex(data):
    text = data.decode()
    inside = re.search(r"\\begin\{tabular\}\{[lr]+\}\n(.*?)\n\\end\{tabular\}", text, re.DOTALL)[1]
    # As TeX would: no mark that means something to it is left once what is escaped is taken away.
    lines = [line for line in inside.split("\n") if line != r"\hline"]
    rows = []
    for line in lines:
        assert line.endswith(r" \\")
        body = line.removesuffix(r" \\").removeprefix("{}")
        rows.append([_of_latex_cell(cell.strip(" ")) for cell in re.split(r"(?<!\\)&", body)])
    head, *rest = rows
    return head, rest


def _of_latex_cell(cell):
    if re.fullmatch(r"\$[^$]*\$", cell):
        inner = cell.strip("$").replace(r"\infty", "inf")
        return re.sub(r" \\times 10\^\{(-?\d+)\}", r"e\1", inner)
    pattern = "|".join(map(re.escape, sorted(_LATEX, key=len, reverse=True)))
    rest = re.sub(pattern, "", cell)
    assert not set(rest) & set("\\&%$#_{}~^"), cell
    return re.sub(pattern, lambda found: _LATEX[found[0]], cell)


def of_markdown(data):
    """Read the one table of a page as CommonMark with the tables of GitHub shows it."""
    tokens = MarkdownIt("commonmark").enable("table").parse(data.decode())
    rows, row = [], []
    for place, token in enumerate(tokens):
        if token.type == "tr_open":
            row = []
        elif token.type in {"th_open", "td_open"}:
            inline = tokens[place + 1]
            assert {child.type for child in inline.children} <= {"text"}, inline.content
            row.append("".join(child.content for child in inline.children))
        elif token.type == "tr_close":
            rows.append(row)
    head, *rest = rows
    return head, rest


READERS = {
    "csv": of_csv,
    "tsv": of_tsv,
    "xlsx": of_xlsx,
    "json": of_json,
    "parquet": of_parquet,
    "latex": of_latex,
    "markdown": of_markdown,
}
WITH_TITLES = {"xlsx", "latex", "markdown"}


def same_cell(kind, told, value):
    """Return whether a cell that was read is a value of the core, to the last digit."""
    if value is None:
        return told in {None, ""}
    if kind.is_text:
        return told == value
    return told not in {None, ""} and float(told) == value and not math.isnan(float(told))
