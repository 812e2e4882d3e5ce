"""What is assessed where predicted classes and numbers stand side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from evalgui.core.checks import Finding
from evalgui.core.errors import DataError
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.loading import assess
from evalgui.io.meaning.reasons import Role
from evalgui.io.meaning.roles import Roles
from evalgui.io.proposing.propose import propose
from tests.io.proposing.test_propose import opened, proposed

if TYPE_CHECKING:
    from evalgui.io.table.raw_table import RawTable

CALLS = ("pos", "pos", "pos", "neg", "neg", "neg", "neg", "neg", "pos", "pos")
TRUTH = ("pos", "pos", "pos", "pos", "neg", "neg", "neg", "neg", "neg", "neg")
OWN = {"tp": 3, "fp": 2, "fn": 1, "tn": 4}
NUMBERS = (33, 80, 78, 61, 60, 29, 42, 55, 71, 66)
SCORES = (0.9, 0.8, 0.3, 0.2, 0.1, 0.7, 0.6, 0.5, 0.4, 0.35)


def table_of(*columns: tuple[str, tuple[object, ...]], delimiter: str = ",") -> str:
    names, cells = zip(*columns, strict=True)
    rows = [names, *zip(*cells, strict=True)]
    return "\n".join(delimiter.join(map(str, row)) for row in rows) + "\n"


def counts_of(text: str, roles: Roles | None = None) -> dict[str, object]:
    loaded = assess(opened(text), roles or Roles())
    assert loaded.dataset is not None, loaded.proposal.question
    assert not loaded.dataset.scores
    point = resolve(Inputs(loaded.dataset)).point
    assert point is not None
    found = point.counts
    return {"tp": found.tp, "fp": found.fp, "fn": found.fn, "tn": found.tn}


@pytest.mark.parametrize("number", ["age", "bmi", "visits", "weight kg"])
@pytest.mark.parametrize("calls", ["prediction", "y_pred", "Predicted diagnosis", "model_pred"])
@pytest.mark.parametrize("is_first", [False, True])
def test_that_a_number_is_no_score_beside_a_prediction(
    calls: str, number: str, *, is_first: bool
) -> None:
    columns = [("truth", TRUTH), (calls, CALLS), (number, NUMBERS)]
    text = table_of(*(reversed(columns) if is_first else columns))
    assert counts_of(text) == OWN
    (why,) = (one.sentence for one in proposed(text).reasons if one.role is Role.SCORE)
    assert number in why
    assert calls in why


def test_that_classes_may_be_codes() -> None:
    codes = {"pos": 1, "neg": 0}
    truth, calls = (tuple(codes[name] for name in names) for names in (TRUTH, CALLS))
    assert counts_of(table_of(("y_true", truth), ("y_pred", calls), ("age", NUMBERS))) == OWN
    many = table_of(("label", (0, 1, 2) * 3), ("pred", (0, 1, 1) * 3), ("age", NUMBERS[:9]))
    found = proposed(many)
    assert found.certain
    assert (found.roles.predicted, found.roles.scores) == ("pred", ())


@pytest.mark.parametrize("number", ["age", "score"])
def test_that_what_was_said_is_assessed_and_nothing_else(number: str) -> None:
    text = table_of(("truth", TRUTH), ("prediction", CALLS), (number, NUMBERS))
    assert counts_of(text, Roles(truth="truth", predicted="prediction")) == OWN
    assert counts_of(text, Roles(predicted="prediction")) == OWN
    found = proposed(text, truth="truth", scores=(number,))
    assert found.certain, found.question
    assert (found.roles.predicted, found.roles.scores) == ("", (number,))
    both = proposed(text, truth="truth", predicted="prediction", scores=(number,))
    assert (both.roles.predicted, both.roles.scores) == ("prediction", (number,))


def test_that_probabilities_are_not_added_to_what_was_said() -> None:
    text = "truth,pred,p_a,p_b,p_c\na,a,.9,.1,0\nb,b,.1,.9,0\nc,a,.4,.3,.3\na,a,.8,.1,.1\n"
    assert proposed(text).roles.probabilities
    assert proposed(text, predicted="pred").roles.probabilities == ()


def test_that_a_prediction_and_a_score_by_its_name_are_both_there() -> None:
    text = table_of(("truth", TRUTH), ("prediction", CALLS), ("age", NUMBERS), ("score", SCORES))
    found = proposed(text)
    assert found.certain
    assert (found.roles.predicted, found.roles.scores) == ("prediction", ("score",))


@pytest.mark.parametrize("name", ["model", "reader 1", "smoker"])
def test_that_a_second_column_of_classes_beside_a_number_is_asked_about(name: str) -> None:
    text = table_of(("truth", TRUTH), (name, CALLS), ("age", NUMBERS))
    found = proposed(text)
    assert not found.certain
    assert f"Does '{name}' hold the predicted class, or is the score in 'age'?" in found.question


def test_that_several_columns_of_classes_are_asked_about() -> None:
    text = table_of(("truth", TRUTH), ("pred_a", CALLS), ("pred_b", TRUTH), ("age", NUMBERS))
    found = proposed(text)
    assert "Which column holds the predicted class: 'pred_a' and 'pred_b'" in found.question


def test_that_a_prediction_of_other_classes_is_asked_about() -> None:
    calls = tuple("ill" if name == "pos" else "well" for name in CALLS)
    found = proposed(table_of(("truth", TRUTH), ("prediction", calls), ("age", NUMBERS)))
    assert "'prediction' is named like a prediction" in found.question


# ------------------------------------------------------------------- ids are no truth


@pytest.mark.parametrize("name", ["id", "row", "", "patient_id", "n", "PassengerId"])
@pytest.mark.parametrize("calls", ["prediction", "y_pred", "pred_label"])
def test_that_what_tells_rows_apart_is_no_truth(name: str, calls: str) -> None:
    codes = tuple(int(call == "pos") for call in CALLS)
    found = proposed(table_of((name, tuple(range(10))), (calls, codes)))
    assert (found.roles.truth, found.roles.predicted) == (None, calls)
    assert "Which column holds the true class?" in found.question


def test_that_repeated_ids_and_other_numbers_are_no_truth() -> None:
    codes = (0, 1, 1, 0, 0, 1)
    found = proposed(table_of(("patient_id", (0, 0, 1, 1, 2, 2)), ("prediction", codes)))
    assert found.roles.truth is None
    found = proposed(table_of(("visits", (3, 0, 1, 7, 2, 2)), ("prediction", codes)))
    assert "Which column holds the true class: 'visits', or another?" in found.question


def test_that_a_truth_by_name_without_two_equal_cells_is_asked_about() -> None:
    keys = tuple(f"P{number:03}" for number in range(10))
    longer = (*keys, "P010"), (*CALLS, "neg")
    found = proposed(table_of(("key", longer[0]), ("prediction", longer[1])))
    assert "No two rows are alike in 'key'" in found.question


def test_that_the_classes_of_ids_of_classes_are_a_truth() -> None:
    text = table_of(("class_id", (0, 1, 2) * 3), ("pred_id", (0, 1, 1) * 3))
    assert proposed(text).roles.truth == "class_id"


# -------------------------------------------------- how sure calls are, and lost scores

SURE = (0.9, 0.8, 0.7, 0.6, 0.95, 0.55, 0.65, 0.85, 0.75, 0.51)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("confidence", SURE),
        ("Prediction confidence", SCORES),
        ("max_prob", SURE),
        ("probability", SURE),
        ("score", tuple(100 * value for value in SURE)),
    ],
)
def test_that_how_sure_a_call_is_is_no_score_of_a_class(
    name: str, values: tuple[float, ...]
) -> None:
    text = table_of(("label", TRUTH), ("prediction", CALLS), (name, values))
    found = proposed(text)
    assert not found.certain
    assert f"'{name}' beside 'prediction' may say how sure each prediction is" in found.question
    assert counts_of(text, found.roles) == OWN
    stated = proposed(text, scores=(name,))
    assert stated.certain, stated.question
    assert stated.roles.scores == (name,)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("confidence pos", SURE),
        ("probability", SCORES),
        # The calls are those of the score, with a threshold above one half.
        ("probability", tuple(0.95 if call == "pos" else 0.6 for call in CALLS)),
        ("probability", tuple(0.6 if call == "pos" else 0.95 for call in CALLS)),
    ],
)
def test_that_a_score_of_one_class_beside_its_calls_is_no_question(
    name: str, values: tuple[float, ...]
) -> None:
    found = proposed(table_of(("label", TRUTH), ("prediction", CALLS), (name, values)))
    assert found.certain, found.question
    assert found.roles.scores == (name,)


def test_that_a_score_stays_where_another_column_says_how_sure_calls_are() -> None:
    columns = (("label", TRUTH), ("prediction", CALLS), ("confidence", SURE), ("score", SCORES))
    found = proposed(table_of(*columns))
    assert found.certain, found.question
    assert found.roles.scores == ("score",)


def with_formulas(text: str) -> RawTable:
    finding = Finding("formula_no_cache", "formulas whose value was not saved", 10)
    return replace(opened(text), findings=(finding,))


EMPTY = ("",) * 10


@pytest.mark.parametrize("others", [("a",), ("probability",), ("prediction", "a")])
def test_that_no_column_takes_the_place_of_lost_formulas_in_silence(
    others: tuple[str, ...],
) -> None:
    columns: list[tuple[str, tuple[object, ...]]] = [("truth", TRUTH), ("score", EMPTY)]
    columns += [(name, CALLS if name == "prediction" else SCORES) for name in others]
    found = propose(with_formulas(table_of(*columns)))
    assert not found.certain
    assert "'score' is named as the score, but is empty, and formulas" in found.question
    assert f"is '{others[0]}' to be assessed instead?" in found.question
    several = proposed(table_of(("truth", TRUTH), ("score", EMPTY), ("a", SCORES), ("b", NUMBERS)))
    assert "are 'a' and 'b' to be assessed instead?" in several.question


def test_that_an_empty_score_is_not_replaced_by_any_number_in_silence() -> None:
    found = proposed(table_of(("truth", TRUTH), ("score", EMPTY), ("a", SCORES)))
    assert "'score' is named as the score, but is empty: is 'a'" in found.question
    found = proposed(table_of(("truth", TRUTH), ("score", EMPTY), ("probability", SCORES)))
    assert found.certain, found.question
    words = tuple(f"P{value}x" for value in range(30))
    columns = (("truth", TRUTH * 3), ("marker", words), ("a", NUMBERS * 3))
    assert (
        "'marker' is named as the score, but holds no numbers"
        in proposed(table_of(*columns)).question
    )


def test_that_an_empty_prediction_is_no_prediction() -> None:
    found = proposed(table_of(("truth", TRUTH), ("prediction", EMPTY), ("age", NUMBERS)))
    assert found.roles.predicted == ""
    assert "'prediction' is named like a prediction, but is empty" in found.question


def test_that_lost_formulas_are_named_where_nothing_else_could_be_the_score() -> None:
    table = with_formulas(table_of(("truth", TRUTH), ("score", EMPTY)))
    with pytest.raises(DataError, match="formulas"):
        assess(table)


def test_that_calls_in_words_of_their_own_are_assessed() -> None:
    words = {"pos": "P", "neg": "N"}
    calls = tuple(words[call] for call in CALLS)
    text = table_of(("truth", TRUTH), ("prediction", calls))
    told = "the predicted classes 'N' and 'P' are taken for 'neg' and 'pos'"
    assert f"'prediction' is named like a prediction: {told}. Is that right?" in (
        proposed(text).question
    )
    roles = Roles(predicted="prediction")
    assert counts_of(text, roles) == OWN
    dataset = assess(opened(text), roles).dataset
    assert dataset is not None
    assert told in [one.text for one in dataset.findings]


def test_that_a_test_of_a_disease_is_asked_about_where_nothing_else_is_there() -> None:
    words = {"pos": "diseased", "neg": "healthy"}
    truth = ("truth", tuple(words[one] for one in TRUTH))
    found = proposed(table_of(truth, ("test", CALLS)))
    assert "Does 'test' hold the predicted class?" in found.question
    found = proposed(table_of(truth, ("smoker", CALLS), ("CRP", NUMBERS)))
    assert (found.roles.scores, found.certain) == (("CRP",), True)
