"""Pasted text: ten rows in the shapes in which people copy them, and what is no table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import EvalguiError
from evalgui.io.bytes import clipboard
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.loading import load_source

ROWS = [(f"P{n:03}", "pos" if n % 3 == 0 else "neg", f"{n / 7:.4f}") for n in range(10)]
SCORES = [float(score) for _, _, score in ROWS]


def joined(separator: str = "\t", end: str = "\n", *, header: bool = True) -> str:
    rows = [("id", "label", "score"), *ROWS] if header else ROWS
    return "".join(separator.join(row) + end for row in rows)


def quoted(text: str, mark: str) -> str:
    return "".join(mark + line for line in text.splitlines(keepends=True))


def aligned() -> str:
    return "\n".join(f"  {name:<10}{label:<12}{score:>9}" for name, label, score in ROWS)


WITH_BREAKS = "id\tlabel\tcomment\tscore\r\n" + "".join(
    f'{name}\t{label}\t"line one\nline ""two"", with a\ttab"\t{score}\r\n'
    for name, label, score in ROWS
)


@pytest.mark.parametrize(
    "text",
    [
        joined(),
        joined(header=False),
        joined().replace(".", ","),
        joined(end="\r\n"),
        joined(end="\r"),
        joined().rstrip("\n"),
        "\n\n" + joined() + "\n\n\n",
        joined("\u00a0\u00a0 "),
        joined().replace("\t", "\u00a0\t\u00a0"),
        aligned(),
        "  id        label           score\n" + aligned(),
        quoted(joined(), "> "),
        quoted(joined("   "), ">> "),
        quoted(joined("   ", "\r\n"), "> > ") + "> >\r\n>\r\n",
        quoted(joined("  ", header=False).replace(".", ","), "> "),
        WITH_BREAKS,
        joined(","),
        joined(";").replace(".", ","),
        "\ufeff" + joined(),
    ],
)
def test_that_ten_rows_are_ten_rows_in_every_shape(text: str) -> None:
    loaded = load_source(Pasted(text).source())
    dataset = loaded.dataset
    assert dataset is not None, loaded.proposal.question
    assert (dataset.name, dataset.n, dataset.positive_class) == ("clipboard", 10, "pos")
    assert dataset.scores[0].values.tolist() == SCORES
    assert dataset.is_positive().tolist() == [n % 3 == 0 for n in range(10)]
    ids = [cell.strip() for cell in loaded.table.columns[0].head(10)]
    assert ids == [name for name, _, _ in ROWS]


def test_that_a_quoted_cell_keeps_its_lines() -> None:
    table = load_source(Pasted(WITH_BREAKS).source()).table
    assert table.column("comment").text(3) == 'line one\nline "two", with a\ttab'


def test_that_marks_of_a_quotation_are_said() -> None:
    findings = load_source(Pasted(quoted(joined(), "> ")).source()).table.findings
    assert [(finding.code, finding.count) for finding in findings] == [("quotation_marks", 11)]


def test_that_a_greater_sign_that_is_data_stays() -> None:
    for text in ("limit\ty\n>5\t1\n>7\t0\n", ">5\t1\n>7\t0\n", "> 5\t1\n6\t0\n"):
        assert Pasted(text).source().data == text.encode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no text on the clipboard"),
        (" \n\u00a0\t", "there is no text on the clipboard"),
        (">\n> \n", "there is no text|empty"),
        ("y\tscore\n\ud800\t1\n", "half of a character"),
        ("0.5\n0.7\n", "only one column"),
        ("a\0b\tc\n", "NUL"),
        ("<table><tr><td>1</td></tr></table>", "only one column|web page|no data rows"),
    ],
)
def test_that_what_is_no_table_is_refused(text: str, words: str) -> None:
    with pytest.raises(EvalguiError) as caught:
        load_source(Pasted(text).source())
    assert str(caught.value).startswith("clipboard")
    assert any(word in str(caught.value) for word in words.split("|"))
    assert caught.value.hint


def test_that_more_than_any_file_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "SIZE_LIMIT", 10)
    with pytest.raises(EvalguiError, match="size limit is 10 bytes"):
        Pasted(joined()).source()


def test_that_marks_without_end_are_taken_off_a_few_times_only() -> None:
    text = ">" * 100_000 + "\n"
    assert len(Pasted(text).source().data) == 100_001 - clipboard._DEEPEST


@given(st.lists(st.tuples(st.text("ab \u00a0>,;", max_size=4), st.floats()), min_size=1))
def test_that_any_block_of_cells_keeps_its_numbers(drawn: list[tuple[str, float]]) -> None:
    text = "note\tscore\n" + "".join(f"{note}\t{number!r}\n" for note, number in drawn)
    data = Pasted(text).source().data.decode()
    assert data == text.replace("\u00a0", " ")
