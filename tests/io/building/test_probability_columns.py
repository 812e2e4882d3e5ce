"""One column a class: which is whose, and what the row says by its greatest value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.building.probability_columns import add_up, match_classes
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset

ANIMALS = ("cat", "dog", "owl")


def opened(text: str, roles: Roles | None = None) -> Dataset:
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=roles)
    assert loaded.dataset is not None, loaded.proposal.question
    return loaded.dataset


def said(dataset: Dataset) -> dict[str, int | None]:
    return {f.code: f.count for f in dataset.findings if f.code != "few_per_class"}


@pytest.mark.parametrize(
    ("columns", "classes", "pairs"),
    [
        (["p_1", "p_-1", "p_0"], ["-1", "0", "1"], ["p_-1", "p_0", "p_1"]),
        (["p_1.0", "p_2.0"], ["1", "2"], ["p_1.0", "p_2.0"]),
        (
            ["prob_class_0", "prob_class_1"],
            ["class_0", "class_1"],
            ["prob_class_0", "prob_class_1"],
        ),
        (["p0", "p1"], ["0", "1"], ["p0", "p1"]),
        (["Prob Iris-setosa", "Prob Iris-x"], ["Iris-setosa", "Iris-x"], None),
        (["probCat", "probDog"], ["cat", "dog"], None),
        (["P[cat]", "P[dog]"], ["cat", "dog"], None),
        (["cat", "dog", "p_cat", "p_dog"], ["cat", "dog"], ["cat", "dog"]),
    ],
)
def test_that_names_are_found_in_names(
    columns: list[str], classes: list[str], pairs: list[str] | None
) -> None:
    match = match_classes(columns, classes)
    assert [column for _, column in match.pairs][: len(classes)] == (pairs or columns)
    assert match.n_known == len(classes)
    assert not match.by_order


def test_that_words_that_are_no_class_match_nothing() -> None:
    assert match_classes(["age", "weight", "height"], ANIMALS).pairs == ()
    assert match_classes(["score_0", "score_1"], ANIMALS).pairs == ()
    assert match_classes(["score_1", "score_2", "score_4"], ANIMALS).pairs == ()


def test_that_numbers_from_one_are_an_order_too() -> None:
    match = match_classes(["p3", "p1", "p2"], ANIMALS)
    assert match.by_order
    assert match.pairs == (("cat", "p1"), ("dog", "p2"), ("owl", "p3"))


def test_that_a_column_of_the_same_make_is_a_class_without_rows() -> None:
    match = match_classes(["p_cat", "p_dog", "p_elk", "age"], ["cat", "dog"])
    assert match.pairs == (("cat", "p_cat"), ("dog", "p_dog"), ("elk", "p_elk"))
    assert match.n_known == 2


def test_that_the_greatest_score_calls_and_the_first_of_equal_ones() -> None:
    text = "label,p_owl,p_cat,p_dog\ncat,.1,.7,.2\ndog,.1,.3,.6\nowl,.4,.4,.2\ncat,.2,,.5\n"
    found = opened(text)
    assert found.classes == ANIMALS
    assert found.scores == ()
    assert found.class_scores is not None
    assert found.class_scores[0].tolist() == [0.7, 0.2, 0.1]
    assert np.isnan(found.class_scores[3]).tolist() == [True, False, False]
    assert found.predicted is not None
    # The tie of owl and cat goes to cat, the first class.
    assert found.predicted.tolist() == [0, 1, 0, -1]
    assert said(found) == {"tied_classes": 1, "missing_score": 1, "class_only_in_truth": 1}


def test_that_a_class_without_a_column_is_never_called_and_said() -> None:
    text = "label,p_cat,p_dog,p_owl\ncat,.7,.2,.1\nelk,.3,.6,.1\nowl,0,.4,.6\ndog,0,1,0\n"
    found = opened(text)
    assert found.classes == ("cat", "dog", "elk", "owl")
    assert found.class_scores is not None
    assert np.isnan(found.class_scores).all(axis=0).tolist() == [False, False, True, False]
    assert found.predicted is not None
    assert found.predicted.tolist() == [0, 1, 3, 1]
    assert said(found) == {"missing_class_column": 1, "class_only_in_truth": 1}


def test_that_a_class_without_rows_exists_by_its_column() -> None:
    found = opened("label,p_cat,p_dog,p_owl\ncat,.7,.2,.1\ndog,.3,.1,.6\n")
    assert found.classes == ANIMALS
    assert found.predicted is not None
    assert found.predicted.tolist() == [0, 2]
    found = opened("label,p_a,p_b,p_c,p_d\na,1,0,0,0\nb,0,0,0,1\nc,0,0,1,0\n")
    assert found.classes == ("a", "b", "c", "d")
    assert said(found) == {"class_only_in_truth": 1, "class_only_in_predictions": 1}


def test_that_probabilities_out_of_range_and_wrong_sums_are_said_and_kept() -> None:
    rows = "cat,.7,.2,.1\ndog,.3,.6,.1\nowl,.2,.2,.6\n" * 4
    odd = "cat,1.2,-.1,-.1\ncat,.9,.8,.2\n"
    found = opened("label,p_cat,p_dog,p_owl\n" + rows + odd)
    assert said(found) == {"prob_range": 1, "prob_sum": 1}
    assert found.class_scores is not None
    assert found.class_scores[-2].tolist() == [1.2, -0.1, -0.1]
    assert "the first to 1.9" in next(f.text for f in found.findings if f.code == "prob_sum")


def test_that_scores_that_are_no_probabilities_are_not_measured_as_such() -> None:
    rows = "cat,7,-2,1\ndog,3,6,1\nowl,2,2,6\n"
    assert said(opened("label,score_cat,score_dog,score_owl\n" + rows)) == {}
    assert said(opened("label,p_cat,p_dog,p_owl\n" + rows)) == {"prob_range": 3}


def test_that_rounding_is_no_wrong_sum() -> None:
    assert said(
        opened("label,p_cat,p_dog,p_owl\n" + "cat,.33,.33,.33\ndog,0,1,0\nowl,0,0,1\n")
    ) == {"tied_classes": 1}


def test_that_a_column_of_predictions_stands_against_the_scores() -> None:
    text = "label,pred,p_cat,p_dog,p_owl\ncat,cat,.7,.2,.1\ndog,cat,.3,.6,.1\nowl,owl,0,0,1\n"
    found = opened(text)
    assert found.predicted is not None
    assert found.predicted.tolist() == [0, 0, 2]
    assert said(found) == {"predicted_differs": 1, "class_only_in_truth": 1}


def test_that_ties_decide_no_call_where_a_column_tells_them() -> None:
    rows = "cat,dog,.4,.4,.2\ndog,dog,.1,.8,.1\nowl,owl,,0,1\ncat,cat,1,0,0\n"
    found = opened("label,pred,p_cat,p_dog,p_owl\n" + rows)
    texts = {f.code: f.text for f in found.findings}
    assert texts["tied_classes"].endswith("the first counts as the best of them")
    assert texts["missing_score"] == "1 row has no score for some class"
    found = opened("label,p_cat,p_dog,p_owl\ncat,.4,.4,.2\ndog,.1,.8,.1\nowl,,0,1\nowl,0,0,1\n")
    texts = {f.code: f.text for f in found.findings}
    assert texts["tied_classes"].endswith("the first is taken")
    assert texts["missing_score"] == "1 row has no score for some class, and so no predicted class"


def test_that_a_class_with_a_column_and_no_row_is_said() -> None:
    found = opened("label,p_cat,p_dog,p_owl\ncat,.7,.2,.1\ndog,.1,.8,.1\ncat,.8,.1,.1\n")
    assert said(found) == {"class_without_rows": 1}
    texts = [f.text for f in found.findings if f.code == "class_without_rows"]
    assert texts == ["'owl' is named but without a row"]


def test_that_set_aside_rows_are_in_no_score() -> None:
    found = opened("label,p_cat,p_dog,p_owl\ncat,1,0,0\n,0,1,0\ndog,0,1,0\nowl,0,0,1\n")
    assert found.class_scores is not None
    assert found.class_scores.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert said(found) == {"missing_label": 1}


def test_that_two_columns_of_one_class_are_refused() -> None:
    pairs = (("cat", "a"), ("cat", "b"), ("dog", "c"))
    text = "label,a,b,c\ncat,1,0,0\ndog,0,1,0\nowl,0,0,1\n"
    with pytest.raises(DataError, match="two columns of scores are of one class"):
        opened(text, Roles(truth="label", probabilities=pairs))


def test_that_shares_add_up() -> None:
    one = np.array([0.2, 0.5, np.nan])
    assert add_up([one, 1 - one])
    assert not add_up([one, one])
    assert not add_up([-one, 1 + one])
    huge = np.array([1e308, np.inf])
    assert not add_up([huge, huge])


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=3, max_size=20))
def test_that_the_call_is_the_first_greatest(rows: list[list[int]]) -> None:
    truth = [ANIMALS[place % 3] for place in range(len(rows))]
    lines = (f"{t},{','.join(map(str, row))}" for t, row in zip(truth, rows, strict=True))
    found = opened("label,score_cat,score_dog,score_owl\n" + "\n".join(lines) + "\n")
    assert found.predicted is not None
    assert found.predicted.tolist() == [row.index(max(row)) for row in rows]
    n_tied = sum(row.count(max(row)) > 1 for row in rows)
    assert said(found).get("tied_classes", 0) == n_tied
