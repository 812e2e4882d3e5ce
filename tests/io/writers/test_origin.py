"""What an export says of itself: enough to make the same numbers again, and each thing once."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from evalgui import __version__
from evalgui.core.checks import Exclusion, by_hand
from evalgui.core.choices import Choices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.provenance import prespecified
from evalgui.core.redraw import resample
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.origin import origin_lines, origin_of
from evalgui.render.json import facts
from evalgui.results.topic import Drawn
from evalgui.results.topics.origin import OF_THE_CALLS


def two_classes(name="some.csv", values=(0.9, 0.8, np.nan, 0.3, 0.1)):
    excluded = (Exclusion(*by_hand("a\nlie"), np.array([2])), Exclusion("x", "odd", np.array([7])))
    return Dataset(
        name,
        ("b", "a"),
        np.array([1, 0, 1, 1, 0]),
        1,
        (Score("marker", np.array(values)),),
        exclusions=excluded,
        file_rows=np.array([1, 3, 4, 5, 6]),
        subset="age > 3",
    )


def test_that_an_evaluation_says_of_its_rows_and_threshold_just_this():
    shown = resolve(Inputs(two_classes(), threshold=0.1 + 0.2, provenance=prespecified("when")))
    known, told = facts(origin_of(shown)), evaluation(shown)
    assert {key: told[key] for key in OF_THE_CALLS} == {key: known[key] for key in OF_THE_CALLS}
    assert (told["threshold"], told["n_missing"]) == (0.30000000000000004, 1)
    assert (told["rows_in_file"], told["n_rows"], told["subset"]) == (7, 5, "age > 3")
    assert told["excluded"] == {"set_aside_by_hand": 1, "x": 1}
    assert told["set_aside_by_hand"] == [{"reason": "a\nlie", "count": 1, "rows": [2]}]
    assert told["provenance"]["kind"] == "prespecified"


def test_that_it_holds_all_that_the_same_numbers_need(tmp_path):
    path = tmp_path / "some.csv"
    path.write_bytes(b"truth,score\na,1\nb,2\na,3\nb,0\na,2\n")
    loaded = load(path, roles=Roles(truth="truth", scores=("score",), positive="a"))
    settings = IntervalSettings(0.9, {Kind.PROPORTION: "clopper-pearson"}, prevalence=0.25)
    shown = resolve(Inputs(loaded.dataset, intervals=settings))
    shown = replace(shown, resampled=resample(shown, lambda _share, _words: None, 50))
    told = facts(origin_of(shown, loaded, Drawn("difference", 60, 7)))
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert told["evalgui"] == __version__
    assert (told["file"], told["sha256"]) == (
        "some.csv",
        hashlib.sha256(path.read_bytes()).hexdigest(),
    )
    assert told["read_as"].startswith("delimited text")
    assert (told["level"], told["prevalence"]) == (0.9, 0.25)
    assert (told["methods"]["proportion"], told["methods"]["auc"]) == (
        "clopper-pearson",
        "logit-or-wilson",
    )
    assert told["parameters"]["beta"] == 2.0
    assert told["drawn"] == [
        {"what": "bands", "replicates": 50, "seed": 0, "bins": None},
        {"what": "difference", "replicates": 60, "seed": 7, "bins": None},
    ]


def test_that_each_line_is_one_line_whatever_the_data_hold():
    shown = resolve(Inputs(two_classes("a\r\nb.csv"), threshold=0.3))
    shown = replace(shown, choices=Choices(second=0.8))
    lines = list(origin_lines(origin_of(shown), words_in(Vocabulary.CLINICAL)))
    assert all(line.isprintable() for line in lines)
    assert "file: a<U+000D><U+000A>b.csv" in lines
    assert "rows: 7 in the file, 5 used, 2 excluded (1 by hand: a<U+000A>lie; 1 odd)" in lines
    assert "diseased class: a, against b" in lines
    assert "score: marker, higher means a" in lines
    assert "threshold: 0.3" in lines
    assert "grey zone: 0.3 to 0.8" in lines
    assert "rows without a score, which are not counted: 1" in lines


def test_that_all_classes_together_say_how_they_are_averaged():
    truth, calls = np.array([0, 1, 2, 2]), np.array([0, 1, 1, 2])
    shown = resolve(Inputs(Dataset("k.csv", ("x", "y", "z"), truth, 0, predicted=calls)))
    told = facts(origin_of(shown))
    assert told["settings"]["classes"] == ["x", "y", "z"]
    assert (told["positive"], told["threshold"], told["sha256"]) == (None, None, None)
    assert "all classes together: x, y, z" in list(origin_lines(origin_of(shown)))


def test_that_beyond_an_infinite_score_is_a_threshold_that_can_be_typed():
    infinite = two_classes(values=(0.8, np.inf, 0.5, 0.3, 0.1))
    shown = resolve(Inputs(infinite, threshold=np.nan))
    assert "threshold: > inf" in list(origin_lines(origin_of(shown)))
    told = facts(origin_of(shown))
    assert (told["threshold"], told["threshold_infinite"]) == (None, "+inf")
    assert told["nothing_called"]


def test_that_rows_without_a_call_are_named_in_the_words_of_a_field():
    truth, calls = np.array([0, 1, 1]), np.array([0, 1, -1])
    shown = resolve(Inputs(Dataset("k.csv", ("x", "y"), truth, 1, predicted=calls)))
    for words, said in (
        (MACHINE_LEARNING, "predicted class"),
        (words_in(Vocabulary.CLINICAL), "test result"),
    ):
        lines = list(origin_lines(origin_of(shown), words))
        assert f"rows without a {said}, which are not counted: 1" in lines


def test_that_what_is_compared_tells_of_itself_in_lines_and_for_programs():
    others = (origin_of(resolve(Inputs(two_classes("b.csv")))),)
    made = origin_of(resolve(Inputs(two_classes())), None, others=others)
    assert facts(made)["compared_with"] == [facts(others[0])]
    lines = list(origin_lines(made))
    told = [line.removeprefix("compared with: ") for line in lines if "compared with: " in line]
    assert told == list(origin_lines(others[0]))
    assert lines[: -len(told)] == list(origin_lines(origin_of(resolve(Inputs(two_classes())))))


def test_that_nothing_has_no_origin():
    with pytest.raises(ValueError, match="nothing is open"):
        origin_of(EMPTY)
