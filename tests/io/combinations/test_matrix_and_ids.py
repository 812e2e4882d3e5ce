"""A matrix of scores and the ids of its sides: genuine exactly where the ids are equal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.combinations import find, matrix_and_ids
from evalgui.io.loading_together import load_together
from evalgui.io.meaning.roles import Roles
from tests.io.combinations.made import DATA, area, cells, combined, table

MATRIX = np.array([[0.9, 0.2], [0.3, 0.8], [0.1, 0.4]], np.float32)


def ids(name, texts):
    return table(name, {"subject": texts})


def matrix(values, name="scores.npy"):
    columns = {f"column {place + 1}": values[:, place] for place in range(values.shape[1])}
    return table(name, columns, is_named=False)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_that_the_numbers_are_those_worked_out_by_hand(tmp_path, order) -> None:
    np.save(tmp_path / "scores.npy", MATRIX)
    paths = [tmp_path / "scores.npy", DATA / "gallery.txt", DATA / "probes.txt"]
    found = load_together([paths[place] for place in order])
    assert found.combination == "score matrix and ids"
    dataset = found.results[0].dataset
    assert dataset is not None
    assert (dataset.n, dataset.positive_class) == (6, "genuine")
    assert dataset.scores[0].values.tobytes() == MATRIX.T.tobytes()
    assert dataset.scores[0].values.dtype == np.float32
    assert cells(dataset, "row id") == ["p1", "p2", "p1"] * 2
    assert cells(dataset, "column id") == ["p1"] * 3 + ["p2"] * 3
    assert dataset.is_positive().tolist() == [True, False, True, False, True, False]
    assert area(dataset) == 2 / 3
    assert found.results[0].table.place(4) == "row 5 (row 2, column 2 of scores.npy)"


def test_that_one_vector_serves_both_sides_and_the_diagonal_is_set_aside() -> None:
    values = np.array([[9.0, 0.5, 0.7], [0.4, 9.0, 0.1], [0.6, 0.2, 9.0]])
    dataset = combined(ids("ids.txt", ["a", "b", "a"]), matrix(values))
    (exclusion,) = dataset.exclusions
    assert (exclusion.code, exclusion.rows.tolist()) == ("same_sample", [1, 5, 9])
    assert dataset.scores[0].values.tolist() == [0.4, 0.6, 0.5, 0.2, 0.7, 0.1]
    assert dataset.is_positive().tolist() == [False, True, False, False, True, False]
    assert "symmetric_matrix" not in {finding.code for finding in dataset.findings}


def test_that_a_symmetric_matrix_is_said_to_count_pairs_twice() -> None:
    values = np.array([[9.0, 0.5], [0.5, 9.0]])
    found = find([matrix(values), ids("i", ["a", "b"])])
    assert found.combined is not None
    assert {one.code: one.count for one in found.combined.table.findings} == {"symmetric_matrix": 2}


def test_that_two_vectors_of_one_length_come_in_their_order_or_by_their_names() -> None:
    values = np.array([[1.5, 2.5], [3.5, 4.5]])
    first, second = ids("a", ["p", "q"]), ids("b", ["q", "q"])
    assert cells(combined(matrix(values), first, second), "row id") == ["p", "q", "p", "q"]
    assert cells(combined(second, matrix(values), first), "row id") == ["q", "q", "q", "q"]
    probes, models = ids("probes", ["p", "q"]), ids("models", ["q", "q"])
    for order in ((probes, models), (models, probes)):
        assert cells(combined(matrix(values), *order), "row id") == ["q", "q", "q", "q"]


def test_that_an_id_is_not_lost_as_a_header(tmp_path) -> None:
    np.save(tmp_path / "scores.npy", MATRIX)
    (tmp_path / "rows.txt").write_text("ann\nbob\ncid\n", encoding="utf-8")
    (tmp_path / "columns.txt").write_text("subject\nann\nbob\n", encoding="utf-8")
    paths = [tmp_path / name for name in ("scores.npy", "columns.txt", "rows.txt")]
    dataset = load_together(paths).results[0].dataset
    assert dataset is not None
    assert cells(dataset, "row id") == ["ann", "bob", "cid"] * 2
    assert cells(dataset, "column id") == ["ann"] * 3 + ["bob"] * 3


def test_that_an_id_that_recurs_is_no_header_either(tmp_path) -> None:
    values = np.arange(144.0).reshape(12, 12)
    np.save(tmp_path / "scores.npy", values)
    texts = ["ann", *(f"p{number}" for number in range(10)), "ann"]
    (tmp_path / "ids.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    dataset = load_together([tmp_path / "scores.npy", tmp_path / "ids.txt"]).results[0].dataset
    assert dataset is not None
    assert np.count_nonzero(dataset.is_positive()) == 2
    assert dataset.n == 132
    assert {one.code for one in dataset.exclusions} == {"same_sample"}
    assert "header_repeated" not in {finding.code for finding in dataset.findings}


def test_that_ids_of_numbers_are_compared_as_text() -> None:
    dataset = combined(matrix(MATRIX), table("r", {"id": [7, 8, 7]}), ids("c", ["7", "08"]))
    assert dataset.is_positive().tolist() == [True, False, True, False, False, False]


WIDE = np.linspace(0, 1, 132, dtype=np.float32).reshape(12, 11)


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ((12,), "the matrix has 12 rows and 11 columns: one file of ids cannot serve both sides"),
        ((12, 12), "12 and 12 ids do not fit a matrix of 12 rows and 11 columns"),
        ((10, 11), "10 and 11 ids do not fit"),
    ],
)
def test_that_ids_that_do_not_fit_are_refused(sizes, words) -> None:
    tables = [ids(str(n), [f"s{row}" for row in range(n)]) for n in sizes]
    with pytest.raises(DataError, match=words) as caught:
        find([matrix(WIDE), *tables])
    assert caught.value.hint


def test_that_a_missing_id_is_refused_with_its_place() -> None:
    with pytest.raises(DataError, match=r"^r: the id of row 2 is missing"):
        find([matrix(MATRIX), ids("r", ["a", "", "c"]), ids("c", ["a", "b"])])


def test_that_a_square_matrix_wants_as_many_ids() -> None:
    with pytest.raises(DataError, match="3 ids do not fit a matrix of 11 rows and 11 columns"):
        find([matrix(WIDE[:11]), ids("i", ["a", "b", "c"])])


def test_that_a_narrow_table_is_no_matrix_unless_ids_fit() -> None:
    assert find([matrix(MATRIX), ids("i", ["a", "b", "c", "d"])]).combined is None


def test_that_a_matrix_beyond_the_limit_is_refused(monkeypatch) -> None:
    monkeypatch.setattr(matrix_and_ids, "MOST_SCORES", 5)
    with pytest.raises(DataError, match="the matrix has 6 scores, and the limit is 5"):
        find([matrix(MATRIX), ids("r", ["a", "b", "c"]), ids("c", ["a", "b"])])


def test_that_missing_and_infinite_scores_are_what_they_are() -> None:
    values = np.array([[np.nan, 0.5], [np.inf, 0.25]])
    tables = [matrix(values), ids("r", ["a", "b"]), ids("c", ["a", "b"])]
    dataset = combined(*tables)
    assert str(dataset.scores[0].values.tolist()) == "[nan, inf, 0.5, 0.25]"


@pytest.mark.parametrize("kind", [np.int64, np.uint64, "text"])
def test_that_whole_numbers_beyond_the_doubles_stay_what_they_are(tmp_path, kind) -> None:
    first = 2**53 + 1
    apart = np.abs(np.subtract.outer(np.arange(4), np.arange(4)))
    apart[0, 1], apart[1, 0] = 0, 1  # no mirror image, which doubles could not see
    values = (apart + first).astype(np.int64 if kind == "text" else kind)
    if kind == "text":
        path = tmp_path / "scores.csv"
        np.savetxt(path, values, fmt="%d", delimiter=",")
    else:
        path = tmp_path / "scores.npy"
        np.save(path, values)
    names = tmp_path / "ids.txt"
    names.write_text("a\na\nb\nb\n", encoding="utf-8")
    (loaded,) = load_together([path, names]).results
    dataset = loaded.dataset
    assert dataset is not None
    (score,) = dataset.scores
    exact = [score.base + int(value) for value in score.values.tolist()]
    off = ~np.eye(4, dtype=bool)
    assert exact == [int(value) for value in values.T[off.T].tolist()]
    assert "symmetric_matrix" not in {finding.code for finding in dataset.findings}


@given(st.data())
def test_that_truth_is_the_outer_comparison_of_ids(data) -> None:
    some = st.lists(st.sampled_from(["a", "b", "c"]), min_size=2, max_size=6)
    rows, columns = data.draw(some), data.draw(some)
    values = np.arange(len(rows) * len(columns), dtype=np.float64) + 0.5
    square = values.reshape(len(rows), len(columns))
    found = find([matrix(square), ids("rows", rows), ids("columns", columns)], Roles())
    assert found.combined is not None
    made = found.combined.table
    assert made.n_rows == len(rows) * len(columns)
    for place in range(made.n_rows):
        column, row = divmod(place, len(rows))
        assert made.column("score").text(place) == str(float(square[row, column]))
        expected = "genuine" if rows[row] == columns[column] else "impostor"
        assert made.column("comparison").text(place) == expected


@pytest.mark.parametrize("texts", [["a1", "007", "a1"], ["1e5", "b", "1e5"], ["1", "2", "1"]])
def test_that_ids_may_be_numbers_words_and_both(texts) -> None:
    values = np.array([[9.0, 0.5, 0.7], [0.4, 9.0, 0.1], [0.6, 0.2, 9.0]])
    dataset = combined(ids("ids.txt", texts), matrix(values))
    assert cells(dataset, "row id") == [texts[place] for place in (1, 2, 0, 2, 0, 1)]
    assert dataset.is_positive().tolist() == [False, True, False, False, True, False]
