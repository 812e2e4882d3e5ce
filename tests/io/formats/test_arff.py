"""ARFF: types, quotes, sparse rows, and lines that break the rules, named by their number."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.io import widths
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.formats import arff
from evalgui.io.formats.registry import read, sniff
from evalgui.io.loading import load_source

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

SAMPLES = Path(__file__).parents[3] / "resources" / "reference" / "formats"
HEAD = (
    "@relation r\n"
    "@attribute id string\n"
    "@attribute score numeric\n"
    "@attribute class {neg, 'not yet'}\n"
    "@data\n"
)
NUMBERS = "@relation r\n@attribute a real\n@attribute b INTEGER\n@attribute c {x,y}\n@data\n"


def opened(text: str) -> RawTable:
    return read(Source.from_bytes("a.arff", text.encode()))


def rows(table: RawTable) -> list[list[str]]:
    return [[column.text(row) for column in table.columns] for row in range(table.n_rows)]


def refusal(text: str) -> str:
    with pytest.raises(EvalguiError) as caught:
        opened(text)
    assert caught.value.hint
    return str(caught.value)


def test_that_the_sample_opens_at_once() -> None:
    source = read_source(SAMPLES / "scores.arff")
    assert sniff(source).name == "ARFF"
    loaded = load_source(source)
    assert loaded.dataset is not None
    assert (loaded.dataset.n, loaded.dataset.positive_class) == (12, "pos")
    expected = [round(n * 7 % 12 / 12, 3) for n in range(12)]
    assert loaded.dataset.scores[0].values.tolist() == expected
    assert loaded.table.column("id").text(7) == "007"
    assert loaded.table.place(0) == "row 1 (line 9)"


@pytest.mark.parametrize(
    "start",
    [
        "@relation x\n",
        "% one\n%two @data\n\n  @RELATION 'a b'\n",
        "\ufeff@Relation x\n",
        "\r\n@relation x\r\n",
    ],
)
def test_that_it_is_known_by_its_first_word(start: str) -> None:
    assert arff.sniff(Source.from_bytes("a.csv", start.encode()))
    assert arff.sniff(Source.from_bytes("a.csv", start.encode("utf-16-le")))


@pytest.mark.parametrize("start", ["relation,score\n", "@relations\n", "% only a comment\n", "#"])
def test_that_other_text_is_not(start: str) -> None:
    assert not arff.sniff(Source.from_bytes("a.arff", start.encode()))


def test_that_cells_keep_their_text() -> None:
    table = opened(
        HEAD + "007, 1.50 ,neg\n"
        "% a comment\n"
        "\n"
        "'NA',?,'not yet'\n"
        "'?',1e5,neg % the rest of the line\n"
        '"it\'s",-0,?\n'
        "'it\\'s, 50\\% \\u00e9',.5,'not yet'\n"
        "a b,2,neg"
    )
    assert table.names == ("id", "score", "class")
    assert rows(table) == [
        ["007", "1.50", "neg"],
        ["NA", "", "not yet"],
        ["?", "1e5", "neg"],
        ["it's", "-0", ""],
        ["it's, 50% \xe9", ".5", "not yet"],
        ["a b", "2", "neg"],
    ]
    assert [table.line(row) for row in range(6)] == [6, 9, 10, 11, 12, 13]
    # A question mark in quotes is a text, one without quotes is no value.
    distinct = table.column("class").distinct(9)
    assert distinct is not None
    assert (distinct.texts, distinct.n_empty) == (("neg", "not yet"), 1)
    assert [finding.code for finding in table.findings] == ["truncated_tail"]


def test_that_names_and_types_come_in_any_spelling() -> None:
    table = opened(
        '@relation x\n@ATTRIBUTE \'the "class"\'{a,b}\n@attribute\t"it\'s"\treal\n'
        '@attribute when date "yyyy-MM-dd HH:mm"\n@Data\na\t1.5\t"2001-01-01 10:00"\n'
    )
    assert table.names == ('the "class"', "it's", "when")
    assert rows(table) == [["a", "1.5", "2001-01-01 10:00"]]


def test_that_sparse_rows_are_filled_up_with_zeros_and_first_values() -> None:
    table = opened(NUMBERS + "{0 1.50, 2 y}\n{}\n{1 ?}\n{ 0 -1 , 1 7 }\n1,2,x\n")
    assert rows(table) == [
        ["1.50", "0", "y"],
        ["0", "0", "x"],
        ["0", "", "x"],
        ["-1", "7", "x"],
        ["1", "2", "x"],
    ]


def test_that_weights_of_rows_are_a_column() -> None:
    table = opened(NUMBERS + "1,2,x, {0.5}\n1,2,y\n{0 3},{2}\n")
    assert table.names == ("a", "b", "c", "instance weight")
    assert table.column("instance weight").head(3) == ["0.5", "1", "2"]
    assert [(f.code, f.count) for f in table.findings] == [("row_weights", 2)]


def test_that_a_value_that_was_not_declared_is_said_with_its_line() -> None:
    (finding,) = opened(NUMBERS + "1,2,x\n1,2,z\n").findings
    assert finding.code == "undeclared_value"
    assert "'c' has values that its declaration does not list: 'z', the first in line 7" in (
        finding.text
    )


def test_that_attributes_of_one_name_are_numbered() -> None:
    table = opened("@relation x\n@attribute a real\n@attribute a real\n@data\n1,2\n")
    assert table.names == ("a (1)", "a (2)")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "a,1\n", "line 6: the row has 2 values, and there are 3 attributes"),
        (HEAD + "a,1,neg\na,1,neg,4\n", "line 7: the row has 4 values"),
        (HEAD + "'a,1,neg\n", "line 6: a quote opens in this line and is not closed"),
        (HEAD + "a,{1},neg\n", "line 6: there is a brace among the values"),
        (HEAD + "{0 a}\n{1 2}\n", "line 7: the sparse row leaves out 'id'"),
        (NUMBERS + "{0 1, 0 2}\n", "line 6: the attribute 0 has two values"),
        (NUMBERS + "{3 1}\n", "line 6: a sparse row holds pairs"),
        (NUMBERS + "{-1 1}\n", "line 6: a sparse row holds pairs"),
        (NUMBERS + "{0}\n", "line 6: a sparse row holds pairs"),
        (NUMBERS + "{0 1,}\n", "line 6: a sparse row holds pairs"),
        (NUMBERS + "{0 1\n", "line 6: the sparse row is not closed"),
        (NUMBERS + "{0 1} 2\n", "line 6: the sparse row is not closed"),
        (NUMBERS + "{0 '}'\n", "line 6: the sparse row is not closed"),
        (NUMBERS + "1," * 5_000 + "1\n", "line 6: the row has more than 1\u202f003 values"),
        (NUMBERS + "1 " * 5_000 + "1\n", "line 6: the row has more than 1\u202f003 values"),
        (NUMBERS + "'1'," * 5_000 + "1\n", "line 6: the row has more than 1\u202f003 values"),
        (NUMBERS + "'1'" * 200_000, "line 6: the row has more than 104\u202f012 words and marks"),
        (NUMBERS + "{" + "0 1," * 5_000 + "\n", "line 6: the attribute 0 has two values"),
        ("@relation x\n@attribute 'a numeric\n@data\n", "line 2: the attribute has no name"),
        ("@relation x\n@attribute a\n@data\n", "line 2: the type of the attribute 'a' is not"),
        ("@relation x\n@attribute a matrix\n", "line 2: the type of the attribute 'a' is not"),
        ("@relation x\n@attribute a relational\n", "line 2: the attribute 'a' is relational"),
        ("@relation x\n@attribute a {b,c\n", "line 2: the list of values is not closed"),
        ("@relation x\n@attribute a {b,c} d\n", "line 2: the list of values is not closed"),
        ("@relation x\n@attribute a real\n1\n", "line 3: this is no @attribute, @data or comment"),
        ("@relation x\n@attribute a real\n", "the file ends before its @data: it is incomplete"),
        ("@relation x\n@data\n1\n", "line 2: there is no attribute before the data"),
        (HEAD, "there are no data rows"),
    ],
)
def test_that_what_breaks_the_rules_is_refused_with_its_line(text: str, words: str) -> None:
    assert words in refusal(text)


def test_that_more_attributes_than_any_table_has_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(widths, "MOST_COLUMNS", 2)
    assert "more than 2 columns" in refusal(NUMBERS + "1,2,x\n")


def test_that_sparse_rows_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arff, "MOST_SPARSE_CELLS", 8)
    assert rows(opened(NUMBERS + "{}\n{}\n1,2,x\n1,2,x\n"))[3] == ["1", "2", "x"]
    assert "more than 8 cells of 3 attributes" in refusal(NUMBERS + "{}\n{}\n{}\n")


def test_that_cancel_stops_between_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arff, "_BLOCK_ROWS", 10)
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 3)
    source = Source.from_bytes("a.arff", (NUMBERS + "1,2,x\n" * 100).encode())
    with pytest.raises(CancelledError):
        read(source, watch=watch)
    assert seen == ["10 rows", "20 rows", "30 rows"]


def quoted(text: str) -> str:
    for plain, escaped in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(plain, escaped)
    return f"'{text}'"


texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8
) | st.sampled_from(["?", "%", "{", "}", ",", "'", '"', "\\", "\\u0041", "@data", " a ", ""])


@given(
    st.lists(
        st.tuples(texts, st.none() | st.floats(allow_nan=False), texts), min_size=1, max_size=6
    ),
    st.booleans(),
)
def test_that_any_table_that_is_written_comes_back(
    drawn: list[tuple[str, float | None, str]], is_sparse: bool
) -> None:
    head = "@relation r\n@attribute a string\n@attribute b real\n@attribute c string\n@data\n"
    lines = []
    for first, number, last in drawn:
        cells = [quoted(first), "?" if number is None else repr(number), quoted(last)]
        if is_sparse:
            pairs = ", ".join(f"{place} {cell}" for place, cell in enumerate(cells))
            lines.append(f"{{{pairs}}}\n")
        else:
            lines.append(",".join(cells) + "\n")
    table = opened(head + "".join(lines))
    assert table.n_rows == len(drawn)
    for row, (first, number, last) in enumerate(drawn):
        expected = [first, "" if number is None else repr(number), last]
        assert [column.text(row) for column in table.columns] == expected
    values = table.column("b").parse_numbers().values
    assert [None if v != v else v for v in values.tolist()] == [n for _, n, _ in drawn]  # noqa: PLR0124 - NaN


PLAIN = HEAD + "007,1.50,neg\n'a, b',?,'not yet'\n{0 x, 1 2},{0.5}\n"


@given(st.data())
@settings(max_examples=200)
def test_that_damage_is_refused_or_read(data: st.DataObject) -> None:
    damaged = list(PLAIN)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(12, len(damaged) - 1))
        damaged[place] = data.draw(st.sampled_from("'\"{},%?@\\ \n\tx1"))
    try:
        table = opened("".join(damaged))
    except EvalguiError as error:
        assert error.hint  # noqa: PT017 - it may also be read
    else:
        assert all(len(column.head(9)) == table.n_rows for column in table.columns)


@pytest.mark.parametrize("piece", ["'", "\\", "{", "% ", "@attribute ", ", ", "{0 ", '"\\', "\r\n"])
def test_that_repetition_takes_no_more_than_its_length(piece: str) -> None:
    # What tries every way to split a text would not end here.
    for text in (piece * 20_000, "@relation x\n" + piece * 20_000, HEAD + piece * 20_000):
        assert "a.arff" in refusal(text + "\x01")


@pytest.mark.parametrize("row", ["{" + "0 '1', " * 200_000 + "0 1}", "'1'" * 400_000])
def test_that_a_long_row_does_not_become_millions_of_pieces(
    row: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def counted(*args: object) -> arff.Token:
        made.append(1)
        return token(*args)  # type: ignore[arg-type]

    token = arff.Token
    monkeypatch.setattr(arff, "Token", counted)
    assert "line 6: " in refusal(NUMBERS + row + "\n")
    assert len(made) <= 104_100


def test_that_plain_values_of_a_nominal_attribute_need_no_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arff, "Token", None)
    attribute = arff.attribute_of("a.arff", 1, "@attribute a { b,\tc  d ,?,,e} ")
    assert attribute.values == ("b", "c  d", "", "", "e")
