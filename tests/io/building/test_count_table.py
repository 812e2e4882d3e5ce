"""Count tables: what makes one, what it counts, and what is no count."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalgui.core.checks import Level
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.core.tabulation import tabulate
from evalgui.io.building.assembly import build
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load, load_source
from evalgui.io.meaning.column_names import counted_class
from evalgui.io.meaning.roles import Roles
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.io.samples import sample_by_id
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.import_log import log_lines, log_of
from evalgui.io.writers.inspection import inspect
from evalgui.render.json import facts

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded

FORMATS = Path(__file__).resolve().parents[3] / "resources" / "reference" / "formats"
THARWAT = sample_by_id("tharwat-2018").path

# By the tenths in which the twenty scores of tharwat-2018, Table 1, lie: (positives, negatives).
TENTHS = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (2, 1), 5: (0, 2), 6: (2, 0), 7: (1, 1), 8: (2, 0)}


def loaded(text: str, **roles: Any) -> Loaded:
    return load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**roles))


def opened(text: str, **roles: Any) -> Dataset:
    found = loaded(text, **roles)
    assert found.dataset is not None, found.proposal.question
    return found.dataset


def counts(dataset: Dataset) -> list[list[int]]:
    """Return positives and negatives of each row."""
    of_rows = dataset.counts_of_rows()
    assert of_rows is not None
    pairs: list[list[int]] = np.stack(of_rows, axis=1).tolist()
    return pairs


def codes(dataset: Dataset) -> dict[str, int | None]:
    return {finding.code: finding.count for finding in dataset.findings}


# ---------------------------------------------------------------------------- the samples


def test_that_the_counted_textbook_is_the_textbook_in_every_number() -> None:
    counted, single = load(FORMATS / "count_table.csv").dataset, load(THARWAT).dataset
    assert counted is not None
    assert single is not None
    assert (counted.classes, counted.positive_class) == (("negative", "positive"), "positive")
    assert (counted.n, counted.n_instances) == (20, 20)
    one, other = rank(counted, 0), rank(single, 0)
    for metric in RANKING_METRICS:
        assert one.measured[metric.id] == other.measured[metric.id]
    assert one.value("roc_auc") == 17 / 25
    for name in ("ascending", "tp_column", "fp_column"):
        assert (
            getattr(one.table.steps, name).tobytes() == getattr(other.table.steps, name).tobytes()
        )
    eer = one.equal_error_rate
    assert (eer.value, eer.threshold, eer.low, eer.high) == (0.4, 0.45, 0.4, 0.4)
    for probability in PROBABILITY_METRICS:
        expected = other.value(probability.id)
        assert one.value(probability.id) == pytest.approx(expected, rel=1e-14)


def test_that_a_binned_table_has_the_lower_edge_as_score() -> None:
    found = load(FORMATS / "binned_count_table.csv")
    dataset = found.dataset
    assert dataset is not None
    assert found.proposal.roles.scores == ("bin_low",)
    assert counts(dataset) == [list(pair) for pair in TENTHS.values()]
    (score,) = dataset.scores
    assert score.values.tolist() == [tenth / 10 for tenth in TENTHS]
    ranking = rank(dataset, 0)
    # 40 + 19 + 36 + 0 + 26 + 9 + 4 + 1 of 200, from the highest tenth to the lowest
    assert ranking.table.twice_mann_whitney_u == 135
    assert ranking.value("roc_auc") == 135 / 200
    assert not ranking.are_probabilities
    at = ranking.table.counts_at(0.5)
    assert (at.tp, at.fp, at.fn, at.tn) == (5, 3, 5, 7)
    (finding,) = dataset.findings
    assert (finding.code, finding.level) == ("binned_scores", Level.INFO)
    assert "thresholds inside of a bin cannot be attained" in finding.text


@pytest.mark.parametrize("scores", [(), ("bin_low",), ("bin_high",)])
def test_that_the_upper_edge_is_the_score_where_lower_is_positive(scores: tuple[str, ...]) -> None:
    path = FORMATS / "binned_count_table.csv"
    dataset = load(path, roles=Roles(higher_is_positive=False, scores=scores)).dataset
    assert dataset is not None
    (score,) = dataset.scores
    assert (score.name, score.higher_is_positive) == ("bin_high", False)
    at = tabulate(dataset, score).counts_at(0.5)  # the bins below 0.5, whole
    assert (at.tp, at.fp) == (5, 7)
    other = resolve(Inputs(dataset, positive=0, threshold=0.5))
    assert other.score is not None
    assert (other.score.name, other.score.higher_is_positive) == ("bin_low", True)
    assert other.point is not None
    assert (other.point.counts.tp, other.point.counts.fp) == (3, 5)


# ------------------------------------------------------------------------- what makes one


@pytest.mark.parametrize(
    ("header", "classes"),
    [
        ("score,n_positive,n_negative", ("positive", "negative")),
        ("score,n_pos,n_neg", ("pos", "neg")),
        ("Score,Positives,Negatives", ("positive", "negative")),
        ("score,n_genuine,n_impostor", ("genuine", "impostor")),
        ("score,genuine_count,impostor_count", ("genuine", "impostor")),
        ("score,count_target,count_non_target", ("target", "nontarget")),
        ("score,nTarget,nNontarget", ("target", "nontarget")),
        ("score,number of mated,number of non-mated", ("mated", "nonmated")),
        ("value,npos,nneg", ("pos", "neg")),
        ("score,genuine,impostor", ("genuine", "impostor")),
        ("rating,diseased,healthy", ("diseased", "healthy")),
        ("rating,malignant,benign", ("malignant", "benign")),
        ("Rating,krank,gesund", ("krank", "gesund")),
        ("Note,malades,sains", ("malades", "sains")),
        ("Score,n dead,n alive", ("n dead", "n alive")),
        ("score,non-mated,mated", ("mated", "non-mated")),
        ("category,disease +,disease -", ("disease +", "disease -")),
        ("Score,Positive,Negative", ("Positive", "Negative")),
    ],
)
def test_that_a_header_makes_a_count_table(header: str, classes: tuple[str, str]) -> None:
    dataset = opened(f"{header}\n0.3125,12,40177\n0.5,100,3\n")
    assert (dataset.positive_class, dataset.negative_class) == classes
    swapped = "non-mated,mated" in header
    assert counts(dataset) == ([[40177, 12], [3, 100]] if swapped else [[12, 40177], [100, 3]])
    assert [column.text(0) for column in dataset.columns] == ["0.3125", "12", "40177"]


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        ("score,genuine,impostor", ("0.3,1,0", "0.5,0,1", "0.6,1,0")),  # marks, one of them 1
        ("score,genuine,impostor", ("0.3,0.75,0.25", "0.5,0.5,0.5")),  # probabilities
        ("score,genuine,impostor", ("0.3,2,1", "0.3,4,1", "0.6,1,0")),  # a score twice
        ("id,abnormal,normal", ("1,12,88", "2,7,93", "3,50,50")),  # cells of each patient
        ("id,malignant,benign", ("1,12,88", "2,7,93", "3,50,50")),
        ("group,diseased,healthy,percent", ("a,12,88,12", "b,7,93,7", "c,50,60,45")),
        ("group,diseased,healthy,Row total", ("a,12,88,100", "b,7,93,100", "c,50,60,110")),
        ("age,weight,case,control", ("30,70,2,3", "40,80,4,5")),  # which is the score?
    ],
)
def test_that_columns_called_as_classes_count_them_on_evidence_only(
    header: str, rows: tuple[str, ...]
) -> None:
    found = loaded("\n".join([header, *rows, ""]))
    assert not found.proposal.roles.is_count_table


def test_that_totals_of_a_count_table_are_not_counted() -> None:
    text = "rating,diseased,healthy,total\n1,3,33,36\n2,2,6,8\n3,35,5,40\nTotal,40,44,84\n"
    dataset = opened(text)
    assert counts(dataset) == [[3, 33], [2, 6], [35, 5]]
    assert [(one.code, one.rows.tolist()) for one in dataset.exclusions] == [("total_row", [4])]


@pytest.mark.parametrize(
    "header",
    [
        "score,positive,other",
        "score,n_true,n_false",
        "score,n_rows,n_columns",
        "score,n_positive,n_positives",
        "score,tp,fp",
    ],
)
def test_that_other_names_make_none(header: str) -> None:
    found = loaded(f"{header}\n0.3125,12,40177\n0.5,100,3\n0.6,1,4\n")
    assert not found.proposal.roles.is_count_table


def test_that_a_table_with_a_truth_is_none() -> None:
    text = "label,score,n_pos,n_neg\npos,0.5,3,4\nneg,0.1,5,6\npos,0.4,1,1\n"
    dataset = opened(text, scores=("score",))
    assert (dataset.row_counts, dataset.n) == (None, 3)


def test_that_the_user_may_say_that_it_is_none() -> None:
    text = "group,score,n_pos,n_neg\na,0.5,3,4\nb,0.1,5,6\na,0.4,1,1\n"
    assert counts(opened(text)) == [[3, 4], [5, 6], [1, 1]]
    dataset = opened(text, truth="group", positive="a", scores=("score",), predicted="")
    assert (dataset.row_counts, dataset.classes) == (None, ("a", "b"))


def test_that_columns_of_any_name_can_be_chosen() -> None:
    text = "s,hits,misses\n0.5,3,4\n0.1,5,6\n"
    dataset = opened(text, n_positive="hits", n_negative="misses")
    assert dataset.classes == ("misses", "hits")
    assert counts(dataset) == [[3, 4], [5, 6]]
    assert dataset.scores[0].name == "s"
    turned = opened(text, n_positive="hits", n_negative="misses", positive="misses")
    assert turned.positive_class == "misses"
    assert counts(turned) == [[4, 3], [6, 5]]


def test_that_one_column_of_counts_finds_the_other() -> None:
    dataset = opened("s,hits,n_neg\n0.5,3,4\n0.1,5,6\n", n_positive="hits")
    assert dataset.classes == ("neg", "hits")
    asked = loaded("s,hits,others\n0.5,3,4\n0.1,5,6\n", n_positive="hits")
    assert "Which column counts the negatives?" in asked.proposal.question


def test_that_several_numbers_are_asked_about() -> None:
    found = loaded("first,second,n_pos,n_neg\n1,2,3,4\n2,3,4,5\n")
    cells = "'first' holds '1' and '2'; 'second' holds '2' and '3'."
    assert found.proposal.question == f"Which of 'first' and 'second' is the score? {cells}"
    assert found.proposal.roles.scores == ("first",)


def test_that_a_truth_and_counts_together_are_refused() -> None:
    with pytest.raises(DataError, match="either one class or counts of both"):
        loaded("a,b,c\nx,1,2\ny,2,3\n", truth="a", n_positive="b", n_negative="c")


@given(st.text(max_size=20))
def test_that_any_name_counts_a_class_or_none(name: str) -> None:
    found = counted_class(name)
    assert found is None or found[1].isalpha()


# ---------------------------------------------------------------------------- what it counts


def _parquet(table: pa.Table) -> bytes:
    target = io.BytesIO()
    pq.write_table(table, target)
    return target.getvalue()


TABLE = pa.table(
    {
        "score": pa.array([0.25, 0.5, 0.75], pa.float32()),
        "n_positive": pa.array([1, 0, 10**12], pa.int64()),
        "n_negative": pa.array([10**12, 5, 2], pa.uint64()),
    }
)


@pytest.mark.parametrize(
    "data",
    [
        _parquet(TABLE),
        b"score;n_positive;n_negative\n0,25;1;1000000000000\n0,5;0;5\n0,75;1000000000000;2\n",
        gzip.compress(b"score n_positive n_negative\n.25 1 1e12\n.5 0 5\n.75 1e12 2\n"),
        json.dumps(TABLE.to_pylist()).encode(),
    ],
    ids=["parquet", "decimal comma", "gzip", "json"],
)
def test_that_any_reader_brings_a_count_table(data: bytes) -> None:
    dataset = load_source(Source.from_bytes("a", data)).dataset
    assert dataset is not None
    assert counts(dataset) == [[1, 10**12], [0, 5], [10**12, 2]]
    ranking = rank(dataset, 0)
    n_positive, n_negative = 10**12 + 1, 10**12 + 7
    assert (ranking.table.n_positive, ranking.table.n_negative) == (n_positive, n_negative)
    twice = 10**12 * (2 * (10**12 + 5) + 2) + 10**12
    assert ranking.table.twice_mann_whitney_u == twice
    assert ranking.value("roc_auc") == twice / (2 * n_positive * n_negative)


def test_that_repeated_scores_add_up_and_missing_ones_are_told() -> None:
    dataset = opened("distance,n_genuine,n_impostor\n0.1,5,1\n0.5,1,9\n,1,2\n0.1,4,4\n0.3,0,0\n")
    (score,) = dataset.scores
    assert not score.higher_is_positive
    table = tabulate(dataset, score)
    assert (table.n_positive, table.n_negative, table.n_missing) == (10, 14, 3)
    assert table.counts_at(0.1).tp == 9
    assert codes(dataset) == {"missing_score": 1, "repeated_scores": 1}
    assert "2 of 'impostor', 1 of 'genuine'" in dataset.findings[0].text


def test_that_rows_that_are_set_aside_need_no_count() -> None:
    text = "score,n_pos,n_neg\n0.5,10,10\n0.4,x\n0.2,7,20,3\n0.1,9,9\n"
    dataset = opened(text)
    assert counts(dataset)[0] == [10, 10]
    assert dataset.n + sum(one.count for one in dataset.exclusions) == 4
    assert dataset.file_rows is not None
    assert dataset.file_rows.tolist() == [1, 4]


def test_that_odd_counts_are_said() -> None:
    against = opened("score,n_pos,n_neg\n0.1,50,1\n0.9,1,50\n")
    assert "reversed_score" in codes(against)
    assert "reversed_score" not in codes(
        opened("score,n_pos,n_neg\n0.1,50,1\n0.9,1,50\n", higher_is_positive=False)
    )
    one = opened("score,n_pos,n_neg\n0.1,50,0\n0.9,100,0\n")
    assert codes(one) == {"one_class": 150, "few_per_class": 0}
    assert codes(opened("score,n_pos,n_neg\n1,50,9\n1,9,50\n"))["constant_score"] == 2


def test_that_bins_that_overlap_are_said_and_reversed_ones_refused() -> None:
    header = "bin_low,bin_high,n_pos,n_neg\n"
    overlapping = opened(header + "0,1,9,9\n0.5,2,9,9\n2,3,9,9\n2,3,9,9\n")
    assert codes(overlapping)["bins_overlap"] == 1
    assert "bins_overlap" not in codes(opened(header + "0,1,9,9\n1,2,9,9\n0,1,9,9\n"))
    with pytest.raises(DataError, match=r"lower edge above the upper one: row 2 \(line 3\)"):
        opened(header + "0,1,9,9\n3,2,9,9\n")


def test_that_half_a_bin_is_no_score_in_either_direction() -> None:
    dataset = opened("bin_low,bin_high,n_pos,n_neg\n0,1,9,9\n,2,8,7\n2,,6,5\n")
    assert rank(dataset, 0).table.n_missing == rank(dataset, 0, 0).table.n_missing == 26


def test_that_a_score_beside_bins_can_be_chosen() -> None:
    text = "middle,bin_low,bin_high,n_pos,n_neg\n0.5,0,1,9,9\n1.5,1,2,9,8\n"
    assert opened(text).scores[0].name == "bin_low"
    chosen = opened(text, scores=("middle",))
    assert (chosen.scores[0].name, chosen.scores[0].other_edge) == ("middle", None)


# ---------------------------------------------------------------------------- what is none


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("", "1 count is missing"),
        ("-1", "1 count is negative"),
        ("2.5", "1 count is not a whole number"),
        ("inf", "1 count is not a whole number"),
        ("many", "1 count is not a number"),
        ("12,34,5", "1 count is not a number"),
        ("9007199254740992", "1 count is too large to be exact"),
    ],
)
def test_that_no_count_is_refused_with_its_place(cell: str, words: str) -> None:
    text = f"score\tn_pos\tn_neg\n0.1\t1\t2\n0.2\t3\t{cell}\n0.3\t5\t6\n"
    with pytest.raises(DataError) as refusal:
        opened(text)
    assert refusal.value.message == f"{words}: row 2 (line 3)"
    assert refusal.value.where == "a.csv, column 'n_neg'"
    assert "0 where there is nothing to count" in refusal.value.hint


def test_that_many_refused_counts_are_listed_shortly() -> None:
    text = "score,n_pos,n_neg\n" + "0.1,-2,4\n" * 7 + "0.2,1,1\n" * 9
    with pytest.raises(DataError, match=r"7 counts are negative: row 1 \(line 2\), .* and 2 more"):
        opened(text)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("0.1,0,0\n0.2,0,0\n", "every count is 0"),
        (
            "0.1,9007199254740990,1\n0.2,1,1\n",
            f"add up to more than {grouped(9_007_199_254_740_992)}",
        ),
        (
            "0.1,9007199254740991,0\n" * 2000,
            f"add up to more than {grouped(9_007_199_254_740_992)}",
        ),
    ],
)
def test_that_totals_must_be_exact(rows: str, words: str) -> None:
    with pytest.raises(DataError, match=words):
        opened("score,n_pos,n_neg\n" + rows)


def test_that_the_largest_total_is_counted() -> None:
    dataset = opened("score,n_pos,n_neg\n0.1,9007199254740990,0\n0.2,1,1\n")
    assert dataset.n_instances == 2**53


def test_that_roles_must_be_whole() -> None:
    table = loaded("score,n_pos,n_neg\n0.1,1,2\n0.2,3,4\n").table
    with pytest.raises(DataError, match="no column counts the negatives"):
        build(table, Roles(scores=("score",), n_positive="n_pos"))
    with pytest.raises(DataError, match="one column cannot be two"):
        build(table, Roles(scores=("score",), n_positive="n_pos", n_negative="n_pos"))
    strange = Roles(scores=("score",), positive="z", n_positive="n_pos", n_negative="n_neg")
    with pytest.raises(DataError, match="no class 'z'"):
        build(table, strange)
    with pytest.raises(DataError, match="no column of numbers"):
        build(table, Roles(n_positive="n_pos", n_negative="n_neg"))


# ---------------------------------------------------------------------------------- reports


def test_that_inspect_tells_rows_from_what_they_count(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("score,n_positive,n_negative\n0.3125,12,40177\n0.5,100,3\n,1,2\n")
    found = inspect([path]).as_json()
    assert (found["status"], found["rows_total"], found["rows_used"]) == ("loaded", 3, 2)
    assert found["rows_excluded"] == {"missing_score": 1}
    assert found["class_counts"] == {"negative": 40180, "positive": 112}
    assert found["n"] == 40292
    twice = 100 * (2 * 40177 + 3) + 12 * 40177
    assert found["auc"] == twice / (2 * 112 * 40180)
    roles = {"n_positive": 1, "n_negative": "n_negative", "score": 0}
    assert inspect([path], json.dumps(roles)).as_json()["auc"] == found["auc"]
    refusal = inspect([path], json.dumps({"bins": [0]})).as_json()
    assert "'bins' has to be a list of two columns" in refusal["message"]


def test_that_inspect_takes_bins_by_their_columns(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("a,b,n_pos,n_neg\n0,1,5,5\n1,2,6,5\n")
    found = inspect([path], json.dumps({"bins": [0, "b"]})).as_json()
    assert [one["code"] for one in found["warnings"]] == ["binned_scores"]


@pytest.mark.parametrize("name", ["count_table.csv", "binned_count_table.csv"])
def test_that_choices_about_a_count_table_can_be_used_again(name: str) -> None:
    found = load(FORMATS / name)
    spec = ImportSpec.from_json(ImportSpec.of(found.table, found.proposal.roles).to_json())
    assert spec.roles == found.proposal.roles
    assert spec.roles.is_count_table
    again = load(FORMATS / name, recall=lambda _signature: spec).dataset
    assert again is not None
    assert found.dataset is not None
    assert counts(again) == counts(found.dataset)
    assert spec.roles.fitting(found.table.names) == spec.roles
    none = spec.roles.fitting(["something"])
    assert (none.is_count_table, none.bins, none.scores) == (False, (), ())


def test_that_the_log_counts_instances() -> None:
    text = "score,n_genuine,n_impostor\n0.1,50,1\n,1,2\n0.9,100,7\n"
    log = log_of(loaded(text))
    told = facts(log)
    assert (told["rows_read"], told["rows_used"]) == (3, 3)
    assert told["by_class"] == {"impostor": 10, "genuine": 151}
    assert list(told["without_score"].values()) == [{"impostor": 2, "genuine": 1}]
    assert told["roles"]["n_positive"] == "n_genuine"
    assert ["genuine", "genuine", "151", "1"] in [line.split() for line in log_lines(log)]


def test_that_a_missing_score_may_be_the_worst_or_a_mistake() -> None:
    text = "score,n_pos,n_neg\n0.1,50,1\n,10,20\n0.9,100,7\n"
    worst = opened(text, missing_scores="worst")
    table = tabulate(worst, worst.scores[0])
    assert (table.n_missing, table.counts_at(0.1).fn, table.counts_at(0.1).tn) == (0, 10, 20)
    assert codes(worst) == {"missing_score": 1}
    with pytest.raises(DataError, match="1 rows have no score"):
        opened(text, missing_scores="refuse")
    binned = opened("bin_low,bin_high,n_pos,n_neg\n0,1,9,9\n,2,8,7\n", missing_scores="worst")
    for positive in (0, 1):
        ranking = rank(binned, 0, positive)
        assert ranking.table.n_missing == 0
        finite = ranking.table.counts_at(0.0 if positive else 1.0)
        assert (finite.fn, finite.tn) == ((8, 7) if positive else (7, 8))


def test_that_a_subset_chooses_among_the_rows() -> None:
    text = "site,score,n_pos,n_neg\nA,0.1,50,10\nB,0.5,10,20\nA,0.9,100,7\n"
    dataset = opened(text, subset='site == "A"')
    assert (dataset.n, dataset.n_instances, dataset.subset) == (2, 167, 'site == "A"')
    assert codes(dataset)["not_in_subset"] == 1


def test_that_an_evaluation_counts_instances() -> None:
    dataset = opened("score,n_positive,n_negative\n0.3125,12,40177\n0.5,100,3\n,1,2\n")
    numbers = evaluation(resolve(Inputs(dataset, threshold=0.5)))
    assert numbers["counts"] == {"tp": 100, "fp": 3, "fn": 12, "tn": 40177}
    assert (numbers["n"], numbers["n_missing"]) == (40292, 3)
    assert (numbers["n_rows"], numbers["rows_in_file"]) == (3, 3)
