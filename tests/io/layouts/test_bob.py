"""Scores of bob: two, four and five fields, and CSV."""

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

FIVE = """# claimed_id model_label real_id test_label score
a1 a1_m a1 a1_p1 0.9
a1 a1_m b2 b2_p1 0.4
b2 b2_m b2 b2_p1 0.7
b2 b2_m a1 a1_p1 0.8
"""
CSV = "bio_ref_subject_id,probe_subject_id,probe_attack_type,score\n"


def test_that_two_fields_have_the_label_first() -> None:
    data = dataset("1 0.8\n-1 0.1\n1 0.3\n-1 0.3\n")
    assert (classes_of(data), data.positive_class) == ({"-1": 2, "1": 2}, "1")
    # Of four pairs three are in order, and one is a tie.
    assert area_of(data) == 3.5 / 4


@pytest.mark.parametrize("text", ["+1 0.8\n-1 0.1\n", "1.0\t8\n-1.0\t7\n", " 1   0.8 \n -1 -3\n"])
def test_that_signs_are_signs_in_any_spelling(text: str) -> None:
    assert opened(text).how.format == "bob, 2 columns"


def test_that_the_ids_make_the_truth_of_four_fields() -> None:
    table = opened("a1 a1 a1_p1 0.9\na1 b2 b2_p1 0.4\n0007 0007 0007_x 0.5\n7 0007 0007_x 0.1\n")
    assert table.names == ("claimed_id", "real_id", "test_label", "score", "truth")
    # Leading zeros tell ids apart.
    assert cells_of(table, "truth") == ["genuine", "impostor", "genuine", "impostor"]


def test_that_labels_which_say_nothing_make_a_question() -> None:
    persons = [f"s{n:02}" for n in range(12)]
    rows = [
        f"{one} {one if n % 2 else persons[n - 1]} q{n} {n % 3 + n % 2}"
        for n, one in enumerate(persons)
    ]
    asked = loaded("\n".join(rows) + "\n")
    assert asked.dataset is None
    assert asked.proposal.question == (
        "Do the fields 1 and 2 hold the ids of persons, so that a row is genuine where they are "
        "equal?"
    )
    told = build(asked.table, asked.proposal.roles)
    assert classes_of(told) == {"genuine": 6, "impostor": 6}
    # As few different texts are rather classes, true and predicted.
    few = loaded("a a q1 1\nb a q2 2\nb b q3 3\nc c q4 4\n")
    assert few.table.how.format != "bob, 4 columns"


def test_that_the_first_and_the_third_of_five_fields_are_persons() -> None:
    data = dataset(FIVE)
    assert (classes_of(data), area_of(data)) == ({"genuine": 2, "impostor": 2}, 3 / 4)
    assert opened(FIVE).how.describe() == (
        "bob, 5 columns, UTF-8, separated by blanks, without a header line"
    )


def test_that_a_distance_may_be_turned_around() -> None:
    assert area_of(dataset(FIVE, higher_is_positive=False)) == 1 / 4


def test_that_comments_of_as_many_words_are_no_rows() -> None:
    data = dataset(FIVE + "# b3 was left out\na1 a1_m a1 a1_p2 0.85\n")
    assert [(one.code, one.rows.tolist()) for one in data.exclusions] == [("comment_rows", [5])]
    assert (data.n, codes_of(data)) == (5, {"comment_lines", "comment_rows"})
    assert codes_of(dataset("1 0.8\n-1 0.1\n# half-way\n1 0.3\n")) == {"comment_rows"}


def test_that_a_line_with_a_field_too_few_is_set_aside() -> None:
    data = dataset(FIVE + "b2 b2_m b2 b2_p2\nb2 b2_m b2 b2_p3 0.6 x\n")
    assert [(one.code, one.rows.tolist()) for one in data.exclusions] == [
        ("ragged_long", [6]),
        ("ragged_short", [5]),
    ]
    assert data.n == 4


def test_that_what_the_user_says_comes_first() -> None:
    data = dataset(FIVE, truth="real_id", positive="b2")
    assert (classes_of(data), area_of(data)) == ({"a1": 2, "b2": 2}, 0.0)
    reasons = loaded(FIVE, truth="real_id", positive="b2").proposal.reasons
    assert not any("genuine" in reason.sentence for reason in reasons)


def test_that_a_csv_keeps_its_other_columns() -> None:
    table = opened(
        "probe_camera,bio_ref_subject_id,probe_subject_id,score\nx,1,1,0.5\ny,1, 1,0.4\ny,1,2,0.1\n"
    )
    assert table.names[0] == "probe_camera"
    # A blank before an id is none of it.
    assert cells_of(table, "truth") == ["genuine", "genuine", "impostor"]


def test_that_an_attack_is_a_class_of_its_own() -> None:
    data = dataset(CSV + "1,1,,0.9\n1,2,,0.1\n1,1,print,0.8\n2,2,,0.3\n2,2,mask,0.2\n")
    assert classes_of(data) == {"genuine": 2, "impostor": 1, "spoof": 2}
    # 0.9 is above all three others, 0.3 above two of them.
    assert (data.positive_class, area_of(data)) == ("genuine", 5 / 6)


def test_that_a_missing_id_makes_no_truth() -> None:
    data = dataset(CSV + "1,1,,0.9\n1,,,0.1\n,,,0.8\n2,1,,0.3\n")
    assert [(one.code, one.rows.tolist()) for one in data.exclusions] == [("missing_label", [2, 3])]
    assert classes_of(data) == {"genuine": 1, "impostor": 1}


@pytest.mark.parametrize("kind", [pa.int64(), pa.float64(), pa.string(), pa.large_string()])
def test_that_ids_of_any_type_are_compared(kind: pa.DataType) -> None:
    columns = {
        "bio_ref_subject_id": pa.chunked_array([[1, 1, None], [3]]),
        "probe_subject_id": pa.chunked_array([[1, 2, 2, 3]]).cast(kind),
        "score": pa.chunked_array([[0.5, 0.25, 0.75, 1.0]]),
    }
    table = RawTable(
        "a", tuple(RawColumn(*item) for item in columns.items()), 4, Reading("Parquet")
    )
    found = layouts.arrange(table)
    assert found.how.format == "bob CSV"
    assert cells_of(found, "truth") == ["genuine", "impostor", "", "genuine"]
    data = build(found, propose(found).roles)
    assert (classes_of(data), area_of(data)) == ({"genuine": 2, "impostor": 1}, 1.0)


def test_that_a_column_called_truth_is_not_overwritten() -> None:
    text = "bio_ref_subject_id,probe_subject_id,truth,score\n1,1,a,0.5\n1,2,b,0.1\n"
    table = opened(text)
    assert table.names[-1] == "truth'"
    assert rows_of(table)[1] == ["1", "2", "b", "0.1", "impostor"]
