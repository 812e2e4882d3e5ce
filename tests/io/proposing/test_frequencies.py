"""Rows that stand for many: believed, asked about, counted exactly, never ignored in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from evalgui.core.checks import Level
from evalgui.core.errors import DataError
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import load_source
from evalgui.io.meaning.reasons import Confidence, Role
from evalgui.io.meaning.roles import Roles
from evalgui.io.proposing import frequencies
from evalgui.io.proposing.proposal_draft import Draft
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.table import Profile
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.import_log import log_lines, log_of
from evalgui.render.json import facts

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded

CROSS_TABLE = "Reference,Prediction,Freq\npos,pos,80\npos,neg,20\nneg,pos,30\nneg,neg,170\n"
GRADES = "score,disease,n\n1,0,33\n2,0,6\n3,0,6\n1,1,3\n2,1,2\n3,1,33\n"
_OF_ROWS = ("rows_in_file", "n_rows", "findings", "file")


def loaded(text: str, **roles: Any) -> Loaded:
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles))


def opened(text: str, **roles: Any) -> Dataset:
    found = loaded(text, **roles)
    assert found.dataset is not None, found.proposal.question
    return found.dataset


def numbers(dataset: Dataset) -> dict[str, Any]:
    found = evaluation(resolve(Inputs(dataset)))
    return {key: value for key, value in found.items() if key not in _OF_ROWS}


def codes(dataset: Dataset) -> dict[str, Level]:
    return {finding.code: finding.level for finding in dataset.findings}


def test_that_a_cross_table_in_long_form_counts_what_its_rows_stand_for() -> None:
    found = loaded(CROSS_TABLE, positive="pos")
    assert found.dataset is not None
    assert found.proposal.roles.weight == "Freq"
    snapshot = resolve(Inputs(found.dataset))
    assert snapshot.point is not None
    counts = snapshot.point.counts
    assert (counts.tp, counts.fp, counts.fn, counts.tn) == (80, 30, 20, 170)
    assert codes(found.dataset)["frequencies"] is Level.INFO
    log = "\n".join(log_lines(log_of(found)))
    assert "weight: Freq" in log
    assert "4 rows stand for 300" in log


def test_that_scores_with_frequencies_have_the_areas_of_the_single_patients() -> None:
    dataset = opened(GRADES)
    table = np.array([line.split(",") for line in GRADES.splitlines()[1:]], dtype=int)
    reference = roc_auc_score(table[:, 1], table[:, 0], sample_weight=table[:, 2])
    found = numbers(dataset)
    assert found["n"] == table[:, 2].sum() == 83
    assert found["areas"]["roc_auc"] == pytest.approx(reference, abs=1e-14)


rows = st.lists(
    st.tuples(st.integers(0, 4), st.booleans(), st.integers(0, 9)), min_size=2, max_size=12
).filter(lambda found: {truth for _, truth, n in found if n} == {False, True})


@given(rows)
def test_that_a_frequency_is_as_good_as_so_many_rows(found: list[tuple[int, bool, int]]) -> None:
    counted = "x,truth,freq\n" + "".join(f"{x},{int(t)},{n}\n" for x, t, n in found)
    single = "x,truth\n" + "".join(f"{x},{int(t)}\n" * n for x, t, n in found)
    columns: dict[str, Any] = {"truth": "truth", "scores": ("x",), "positive": "1"}
    one = opened(counted, weight="freq", **columns)
    assert numbers(one) == numbers(opened(single, **columns))


@given(rows)
def test_that_counted_calls_are_as_good_as_so_many_rows(found: list[tuple[int, bool, int]]) -> None:
    counted = "call,truth,freq\n" + "".join(f"{x},{int(t)},{n}\n" for x, t, n in found)
    single = "call,truth\n" + "".join(f"{x},{int(t)}\n" * n for x, t, n in found)
    columns: dict[str, Any] = {"truth": "truth", "predicted": "call", "positive": "1"}
    one, other = opened(counted, weight="freq", **columns), opened(single, **columns)
    known = {name for name in one.classes if name in other.classes}
    mine, theirs = numbers(one), numbers(other)
    assert mine["n"] == theirs["n"]
    for name in known:
        assert mine["per_class"][name]["counts"] == theirs["per_class"][name]["counts"]


def test_that_a_weight_by_its_name_is_asked_about_with_some_of_its_cells() -> None:
    text = "id,truth,score,sample_weight\na,0,0.1,3\nb,1,0.7,2\nc,0,0.4,1\nd,1,0.9,5\n"
    found = loaded(text)
    assert found.dataset is None
    assert "'sample_weight'" in found.proposal.question
    assert "'3', '2' and '1'" in found.proposal.question
    used = opened(text, weight="sample_weight")
    assert used.n_instances == 11
    once = opened(text, weight="")
    assert once.n_instances == 4
    assert codes(once)["weight_unused"] is Level.INFO


def test_that_weights_that_are_not_whole_are_pointed_out_and_not_used() -> None:
    text = "truth,score,sample_weight\n0,0.1,1.5\n1,0.7,2\n0,0.4,1\n1,0.9,0.25\n"
    dataset = opened(text)
    assert dataset.n_instances == 4
    assert [score.name for score in dataset.scores] == ["score"]
    assert codes(dataset)["weight_not_whole"] is Level.WARNING


def test_that_chosen_weights_that_are_not_whole_are_used() -> None:
    text = "truth,score,importance,n\n0,0.1,1.5,2\n1,0.7,2,3\n0,0.4,1,4\n1,0.9,0.25,5\n"
    found = loaded(text, weight="importance", positive="1", truth="truth", scores=("score",))
    assert found.dataset is not None
    assert found.dataset.n_instances == 4.75
    assert found.dataset.class_sizes.tolist() == [2.5, 2.25]
    assert found.dataset.is_weighted
    told = {one.code: one.text for one in found.dataset.findings}
    assert "counts are sums of weights" in told["weights"]
    assert found.proposal.roles.weight == "importance"
    log = log_of(found)
    assert facts(log)["roles"]["weight"] == "importance"


@pytest.mark.parametrize(
    ("known", "message"),
    [
        ({"subjects": ("id",), "sampling": Sampling.BY_SUBJECT}, "are not used by subject"),
    ],
)
def test_that_weights_that_are_not_whole_are_refused_where_nothing_can_be_said(
    known: dict[str, Any], message: str
) -> None:
    text = "id,truth,score,w,call\n" + "".join(
        f"s{row % 4},{row % 2},0.{row},{row}.5,{row % 3 % 2}\n" for row in range(1, 9)
    )
    roles = {"truth": "truth", "scores": ("score",), "positive": "1", "weight": "w"} | known
    with pytest.raises(DataError, match=message):
        loaded(text, **roles)


@pytest.mark.parametrize(
    ("weight", "message"), [("-0.5", "negative"), ("", "missing"), ("x", "not a number")]
)
def test_that_what_is_no_weight_is_refused(weight: str, message: str) -> None:
    text = f"truth,score,w\n0,0.1,1.5\n1,0.7,{weight}\n0,0.4,1\n1,0.9,0.25\n"
    with pytest.raises(DataError, match=message):
        loaded(text, weight="w", positive="1", truth="truth", scores=("score",))


@pytest.mark.parametrize("name", ["pw", "sampweight", "fnlwgt", "Gewichtung", "iptw"])
@pytest.mark.parametrize("weights", [["3", "1", "2", "4"], ["2.5", "1", "0.5", "1.25"]])
def test_that_weights_of_rows_are_no_score(name: str, weights: list[str]) -> None:
    rows = zip("0101", ("0.1", "0.7", "0.4", "0.9"), weights, strict=True)
    found = loaded(f"truth,psa,{name}\n" + "".join(f"{','.join(row)}\n" for row in rows))
    assert found.proposal.roles.scores == ("psa",)
    if weights[0] == "3":
        assert f"Does '{name}' say how many each row stands for?" in found.proposal.question
    else:
        assert found.dataset is not None, found.proposal.question
        assert codes(found.dataset)["weight_not_whole"] is Level.WARNING


def test_that_weights_of_rows_alone_are_asked_about() -> None:
    found = loaded("truth,site,pw\n0,A,1.5\n1,B,2.5\n0,B,0.5\n1,A,3.5\n")
    assert "are the weights of rows, by their name: are they scores?" in found.proposal.question


@pytest.mark.parametrize("weights", [["61", "75", "80"], ["61.5", "75", "80.25"]])
def test_that_the_weight_of_persons_is_said_to_be_unused(weights: list[str]) -> None:
    rows = zip("010", ("0.1", "0.7", "0.4"), weights, strict=True)
    dataset = opened("truth,score,weight\n" + "".join(f"{','.join(row)}\n" for row in rows))
    (finding,) = (one for one in dataset.findings if one.code == "weight_unused")
    assert finding.level is Level.INFO
    assert "'weight' looks like the weight of persons, and is not used" in finding.text


def test_that_weights_are_used_where_those_of_the_used_rows_are_whole() -> None:
    text = "truth,score,w,site\n0,0.1,1.5,A\n1,0.7,2,B\n0,0.4,1,B\n1,0.9,5,B\n"
    dataset = opened(text, weight="w", positive="1", scores=("score",), subset='site == "B"')
    assert dataset.n_instances == 8


@pytest.mark.parametrize("cell", ["-1", "-0.5", "", "x", "1e20", "inf"])
def test_that_a_frequency_that_counts_nothing_is_refused_with_its_row(cell: str) -> None:
    text = f"score,disease,n\n1,0,33\n2,0,{cell}\n1,1,3\n2,1,2\n"
    with pytest.raises(DataError, match="row 2"):
        loaded(text, truth="disease", scores=("score",), weight="n")


def test_that_a_frequency_of_a_row_without_a_label_is_not_needed() -> None:
    dataset = opened("score,disease,n\n1,0,3\n2,,x\n1,1,3\n2,1,2\n", weight="n")
    assert dataset.n_instances == 8
    assert [one.code for one in dataset.exclusions] == ["missing_label"]


@pytest.mark.parametrize(
    "text",
    [
        "truth,count\n0,12\n1,40\n0,11\n1,39\n",  # what is counted is the marker
        "truth,score,n\n0,0.1,1\n1,0.2,2\n0,0.3,3\n",  # a row number
        "truth,score,freq\n0,0.1,1\n1,0.2,1\n0,0.3,1\n",  # each counts once
        "truth,score,cell_count\n0,0.1,4\n1,0.2,9\n0,0.3,7\n",
        "truth,score,weight\n0,0.1,61\n1,0.2,75\n0,0.3,80\n",  # of patients
        "truth,score,weight,height\n0,0.1,3,55\n1,0.2,19,99\n0,0.3,11,80\n",  # of children
    ],
)
def test_that_other_whole_numbers_are_no_frequencies(text: str) -> None:
    assert not loaded(text, truth="truth").proposal.roles.weight


def test_that_single_patients_with_a_number_called_n_are_asked_about() -> None:
    found = loaded("id,truth,score,n\na,0,0.1,3\nb,1,0.7,2\nc,0,0.4,4\nd,1,0.9,5\n")
    (reason,) = (one for one in found.proposal.reasons if one.role is Role.WEIGHT)
    assert reason.confidence is Confidence.GUESS


def test_that_frequencies_of_rows_with_a_score_a_class_are_refused_in_words() -> None:
    text = "truth,a,b,c,n\na,0.5,0.3,0.2,4\nb,0.2,0.6,0.2,2\nc,0.1,0.1,0.8,3\n"
    with pytest.raises(DataError, match="not with a score a class"):
        loaded(text, weight="n")


def test_that_the_choice_is_kept_with_the_import_choices() -> None:
    for weight in ("n", ""):
        found = loaded(GRADES, weight=weight)
        spec = ImportSpec.of(found.table, found.proposal.roles)
        assert ImportSpec.from_json(spec.to_json()).roles.weight == weight


def test_that_counts_may_have_separated_thousands() -> None:
    text = 'truth,call,freq\npos,pos,"1,265"\npos,neg,20\nneg,pos,30\nneg,neg,"12,170"\n'
    dataset = opened(text, positive="pos")
    assert dataset.matrix is not None
    assert dataset.matrix.counts.tolist() == [[12_170, 30], [20, 1265]]
    matrix = opened(",actual a,actual b\npredicted a,1'265,20\npredicted b,3,4'000\n", positive="a")
    assert matrix.matrix is not None
    assert matrix.matrix.n == 1265 + 20 + 3 + 4000
    counted = opened('score,n_pos,n_neg\n0.5,"1,265",3\n0.7,2,"30,000"\n')
    assert counted.n_instances == 31_270


def test_that_fractions_are_no_thousands() -> None:
    dataset = opened("truth,score,weight\n0,0.1,1.250\n1,0.2,2.375\n0,0.3,1.125\n")
    assert dataset.row_counts is None
    assert "weight_not_whole" in codes(dataset)
    with pytest.raises(DataError, match="no counts"):
        opened(
            ";actual a;actual b\npredicted a;1.265;2.500\npredicted b;3.125;4.750\n", positive="a"
        )


@pytest.mark.parametrize("name", ["weight", "Freq", "n"])
def test_that_a_weight_is_not_offered_where_rows_have_a_score_of_each_class(name: str) -> None:
    text = f"truth,p_a,p_b,p_c,{name}\na,0.7,0.2,0.1,2\nb,0.2,0.7,0.1,1\nc,0.1,0.2,0.7,3\n"
    found = loaded(text)
    assert found.dataset is not None, found.proposal.question
    assert found.proposal.roles.weight == ""
    assert found.dataset.n == 3
    assert codes(found.dataset)["weight_unused"] is Level.INFO


def test_that_an_offered_weight_beside_probabilities_of_two_classes_can_be_used() -> None:
    text = "truth,p_no,p_yes,weight\nno,0.75,0.25,2\nyes,0.25,0.75,3\nno,0.5,0.5,1\n"
    assert "'weight'" in loaded(text).proposal.question
    assert numbers(opened(text, weight="weight"))["n"] == 6
    assert numbers(opened(text, weight=""))["n"] == 3


def test_that_wide_tables_are_not_looked_through_for_combinations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = ",".join(f"g{place}" for place in range(9))
    rows = [",".join(f"0.{row}{place}" for place in range(9)) for row in range(200)]
    table = read(Source.from_bytes("a.csv", "\n".join([names, *rows, ""]).encode()))
    draft = Draft(table, [Profile(column) for column in table.columns], Roles(), Roles())
    monkeypatch.setattr(Profile, "labels", property(lambda one: pytest.fail(str(one))))
    assert 2 ** len(names.split(",")[1:]) > table.n_rows
    frequencies.set_apart(draft)
    assert draft.roles.weight is None
