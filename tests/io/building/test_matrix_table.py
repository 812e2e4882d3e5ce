"""A confusion matrix as a file: counts with names, or the four counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.errors import DataError
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.matrix_words import positive_of_two
from evalgui.io.meaning.roles import MatrixRows, Roles

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded


def loaded(text: str, **roles: Any) -> Loaded:
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles))


def opened(text: str, **roles: Any) -> Dataset:
    found = loaded(text, **roles)
    assert found.dataset is not None, found.proposal.question
    return found.dataset


def counts(text: str, **roles: Any) -> list[list[int]]:
    matrix = opened(text, **roles).matrix
    assert matrix is not None
    rows: list[list[int]] = matrix.counts.tolist()
    return rows


@pytest.mark.parametrize(
    "text",
    [
        "TP,FP,FN,TN\n50,10,5,100\n",
        "tn,fn,fp,tp\n100,5,10,50\n",
        "TP,50\nFP,10\nFN,5\nTN,100\n",
        "measure;n\ntn;100\nTrue positives;50\nfp;10\nfalse_negative;5\n",
        "TP 50\nFP 10\nFN 5\nTN 100\n",
        "test,TP,FP,FN,TN\nA,50,10,5,100\n",
        "n_TP,n_FP,n_FN,n_TN\n50,10,5,100\n",
        "RP;FP;FN;RN\n50;10;5;100\n",
        "VP,FP,FN,VN\n50,10,5,100\n",
        "Art;n\nrichtig positive;50\nfalsch positiv;10\nFalsch negativ;5\nrichtig negativ;100\n",
        "mesure,n\nvrais positifs,50\nfaux positifs,10\nfaux négatifs,5\nvrais négatifs,100\n",
    ],
)
def test_that_four_counts_are_a_matrix_of_two_classes(text: str) -> None:
    found = opened(text)
    assert (found.classes, found.positive_class) == (("negative", "positive"), "positive")
    assert (found.n, found.n_rows_in_file, found.scores, found.predicted) == (0, 0, (), None)
    assert counts(text) == [[100, 10], [5, 50]]


def test_that_columns_beside_the_four_counts_are_said() -> None:
    (finding,) = opened("test,TP,FP,FN,TN\nA,50,10,5,100\n").findings
    assert (finding.code, finding.count) == ("unused_columns", 1)


SQUARE = ["cat,5,1,0", "dog,2,7,3", "owl,1,0,9"]
COUNTS = [[5, 1, 0], [2, 7, 3], [1, 0, 9]]
TURNED = [[5, 2, 1], [1, 7, 0], [0, 3, 9]]


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("actual\\predicted,cat,dog,owl", COUNTS),
        ("truth,cat,dog,owl", COUNTS),
        ("True class,cat,dog,owl", COUNTS),
        ("Prediction / Reference,cat,dog,owl", TURNED),
        ("predicted,cat,dog,owl", TURNED),
        (",predicted cat,predicted dog,predicted owl", COUNTS),
        (",actual: cat,actual: dog,actual: owl", TURNED),
    ],
)
def test_that_the_file_may_say_what_its_rows_are(header: str, expected: list[list[int]]) -> None:
    text = "\n".join([header, *SQUARE]) + "\n"
    found = opened(text)
    assert found.classes == ("cat", "dog", "owl")
    assert counts(text) == expected


@pytest.mark.parametrize(("corner", "rows"), [("Predicted:", "Actual: "), ("Actual", "true ")])
def test_that_the_names_of_rows_say_more_than_the_corner(corner: str, rows: str) -> None:
    text = "\n".join([f"{corner},cat,dog,owl", *(rows + line for line in SQUARE)]) + "\n"
    assert counts(text) == COUNTS


def test_that_it_is_asked_what_rows_are() -> None:
    text = "\n".join([",cat,dog,owl", *SQUARE]) + "\n"
    found = loaded(text)
    assert found.dataset is None
    assert "actual or the predicted classes?" in found.proposal.question
    assert found.proposal.roles.matrix_rows == "actual"
    assert [f.code for f in found.proposal.findings] == ["matrix_rows_unknown"]
    assert counts(text, matrix_rows="actual") == COUNTS
    assert counts(text, matrix_rows="predicted") == TURNED


def test_that_a_matrix_that_is_its_own_mirror_needs_no_question() -> None:
    assert counts(",a,b,c\na,5,1,2\nb,1,7,3\nc,2,3,9\n") == [[5, 1, 2], [1, 7, 3], [2, 3, 9]]


def test_that_columns_may_have_another_order() -> None:
    text = "actual,owl,dog,cat\ncat,0,1,5\ndog,3,7,2\nowl,9,0,1\n"
    assert opened(text).classes == ("cat", "dog", "owl")
    assert counts(text) == COUNTS


@pytest.mark.parametrize("corner", ["", "actual"])
def test_that_names_may_be_numbers(corner: str) -> None:
    text = f"{corner},0,1,2\n0,5,1,0\n1,2,7,3\n2,1,0,9\n"
    found = opened(text, matrix_rows="actual")
    assert found.classes == ("0", "1", "2")
    assert found.findings == ()
    assert counts(text, matrix_rows="actual") == COUNTS


def test_that_totals_are_left_out_and_checked() -> None:
    text = "actual,a,b,total\na,5,1,6\nb,2,7,9\ntotal,7,8,15\n"
    assert counts(text, positive="b") == [[5, 1], [2, 7]]
    (finding,) = opened(text, positive="b").findings
    assert (finding.code, finding.count) == ("matrix_totals", 2)
    with pytest.raises(DataError, match="the totals of this confusion matrix are not the sums"):
        opened(text.replace("6", "60"))


def test_that_a_class_may_have_no_row_or_no_column() -> None:
    text = "actual,a,b,c\na,5,1,1\nb,2,7,1\nd,0,1,0\n"
    found = opened(text)
    assert found.classes == ("a", "b", "d", "c")
    assert counts(text) == [[5, 1, 0, 1], [2, 7, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert {f.code for f in found.findings} == {
        "class_only_in_truth",
        "class_only_in_predictions",
    }


@pytest.mark.parametrize(
    ("names", "positive"), [(("no", "yes"), "yes"), (("case", "control"), "case")]
)
def test_that_words_say_which_class_is_positive(names: tuple[str, str], positive: str) -> None:
    text = f"actual,{names[0]},{names[1]}\n{names[0]},5,1\n{names[1]},2,7\n"
    assert opened(text).positive_class == positive


def test_that_two_other_names_are_asked_about() -> None:
    text = "actual,a,b\na,5,1\nb,2,7\n"
    assert loaded(text).proposal.question == "Which class is positive: 'a' or 'b'?"
    assert opened(text, positive="a").positive == 0
    with pytest.raises(DataError, match="there is no class 'x'"):
        opened(text, positive="x")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (",a,b\na,0.5,0.5\nb,0.1,0.9\n", "4 cells of the confusion matrix are no counts"),
        ("actual\\pred,a,b\na,-5,1\nb,2,7\n", "1 cells .* no counts, the first in row 'a'"),
        ("TP,FP,FN,TN\n50,x,5,100\n", "no counts"),
        ("TP,FP,FN,TN\n9007199254740992,1,5,100\n", "they are not exact"),
        ("TP,FP,FN,TN\n0,0,0,0\n", "every count"),
        ("actual,a,b\na,5,1\nb,2,7,8\n", "What was odd about the file: 1 row"),
    ],
)
def test_that_what_is_no_count_is_refused(text: str, words: str) -> None:
    with pytest.raises(DataError, match=words) as caught:
        opened(text, matrix_rows="actual", positive="positive" if text[0] == "T" else "b")
    assert caught.value.hint


def test_that_a_table_said_to_be_a_matrix_must_be_one() -> None:
    with pytest.raises(DataError, match="no confusion matrix"):
        loaded("label,score\npos,1\nneg,0\n", matrix_rows="actual")


@pytest.mark.parametrize(
    "text",
    [
        "label,score\npos,1\nneg,0\n",
        "label,p_pos,p_neg\npos,0.75,0.25\nneg,0.5,0.5\n",
        "truth,a,b,c\na,0.5,0.25,0.25\nb,0.25,0.5,0.25\nc,0.25,0.25,0.5\n",
        "TP,FP,FN,TN\n50,10,5,100\n40,20,15,90\n",
    ],
)
def test_that_rows_of_data_are_no_matrix(text: str) -> None:
    try:
        found = loaded(text)
    except DataError:
        return
    assert found.proposal.roles.matrix_rows is None


def test_that_large_counts_are_exact() -> None:
    text = "actual,a,b\na,1000000000001,3\nb,2,4503599627370496\n"
    assert counts(text, positive="a") == [[1000000000001, 3], [2, 4503599627370496]]


@given(st.integers(2, 6), st.data(), st.sampled_from(["actual", "predicted"]))
def test_that_a_matrix_comes_back_equal(size: int, data: st.DataObject, rows: MatrixRows) -> None:
    cells = st.lists(st.integers(0, 10**12), min_size=size, max_size=size)
    table = data.draw(st.lists(cells, min_size=size, max_size=size))
    table[0][0] += 1
    names = [f"c{place}" for place in range(size)]
    lines = [",".join(["x", *names])]
    lines += [",".join([n, *map(str, row)]) for n, row in zip(names, table, strict=True)]
    found = counts("\n".join(lines) + "\n", matrix_rows=rows, positive="c0")
    expected = np.array(table)
    assert np.array_equal(found, expected if rows == "actual" else expected.T)


ABOVE = ",Disease,,\n,present,absent,total\n"


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        (",disease +,disease -\ntest +,80,30\ntest -,20,170\n", ("disease +", "disease -")),
        (",disease -,disease +\ntest +,30,80\ntest -,170,20\n", ("disease -", "disease +")),
        (",test +,test -\ndisease +,80,20\ndisease -,30,170\n", ("disease +", "disease -")),
        (",test -,test +\ndisease +,20,80\ndisease -,170,30\n", ("disease +", "disease -")),
        (",D+,D-\nT+,80,30\nT-,20,170\n", ("D+", "D-")),
        (",D+,D\u2212\nT+,80,30\nT\u2212,20,170\n", ("D+", "D\u2212")),
        ("Test,Disease present,Disease absent\nPositive,80,30\nNegative,20,170\n", None),
        (",diseased,healthy\npositive,80,30\nnegative,20,170\n", ("diseased", "healthy")),
        (",disease,no disease\nmarker pos,80,30\nmarker neg,20,170\n", ("disease", "no disease")),
        (",disease +,disease -,Total\ntest +,80,30,110\ntest -,20,170,190\nTotal,100,200,300\n", 1),
        (",disease +,disease -\ntest +,80,30\ntest -,20,170\nColumn total,100,200\n", 1),
        ("Table 2,,\n,disease +,disease -\ntest +,80,30\ntest -,20,170\nSource: us,,\n", 1),
        (
            "Test,D+,D-,Row total\n+,80,30,110\n-,20,170,190\nColumn total,100,200,300\n",
            ("D+", "D-"),
        ),
        ("test / disease,+,-\n+,80,30\n-,20,170\n", ("+", "-")),
        (",Disease,\n,present,absent\ntest +,80,30\ntest -,20,170\n", None),
        (",malignant,benign\ntest +,80,30\ntest -,20,170\n", ("malignant", "benign")),
        ("Test;krank;gesund\npositiv;80;30\nnegativ;20;170\n", ("krank", "gesund")),
        (
            ",malade,sain,total\ntest positif,80,30,110\ntest négatif,20,170,190\n",
            ("malade", "sain"),
        ),
        (
            ",doente,não doente\nteste positivo,80,30\nteste negativo,20,170\n",
            ("doente", "não doente"),
        ),
        (",genuine,impostor\naccept,80,30\nreject,20,170\n", ("genuine", "impostor")),
        (",,Disease,\n,,+,-\nTest,+,80,30\n,-,20,170\n", ("Disease +", "Disease -")),
        (
            "Study 7,,,\n,,Disease,\n,,+,-\nTest,+,80,30\n,-,20,170\n",
            ("Disease +", "Disease -"),
        ),
        (
            ",,Krankheit,,\n,,ja,nein,Summe\nTest,positiv,80,30,110\n,negativ,20,170,190\n,Summe,100,200,300\n",
            ("Krankheit ja", "Krankheit nein"),
        ),
        (f"{ABOVE}positive,80,30,110\nnegative,20,170,190\ntotal,100,200,300\n", None),
    ],
)
def test_that_a_test_of_a_disease_keeps_the_names_of_the_disease(
    text: str, classes: tuple[str, str] | int | None
) -> None:
    found = opened(text)
    wanted = ("Disease present", "Disease absent") if classes is None else classes
    wanted = ("disease +", "disease -") if wanted == 1 else wanted
    assert found.classes == wanted
    assert found.matrix is not None
    actual_first = found.matrix.counts.tolist()
    positive, negative = found.positive, 1 - found.positive
    assert actual_first[positive][positive] == 80
    assert actual_first[positive][negative] == 20
    assert actual_first[negative] == ([30, 170] if positive == 0 else [170, 30])
    assert positive_of_two(found.classes) == positive


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (",,predicted,\n,,pos,neg\nactual,pos,80,20\n,neg,30,170\n", [[170, 30], [20, 80]]),
        (
            ",,actual,actual\n,,pos,neg\ncalled,pos,80,30\ncalled,neg,20,170\n",
            [[170, 30], [20, 80]],
        ),
        ("side,class,pos,neg\ntruth,pos,80,20\ntruth,neg,30,170\n", [[170, 30], [20, 80]]),
    ],
)
def test_that_the_side_may_stand_beside_the_names_of_the_rows(
    text: str, expected: list[list[int]]
) -> None:
    found = opened(text)
    assert found.positive_class == "pos"
    order = [found.classes.index(name) for name in ("neg", "pos")]
    assert found.matrix is not None
    assert found.matrix.counts[np.ix_(order, order)].tolist() == expected


@pytest.mark.parametrize(
    "text",
    [
        ",left,right\ntest +,80,30\ntest -,20,170\n",  # which eye is diseased?
        ",positive,negative\nyes,80,30\nno,20,170\n",  # which side is the test?
        ",test +,test -\nindex +,80,30\nindex -,20,170\n",  # two tests
        ",disease +,disease -\ntest +,0.8,0.3\ntest -,0.2,0.7\n",  # shares
    ],
)
def test_that_two_results_are_a_matrix_on_clear_words_only(text: str) -> None:
    assert loaded(text).proposal.roles.matrix_rows is None


def test_that_totals_of_a_test_that_do_not_fit_are_refused() -> None:
    text = ",disease +,disease -,Total\ntest +,80,30,111\ntest -,20,170,190\n"
    with pytest.raises(DataError, match="totals"):
        opened(text)
