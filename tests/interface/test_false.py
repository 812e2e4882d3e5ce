"""False, 0 and nothing at all are answers where they can be: no option takes them for no answer."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import evalgui
from evalgui.interface.arguments import FLAGS, words_of
from evalgui.io.meaning import ReadOptions, Roles
from evalgui.io.remembered.import_spec import ImportSpec

SCORES = [0.9, 0.8, 0.7, 0.3, 0.6, 0.1]
TRUTH = [True, True, False, False, True, False]
COLUMNS = {"truth", "score", "predicted", "weight", "subject", "subject_b", "species"}
COUNTS = {"n_positive", "n_negative", "bins", "grey", "threshold_from", "probability"}
SAID = set(inspect.signature(evalgui.evaluate).parameters) - {"data", "columns", "name", *FLAGS}


@pytest.mark.parametrize("positive", [False, np.False_, 0, 0.0, "false"])
def test_that_false_is_a_class_as_any_other(positive):
    found = evalgui.evaluate(truth=TRUTH, score=SCORES, positive=positive, threshold=0.6)
    assert found.positive == "false"
    assert (found.counts.tp, found.counts.fp) == (1, 3)


@pytest.mark.parametrize("missing", [False, [False], "False"])
def test_that_false_can_mean_that_the_label_is_missing(missing):
    labels = ["a", "b", "False", "a"]
    asked = {"truth": labels, "predicted": ["a", "b", "a", "b"], "no_score": True, "positive": "a"}
    assert evalgui.evaluate(**asked, missing_label=missing).n == 3
    with pytest.raises(evalgui.DataError, match="probability"):
        evalgui.evaluate(**asked, probability=False)


def test_that_no_missing_label_is_said_as_such():
    assert words_of({"missing_label": []}) == ["--missing-label="]


@pytest.mark.parametrize("name", ["higher_is_positive", "lower_is_positive"])
def test_that_false_is_the_contrary_direction(name):
    asked = {"truth": TRUTH, "score": SCORES, "positive": True}
    for value in (True, False, np.False_):
        found = evalgui.evaluate(**asked, **{name: value})
        assert found.higher_is_positive is (bool(value) == (name == "higher_is_positive"))
    again = evalgui.evaluate(**asked, higher_is_positive=found.higher_is_positive)
    assert again.to_dict()["areas"] == found.to_dict()["areas"]


@pytest.mark.parametrize("name", sorted(SAID - COLUMNS - COUNTS - {"positive", "missing_label"}))
def test_that_false_is_refused_where_it_is_no_answer(name):
    with pytest.raises(evalgui.EvalguiError):
        evalgui.evaluate(truth=TRUTH, score=SCORES, positive=True, **{name: False})


@pytest.mark.parametrize("name", sorted(COUNTS | COLUMNS - {"truth", "score"}))
def test_that_false_is_no_column_and_no_pair(name):
    with pytest.raises(evalgui.EvalguiError):
        evalgui.evaluate(truth=TRUTH, score=SCORES, positive=True, **{name: False})


def test_that_lists_may_be_arrays():
    asked = {"truth": list("abcabc"), "predicted": list("abccba")}
    found = evalgui.evaluate(**asked, classes=np.array(["a", "b"]))
    assert found.to_json() == evalgui.evaluate(**asked, classes=["a", "b"]).to_json()


def test_that_all_rows_are_not_asked_for_in_vain(tmp_path):
    file, spec = tmp_path / "a.csv", tmp_path / "a.json"
    file.write_text("y,s,g\n1,3,A\n0,2,A\n1,4,B\n0,1,B\n", encoding="utf-8")
    roles = Roles(truth="y", scores=("s",), positive="1", subset='g == "A"')
    spec.write_text(ImportSpec(("y", "s", "g"), ReadOptions(), roles).to_json(), encoding="utf-8")
    assert evalgui.evaluate(file, import_spec=spec).n == 2
    assert evalgui.evaluate(file, truth="y", score="s", positive=1, subset="").n == 4
    with pytest.raises(evalgui.DataError, match="rows"):
        evalgui.evaluate(file, import_spec=spec, subset="")
