"""From a table to a data set: every row is used or set aside by name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.checks import Level
from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, DataError
from evalgui.core.progress import Watch
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.proposing.propose import Roles, build

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset

ENOUGH = "".join(f"pos,{n}\n" for n in range(10, 20)) + "".join(f"neg,{n}\n" for n in range(10))


_NONE = ("missing_score", "nonnumeric_score")


def built(text: str, *, truth: str = "label", scores: Any = ("score",), **roles: Any) -> Dataset:
    table = read(Source.from_bytes("a.csv", text.encode()))
    return build(table, Roles(truth=truth, scores=scores, **roles))


def refusal(text: str, **roles: Any) -> str:
    with pytest.raises(DataError) as caught:
        built(text, **roles)
    assert caught.value.hint
    return str(caught.value)


def codes(dataset: Dataset) -> dict[str, int | None]:
    return {
        finding.code: finding.count
        for finding in dataset.findings
        if finding.code != "few_per_class"
    }


def test_that_a_plain_table_has_nothing_to_say() -> None:
    found = built("label,score\n" + ENOUGH)
    assert (found.name, found.classes, found.positive_class) == ("a.csv", ("neg", "pos"), "pos")
    assert found.truth.tolist() == [1] * 10 + [0] * 10
    assert found.scores[0].values.tolist() == [*range(10, 20), *range(10)]
    assert (found.exclusions, found.findings, found.file_rows) == ((), (), None)
    assert [column.name for column in found.columns] == ["label", "score"]


def test_that_rows_without_a_label_are_set_aside_and_said() -> None:
    found = built("id,label,score\na,pos,3\nb,,2\nc,neg,1\nd, ,4\n")
    assert [(e.code, e.rows.tolist()) for e in found.exclusions] == [("missing_label", [2, 4])]
    assert (found.n, found.n_rows_in_file) == (2, 4)
    assert found.file_rows is not None
    assert found.file_rows.tolist() == [1, 3]
    assert [column.text(1) for column in found.columns] == ["c", "neg", "1"]
    assert codes(found) == {"missing_label": 2}


def test_that_rows_without_a_score_stay_and_are_counted_by_class() -> None:
    found = built("label,score\npos,1\nneg,NA\nneg,\npos,0.5\nneg,-3\n")
    assert np.isnan(found.scores[0].values).tolist() == [False, True, True, False, False]
    assert codes(found) == {"missing_score": 2}
    (finding,) = (f for f in found.findings if f.code == "missing_score")
    assert "2 rows have no score in 'score': 2 of 'neg', 0 of 'pos'" in finding.text


SITES = "site,age,label,score\nA,61,pos,3\nB,70,pos,2\nA,,neg,1\nA,50,neg,0\n"


def test_that_a_subset_is_assessed_and_the_others_are_set_aside_with_the_reason() -> None:
    found = built(SITES, subset='site == "A" and age < 65')
    assert {e.code: e.rows.tolist() for e in found.exclusions} == {
        "not_in_subset": [2],
        "subset_unknown": [3],
    }
    assert (found.n, found.n_rows_in_file) == (2, 4)
    assert codes(found) == {"not_in_subset": 1, "subset_unknown": 1}
    reasons = [exclusion.reason for exclusion in found.exclusions]
    assert reasons[0] == 'not in the subset site == "A" and age < 65'


def test_that_an_empty_subset_is_refused() -> None:
    said = refusal(SITES, subset='site == "C"')
    assert 'not in the subset site == "C"' in said
    assert said.endswith("Choose other rows.")


def test_that_missing_scores_may_count_as_the_worst() -> None:
    text = "label,score\npos,1\nneg,NA\nneg,\npos,0.5\nneg,-3\n"
    higher = built(text, missing_scores="worst")
    assert higher.scores[0].values.tolist() == [1, -math.inf, -math.inf, 0.5, -3]
    assert codes(higher) == {"missing_score": 2}
    lower = built(text, missing_scores="worst", higher_is_positive=False)
    assert lower.scores[0].values.tolist() == [1, math.inf, math.inf, 0.5, -3]
    left_out = built(text, missing_scores="exclude")
    assert np.isnan(left_out.scores[0].values).tolist() == [False, True, True, False, False]


def test_that_missing_scores_may_be_refused() -> None:
    text = "label,score\npos,1\nneg,NA\nneg,\npos,0.5\nneg,-3\n"
    error = refusal(text, missing_scores="refuse")
    assert "2 rows have no score: row 2 (line 3), row 3 (line 4)" in error
    assert built("label,score\npos,1\nneg,0\n", missing_scores="refuse").n == 2


@pytest.mark.parametrize("base", [2**53, 10**19, -(2**60) - 1, 10**40 + 1])
def test_that_whole_numbers_beyond_the_doubles_stay_what_they_are(base: int) -> None:
    rows = "".join(f"pos,{base + n}\n" for n in (1, 3)) + "".join(
        f"neg,{base + n}\n" for n in (0, 2)
    )
    found = built("label,score\n" + rows)
    (score,) = found.scores
    assert (score.name, score.base) == ("score", base)
    assert score.values.tolist() == [1, 3, 0, 2]
    assert not codes(found).keys() & {"precision_ties", "placeholder_score"}
    snapshot = resolve(Inputs(found, positive=found.classes.index("pos"), threshold=1.0))
    assert snapshot.ranking is not None
    assert snapshot.ranking.value("roc_auc") == 0.75
    assert not snapshot.ranking.are_probabilities


def test_that_whole_numbers_too_far_apart_are_refused() -> None:
    for rows in (f"pos,{2**62}\npos,{2**62 + 1}\nneg,0\nneg,1\n", f"pos,{10**19 + 1}\nneg,3\n"):
        assert "too far apart to be scored exactly" in refusal("label,score\n" + rows)
    for other in ("0.5", "1e3", "<7"):
        text = f"label,score\npos,{2**53 + 1}\npos,{2**53}\nneg,{other}\nneg,{2**53 + 3}\n"
        assert "fractions or limits" in refusal(text, limits="at")
    # The shortest digits of a double say which one is meant.
    digits = f"label,score\npos,{10**22}\npos,123456789012345680000\nneg,0.5\nneg,1\n"
    assert built(digits).scores[0].values.tolist() == [1e22, 1.2345678901234568e20, 0.5, 1]
    below = f"label,score\npos,{2**53 + 1}\npos,{2**53 + 3}\nneg,<7\nneg,{2**53}\n"
    (score,) = built(below, limits="below").scores
    assert (score.base, score.values.tolist()) == (2**53, [1, 3, -math.inf, 0])
    exact = built(f"label,score\npos,{2**62}\npos,{2**61}\nneg,0\nneg,1\n")
    assert exact.scores[0].base == 0
    assert exact.scores[0].values.tolist() == [2.0**62, 2.0**61, 0, 1]


def test_that_odd_rows_of_the_file_are_set_aside_once() -> None:
    found = built("id,label,score\na,pos,1\nb,neg,0,5\nc,neg\nd,neg,0\nid,label,score\n")
    assert {e.code: e.rows.tolist() for e in found.exclusions} == {
        "ragged_long": [2],
        "ragged_short": [3],
        "header_repeated": [5],
    }
    assert found.classes == ("neg", "pos")
    assert codes(found) == {"ragged_long": 1, "ragged_short": 1, "header_repeated": 1}


def test_that_scores_that_are_no_numbers_are_refused_by_row() -> None:
    error = refusal("label,score\npos,1\nneg,Jane Doe\npos,2\nneg,x\n")
    assert "2 of 4 scores are not numbers: row 2 (line 3), row 4 (line 5)" in error
    assert "a.csv, column 'score'" in error
    assert "set these rows aside" in error
    # What stands in the wrong column may be a person's name.
    assert "Jane" not in error


def test_that_many_bad_rows_are_named_in_part() -> None:
    rows = "".join(f"pos,x{n}\n" for n in range(30))
    error = refusal("label,score\nneg,1\n" + rows)
    assert "30 of 31 scores" in error
    assert "row 6 (line 7) and 25 more" in error


def test_that_bad_rows_are_set_aside_when_it_was_decided() -> None:
    found = built("label,score\n-,ng/mL\npos,2\nneg,1\nneg,<1\n", set_aside_unreadable=True)
    assert [(e.code, e.rows.tolist()) for e in found.exclusions] == [("nonnumeric_score", [1, 4])]
    assert (found.classes, found.n) == (("neg", "pos"), 2)
    assert codes(found) == {"nonnumeric_score": 2}


def test_that_other_digits_are_read_with_a_warning() -> None:
    found = built("label,score\npos,\u0660\u066b\u0665\nneg,0.25\n")
    assert found.scores[0].values.tolist() == [0.5, 0.25]
    (said,) = (one for one in found.findings if one.code == "other_digits")
    assert (said.count, said.level) == (1, Level.WARNING)


@pytest.mark.parametrize(("limits", "n_none"), [("set-aside", 2), ("below", 1)])
def test_that_a_cell_that_is_no_number_lacks_for_its_own_score_alone(
    limits: Any, n_none: int
) -> None:
    """The row is used for the other score; a limit that is set aside is no other such cell."""
    text = "label,a,b\n,broken,1\npos,broken,2\nneg,1,n.d.\nneg,2,<1\npos,,3\npos,4,4\n"
    own: Any = {"scores": ("a", "b"), "set_aside_unreadable": True, "limits": limits}
    found = built(text, **own)
    assert [(one.code, one.rows.tolist()) for one in found.exclusions] == [("missing_label", [1])]
    a, b = (score.values for score in found.scores)
    assert np.isnan(a).tolist() == [True, False, False, True, False]
    assert np.isnan(b).tolist() == [False, True, n_none == 2, False, False]
    told = [(one.code, one.count) for one in found.findings if one.code in _NONE]
    assert told == list(zip(_NONE * 2, (2, 1, n_none, n_none), strict=True))
    # What is not known is not the worst, which is said of scores that are missing.
    (worst, _) = built(text, missing_scores="worst", **own).scores
    assert worst.values[[0, 3]].tolist() == pytest.approx([np.nan, -np.inf], nan_ok=True)
    with pytest.raises(DataError, match="1 rows have no score: row 5"):
        built(text, missing_scores="refuse", **own)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (("True", "False"), "decisions"),
        (("2026-01-01", "2026-01-02"), "dates"),
        (("45%", "0.3"), "percentages"),
        (("<0.1", "> 5"), "limits of detection"),
        (("1,234.5", "2,345.25"), "thousands separators"),
        (("0,5", "0,25"), "decimal comma"),
        (("text", "0x1F"), "no score in this column is a number (such as 'text'):"),
    ],
)
def test_that_it_is_said_what_the_cells_look_like(cells: tuple[str, str], words: str) -> None:
    text = f'label,score\npos,"{cells[0]}"\nneg,"{cells[1]}"\n'
    assert words in refusal(text, decimal=".")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("label,score\npos,1\npos,2\n", "there is only one class, 'pos'"),
        ("label,score\na,1\nb,2\nc,3\n", "it is not known which class is positive"),
        ("label,score\n,1\n,2\n", "no row can be used (2: the label is missing)"),
        ("label,score\nc1,1\nc2,2\n", "it is not known which class is positive"),
        ("id,label,score\n1,2\n3,4\n", "no row can be used (2: fewer cells"),
    ],
)
def test_that_what_cannot_be_assessed_is_refused(text: str, words: str) -> None:
    assert words in refusal(text)


def test_that_a_table_without_scores_is_refused() -> None:
    assert "no column of numbers" in refusal("label,score\npos,1\nneg,2\n", scores=())


@pytest.mark.parametrize(
    ("text", "positive", "classes", "index"),
    [
        ("label,score\n1,0.9\n", "1", ("1", "not 1"), 0),
        ("label,score\n0,0.9\n0,0.5\n", "1", ("0", "1"), 1),
        ("label,score\nwell,0.9\n", "well", ("not well", "well"), 1),
    ],
)
def test_that_one_class_is_opened_when_the_positive_one_was_chosen(
    text: str, positive: str, classes: tuple[str, ...], index: int
) -> None:
    found = built(text, positive=positive)
    assert (found.classes, found.positive) == (classes, index)
    n_positive = 0 if positive not in text else found.n
    assert int(found.is_positive().sum()) == n_positive
    assert codes(found)["one_class"] == found.n


def test_that_one_class_is_opened_when_others_are_predicted() -> None:
    found = built("truth,pred\nb,a\nb,b\nb,c\n", truth="truth", scores=(), predicted="pred")
    assert (found.classes, found.truth.tolist()) == (("a", "b", "c"), [1, 1, 1])
    assert codes(found) == {"one_class": 3, "class_only_in_predictions": 2}


def test_that_one_score_of_many_classes_is_that_of_one_against_the_others() -> None:
    found = built("label,score\na,1\nb,2\nc,3\nb,4\n", positive="b")
    assert (found.classes, found.positive_class, found.negative_class) == (
        ("a", "b", "c"),
        "b",
        "not b",
    )
    assert found.is_positive().tolist() == [False, True, False, True]
    assert codes(found) == {"not_binary": 3}
    spoof = built("label,score\ntarget,3\nnontarget,1\nspoof,2\n")
    assert spoof.positive_class == "target"


def test_that_predictions_without_a_score_are_decisions() -> None:
    found = built("label,pred\npos,pos\nneg,\nneg,pos\n", scores=(), predicted="pred")
    assert (found.scores, found.positive_class) == ((), "pos")
    assert found.predicted is not None
    assert found.predicted.tolist() == [1, -1, 1]
    assert codes(found) == {"row_without_call": 1, "class_only_in_truth": 1}


def test_that_classes_exist_that_are_only_true_or_only_predicted() -> None:
    text = "truth,pred\na,a\na,b\nb,b\nb,c\nd,c\nb,b\n"
    found = built(text, truth="truth", scores=(), predicted="pred")
    assert (found.classes, found.positive) == (("a", "b", "c", "d"), 0)
    assert found.predicted is not None
    assert found.predicted.tolist() == [0, 1, 1, 2, 2, 1]
    assert {f.text for f in found.findings if f.code.startswith("class_only")} == {
        "'c' is called but never true",
        "'d' is true but never called",
    }


def test_that_many_classes_are_said_in_one_finding_each() -> None:
    rows = "".join(f"c{n},c{n}\n" for n in range(300))
    found = built("truth,pred\n" + rows, truth="truth", scores=(), predicted="pred")
    assert [(f.code, f.count) for f in found.findings] == [
        ("many_classes", 300),
        ("few_per_class", 300),
    ]


def test_that_more_classes_than_a_matrix_has_are_refused() -> None:
    rows = "".join(f"c{n},c{n}\n" for n in range(4_001))
    error = refusal("truth,pred\n" + rows, truth="truth", scores=(), predicted="pred")
    assert (
        f"{grouped(4_001)} classes: too many classes to assess, {grouped(4_000)} at most" in error
    )


def test_that_missing_scores_of_many_classes_are_said_of_a_few() -> None:
    rows = "".join(f"c{n},\n" for n in range(9)) + "c8,\nc0,1\nc1,2\n"
    found = built("label,score\n" + rows, positive="c0")
    (finding,) = (f for f in found.findings if f.code == "missing_score")
    assert "2 of 'c8', 1 of 'c0', 1 of 'c1', 1 of 'c2', 1 of 'c3'" in finding.text


def test_that_a_class_that_is_not_there_is_refused() -> None:
    error = refusal("label,score\npos,1\nneg,2\n", positive="x")
    assert "there is no class 'x'" in error
    assert "'neg' and 'pos'" in error


def test_that_more_labels_than_classes_can_be_are_refused() -> None:
    rows = "".join(f"P{n},0.5\n" for n in range(20_001))
    assert f"more than {grouped(20_000)} classes" in refusal("label,score\n" + rows)


@pytest.mark.parametrize("wanted", ["1", "1.0", " 1"])
def test_that_the_positive_class_goes_by_any_spelling(wanted: str) -> None:
    found = built("label,score\n1.0,5\n0.0,1\n1.0,4\n", positive=wanted)
    assert (found.classes, found.positive_class) == (("0.0", "1.0"), "1.0")


def test_that_the_other_class_may_be_the_positive_one() -> None:
    assert built("label,score\n" + ENOUGH, positive="neg").positive_class == "neg"


def test_that_spellings_of_a_class_are_merged_and_said() -> None:
    found = built("label,score\n1,5\n 1,4\n1.0,3\n0,1\n0,2\n")
    assert found.truth.tolist() == [1, 1, 1, 0, 0]
    assert codes(found) == {"label_variants": 2}


def test_that_predictions_are_classes_of_the_same_set() -> None:
    found = built("label,call\npos,pos\nneg,\nneg,pos\n", scores=(), predicted="call")
    assert found.predicted is not None
    assert found.predicted.tolist() == [1, -1, 1]
    assert found.scores == ()


def test_that_several_scores_run_as_they_are_said_to() -> None:
    text = "label,similarity,distance\n" + "".join(
        f"{n % 2},{n % 2},{-(n % 2)}\n" for n in range(9)
    )
    found = built(text, scores=("similarity", "distance"), opposite=("distance",))
    assert [score.higher_is_positive for score in found.scores] == [True, False]
    assert "reversed_score" not in codes(found)


def test_that_a_score_below_chance_is_said_and_not_turned() -> None:
    found = built("label,score\n" + ENOUGH, positive="neg")
    assert found.scores[0].higher_is_positive
    (finding,) = found.findings
    assert (finding.code, finding.level) == ("reversed_score", Level.WARNING)
    assert "0.000" in finding.text
    assert "do lower scores mean 'neg'?" in finding.text
    turned = built("label,score\n" + ENOUGH, positive="neg", higher_is_positive=False)
    assert turned.findings == ()


def test_that_a_long_score_below_chance_is_said_exactly() -> None:
    rows = "".join(f"{n % 2},{(n * 7919) % 1000 - 700 * (n % 2)}\n" for n in range(400_001))
    (finding,) = built("label,score\n" + rows).findings
    assert "the AUC of 'score' is 0.0" in finding.text


@pytest.mark.parametrize(
    ("cells", "code", "count", "level"),
    [
        (("0.5",) * 20, "constant_score", 20, Level.WARNING),
        (("inf", "-inf", *map(str, range(18))), "inf_score", 2, Level.INFO),
        (("-999", "-999", *map(str, range(18))), "placeholder_score", 2, Level.WARNING),
        (tuple(f"{n} %" for n in range(20)), "percent", 20, Level.WARNING),
        (("9", *("0.25", "0.5", "0.75", "1") * 4), "placeholder_score", 1, Level.WARNING),
        (("1e999", *map(str, range(19))), "overflow", 1, Level.WARNING),
        (("1e-999", *map(str, range(1, 20))), "underflow", 1, Level.WARNING),
        (
            ("9007199254740992.5", "9007199254740992", *map(str, range(18))),
            "precision_ties",
            1,
            Level.WARNING,
        ),
        (
            ("1.15292150460685e+18",) * 2 + tuple(map(str, range(18))),
            "whole_number_ties",
            1,
            Level.WARNING,
        ),
    ],
)
def test_that_odd_numbers_are_said(
    cells: tuple[str, ...], code: str, count: int, level: Level
) -> None:
    rows = "".join(f"{'pos' if n < 10 else 'neg'},{cell}\n" for n, cell in enumerate(cells))
    found = built("label,score\n" + rows)
    said = {(f.code, f.count, f.level) for f in found.findings if f.code != "reversed_score"}
    assert said == {(code, count, level)}


@pytest.mark.parametrize("highest", ["999", "9", "-9", "50", "1e3"])
def test_that_a_number_among_others_stands_for_nothing_else(highest: str) -> None:
    cells = [highest, *map(str, range(-500, 1000, 50))]
    rows = "".join(f"{'pos' if n % 2 else 'neg'},{cell}\n" for n, cell in enumerate(cells))
    assert not {"placeholder_score"} & {f.code for f in built("label,score\n" + rows).findings}


def test_that_small_classes_are_said() -> None:
    found = built("label,score\n" + ENOUGH.replace("pos", "neg", 9))
    (finding,) = (f for f in found.findings if f.code == "few_per_class")
    assert finding.count == 1
    assert "only 1 row" in finding.text


def test_that_signed_zeros_are_kept() -> None:
    values = built("label,score\npos,-0.0\nneg,0.0\n").scores[0].values
    assert [math.copysign(1, value) for value in values] == [-1.0, 1.0]


def test_that_the_name_may_be_chosen() -> None:
    table = read(Source.from_bytes("a.csv", b"label,score\npos,1\nneg,2\n"))
    assert build(table, Roles(truth="label", scores=("score",)), name="b").name == "b"


def test_that_cancel_stops_between_two_steps() -> None:
    table = read(Source.from_bytes("a.csv", b"label,score\npos,1\nneg,2\n"))
    seen: list[str] = []
    watch = Watch(lambda _fraction, text: seen.append(text), lambda: len(seen) == 2)
    with pytest.raises(CancelledError):
        build(table, Roles(truth="label", scores=("score",)), watch=watch)
    assert len(seen) == 2


cell_pairs = st.tuples(
    st.sampled_from(["1", "0", " 1", "1.0", "true", "", "\u00a0"]),
    st.sampled_from(["0.5", "-1", "", "NA", "inf", "x", "1e400"]),
)


@given(st.lists(cell_pairs, min_size=1, max_size=20))
def test_that_rows_are_conserved(rows: list[tuple[str, str]]) -> None:
    text = "label,score\n" + "".join(f"{one},{two}\n" for one, two in rows)
    try:
        found = built(text, set_aside_unreadable=True)
    except DataError:
        return
    n_blank = sum(not one.strip(" ") and not two for one, two in rows)
    assert found.n + sum(e.count for e in found.exclusions) == len(rows) - n_blank
    numbers = [row for e in found.exclusions for row in e.rows]
    assert found.file_rows is not None or not numbers
    used = range(1, found.n + 1) if found.file_rows is None else found.file_rows.tolist()
    assert sorted([*numbers, *used]) == list(range(1, found.n_rows_in_file + 1))


def test_that_a_missing_score_is_the_worst_for_either_class():
    text = "label,score\na,1\na,\nb,3\nb,\n"
    dataset = built(text, positive="b", missing_scores="worst")
    for positive in (0, 1):
        found = resolve(Inputs(dataset, positive=positive, threshold=2.0))
        counts = found.ranking.table.counts_at(math.inf if positive == 0 else -math.inf)
        assert (counts.tp, counts.fp) == (2, 2)  # all are called beyond every number
        furthest = 1e300 if positive == 0 else -1e300
        counts = found.ranking.table.counts_at(furthest)
        assert (counts.tp, counts.fp) == (1, 1)


def test_that_whole_numbers_that_occur_twice_are_no_merged_ones() -> None:
    rows = "".join(f"{'pos' if n < 10 else 'neg'},{2**60 + n // 2 * 1024}\n" for n in range(20))
    assert "whole_number_ties" not in codes(built("label,score\n" + rows))


@pytest.mark.parametrize(
    ("classes", "rule"),
    [
        (("impostor", "genuine"), "eer"),
        (("non-target", "target"), "eer"),
        (("benign", "malignant"), "youden"),
        (("0", "1"), "youden"),
        (("impostor", "genuine", "unsure"), "youden"),
    ],
)
def test_that_comparisons_start_at_the_equal_error_rate(
    classes: tuple[str, ...], rule: str
) -> None:
    # Youden's index is best at 6, both errors are alike at 4: 1 of 5 each.
    values = [[1, 2, 3, 4, 5.5], [3.5, 6, 7, 8, 9], [0.5]]
    lines = [f"{name},{v}\n" for name, vs in zip(classes, values, strict=False) for v in vs]
    dataset = built("label,score\n" + "".join(lines), positive=classes[1])
    ranking = resolve(Inputs(dataset, positive=1)).ranking
    assert ranking is not None
    assert (dataset.start_rule, ranking.default_rule) == (rule, rule)
    snapshot = resolve(Inputs(dataset, positive=1))
    assert snapshot.point is not None
    assert snapshot.provenance is not None
    assert snapshot.provenance.rule == rule
    assert snapshot.point.threshold == ranking.choice(rule).threshold
    assert ranking.choice("eer").threshold != ranking.choice("youden").threshold


def test_that_counted_comparisons_start_there_too() -> None:
    text = "score,n_genuine,n_impostor\n1,0,90\n2,5,9\n3,20,4\n4,75,0\n"
    table = read(Source.from_bytes("a.csv", text.encode()))
    roles = Roles(scores=("score",), n_positive="n_genuine", n_negative="n_impostor")
    assert build(table, roles).start_rule == "eer"
