"""Genuine and impostor scores in two columns."""

from __future__ import annotations

import pyarrow as pa
import pytest

from evalgui.io import layouts
from evalgui.io.meaning.reading import Reading
from evalgui.io.proposing.propose import build, propose
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.table.raw_table import RawTable
from tests.io.layouts.opening import (
    area_of,
    cells_of,
    classes_of,
    codes_of,
    dataset,
    loaded,
    opened,
    rows_of,
)

TEXT = "genuine,impostor\n0.9,0.1\n0.5,0.2\n,0.6\n,\n"


def test_that_two_lists_become_rows() -> None:
    table = opened(TEXT)
    assert table.names == ("score", "truth")
    assert rows_of(table) == [
        *(["0.9", "genuine"], ["0.5", "genuine"]),
        *(["0.1", "impostor"], ["0.2", "impostor"], ["0.6", "impostor"]),
    ]
    assert [table.line(row) for row in range(5)] == [2, 3, 2, 3, 4]
    # 0.9 is above all three, 0.5 above two of them.
    assert area_of(dataset(TEXT)) == 5 / 6


@pytest.mark.parametrize(
    ("header", "first"),
    [
        ("Impostor Scores,Genuine Scores", "impostor"),
        ("mated,non-mated", "mated"),
        ("target scores,nontarget scores", "target"),
        ("genuines,impostors", "genuine"),
    ],
)
def test_that_names_and_order_may_differ(header: str, first: str) -> None:
    table = opened(f"{header}\n0.9,0.1\n0.5,0.2\n")
    assert cells_of(table, "score")[cells_of(table, "truth").index(first)] == "0.9"
    assert loaded(f"{header}\n0.9,0.1\n0.5,0.2\n").proposal.certain


def test_that_a_row_may_end_where_a_list_ends() -> None:
    data = dataset("genuine,impostor\n0.9,0.1\n0.5\n0.25\n")
    assert (classes_of(data), data.exclusions) == ({"genuine": 3, "impostor": 1}, ())
    assert codes_of(data) == set()


def test_that_a_gap_in_a_list_is_a_missing_score() -> None:
    data = dataset("genuine,impostor\n0.9,0.1\n,0.2\n0.5,NA\n0.4,0.3\n")
    assert classes_of(data) == {"genuine": 4, "impostor": 4}
    (finding,) = [one for one in data.findings if one.code == "missing_score"]
    assert finding.count == 2


def test_that_rows_in_doubt_take_both_of_their_cells_along() -> None:
    joined = "genuine,impostor\n0.9,0.1\n0.5,0.2,0.7\ngenuine,impostor\n0.4,0.3\n"
    data = dataset(joined + "0.8,0.2\n0.7,0.1\n0.6,0.3\n0.2\n")
    rows = {one.code: one.rows.tolist() for one in data.exclusions}
    assert rows == {"ragged_long": [2, 10], "header_repeated": [3, 11]}
    assert classes_of(data) == {"genuine": 6, "impostor": 5}


def test_that_distances_are_lower_for_genuine_ones() -> None:
    data = dataset("genuine distance,impostor distance\n0.1,0.9\n0.2,0.15\n")
    assert (data.scores[0].name, data.scores[0].higher_is_positive) == ("distance", False)
    assert area_of(data) == 3 / 4


def test_that_numbers_of_the_file_keep_their_type() -> None:
    columns = {
        "genuine": pa.chunked_array([[0.1, 0.2], [0.3]], pa.float32()),
        "impostor": pa.chunked_array([[0.1, None, float("nan")]], pa.float32()),
    }
    made = tuple(RawColumn(*item) for item in columns.items())
    table = layouts.arrange(RawTable("a", made, 3, Reading("Parquet")))
    data = build(table, propose(table).roles)
    assert classes_of(data) == {"genuine": 3, "impostor": 1}
    assert str(data.scores[0].values.dtype) == "float32"


def test_that_what_may_be_counts_is_asked_about() -> None:
    question = "Are 'genuine' and 'impostor' lists of scores, one for each class?"
    assert loaded("genuine,impostor\n90,10\n5,95\n7,3\n").proposal.question == question
    assert loaded("normal,abnormal\n0.9,0.1\n0.5,0.2\n").dataset is None


@pytest.mark.parametrize(
    ("header", "shown", "sick"),
    [
        ("Gesunde;Kranke", "'Kranke' and 'Gesunde'", "kranke"),
        ("Benign;Malignant", "'Malignant' and 'Benign'", "malignant"),
    ],
)
def test_that_lists_of_patients_are_asked_about(header: str, shown: str, sick: str) -> None:
    text = f"{header}\n0,1;0,9\n0,5;0,4\n0,2;0,8\n"
    assert loaded(text).proposal.question == f"Are {shown} lists of scores, one for each class?"
    table = opened(text)
    assert cells_of(table, "truth") == [sick] * 3 + [header.partition(";")[0].lower()] * 3
    assert cells_of(table, "score") == ["0,9", "0,4", "0,8", "0,1", "0,5", "0,2"]


@pytest.mark.parametrize(
    "text",
    [
        # Probabilities of both classes, a confusion matrix, a truth of this name.
        "genuine,impostor\n0.9,0.1\n0.25,0.75\n",
        "actual,genuine,impostor\ngenuine,9,1\nimpostor,2,5\n",
        "genuine,score\n1,0.5\n0,0.1\n",
        "genuine,impostor\na,b\nc,d\n",
        "genuine,impostor,id\n0.9,0.1,7\n0.5,0.2,8\n",
    ],
)
def test_that_other_tables_are_left_alone(text: str) -> None:
    assert opened(text).known is None
