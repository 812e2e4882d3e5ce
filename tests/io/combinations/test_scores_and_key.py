"""Scores and their key: joined by ids, every row kept or set aside by name."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import CancelledError, DataError
from evalgui.core.progress import Watch
from evalgui.io.combinations import find
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_together
from evalgui.io.meaning.reading import Reading
from evalgui.io.meaning.roles import Known, Roles
from evalgui.io.table.raw_column import RawColumn
from evalgui.io.table.raw_table import RawTable
from tests.io.combinations.made import area, cells, codes, combined, table, together

CASES = {
    "Kaldi": (("kaldi_trials.txt", "kaldi_scores.txt"), 5 / 6, (3, 3), (1, 1)),
    "VoxCeleb": (("voxceleb_trials.txt", "kaldi_scores.txt"), 5 / 6, (3, 3), (1, 1)),
    "NIST SRE": (("nist_key.tsv", "nist_scores.tsv"), 2 / 3, (2, 3), (0, 0)),
    "ASVspoof CM": (("asvspoof_metadata.txt", "asvspoof_scores.txt"), 5 / 6, (2, 3), (0, 0)),
    "clinical": (("patients.csv", "markers.csv"), 5 / 6, (3, 2), (0, 0)),
}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["key first", "scores first"])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_that_the_numbers_are_those_worked_out_by_hand(case, order) -> None:
    names, expected, (n_positive, n_negative), (n_keys, n_scores) = case
    found = together(*(names[place] for place in order))
    assert found.combination == "scores and key"
    dataset = found.results[0].dataset
    assert dataset is not None
    assert area(dataset) == expected
    is_positive = dataset.is_positive()
    assert (np.count_nonzero(is_positive), np.count_nonzero(~is_positive)) == (
        n_positive,
        n_negative,
    )
    assert codes(dataset).get("unmatched_keys", 0) == n_keys
    assert codes(dataset).get("unmatched_scores", 0) == n_scores
    assert {one.side: one.count for one in found.unmatched} == {
        side: n for side, n in (("key", n_keys), ("scores", n_scores)) if n
    }
    n_excluded = sum(exclusion.count for exclusion in dataset.exclusions)
    assert dataset.n_rows_in_file == dataset.n + n_excluded


def test_that_the_order_of_the_files_changes_nothing() -> None:
    names = ("kaldi_trials.txt", "kaldi_scores.txt")
    one, other = together(*names), together(*names[::-1])
    assert one.why == other.why
    assert one.results[0].proposal.reasons == other.results[0].proposal.reasons
    first, second = one.results[0].dataset, other.results[0].dataset
    assert first is not None
    assert second is not None
    assert (first.name, first.findings) == (second.name, second.findings)
    for name in ("enroll", "test", "key", "score"):
        assert cells(first, name) == cells(second, name)
    assert [one.texts() for one in one.unmatched] == [one.texts() for one in other.unmatched]


def test_that_every_row_knows_its_lines_in_both_files() -> None:
    found = together("kaldi_scores.txt", "kaldi_trials.txt").results[0].table
    assert found.place(0) == "row 1 (line 1 of kaldi_trials.txt, line 2 of kaldi_scores.txt)"
    assert found.place(3) == "row 4 (line 4 of kaldi_trials.txt)"
    assert found.place(6) == "row 7 (line 4 of kaldi_scores.txt)"
    assert found.line(0) is None


def test_that_what_has_no_partner_is_listed_with_its_place() -> None:
    key, scores = together("kaldi_scores.txt", "kaldi_trials.txt").unmatched
    assert (key.side, key.file, key.other) == ("key", "kaldi_trials.txt", "kaldi_scores.txt")
    assert key.lines is not None
    assert (key.rows.tolist(), key.lines.tolist(), key.texts()) == ([4], [4], ("spk2 utt3",))
    assert (scores.side, scores.file) == ("scores", "kaldi_scores.txt")
    assert (scores.rows.tolist(), scores.texts(1)) == ([4], ("spk3 utt1",))


def test_that_a_trial_without_a_score_counts_as_missing_and_a_score_without_one_not_at_all() -> (
    None
):
    dataset = together("kaldi_scores.txt", "kaldi_trials.txt").results[0].dataset
    assert dataset is not None
    assert dataset.n == 6
    assert np.flatnonzero(np.isnan(dataset.scores[0].values)).tolist() == [3]
    assert dataset.classes[dataset.truth[3]] == "target"
    (exclusion,) = dataset.exclusions
    assert (exclusion.code, exclusion.rows.tolist()) == ("unmatched_scores", [7])


def test_that_ids_keep_leading_zeros_and_texts_their_characters() -> None:
    dataset = together("markers.csv", "patients.csv").results[0].dataset
    assert dataset is not None
    assert cells(dataset, "patient_id") == ["007", "008", "009", "010", "011"]
    assert cells(dataset, "Marker") == ["2,5", "1,0", "1,25", "0,5", "0,75"]
    assert dataset.scores[0].values.tolist() == [2.5, 1.0, 1.25, 0.5, 0.75]


def test_that_the_pair_is_ordered() -> None:
    key = table("key", {"enroll": ["a", "b"], "test": ["b", "a"], "key": ["target", "nontarget"]})
    scores = table("scores", {"enroll": ["b", "a"], "test": ["a", "b"], "score": ["1", "2"]})
    assert combined(scores, key).scores[0].values.tolist() == [2.0, 1.0]


def test_that_a_format_says_what_columns_are() -> None:
    lone = Known(Roles(scores=("score",), higher_is_positive=False), lacks="key")
    scores = table(
        "a.txt",
        {"enroll": ["m1", "m1", "m2"], "test": ["x", "y", "x"], "score": ["1", "0", "1"]},
        known=lone,
        is_named=False,
    )
    key = table(
        "key.txt",
        {"enroll": ["m2", "m1", "m1"], "test": ["x", "x", "y"], "key": ["0", "1", "0"]},
        known=Known(Roles(truth="key", positive="1"), lacks="scores"),
        is_named=False,
    )
    dataset = combined(scores, key)
    assert dataset.scores[0].values.tolist() == [1.0, 1.0, 0.0]
    assert not dataset.scores[0].higher_is_positive
    assert dataset.positive_class == "1"


def test_that_two_systems_are_joined_to_one_key_under_the_names_of_their_files() -> None:
    key = table("key.csv", {"id": ["1", "2", "3"], "label": ["pos", "neg", "pos"]})
    one = table("svm.csv", {"id": ["3", "1", "2"], "score": ["0.3", "0.1", "0.2"]})
    other = table("mlp.csv", {"id": ["1", "4", "3"], "score": ["0.6", "0.9", "0.8"]})
    for tables in permutations((key, one, other)):
        dataset = combined(*tables)
        values = {score.name: score.values.tolist() for score in dataset.scores}
        assert values["svm"] == [0.1, 0.2, 0.3]
        assert values["mlp"][::2] == [0.6, 0.8]
        assert math.isnan(values["mlp"][1])
        assert codes(dataset)["unmatched_keys"] == 1
        assert codes(dataset)["unmatched_scores"] == 1


def test_that_a_repeated_trial_with_the_same_content_is_set_aside_with_its_place() -> None:
    key = table(
        "key.txt",
        {"id": ["a", "b", "a", "c"], "label": ["pos", "neg", "pos", "neg"]},
    )
    scores = table("s.txt", {"id": ["c", "b", "c", "a"], "score": ["1.0", "2", "1.00", "3"]})
    dataset = combined(key, scores)
    assert dataset.scores[0].values.tolist() == [3.0, 2.0, 1.0]
    excluded = {one.code: one.rows.tolist() for one in dataset.exclusions}
    assert excluded == {"duplicate_keys": [3], "duplicate_scores": [5]}
    texts = [finding.text for finding in dataset.findings if "duplicate" in finding.code]
    assert texts[0].endswith("with the same content, and set aside: line 4 (as line 2)")
    assert "of s.txt" in texts[1]
    assert texts[1].endswith("line 4 (as line 2)")


@pytest.mark.parametrize(
    ("labels", "scores", "words"),
    [
        (["pos", "neg", "neg"], ["1", "2", "1"], "another class, .*: line 4 \\(as line 2\\)"),
        (["pos", "neg", "pos"], ["1", "2", "1.5"], "another score, .*: line 4 \\(as line 2\\)"),
        (["pos", "neg", "pos"], ["1", "2", "NA"], "another score"),
    ],
)
def test_that_a_repeated_trial_that_contradicts_is_refused(labels, scores, words) -> None:
    ids = ["a", "b", "a"]
    key = table("key.txt", {"id": ids, "label": labels})
    with pytest.raises(DataError, match=words) as caught:
        find([key, table("s.txt", {"id": ids, "score": scores})])
    assert caught.value.hint == "Keep one row for the same ids"


def test_that_repeats_are_never_multiplied() -> None:
    ids = ["a", "a", "b"]
    key = table("key.txt", {"id": ids, "label": ["pos", "pos", "neg"]})
    dataset = combined(key, table("s.txt", {"id": ids, "score": ["1.5", "1.5", "0.5"]}))
    assert dataset.n == 2
    assert dataset.n_rows_in_file == 4


def test_that_rows_that_were_read_in_doubt_take_no_part_and_stay_counted(tmp_path) -> None:
    (tmp_path / "key.csv").write_text("id,label\na,pos\nb,neg,x\nc,neg\n", encoding="utf-8")
    (tmp_path / "s.csv").write_text("id,score\na,1.5\nb,0.5\nc,2,9\n", encoding="utf-8")
    dataset = load_together([tmp_path / "s.csv", tmp_path / "key.csv"]).results[0].dataset
    assert dataset is not None
    assert cells(dataset, "id") == ["a", "c"]
    excluded = {one.code: one.rows.tolist() for one in dataset.exclusions}
    assert excluded == {"ragged_long": [2, 5], "unmatched_scores": [4]}
    assert codes(dataset)["unmatched_keys"] == 1


def test_that_a_row_without_any_id_matches_nothing() -> None:
    key = table("key", {"id": ["a", "", "b"], "label": ["pos", "pos", "neg"]})
    scores = table("s", {"id": ["", "a", "b"], "score": ["5", "1", "0"]})
    dataset = combined(key, scores)
    assert [str(value) for value in dataset.scores[0].values.tolist()] == ["1.0", "nan", "0.0"]
    assert [one.rows.tolist() for one in dataset.exclusions] == [[4]]


def test_that_blanks_around_an_id_do_not_matter_and_characters_do() -> None:
    key = table("key", {"id": [" a", "b", "B"], "label": ["pos", "neg", "neg"]})
    scores = table("s", {"id": ["a ", "b", "c"], "score": ["1.5", "0.5", "0.25"]})
    dataset = combined(key, scores)
    assert dataset.scores[0].values[:2].tolist() == [1.5, 0.5]
    assert codes(dataset)["unmatched_keys"] == 1


def test_that_files_without_a_common_id_are_refused_in_words() -> None:
    key = table("key.csv", {"id": ["a", "b"], "label": ["pos", "neg"]})
    scores = table("s.csv", {"id": ["c", "d"], "score": ["1.5", "0.5"]})
    with pytest.raises(DataError, match=r"^s\.csv: no row has its ids in key\.csv"):
        find([scores, key])


def test_that_a_fold_beside_the_id_is_no_truth_where_the_key_has_one() -> None:
    key = table("k", {"id": ["1", "2", "3"], "fold": ["0", "1", "0"], "label": ["p", "n", "p"]})
    scores = table("s", {"id": ["3", "2", "1"], "fold": ["0", "1", "0"], "score": ["3", "2", "1"]})
    found = find([scores, key])
    assert found.name == "scores and key"
    assert found.combined is not None
    assert found.combined.table.known is not None
    assert found.combined.table.known.roles.truth == "label"


def test_that_a_visit_tells_rows_of_one_patient_apart() -> None:
    key = table(
        "k",
        {"patient_id": ["1", "1", "2"], "visit": ["a", "b", "a"], "label": ["pos", "neg", "neg"]},
    )
    scores = table(
        "s", {"patient_id": ["2", "1", "1"], "visit": ["a", "b", "a"], "score": ["3", "2", "1"]}
    )
    assert combined(key, scores).scores[0].values.tolist() == [1.0, 2.0, 3.0]


def test_that_classes_with_a_probability_each_come_from_another_file() -> None:
    key = table("k", {"id": list("abcd"), "label": ["cat", "dog", "owl", "cat"]})
    scores = table(
        "p",
        {
            "id": list("dcba"),
            "cat": ["0.7", "0.1", "0.2", "0.8"],
            "dog": ["0.2", "0.2", "0.7", "0.1"],
            "owl": ["0.1", "0.7", "0.1", "0.1"],
        },
    )
    dataset = combined(key, scores)
    assert dataset.class_scores is not None
    assert dataset.class_scores[:, 0].tolist() == [0.8, 0.2, 0.1, 0.7]


def test_that_what_the_user_says_goes_first() -> None:
    key = table("k", {"id": list("abc"), "group": ["u", "v", "u"], "label": ["pos", "neg", "neg"]})
    scores = table("s", {"id": list("cba"), "x": ["1.5", "2.5", "3.5"], "y": ["0.5", "1.5", "2.5"]})
    roles = Roles(truth="group", scores=("y",), positive="v")
    found = find([key, scores], roles)
    assert found.combined is not None
    dataset = assess(found.combined.table, roles).dataset
    assert dataset is not None
    assert dataset.positive_class == "v"
    assert dataset.scores[0].values.tolist() == [2.5, 1.5, 0.5]


def test_that_numbers_of_the_files_own_type_stay_bit_for_bit() -> None:
    floats = np.array([0.1, np.inf, 1e-45], np.float32)
    key = table("k", {"id": [1, 2, 3, 4], "label": ["pos", "neg", "pos", "neg"]})
    chunk = pa.chunked_array([pa.array(floats)])
    ids = RawColumn("id", pa.chunked_array([pa.array(["3", "1", "2"])]))
    scores = RawTable("s", (ids, RawColumn("score", chunk)), 3, Reading("NumPy array"))
    values = combined(key, scores).scores[0].values
    assert values.dtype == np.float32
    assert values[:3].tobytes() == floats[[1, 2, 0]].tobytes()
    assert math.isnan(values[3])


def test_that_a_sheet_that_was_guessed_is_still_asked_about() -> None:
    key = table("k", {"id": ["a", "b"], "label": ["pos", "neg"]})
    how = Reading("Excel workbook", sheet="one", sheets=("one", "two"), is_sheet_guess=True)
    columns = table("s", {"id": ["b", "a"], "score": ["1.5", "0.5"]}).columns
    found = find([key, RawTable("s.xlsx", columns, 2, how)])
    assert found.combined is not None
    asked = assess(found.combined.table)
    assert asked.dataset is None
    assert asked.proposal.question == "There are sheets 'one' and 'two': is 'one' the one?"


def test_that_cancel_is_heard_at_every_step() -> None:
    key = table("key", {"id": list("abc"), "label": ["pos", "neg", "pos"]})
    scores = table("s", {"id": list("cab"), "score": ["1.5", "0.5", "2"]})
    n_steps = 0

    def count() -> bool:
        nonlocal n_steps
        n_steps += 1
        return False

    find([key, scores], watch=Watch(cancelled=count))
    assert n_steps > 5
    for last in range(n_steps):
        answers = iter([False] * last + [True])
        with pytest.raises(CancelledError):
            find([key, scores], watch=Watch(cancelled=answers.__next__))


# Ids of any text but blanks around it, which do not count.
some_ids = st.lists(
    st.tuples(st.text(max_size=4).map(str.strip), st.text(min_size=1, max_size=4)).filter(
        lambda pair: pair[1].strip() == pair[1] and any(map(str.strip, pair))
    ),
    min_size=2,
    max_size=30,
    unique=True,
)
some_cells = st.one_of(
    st.floats(allow_nan=False).map(repr), st.sampled_from(["", "NA", "1", "1.0", "-0.0", "inf"])
)


@given(ids=some_ids, data=st.data())
def test_that_a_table_that_is_split_and_joined_is_the_same_data_set(ids, data) -> None:
    n = len(ids)
    labels = data.draw(st.lists(st.sampled_from(["pos", "neg", ""]), min_size=n, max_size=n))
    texts = data.draw(st.lists(some_cells, min_size=n, max_size=n))
    labels[:2] = ["pos", "neg"]
    texts[0] = "0.5"
    order = data.draw(st.permutations(range(n)))
    enroll, test = ([pair[side] for pair in ids] for side in (0, 1))
    roles = Roles(truth="key", scores=("score",), predicted="", positive="pos")
    whole = table("whole", {"enroll": enroll, "test": test, "key": labels, "score": texts})
    expected = assess(whole, roles).dataset
    key = table("k", {"enroll": enroll, "test": test, "key": labels})
    scores = table(
        "s",
        {
            "enroll": [enroll[row] for row in order],
            "test": [test[row] for row in order],
            "score": [texts[row] for row in order],
        },
    )
    tables = [key, scores] if data.draw(st.booleans()) else [scores, key]
    found = find(tables, roles)
    assert found.combined is not None
    assert not found.combined.unmatched
    dataset = assess(found.combined.table, roles).dataset
    assert dataset is not None
    assert expected is not None
    assert dataset.classes == expected.classes
    assert dataset.positive == expected.positive
    assert dataset.truth.tolist() == expected.truth.tolist()
    assert dataset.scores[0].values.tobytes() == expected.scores[0].values.tobytes()
    for name in ("enroll", "test", "key", "score"):
        assert cells(dataset, name) == cells(expected, name)
    assert [(one.code, one.rows.tolist()) for one in dataset.exclusions] == [
        (one.code, one.rows.tolist()) for one in expected.exclusions
    ]
