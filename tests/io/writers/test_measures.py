"""Measures as CSV: the names follow the field, the ids and the numbers never do."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import METRICS
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.tables.contents import Contents
from evalgui.io.writers.tables.declared import TABLES
from tests.support.exported import measures_table

ML, CLINICAL, BIOMETRICS, SPEAKER, *_OF_ATTACKS = Vocabulary


@pytest.fixture
def snapshot():
    scores = Score("marker", np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1]))
    truth = np.array([1, 1, 0, 1, 0, 0], dtype=np.int8)
    return resolve(Inputs(Dataset("some.csv", ("b", "a"), truth, 1, (scores,)), threshold=0.75))


def lines_of(snapshot, *arguments):
    return list(csv.reader(io.StringIO(measures_table(snapshot, *arguments))))


@pytest.mark.parametrize(
    ("vocabulary", "names"),
    [
        (
            ML,
            {
                "n_positive": "Actual positives",
                "tp": "True positives",
                "fn": "False negatives",
                "TPR": "True positive rate",
                "PPV": "Precision",
            },
        ),
        (
            CLINICAL,
            {
                "n_positive": "Diseased subjects",
                "tp": "True positives",
                "fn": "False negatives",
                "TPR": "Sensitivity",
                "PPV": "Positive predictive value",
            },
        ),
        (
            BIOMETRICS,
            {
                "n_positive": "Genuine comparisons",
                "tp": "True matches",
                "fn": "False non-matches",
                "TPR": "TMR (true match rate)",
                "PPV": "Precision",
            },
        ),
        (
            SPEAKER,
            {
                "n_positive": "Target trials",
                "tp": "Hits",
                "fn": "Misses",
                "TPR": "1 - P_miss",
                "PPV": "Precision",
            },
        ),
    ],
)
def test_that_the_names_are_those_of_the_field(snapshot, vocabulary, names):
    lines = {line[0]: line for line in lines_of(snapshot, vocabulary)}
    assert {name: lines[name][1] for name in names} == names


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_ids_and_numbers_are_the_same_in_every_field(snapshot, vocabulary):
    first, *usual = lines_of(snapshot)
    head, *told = lines_of(snapshot, vocabulary)
    assert first == head
    assert [(line[0], *line[2:]) for line in told] == [(line[0], *line[2:]) for line in usual]


def test_that_a_reason_is_told_in_the_words_of_the_field(snapshot):
    nothing = resolve(Inputs(snapshot.dataset, threshold=5.0))
    for vocabulary, reason in ((ML, "no positive calls"), (BIOMETRICS, "no matches")):
        lines = {line[0]: line for line in lines_of(nothing, vocabulary)}
        assert lines["PPV"][2:6] == ["", "0", "0", reason]
    assert evaluation(nothing)["metrics"]["PPV"]["undefined"] == "no positive calls"


def test_that_the_matrix_of_classes_names_its_sides():
    truth, calls = np.array([0, 1, 2, 2]), np.array([0, 1, 1, 2])
    data = Dataset("some.csv", ("TP", "FN", "x"), truth, 0, predicted=calls)
    together = resolve(Inputs(data))
    for vocabulary, corner in (
        (ML, "actual \\ predicted"),
        (CLINICAL, "condition \\ test result"),
        (BIOMETRICS, "comparison \\ decision"),
        (SPEAKER, "trial \\ decision"),
    ):
        table = TABLES.by_id("matrix").make(Contents(together, words=words_in(vocabulary)))
        # The user's own names stay.
        titles = [column.title.told(Style(words_in(vocabulary))) for column in table.columns]
        assert titles == [corner, "TP", "FN", "x", "Total"]


def test_that_the_numbers_for_programs_know_no_vocabulary(snapshot):
    names = json.dumps(evaluation(snapshot))
    assert '"tp"' in names
    assert '"TPR"' in names
    assert METRICS.by_id("TPR").name_in(SPEAKER) not in names


def test_that_infinities_and_what_is_undefined_are_told_apart():
    scores = Score("p", np.array([np.inf, 3.0, 2.0, 1.0]))
    dataset = Dataset("odd.csv", ("b", "a"), np.array([0, 0, 1, 1], dtype=np.int8), 1, (scores,))
    told = evaluation(resolve(Inputs(dataset)))
    assert (told["threshold_infinite"], told["nothing_called"]) == ("+inf", True)
    told = evaluation(resolve(Inputs(dataset, threshold=np.inf)))
    assert (told["threshold_infinite"], told["nothing_called"]) == ("+inf", False)
    sure = Score("p", np.array([1.0, 0.5, 1.0, 0.25]))
    dataset = Dataset("sure.csv", ("b", "a"), np.array([0, 0, 1, 1], dtype=np.int8), 1, (sure,))
    assert {line[0]: line for line in lines_of(resolve(Inputs(dataset)))}["log_loss"][2] == "inf"
    one = Dataset("one.csv", ("b", "a"), np.array([1, 1, 1, 1], dtype=np.int8), 1, (sure,))
    lines = {line[0]: line for line in lines_of(resolve(Inputs(one)))}
    assert lines["roc_auc"][2:6] == ["", "", "", "no actual negatives"]
    assert lines["eer_threshold"][2:6] == ["", "", "", "no actual negatives"]


def test_that_an_infinite_measure_has_no_sign_but_minus(snapshot):
    assert {line[0]: line for line in lines_of(snapshot)}["LRP"][2] == "inf"
    assert "+inf" not in measures_table(snapshot)
    columns = [np.array([0.8, 0.1, 0.1]), np.array([0.1, 0.8, 0.2]), np.array([0.1, 0.1, 0.7])]
    truth = np.arange(3, dtype=np.int8)
    table = np.column_stack(columns)
    three = Dataset("k.csv", tuple("abc"), truth, 0, predicted=truth, class_scores=table)
    written = measures_table(resolve(Inputs(three)))
    assert "inf" in written
    assert "+inf" not in written
