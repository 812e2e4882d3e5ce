"""Whatever a table holds, each format gives it back: texts as they are, numbers exactly."""

from __future__ import annotations

import hashlib
import io
import json
import math
import zipfile

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pyarrow import parquet

from evalgui.core.dataset import Dataset, Score
from evalgui.core.errors import CancelledError, DataError
from evalgui.core.progress import Watch
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Given
from evalgui.io.writers.origin import one_line, origin_lines, origin_of
from evalgui.io.writers.tables import as_workbook
from evalgui.io.writers.tables.formats import FORMATS, format_of
from evalgui.io.writers.tables.how import How
from evalgui.io.writers.tables.table_files import about_path, write_tables
from evalgui.render.columns import of_rows
from evalgui.render.json import facts
from evalgui.results.result import COUNT, PLAIN, TEXT, Column, LongTable, OnDemand, told_apart
from tests.io.writers.tables.reading_back import READERS, WITH_TITLES, of_xlsx, same_cell

IDS = [one.id for one in FORMATS]
TEXTS = [
    *("=1+1", "+49 30", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r", '=HYPERLINK("x")'),
    *("", " ", "a|b", "50 %", "a & b", "a_b^c~d", "$x$", "{}", "\\", "\\\\", "#1", "a--b", "``"),
    *('say "yes"', "it's", "a,b;c", "a\nb", "a\r\nb", "a\tb", "\0", "\x1b[0m", "\ufffe", "\uffff"),
    *("<b>x</b>", "<r>x</r>", "<r><t>=1</t></r>", "&amp;", "&#65;", "<!-- -->", "-->", "_x0041_"),
    *("\N{GRINNING FACE}", "\u202e", "e\u0301", "\N{NO-BREAK SPACE}", "007", "1E5", "NA", "inf"),
    *(
        "[link](x)",
        "![i](x)",
        "*a*",
        "~~x~~",
        "1. a",
        "- a",
        "    a",
        "www.example.org",
        "\\|",
        "|",
    ),
    *("[1]", "*", "a\u2028b", "-", "--", "---:", ":--"),
]
NUMBERS = [0.1, 0.1 + 0.2, 1e-300, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, None, -0.0]
NUMBERS += [1 / 3, 123456789.12345678, 2.0**53, 1e22, -1e-7, 0.30000000000000004]
COUNTS = [0, 1, 10**15, 2**53, 2**53 + 1, 2**62, None]

COLUMNS = (
    Column("label", Given("Label"), TEXT),
    Column("number", Given("Number"), PLAIN),
    Column("count", Given("Count"), COUNT),
)


def about(name="some.csv"):
    scores = Score("marker", np.array([0.9, 0.8, 0.7, 0.3]))
    data = Dataset(name, ("b", "a"), np.array([1, 1, 0, 0]), 1, (scores,))
    return origin_of(resolve(Inputs(data, threshold=0.1 + 0.2)))


def table_of(rows, columns=COLUMNS):
    return of_rows("some", Given("Some rows"), columns, rows)


def written(form_id, table, how=None):
    file = io.BytesIO()
    FORMATS.by_id(form_id).write([table], how or How(about()), file)
    return file.getvalue()


def told_text(form_id, text):
    """Return a text as a format tells it: in sentences what shows nothing has a number."""
    if form_id in {"latex", "markdown"}:
        return one_line(text).strip(" ")
    return text


@pytest.mark.parametrize("form_id", IDS)
def test_that_each_format_gives_back_every_text_and_every_digit(form_id):
    n = max(len(TEXTS), len(NUMBERS), len(COUNTS))
    rows = [
        (TEXTS[at % len(TEXTS)], NUMBERS[at % len(NUMBERS)], COUNTS[at % len(COUNTS)])
        for at in range(n)
    ]
    head, found = READERS[form_id](written(form_id, table_of(rows)))
    assert head == [one.title.name if form_id in WITH_TITLES else one.id for one in COLUMNS]
    for (text, number, count), cells in zip(rows, found, strict=True):
        assert (cells[0] or "") == told_text(form_id, text)
        assert same_cell(PLAIN, cells[1], number)
        if count is None or form_id == "xlsx":  # beyond 2^53 a sheet has them as text
            assert cells[2] in {None, "", count, str(count)}
        else:
            assert int(str(cells[2])) == count


@pytest.mark.parametrize("form_id", IDS)
@given(
    texts=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=5),
    heads=st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=3, max_size=3),
)
@example(texts=["<r>", "_x0041_", "a|b\\"], heads=["", "", ""])
@example(texts=["\\", "\\|", "`|`"], heads=["=1", "a\nb", "|"])
def test_that_any_text_and_any_head_come_back(form_id, texts, heads):
    names = told_apart(heads)
    columns = [Column(name, Given(name), TEXT) for name in names]
    rows = [(text, "x", text) for text in texts]
    head, found = READERS[form_id](written(form_id, table_of(rows, columns)))
    assert [told_text(form_id, name) for name in names] == head
    for row, cells in zip(rows, found, strict=True):
        assert [cell or "" for cell in cells] == [told_text(form_id, text) for text in row]


@pytest.mark.parametrize("form_id", IDS)
@given(numbers=st.lists(st.floats(allow_nan=False) | st.none(), min_size=1, max_size=8))
def test_that_any_number_comes_back_to_the_last_digit(form_id, numbers):
    rows = [("x", number, 1) for number in numbers]
    _head, found = READERS[form_id](written(form_id, table_of(rows)))
    for (_text, number, _count), cells in zip(rows, found, strict=True):
        assert same_cell(PLAIN, cells[1], number)


@pytest.mark.parametrize("form_id", ["csv", "tsv", "latex", "markdown"])
@example(numbers=[2.0**53, 99999999999.0, 1e10, 1e15, -1e15, 1e16 - 2, 0.5, None])
@given(
    numbers=st.lists(
        st.integers(-(2**53), 2**53).map(float) | st.floats(0, 1) | st.none(), min_size=1
    )
)
def test_that_whole_numbers_are_written_without_an_exponent(form_id, numbers):
    _head, found = READERS[form_id](written(form_id, table_of([("x", n, 1) for n in numbers])))
    for number, (_text, cell, _count) in zip(numbers, found, strict=True):
        if number is not None and number.is_integer() and number != 0:
            assert str(cell) == str(int(number))


@pytest.mark.parametrize("form_id", IDS)
def test_that_a_table_without_rows_has_its_head(form_id):
    head, found = READERS[form_id](written(form_id, table_of([])))
    assert (len(head), found) == (3, [])


@pytest.mark.parametrize("form_id", IDS)
def test_that_each_file_says_what_it_needs_or_has_that_beside_it(form_id, tmp_path):
    form, table = FORMATS.by_id(form_id), table_of([("x", 1.0, 2)])
    path = tmp_path / f"t{form.suffix}"
    origin = about("odd --> \n name.csv")
    assert write_tables([table], path, form, How(origin)).paths == (path,)
    data = path.read_bytes()
    if not form.holds_origin:
        told = json.loads(about_path(path).read_text(encoding="utf-8"))
        assert told["sha256_of_table"] == hashlib.sha256(data).hexdigest()
        assert told["about"] == facts(origin)
        assert [one["id"] for one in told["columns"]] == ["label", "number", "count"]
        return
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    if form_id == "json":
        assert json.loads(data)["about"] == facts(origin)
    elif form_id == "parquet":
        assert json.loads(parquet.read_schema(path).metadata[b"evalgui"]) == facts(origin)
    else:
        lines = list(origin_lines(origin))
        if form_id == "xlsx":
            head, rows = of_xlsx(data, sheet=1)
            found = [*head, *(row[0] for row in rows)]
        else:
            start, end = ("% ", "") if form_id == "latex" else ("<!-- ", " -->")
            found = [
                line.removeprefix(start).removesuffix(end).replace("-&#45;", "--")
                for line in data.decode().split("\n\n")[0].splitlines()
            ]
        assert found == lines
        assert "threshold: 0.30000000000000004" in lines


@pytest.mark.parametrize("form_id", ["csv", "tsv"])
def test_that_text_like_a_formula_is_said_and_guarded_on_demand(form_id, tmp_path):
    texts = ["=1+1", "-2+3+cmd|x", "@SUM(A1)", "+49 30", "-5", "+", "-1.5e3", "plain", "", None]
    form, path = FORMATS.by_id(form_id), tmp_path / f"t{form_id}"
    table = table_of([(text, -1.0, -1) for text in texts])
    found = write_tables([table], path, form, How(about()))
    assert found.notes[0].startswith("4 cells like a formula")
    _head, rows = READERS[form_id](path.read_bytes())
    assert [row[0] for row in rows] == [text or "" for text in texts]
    how = How(about(), guards=True)
    write_tables([table], path, form, how)
    _head, rows = READERS[form_id](path.read_bytes())
    assert [row[0] for row in rows][:5] == ["'=1+1", "'-2+3+cmd|x", "'@SUM(A1)", "'+49 30", "-5"]
    assert {row[1] for row in rows} == {"-1"}
    assert json.loads(about_path(path).read_text(encoding="utf-8"))["formulas_guarded"]


def test_that_several_tables_share_a_file_where_it_holds_them(tmp_path):
    one, other = (
        table_of([("x", 1.0, 1)]),
        of_rows("other", Given("Others"), COLUMNS, [("y", 2.0, 2)]),
    )
    for form in FORMATS:
        folder = tmp_path / form.id
        folder.mkdir()
        path = folder / f"t{form.suffix}"
        found = write_tables([one, other], path, form, How(about()))
        assert found.n_rows == 2
        if form.holds_several:
            assert found.paths == (path,)
            continue
        assert [each.name for each in found.paths] == [
            f"t-some{form.suffix}",
            f"t-other{form.suffix}",
        ]
        _head, rows = READERS[form.id](found.paths[1].read_bytes())
        assert rows[0][0] == "y"
    data = (tmp_path / "xlsx" / "t.xlsx").read_bytes()
    assert [of_xlsx(data, sheet)[1][0][0] for sheet in (2, 3)] == ["x", "y"]
    told = json.loads((tmp_path / "json" / "t.json").read_text(encoding="utf-8"))
    assert [each["table"] for each in told["tables"]] == ["some", "other"]


def endless(n_rows):
    def made(_part):
        raise AssertionError("nothing is written")

    values = [OnDemand(n_rows, made)] * len(COLUMNS)
    return LongTable("some", Given("Some rows"), COLUMNS, lambda: values)


def test_that_a_sheet_refuses_more_rows_than_it_holds(tmp_path):
    path, form = tmp_path / "t.xlsx", FORMATS.by_id("xlsx")
    with pytest.raises(DataError) as refused:
        write_tables([endless(as_workbook.MOST_ROWS)], path, form, How(about()))
    assert "rows below its head" in str(refused.value)
    assert "CSV or Parquet" in refused.value.hint
    assert not path.exists()
    assert form.refuses(endless(as_workbook.MOST_ROWS - 1)) == ""


def test_that_a_text_too_long_for_a_sheet_is_cut_and_said(tmp_path):
    long = "\N{GRINNING FACE}" * 20_000
    path, form = tmp_path / "t.xlsx", FORMATS.by_id("xlsx")
    found = write_tables([table_of([(long, 1.0, 1)])], path, form, How(about()))
    assert found.notes[0].startswith("1 cell are longer") or "longer" in found.notes[0]
    _head, rows = of_xlsx(path.read_bytes())
    assert long.startswith(rows[0][0])
    assert len(rows[0][0]) == as_workbook.LONGEST // 2


def test_that_a_workbook_is_the_same_each_time():
    table = table_of([("x", 1.0, 1)])
    first, second = (zipfile.ZipFile(io.BytesIO(written("xlsx", table))) for _ in range(2))
    assert [first.read(name) for name in first.namelist()] == [
        second.read(name) for name in second.namelist()
    ]


@pytest.mark.parametrize("form_id", IDS)
def test_that_a_writing_that_is_given_up_leaves_the_old_file(form_id, tmp_path):
    form = FORMATS.by_id(form_id)
    path = tmp_path / f"t{form.suffix}"
    path.write_bytes(b"old")
    how = How(about(), watch=Watch(cancelled=lambda: True))
    with pytest.raises(CancelledError):
        write_tables([table_of([("x", 1.0, 1)])], path, form, how)
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_that_a_format_is_known_by_the_end_of_a_name():
    assert {one.suffix for one in FORMATS} == {
        *(".csv", ".tsv", ".xlsx", ".json", ".parquet", ".tex", ".md")
    }
    assert format_of(".XLSX") is FORMATS.by_id("xlsx")
    assert format_of(".ods") is None
