"""Comparisons, tables, reports and what notebooks show."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

import evalgui
from evalgui.__main__ import main
from evalgui.io.samples import sample_by_id
from tests.interface.test_numbers import without_time

CLINICAL = sample_by_id("clinical").path
ASKED = {"truth": "diagnosis", "score": "logistic_regression", "positive": "malignant"}
WORDS = ["--truth", "diagnosis", "--positive", "malignant", "--score", "logistic_regression"]


@pytest.fixture(scope="module")
def clinical():
    return evalgui.evaluate(CLINICAL, **ASKED)


def printed(capsys, *arguments):
    assert main([*arguments, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({}, []),
        ({"at": "sensitivity=0.9"}, ["--at", "sensitivity=0.9"]),
        ({"link": "fpr", "level": 0.9}, ["--link", "fpr", "--level", "0.9"]),
        ({"bootstrap": 200, "seed": 3}, ["--bootstrap", "200", "--seed", "3"]),
    ],
)
def test_that_a_comparison_is_that_of_the_command_line(asked, words, clinical, capsys):
    found = clinical if "at" not in asked else clinical.at(asked["at"])
    others = ("decision_tree", "mean_radius")
    more = [word for name in others for word in ("--score", name)]
    answer = printed(capsys, "compare", str(CLINICAL), *WORDS, *more, *words)
    assert found.compare(*others, **asked).to_dict() == answer


def test_that_scores_of_the_same_rows_are_compared_in_whatever_way_they_come(clinical):
    frame = pd.read_csv(CLINICAL)
    by_name = clinical.compare("decision_tree").to_dict()["pairs"]
    tree = frame["decision_tree"]
    as_array = clinical.compare(tree.rename("tree")).to_dict()["pairs"]
    first = evalgui.evaluate(frame, **ASKED)
    second = evalgui.evaluate(frame, **{**ASKED, "score": "decision_tree"})
    truth = frame["diagnosis"].to_numpy()
    columns = {"truth": truth, "positive": "malignant"}
    one = evalgui.evaluate(**columns, score=frame["logistic_regression"])
    other = evalgui.evaluate(**columns, score=tree)
    of_evaluations = [
        each.to_dict()["pairs"] for each in (first.compare(second), one.compare(other))
    ]
    for pairs in (as_array, *of_evaluations):
        for pair, known in zip(pairs, by_name, strict=True):
            assert {**pair, "a": "", "b": ""} == {**known, "a": "", "b": ""}


def test_that_rows_that_may_be_others_are_not_taken_for_the_same():
    truth, scores = [1, 1, 1, 0, 0, 0], ([6, 5, 2, 4, 3, 1], [6, 2, 5, 3, 4, 1])
    one, other = (evalgui.evaluate(truth=list(truth), score=each, positive=1) for each in scores)
    assert not one.compare(other).paired
    assert one.compare(other, paired=True).paired
    turned = evalgui.evaluate(truth=truth[::-1], score=scores[0], positive=1)
    with pytest.raises(evalgui.DataError, match="not of the same rows"):
        one.compare(turned, paired=True)
    assert repr(one.compare(other)) == "Comparison of arrays 1: score, arrays 2: score"


def test_that_tables_are_those_of_the_command_line(clinical, tmp_path):
    for name in ("rules", "rows", "criterion", "measures"):
        out = tmp_path / f"{name}.parquet"
        assert main(["table", str(CLINICAL), *WORDS, "--table", name, "--out", str(out)]) == 0
        pd.testing.assert_frame_equal(clinical.table(name), pd.read_parquet(out))
    rows = clinical.rows()
    assert len(rows) == clinical.n
    assert (rows["outcome"] == "TP").sum() == clinical.counts.tp
    assert set(clinical.rules()["id"]) >= {"youden", "eer"}


def test_that_classes_together_have_numbers_and_no_threshold():
    found = evalgui.evaluate(sample_by_id("iris").path)
    assert (found.threshold, found.counts, found.positive) == (None, None, "")
    assert found.matrix.to_numpy().sum() == found.n
    assert found.matrix.index.tolist() == list(found.classes)
    assert repr(found) == "Evaluation of iris.csv: 3 classes, 150 rows"
    assert found.areas.empty
    with pytest.raises(evalgui.DataError, match="positive="):
        found.at(0.5)
    with pytest.raises(evalgui.DataError, match="no score of one class"):
        found.curve("roc")


def test_that_a_report_is_written(clinical, tmp_path):
    path = tmp_path / "report.html"
    clinical.at("sensitivity=0.9").report(path, sections=["matrix", "measures"])
    assert "Confusion matrix" in path.read_text(encoding="utf-8")
    for asked, told in (
        ({"path": tmp_path / "a.txt"}, "does not end in"),
        ({"path": path, "sections": ["matrx"]}, "Did you mean 'matrix'"),
        ({"path": path, "preset": "nothing"}, "no preset 'nothing'"),
    ):
        with pytest.raises(evalgui.EvalguiError, match=told):
            clinical.report(**asked)


def test_that_notebooks_get_plain_escaped_html():
    evil = "<script>alert(1)</script>"
    found = evalgui.evaluate(truth=[evil, "b", evil, "b"], score=[4, 3, 2, 1], positive=evil)
    text = found._repr_html_()
    assert "<script" not in text
    tree = ET.fromstring(text)  # noqa: S314 - our own
    assert [cell.text for cell in tree.findall("table[1]//td")] == ["1", "1", "0", "2"]
    assert evil in str(tree.findtext("p"))
    assert len(text) < 5_000
    assert repr(found).startswith(f"Evaluation of arrays: positive ({evil}) when score >= 4,")


MISTAKES = {
    "a column": ({"score": "logistic_regresion"}, "Did you mean 'logistic_regression'?"),
    "a class": ({"positive": "malignnt"}, "Did you mean 'malignant'?"),
    "a rule": ({"at": "senstivity=0.9"}, "at: there is no rule 'senstivity'. Did you mean"),
    "a level": ({"level": 2}, "level: 2 is no confidence"),
    "a choice": ({"sampling": "x"}, "sampling: invalid choice"),
    "two ways": ({"threshold": 1, "at": "youden"}, "not allowed with"),
    "half": ({"prespecified": True}, "prespecified= needs threshold="),
    "a lonely seed": ({"seed": 1}, "seed= needs bootstrap="),
    "a subset": ({"subset": "nothing > 3"}, "nothing"),
    "an end": ({"grey": (1,)}, "grey= takes two numbers"),
    "no sheet": ({"sheet": "a"}, "Leave out sheet="),
    "no such encoding": ({"encoding": "klingon"}, "klingon is no encoding"),
    "no such separator": ({"delimiter": "::"}, "tab, semicolon, bar, comma, whitespace, blanks"),
    "a separator that is not there": ({"delimiter": "x"}, "Choose another delimiter"),
    "no file of a threshold": ({"threshold_from": 3}, "threshold_from= takes"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_that_mistakes_are_told_in_the_words_of_python(mistake):
    more, told = MISTAKES[mistake]
    with pytest.raises(evalgui.EvalguiError) as caught:
        evalgui.evaluate(CLINICAL, **{**ASKED, **more})
    assert told in str(caught.value)
    assert "--" not in str(caught.value)


def test_that_what_has_to_be_asked_says_which_argument_answers():
    with pytest.raises(evalgui.EvalguiError) as caught:
        evalgui.evaluate(truth=["a", "b", "a"], score=[1.0, 2.0, np.nan])
    assert "Which class is positive" in str(caught.value)
    assert "Say so with positive=" in str(caught.value)
    with pytest.raises(evalgui.EvalguiError, match="length"):
        evalgui.evaluate(truth=[1, 0], score=[1.0])
    with pytest.raises(evalgui.EvalguiError, match="is no name of a column"):
        evalgui.evaluate(CLINICAL, truth=[1, 0])
    with pytest.raises(evalgui.EvalguiError, match="one score is evaluated at a time"):
        evalgui.evaluate(CLINICAL, **{**ASKED, "score": ["mean_radius", "decision_tree"]})
    with pytest.raises(evalgui.ReadingError, match="no such file"):
        evalgui.evaluate("nowhere.csv")


def test_that_missing_scores_are_counted_as_on_the_command_line(tmp_path):
    frame = pd.DataFrame({"y": [1, 0, 1, 0, 1], "s": [0.9, None, 0.4, 0.2, None]})
    file = tmp_path / "a.csv"
    frame.to_csv(file, index=False)
    for more in ({}, {"missing_scores": "worst"}):
        numbers = [
            without_time(evalgui.evaluate(data, truth="y", score="s", **more).to_dict())
            for data in (file, frame, frame.convert_dtypes())
        ]
        for key in ("n", "n_missing", "metrics", "intervals", "counts"):
            assert numbers[0][key] == numbers[1][key] == numbers[2][key]


def test_that_columns_that_cannot_be_read_matter_only_where_they_are_named():
    pictures = pd.Series([[1], [2], [3]], dtype=object)
    frame = pd.DataFrame({"y": [1, 0, 1], "s": [0.9, 0.1, 0.4], "pictures": pictures})
    found = evalgui.evaluate(frame, truth="y", score="s", positive=1)
    assert "the column 'pictures' is left out: values of the kind list are not read" in (
        found.findings
    )
    with pytest.raises(evalgui.DataError, match="pictures: values of the kind list"):
        evalgui.evaluate(frame, truth="y", score="pictures", positive=1)
    with pytest.raises(evalgui.DataError, match="score: values of the kind list"):
        evalgui.evaluate(frame, truth="y", score=pictures, positive=1)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (math.nan, "NaN is no threshold"),
        (np.float32("nan"), "NaN is no threshold"),
        ([0.5], "not list"),
        (np.array([0.5]), "not ndarray"),
        (None, "not NoneType"),
    ],
)
def test_that_what_is_no_threshold_is_told_as_such(place, told):
    found = evalgui.evaluate(truth=[1, 0, 1, 0], score=[4, 3, 2, 1], positive=1)
    with pytest.raises(evalgui.EvalguiError, match=told):
        found.at(place)
    assert found.at(Decimal("2.5")).threshold == found.at(np.float64(2.5)).threshold == 2.5


def test_that_rules_take_measures_by_any_of_their_names(clinical):
    said = clinical.at("maximise", maximise="recall", subject_to="accuracy", target=0.9)
    meant = clinical.at("maximise", maximise="TPR", subject_to="ACC", target=0.9)
    assert without_time(said.to_dict()) == without_time(meant.to_dict())
    assert clinical.at("maximise=f1").threshold == clinical.at("maximise=F1").threshold
    with pytest.raises(evalgui.DataError, match="Did you mean 'recall'"):
        clinical.at("maximise", maximise="recal")
    with pytest.raises(evalgui.DataError, match="Did you mean") as refused:
        clinical.value("senstivity")
    assert "'Sensitivity'" in str(refused.value)


def test_that_discordant_rows_are_those_of_the_command_line(capsys):
    found = evalgui.evaluate(CLINICAL, **ASKED).compare("decision_tree")
    (pair,) = found.to_dict()["pairs"]
    frame = found.discordant
    right = frame["right"].value_counts()
    alone = [pair["mcnemar"][f"only_{name}_right"] for name in "ab"]
    assert [right[pair[name]] for name in "ab"] == alone
    words = ["--score", "decision_tree", "--table", "discordant"]
    rows = printed(capsys, "compare", str(CLINICAL), *WORDS, *words)["rows"]
    assert frame["row"].to_list() == [row["row"] for row in rows]


def test_that_net_benefit_of_several_scores_is_that_of_the_command_line(capsys):
    words = ["--score-kind", "probability", "--risk-threshold", "0.2"]
    asked = {**ASKED, "score_kind": "probability", "risk_threshold": 0.2}
    found = evalgui.evaluate(CLINICAL, **asked).compare("decision_tree")
    answer = printed(capsys, "compare", str(CLINICAL), *WORDS, "--score", "decision_tree", *words)
    assert found.to_dict() == answer
    frame = found.decision_curve
    (at,) = answer["decision_curve"]["at"]
    (row,) = frame[frame["risk"] == 0.2].to_dict("records")
    assert [row["net_benefit_0"], row["net_benefit_1"]] == [
        one["net_benefit"] for one in at["models"]
    ]
    assert (row["p_best_all"], row["p_best_none"]) == (at["all"]["p_best"], at["none"]["p_best"])
    ids = [row_id for row_id in found.differences["id"] if row_id.startswith("net_benefit")]
    assert ids == ["net_benefit_0.2"]
    with pytest.raises(evalgui.DataError, match="nobody asked"):
        _ = evalgui.evaluate(CLINICAL, **ASKED).compare("decision_tree").decision_curve
