"""Delimited text as files come: each opens as what it is, and says what was odd."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evalgui.core import parallel
from evalgui.core.checks import Level
from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.reading import ReadOptions
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.text import exact_rows, fast_split

TABLE = [["P1", "pos", "0.5"], ["P2", "neg", "0.25"], ["P3", "neg", "0.125"]]


def opened(data: bytes | str, **options: Any) -> Any:
    if isinstance(data, str):
        data = data.encode()
    return read(Source.from_bytes("a.csv", data), ReadOptions(**options))


def rows_of(table: Any) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def codes_of(table: Any) -> list[str]:
    return [finding.code for finding in table.findings]


def refusal(data: bytes | str, **options: Any) -> str:
    with pytest.raises((ReadingError, DataError)) as caught:
        opened(data, **options)
    assert caught.value.hint
    return str(caught.value)


def text_of(rows: list[list[str]], delimiter: str = ",", header: str = "id,label,score") -> str:
    lines = [header.replace(",", delimiter), *(delimiter.join(row) for row in rows)]
    return "".join(f"{line}\n" for line in lines)


# ---------------------------------------------------------------------------- delimiters


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
def test_that_the_delimiter_is_found(delimiter: str) -> None:
    table = opened(text_of(TABLE, delimiter))
    assert (table.how.delimiter, table.how.header) == (delimiter, True)
    assert table.names == ("id", "label", "score")
    assert rows_of(table) == TABLE
    assert table.findings == ()


@pytest.mark.parametrize(
    ("text", "delimiter", "first"),
    [
        ("truth;score\n1;0,9\n0;0,6\n", ";", ["1", "0,9"]),
        ("1;0,9\n0;0,6\n1;0,3\n", ";", ["1", "0,9"]),
        ("1 0,9\n0 0,6\n1 0,3\n", " ", ["1", "0,9"]),
        ('id,score\na,"0,5"\nb,"1,5"\n', ",", ["a", "0,5"]),
        ("id, label, score\nP1, pos, 0.5\nP2, neg, 0.2\n", ",", ["P1", " pos", " 0.5"]),
        ("s1  s2\tp 0.5\ns3  s4\tq 0.25\n", " ", ["s1", "s2", "p", "0.5"]),
        ("m1   s1\t0.5\nm2   s10\t-1.5\n", " ", ["m1", "s1", "0.5"]),
        ("a\ta_1\tb p1   0.5\na\ta_1\ta p2   1.5\n", " ", ["a", "a_1", "b", "p1", "0.5"]),
        ("note\tscore\nan  odd one\t0.5\nfine\t1.5\n", "\t", ["an  odd one", "0.5"]),
        ("name\tscore\nA  B\t0.5\nC  D\t1.5\n", "\t", ["A  B", "0.5"]),
        ("when,label,score\n2024-01-01 10:00,pos,0.5\n", ",", ["2024-01-01 10:00", "pos", "0.5"]),
        ("1 0.8734\n-1 0.1203\n", " ", ["1", "0.8734"]),
        ("truth,pred\na,b\nb,b\n", ",", ["a", "b"]),
        ("sep=;\nid;label\na,x;1\nb,x;0\n", ";", ["a,x", "1"]),
        # A mark between fields goes before the blanks within them.
        ("label,score\nkind 00,0.5\nkind 01,0.25\n", ",", ["kind 00", "0.5"]),
        ("kind 00,0.5\nkind 01,0.25\n", ",", ["kind 00", "0.5"]),
        ("label,score\nkind 1,5\nkind 2,7\nkind 1,9\n", ",", ["kind 1", "5"]),
        ("true class,score\nkind 1,5\nkind 2,7\n", ",", ["kind 1", "5"]),
        ("kind 00,5\nkind 01,7\nkind 10,9\n", ",", ["kind 00", "5"]),
        ("label,score\nkind 1,1e-05\nkind 2,2e-05\n", ",", ["kind 1", "1e-05"]),
        ('label,score\n"kind 1",5\n"kind 2",7\n', ",", ["kind 1", "5"]),
        ("label,call\nkind 00,kind 01\nkind 01,kind 01\n", ",", ["kind 00", "kind 01"]),
        # But not where its commas are decimal signs.
        ("kind score\nx 1,5\ny 2,7\n", " ", ["x", "1,5"]),
        ("s1 p 1,5\ns2 q 2,75\ns3 p 1.234,5\n", " ", ["s1", "p", "1,5"]),
        ("s1 1,5 0,25\ns2 2,7 0,5\n", " ", ["s1", "1,5", "0,25"]),
        ("kind 1;0,5\nkind 2;1,5\n", ";", ["kind 1", "0,5"]),
        ("id;label;score\na;x;1.234,5\nb;y;2.345,5\n", ";", ["a", "x", "1.234,5"]),
        ("id;y\na;1\u202f234,5\nb;2\u202f345,5\n", ";", ["a", "1\u202f234,5"]),
        ("id;y\na;1'234,5\nb;2'345,5\n", ";", ["a", "1'234,5"]),
        # A blank before every three digits of every number separates thousands.
        ("id;y\na;1 265\nb;980\nc;\nd;10 000 000\n", ";", ["a", "1 265"]),
        ("truth;y\n0;1 265\n1;2 310\n0;1 120\n", ";", ["0", "1 265"]),
        ("id\ttruth\ty\na\t0\t1 265\nb\t1\t2 310\n", "\t", ["a", "0", "1 265"]),
        ("1|-1 265,5\n0|2 310,25\n", "|", ["1", "-1 265,5"]),
        ('id,y\na,"1 265"\nb,"2 310"\n', ",", ["a", "1 265"]),
        ("day;truth;y\n2024 210;0;0.5\n2024 64;1;0.7\n", ";", ["2024 210", "0", "0.5"]),
        # But not before two, nor behind a number that nobody would group.
        ("truth score\n1 265\n2 310\n", " ", ["1", "265"]),
        ("1 265,5\n2 310,4\n1 270,3\n", " ", ["1", "265,5"]),
        ("0 265,1\n0 300,0\n", " ", ["0", "265,1"]),
        # A tab behind a comma aligns the columns.
        ("id,\ty\na,\t0.5\nb,\t0.25\n", ",", ["a", "\t0.5"]),
        ("kind 1\t0,5\nkind 2\t1,5e-05\n", "\t", ["kind 1", "0,5"]),
        # Formats whose fields have blanks between them.
        ("m1 s1 -1.25 target\nm2 s2 0.5 nontarget\n", " ", ["m1", "s1", "-1.25", "target"]),
        ("1 id1/a.wav id2/b.wav\n0 id1/a.wav id3/c.wav\n", " ", ["1", "id1/a.wav", "id2/b.wav"]),
        # Free text with commas.
        (
            "id\ttext\tscore\n1\twell, yes, 3\t0.5\n2\tno, 1\t0.25\n",
            "\t",
            ["1", "well, yes, 3", "0.5"],
        ),
        (
            'text,y\n"so, 1 thing, really",0.5\n"no, none",0.25\n',
            ",",
            ["so, 1 thing, really", "0.5"],
        ),
    ],
)
def test_that_the_delimiter_makes_the_better_table(
    text: str, delimiter: str, first: list[str]
) -> None:
    table = opened(text)
    assert table.how.delimiter == delimiter
    assert rows_of(table)[0] == first


def test_that_the_user_overrules_the_delimiter() -> None:
    table = opened("a;b,c\n1;2,3\n", delimiter=",")
    assert rows_of(table) == [["1;2", "3"]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_that_every_line_end_is_one(end: str) -> None:
    table = opened(text_of(TABLE).replace("\n", end))
    assert rows_of(table) == TABLE


def test_that_separators_of_unicode_end_no_line() -> None:
    rows = [["P1", "po\u2028s", "0.5"], ["P2", "ne\x0bg", "0.25"], ["P\x85", "x\x0c", "1"]]
    assert rows_of(opened(text_of(rows))) == rows


# -------------------------------------------------------------------------------- header


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("id,marker\n7,0.5\n8,0.25\n", ("id", "marker")),
        ("0.5\tpos\n0.25\tneg\n", None),
        ("P1,pos,0.5\nP2,neg,0.25\n", None),
        ("malignant,benign\nbenign,benign\nmalignant,benign\n", None),
        ("reader a,reader b\nx,y\ny,y\nx,x\n", ("reader a", "reader b")),
        # Classes may have numbers for names, years may not make a header of data.
        ("id,label,0,1\na,x,0.5,0.5\nb,y,0.2,0.8\n", ("id", "label", "0", "1")),
        ("0,1,y\n0.5,0.5,1\n0.2,0.8,0\n", ("0", "1", "y")),
        (",y,0,1\nr1,2,0.1,0.9\nr2,0,1,0.0\n", ("column 1", "y", "0", "1")),
        ("0,1,<0.5\n1,1,0.3\n0,0,0.2\n", None),
        ("0,1,a\n0.5,0.3,b\n0.2,0.7,a\n", None),
        ("2024,pos\n2023,neg\n", None),
        ("# truth score\n1 0.5\n0 0.25\n", ("truth", "score")),
        ("label,score\n1,NA\n0,\n", ("label", "score")),
        ("a,NA\nb,0.5\nc,0.25\n", None),
        (",label,score\nP1,pos,0.5\n", ("column 1", "label", "score")),
        ("\ufeffid,label\nP1,pos\n", ("id", "label")),
    ],
)
def test_that_names_are_told_from_data(text: str, names: tuple[str, ...] | None) -> None:
    table = opened(text)
    assert table.how.header is (names is not None)
    expected = names or tuple(f"column {n}" for n in range(1, len(table.columns) + 1))
    assert table.names == expected
    assert ("header_missing" in codes_of(table)) is (names is None)


def test_that_the_first_row_without_a_header_is_a_row() -> None:
    table = opened("P1,pos,0.5\nP2,neg,0.25\n")
    assert rows_of(table) == [["P1", "pos", "0.5"], ["P2", "neg", "0.25"]]
    assert table.place(0) == "row 1 (line 1)"


def test_that_the_user_overrules_the_header() -> None:
    told = opened("id,label\na,b\n", header=False)
    assert rows_of(told) == [["id", "label"], ["a", "b"]]
    assert [(f.code, f.level) for f in told.findings] == [("header_missing", Level.INFO)]
    assert opened("1,2\n3,4\n", header=True).names == ("1", "2")


def test_that_columns_of_one_name_are_numbered_and_said() -> None:
    table = opened("id,score,label,score\nP1,0.5,pos,0.4\n")
    assert table.names == ("id", "score (1)", "label", "score (2)")
    assert [column.header for column in table.columns] == ["id", "score", "label", "score"]
    assert [(f.code, f.count) for f in table.findings] == [("header_dup", 2)]


def test_that_row_names_of_r_shift_no_column() -> None:
    table = opened("id,label,score\n" + "".join(f"{n},P{n},pos,0.{n}\n" for n in (1, 2, 3)))
    assert table.names == ("row name", "id", "label", "score")
    assert rows_of(table)[0] == ["1", "P1", "pos", "0.1"]
    assert codes_of(table) == ["header_short"]


@pytest.mark.parametrize("header", ["id,label,score", "id,label,score,"])
def test_that_a_delimiter_at_the_end_of_rows_makes_no_column(header: str) -> None:
    table = opened(text_of([[*row, ""] for row in TABLE], header=header))
    assert table.names == ("id", "label", "score")
    assert rows_of(table) == TABLE
    assert [(f.code, f.count) for f in table.findings] == [("trailing_delimiter", len(TABLE))]


def test_that_a_header_in_the_middle_is_set_aside() -> None:
    part = text_of(TABLE)
    table = opened("\ufeff" + part + "\ufeff" + part)
    assert table.n_rows == 7
    assert [(e.code, e.rows) for e in table.exclusions] == [("header_repeated", (4,))]
    assert [(f.code, f.count) for f in table.findings] == [("header_repeated", 1)]
    assert "line 5" in table.findings[0].text


def test_that_lines_before_the_header_are_said() -> None:
    for title in ("Export of ward 7\n\n", "Export, ward 7\n", "made by x\nmade for y\n\n"):
        table = opened(title + text_of(TABLE))
        assert table.names == ("id", "label", "score")
        assert rows_of(table) == TABLE
        assert codes_of(table) == ["extra_lines"]
        assert table.line(0) == title.count("\n") + 2


# ------------------------------------------------------------------------------ odd rows


def test_that_comments_are_lines_that_are_no_rows() -> None:
    table = opened("# by x\n#\nid,label,score\nP1,pos,0.5\n# half way\n#7,neg,0.25\n")
    assert rows_of(table) == [["P1", "pos", "0.5"], ["#7", "neg", "0.25"]]
    assert [(f.code, f.count, f.level) for f in table.findings] == [
        ("comment_lines", 3, Level.INFO)
    ]


def test_that_a_file_of_number_signs_is_data() -> None:
    assert rows_of(opened("#1,pos,0.5\n#2,neg,0.25\n"))[0] == ["#1", "pos", "0.5"]


def test_that_a_row_with_a_cell_too_many_is_kept_and_set_aside() -> None:
    table = opened(text_of([*TABLE, ["P4", "pos", "0", "731"]]))
    assert rows_of(table)[3] == ["P4", "pos", "0,731"]
    assert [(e.code, e.rows) for e in table.exclusions] == [("ragged_long", (4,))]
    assert [(f.code, f.count) for f in table.findings] == [("ragged_long", 1)]
    assert "line 5" in table.findings[0].text


def test_that_a_row_with_a_cell_too_few_is_kept_and_set_aside() -> None:
    table = opened(text_of([["P0", "0.5"], *TABLE]))
    assert rows_of(table)[0] == ["P0", "0.5", ""]
    assert [(e.code, e.rows) for e in table.exclusions] == [("ragged_short", (1,))]


def test_that_the_lines_of_many_odd_rows_are_named_in_part() -> None:
    table = opened(text_of([*TABLE, *([["x", "y"]] * 2), *TABLE * 3, *([["z"]] * 5)]))
    (finding,) = table.findings
    assert finding.count == 7
    assert "7 rows (lines 5, 6, 16, 17, 18 and others)" in finding.text


def test_that_a_cut_off_end_is_said() -> None:
    table = opened(text_of(TABLE) + "P4,ne")
    assert codes_of(table) == ["ragged_short", "truncated_tail"]
    assert table.n_rows == 4


def test_that_blank_lines_are_no_rows_and_shift_no_line() -> None:
    table = opened("id,label,score\n\nP1,pos,0.5\n,,\n \nP2,neg,0.25\n\n\n")
    assert rows_of(table) == [["P1", "pos", "0.5"], ["P2", "neg", "0.25"]]
    assert [table.line(row) for row in (0, 1)] == [3, 6]
    assert [(f.code, f.count) for f in table.findings] == [("blank_lines", 2)]


def test_that_text_after_a_closing_quote_is_kept_and_said() -> None:
    table = opened(text_of([['"P0"0', "pos", "0.5"], *TABLE]))
    assert rows_of(table)[0][0] == '"P0"0'
    assert [(f.code, f.count) for f in table.findings] == [("stray_quote", 1)]


@pytest.mark.parametrize(("first", "last"), [(1, 2), (50, 120)])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_that_two_stray_quotes_do_not_swallow_rows(first: int, last: int, place: int) -> None:
    rows = [[f"P{n}", "pos" if n % 3 else "neg", f"0.{n}"] for n in range(1, 200)]
    rows[first][place] = '"' + rows[first][place]
    rows[last][place] += '"'
    assert f"a quote opens in line {first + 2}" in refusal(text_of(rows))


def test_that_notes_of_several_lines_are_cells() -> None:
    text = 'id,note,label,score\nP1,"sees\nlittle, hears\n\nless",pos,0.5\nP2,"a ""b""",neg,0.25\n'
    table = opened(text)
    assert rows_of(table)[0] == ["P1", "sees\nlittle, hears\n\nless", "pos", "0.5"]
    assert [table.line(row) for row in (0, 1)] == [2, 6]


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b" \n\n", "the file is empty"),
        (b"\xef\xbb\xbf", "the file is empty"),
        ('""', "the file is empty"),
        ("label,score\n", "only a header line"),
        ("label,score", "only a header line"),
        ("label,score\n\n\n", "only a header line"),
        (b"id,label\n1,\0\0\n", "2 NUL characters, the first in line 2"),
        (
            b"id,label\n1,2\n" + b"\0" * 4096 + b"3,4\n",
            f"{grouped(4_096)} NUL characters, the first in line 3",
        ),
        ('id,label\n1,"a\n2,b\n', "a quote opens in line 2"),
        (",".join(["x"] * 16_385), f"more than {grouped(16_384)} columns"),
        (
            b"x" * ((1 << 24) + 1) + b"\ny",
            f"line 1: the line is longer than {grouped(16_777_216)}",
        ),
        (
            b"a,1\nb,2\nc," + b"1" * (1 << 24) + b"\n",
            f"line 3: the line is longer than {grouped(16_777_216)}",
        ),
    ],
)
def test_that_what_is_no_table_is_refused_in_words(data: bytes | str, words: str) -> None:
    assert words in refusal(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04rest", "cannot be unpacked"),
        (b"\x89HDF\r\n\x1a\n", "HDF5"),
        (b"%PDF-1.4", "PDF"),
        (b"\x80\x04\x95pickle", "could run code"),
        (b"\0" * 5000, "format of this file is not known"),
    ],
)
def test_that_a_foreign_format_is_refused_by_its_name(data: bytes, words: str) -> None:
    assert words in refusal(data)


# --------------------------------------------------------------------------- text is text


CANARIES = [
    *("NA", "NO", "None", "nan", "NULL", "True", "false", "007", "1E5", "1e5", "00", "-0"),
    *("9007199254740993", "0x1F", "1_000", "2024-01-01", "12:30", "=1+1", "&Pos", "<b>x</b>"),
    *("inf", "-", ".", "1.0", "1.50", "+1", "é", "болен", "\U0001f600", "a b", " padded "),
]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_that_text_stays_as_it_stands(delimiter: str) -> None:
    rows = [[text, "pos", "0.5"] for text in CANARIES]
    table = opened(text_of(rows, delimiter))
    assert [row[0] for row in rows_of(table)] == CANARIES
    # An oddity elsewhere takes the exact path: the same texts.
    odd = opened(text_of([*rows, ["x"]], delimiter))
    assert [row[0] for row in rows_of(odd)] == [*CANARIES, "x"]


ids = st.text(st.sampled_from("aB0.-é,;\t \"'\u2028#"), max_size=6)
labels = st.sampled_from(["pos", "neg", "NA", "", " pos"])
scores = st.one_of(st.floats(allow_nan=False), st.sampled_from([-0.0, 5e-324, 1e300]))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        # pandas numbers columns that have no name.
        ("0,1,2\nP1,pos,0.5\nP2,neg,0.25\n", ("0", "1", "2")),
        ("0,1\npos,0.5\nneg,0.25\n", ("0", "1")),
        # These are data: numbers above numbers, a label that comes again, other numbers.
        ("0,1\n1,0.5\n0,0.25\n", ("column 1", "column 2")),
        ("0,1\n0,0.5\nx,0.25\n", ("column 1", "column 2")),
        ("0,2\npos,0.5\nneg,0.25\n", ("column 1", "column 2")),
    ],
)
def test_that_numbered_columns_have_a_header(text, names):
    table = read(Source.from_bytes("x.csv", text.encode()))
    assert table.names == names
    assert table.n_rows == len(text.splitlines()) - (names[0] == "0")


@given(
    st.lists(st.tuples(ids, labels, scores), min_size=1, max_size=8),
    st.fixed_dictionaries(
        {
            "delimiter": st.sampled_from(",;\t|"),
            "quoting": st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
            "lineterminator": st.sampled_from(["\n", "\r\n"]),
        }
    ),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"]),
    st.sampled_from(".,"),
)
def test_that_any_table_that_is_written_comes_back(
    table: list[tuple[str, str, float]], style: dict[str, Any], encoding: str, decimal: Any
) -> None:
    written = [[one, two, repr(three).replace(".", decimal)] for one, two, three in table]
    file = io.StringIO(newline="")
    csv.writer(file, **style).writerows([["id", "label", "score"], *written])
    plain = "utf-16-be" if encoding == "utf-16-be" else None
    found = opened(
        file.getvalue().encode(encoding),
        delimiter=style["delimiter"],
        encoding=plain,
        header=True,
    )
    assert rows_of(found) == written
    numbers = found.column("score").parse_numbers(decimal)
    assert [repr(value) for value in numbers.values.tolist()] == [repr(row[2]) for row in table]
    assert found.exclusions == ()


@given(
    st.lists(
        st.tuples(
            st.from_regex(r"[A-Z][0-9]{1,4}", fullmatch=True),
            st.sampled_from(["pos", "neg"]),
            st.floats(-9, 9),
        ),
        min_size=2,
        max_size=10,
    ),
    st.sampled_from(",;\t| "),
    st.booleans(),
    st.sampled_from(".,"),
)
def test_that_a_plain_table_is_understood_without_help(
    table: list[tuple[str, str, float]], delimiter: str, has_header: object, decimal: str
) -> None:
    assume(delimiter != decimal)
    written = [[one, two, f"{three:.4f}".replace(".", decimal)] for one, two, three in table]
    text = text_of(written, delimiter)
    if not has_header:
        text = text.partition("\n")[2]
    found = opened(text)
    assert found.how.header is has_header
    assert rows_of(found) == written
    assert found.how.decimal == decimal


words = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,3}", fullmatch=True)
later_words = st.from_regex(r"[A-Za-z0-9]{1,4}", fullmatch=True)
names_with_blanks = st.builds(lambda one, *rest: " ".join([one, *rest]), words, later_words)


@given(
    st.lists(names_with_blanks, min_size=2, max_size=4, unique=True),
    st.lists(st.tuples(st.integers(0, 3), st.floats(0, 99)), min_size=3, max_size=30),
    st.sampled_from([(mark, sign) for mark in ",;\t|" for sign in ".," if mark != sign]),
    st.sampled_from([0, 3]),
    st.sampled_from([("label", "score"), ("true class", "score"), ("kind 1", "the score")]),
)
def test_that_labels_with_blanks_hide_no_delimiter(
    names: list[str],
    drawn: list[tuple[int, float]],
    marks: tuple[str, str],
    n_digits: int,
    header: tuple[str, str],
) -> None:
    delimiter, decimal = marks
    rows = [
        [names[place % len(names)], f"{score:.{n_digits}f}".replace(".", decimal)]
        for place, score in drawn
    ]
    for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC):
        file = io.StringIO(newline="")
        csv.writer(file, delimiter=delimiter, quoting=quoting).writerows([header, *rows])
        found = opened(file.getvalue())
        assert found.how.delimiter == delimiter
        assert found.names == header
        assert rows_of(found) == rows


good = text_of(TABLE * 3).encode()


@given(st.data())
def test_that_a_damaged_file_opens_or_is_refused_but_never_fails(data: st.DataObject) -> None:
    damaged = bytearray(good)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged) - 1))
        damaged[place : place + data.draw(st.integers(0, 3))] = data.draw(
            st.one_of(st.binary(max_size=3), st.sampled_from([b'"', b"\n", b",", b"\r", b"\0"]))
        )
    try:
        table = opened(bytes(damaged))
    except (ReadingError, DataError):
        return
    assert all(len(column) == table.n_rows for column in table.columns)
    for exclusion in table.exclusions:
        assert max(exclusion.rows) <= table.n_rows


@given(st.binary(max_size=300))
def test_that_any_bytes_are_opened_or_refused(data: bytes) -> None:
    try:
        table = opened(data)
    except (ReadingError, DataError):
        return
    assert rows_of(table)


@pytest.mark.parametrize("odd", ["", "x\n"])
def test_that_cancel_stops_either_path(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    monkeypatch.setattr(fast_split, "BLOCK_SIZE", 1 << 10)
    monkeypatch.setattr(exact_rows, "BLOCK_ROWS", 100)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 4)
    with pytest.raises(CancelledError):
        read(Source.from_bytes("a.csv", (text_of(TABLE * 300) + odd).encode()), None, watch)
    assert len(seen) == 4


def test_that_a_blank_within_cells_does_not_hide_the_comma():
    rows = "".join(f"class {n % 7},class {n % 5}\n" for n in range(60))
    source = Source.from_bytes("classes.csv", f"truth,predicted\n{rows}".encode())
    table = read(source)
    assert table.names == ("truth", "predicted")
    assert table.how.delimiter == ","
    assert (table.columns[0].text(8), table.columns[1].text(8)) == ("class 1", "class 3")


@pytest.mark.parametrize("header", [None, False, True])
@pytest.mark.parametrize("first", ["1 2 3 4", "a b c d", "1 2 3", "x"])
def test_that_a_first_row_of_another_length_is_no_accident(first, header):
    data = f"{first}\n1 0.5\n0 0.4\n1 0.3\n0 0.2\n".encode()
    table = read(Source.from_bytes("a.txt", data), ReadOptions(header=header, delimiter=" "))
    assert len(table.columns) >= 2
    last = [column.text(table.n_rows - 1) for column in table.columns]
    assert last[:2] == ["0", "0.2"]


@pytest.mark.parametrize("line", ["\n", "# a comment\n", "\r\n", " \t\n"])
def test_that_any_number_of_lines_may_stand_before_the_table(line: str) -> None:
    n = (2 << 20) // len(line)
    table = opened(line * n + "score,label\n0.5,1\n")
    assert table.names == ("score", "label")
    assert table.first_line == n + 2
    assert [finding.count for finding in table.findings if finding.code == "comment_lines"] == (
        [n] if "#" in line else []
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t", " ", "|"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_that_a_row_of_a_million_cells_is_refused(delimiter: str, quote: str) -> None:
    cells = delimiter.join(f"{quote}{number}{quote}" for number in range(1_000_000))
    assert f"more than {grouped(16_384)} columns" in refusal(cells)


def test_that_names_are_found_without_a_look_at_all_columns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = opened(",".join(f"c{n}" for n in range(500)) + "\n" + ",".join("1" * 500) + "\n")
    n_looks = 0

    def name(column: RawColumn) -> str:
        nonlocal n_looks
        n_looks += 1
        return column._name

    monkeypatch.setattr(RawColumn, "name", property(name))
    for place in range(500):
        assert table.column(f"c{place}") is table.columns[place]
    assert n_looks < 2_000
