"""Classes that a reader would take for the same are named, and stay apart."""

from __future__ import annotations

import unicodedata

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.io.building import class_columns
from evalgui.io.building.class_columns import read_classes
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.meaning.similar_labels import LONGEST_LABEL, of_names
from evalgui.io.table.raw_column import RawColumn


def said(*names: str, counts: tuple[int, ...] | None = None) -> list[tuple[str, str, int | None]]:
    found = of_names(names, counts or (1,) * len(names))
    return [(finding.code, finding.text, finding.count) for finding in found]


def test_that_letters_of_another_alphabet_are_told_by_their_numbers() -> None:
    assert said("neg", "pos", "p\u043es", counts=(24, 12, 4)) == [
        (
            "lookalike_labels",
            "'pos' and 'p<U+043E>s' look alike, but are different classes",
            4,
        )
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("pos", "\uff50\uff4f\uff53"),  # full width
        ("case", "\u0441as\u0435"),
        ("nontarget", "non-target"),
        ("stage 1", "Stage  1"),
        ("beta", "\u03b2eta"),
        ("\ufb01t", "fit"),
    ],
)
def test_that_names_which_look_alike_are_said(first: str, second: str) -> None:
    assert [code for code, _, _ in said(first, second, "other")] == ["lookalike_labels"]


@pytest.mark.parametrize(
    "names", [("a", "b"), ("1-2", "12"), ("1", "-1"), ("+", "-"), ("-", "_"), ("", "x")]
)
def test_that_other_names_are_not(names: tuple[str, ...]) -> None:
    assert said(*names) == []


@pytest.mark.parametrize(
    ("first", "second"), [("1", "01"), ("100000", "1e5"), ("0.5", "5E-1"), ("-3", "-03")]
)
def test_that_equal_numbers_are_said_and_stay_two_classes(first: str, second: str) -> None:
    (finding,) = said(first, second, "7", counts=(3, 2, 9))
    text = f"'{first}' and '{second}' are the same number, but different texts"
    assert finding == ("label_numeric_equiv", f"{text} and so different classes", 2)
    table = read(Source.from_bytes("x.csv", f"t,s\n{first},1\n{second},2\n7,3\n".encode()))
    found = read_classes("x.csv", table.columns[0], None, None)
    assert set(found.classes.names) == {first, second, "7"}


def test_that_a_long_name_is_said_with_its_length() -> None:
    assert said("a" * LONGEST_LABEL, "b") == []
    assert said("a" * 5000, "b") == [
        ("long_label", f"a class has a name of up to {grouped(5_000)} characters", 1)
    ]


def test_that_a_letter_and_its_accent_are_one_however_they_are_written() -> None:
    written = {form: unicodedata.normalize(form, "n\u00e9g") for form in ("NFC", "NFD")}
    assert written["NFC"] != written["NFD"]
    rows = "".join(f"{label},1\n" for label in (*written.values(), "pos"))
    table = read(Source.from_bytes("x.csv", f"t,s\n{rows}".encode()))
    found = read_classes("x.csv", table.columns[0], None, None).classes
    assert len(found.names) == 2
    assert [finding.code for finding in found.findings] == ["label_variants"]


@given(st.lists(st.text(max_size=8), unique=True, max_size=12))
def test_that_any_names_are_counted_once_for_each_class_but_the_largest(names: list[str]) -> None:
    counts = tuple(range(1, len(names) + 1))
    for finding in of_names(names, counts):
        assert finding.text
        assert finding.count is not None
        assert 1 <= finding.count < sum(counts)


def test_that_labels_as_long_as_books_are_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_columns, "classes_of", None)
    column = RawColumn("truth", pa.chunked_array([["a" * 100_001, "b"]], pa.string()))
    with pytest.raises(DataError, match=r"'truth': a label has 100.001 characters"):
        read_classes("x.csv", column, None, None)
