"""Histograms of impostor scores: asked about alone, a count table beside genuine scores."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.core.snapshot import rank
from evalgui.io.bytes.source import Source, read_source
from evalgui.io.formats import registry
from evalgui.io.layouts import histogram
from evalgui.io.loading import assess
from evalgui.io.meaning.roles import Roles
from evalgui.io.writers.inspection import inspect

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

FORMATS = Path(__file__).resolve().parents[3] / "resources" / "reference" / "formats"


def table(text: str, name: str = "impostor.txt") -> RawTable:
    return registry.read(Source.from_bytes(name, text.encode()))


def rows(combined: RawTable) -> list[tuple[str, ...]]:
    return list(zip(*(column.head(combined.n_rows) for column in combined.columns), strict=True))


def test_that_whole_numbers_alone_are_asked_about() -> None:
    found = inspect([FORMATS / "impostor_histogram.txt"]).as_json()
    assert found["status"] == "asked"
    assert "choose the file of the other as well" in found["message"]
    known = table("0\n5\n3\n").known
    assert known is not None
    assert (known.roles, known.lacks) == (Roles(), "other class")
    assert "0, 1, 2, ..." in known.reasons[0].sentence


@pytest.mark.parametrize("text", ["0.5\n1\n2\n", "-1\n2\n3\n", "5\n", "score\n1\n2\n", "a\nb\n"])
def test_that_other_single_columns_are_none(text: str) -> None:
    assert not histogram.sniff(table(text))


def test_that_a_count_far_down_decides_too() -> None:
    assert histogram.sniff(table("1\n" * 5_000))
    assert not histogram.sniff(table("1\n" * 4_001 + "x\n" + "1\n" * 998))


def test_that_a_truth_in_the_only_column_is_still_refused() -> None:
    with pytest.raises(DataError, match="only one column"):
        assess(table("0\n5\n3\n"), Roles(truth="column 1"))


def test_that_a_histogram_and_genuine_scores_make_a_count_table() -> None:
    impostors = registry.read(read_source(FORMATS / "impostor_histogram.txt"))
    genuine = registry.read(read_source(FORMATS / "genuine_scores.txt"))
    combined = histogram.combine(impostors, genuine)
    assert combined.name == "genuine_scores.txt + impostor_histogram.txt"
    assert combined.names == ("score", "n_genuine", "n_impostor")
    assert rows(combined) == [
        ("0", "0", "0"),
        ("1", "1", "1"),
        ("2", "1", "2"),
        ("3", "1", "3"),
        ("4", "2", "1"),
        ("5", "0", "2"),
        ("6", "2", "0"),
        ("7", "1", "1"),
        ("8", "2", "0"),
    ]
    loaded = assess(combined)
    dataset = loaded.dataset
    assert dataset is not None
    assert (dataset.positive_class, dataset.negative_class) == ("genuine", "impostor")
    assert dataset.findings == ()
    # the twenty rows of tharwat-2018 by their tenths, as in binned_count_table.csv
    assert rank(dataset, 0).value("roc_auc") == 135 / 200


def test_that_genuine_scores_between_and_beyond_the_lines_are_kept() -> None:
    genuine = table("id score\na 1\nb 2.5\nc 7\nd nan\ne -1\nf 1\n", "genuine.txt")
    combined = histogram.combine(table("4\n0\n3\n"), genuine)
    assert rows(combined) == [
        ("-1.0", "1", "0"),
        ("0.0", "0", "4"),
        ("1.0", "2", "0"),
        ("2.0", "0", "3"),
        ("2.5", "1", "0"),
        ("7.0", "1", "0"),
        ("", "1", "0"),
    ]
    assert [(one.code, one.count) for one in combined.findings] == [("histogram_fractions", 1)]
    dataset = assess(combined, Roles(higher_is_positive=False)).dataset
    assert dataset is not None
    found = rank(dataset, 0).table
    assert (found.n_positive, found.n_negative, found.n_missing_positive) == (5, 7, 1)


@settings(max_examples=30)
@given(
    st.lists(st.integers(0, 10**9), min_size=2, max_size=30),
    st.lists(st.integers(0, 40), min_size=2, max_size=30),
)
def test_that_every_line_and_every_genuine_score_is_counted(
    lines: list[int], scores: list[int]
) -> None:
    histogram_text, genuine_text = (
        "".join(f"{number}\n" for number in numbers) for numbers in (lines, scores)
    )
    combined = histogram.combine(table(histogram_text), table(genuine_text))
    counted = {int(score): (int(p), int(n)) for score, p, n in rows(combined)}
    genuine = Counter(scores)
    assert set(counted) == {*range(len(lines)), *scores}
    for score, (positives, negatives) in counted.items():
        assert positives == genuine[score]
        assert negatives == (lines[score] if score < len(lines) else 0)


@pytest.mark.parametrize(
    ("lines", "scores", "words"),
    [
        ("1\n-2\n", "1\n2\n", "this is no histogram"),
        ("1 2\n3 4\n", "1\n2\n", "this is no histogram"),
        ("1\n\n2\n", "1\n2\n", "1 line holds no count"),
        ("1\n2\n", "a 1\nb 2\nc 3 4\nd 5\n", "1 line cannot be trusted"),
        ("1\n2\n", "0.5\nx\n0.25\n0.75\n", r"1 of 4 scores is not a number: row 2 \(line 2\)"),
    ],
)
def test_that_doubtful_files_are_refused(lines: str, scores: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        histogram.combine(table(lines), table(scores, "genuine.txt"))
