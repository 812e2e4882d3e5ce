"""Development and evaluation: no interval of rows stands where subjects were drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.deciding import Development
from evalgui.core.intervals.proportions import wilson
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.core.texts import Style, Text
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.assessing import frozen_of
from evalgui.render.text import fact_lines
from evalgui.results.topic import Beside
from evalgui.results.topics.development import DEVELOPMENT, development

STYLE = Style(MACHINE_LEARNING)


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("there", [Sampling.COHORT, Sampling.BY_SUBJECT])
@pytest.mark.parametrize("here", [Sampling.COHORT, Sampling.BY_SUBJECT])
def test_that_differences_take_no_rows_of_subjects_for_independent(there, here, is_kept):
    codes = np.repeat(np.arange(40, dtype=np.int32), 3)
    truth = (codes % 2).astype(np.int8)
    scores = (Score("s", truth * 1.5 + np.arange(120) % 7),)
    data = Dataset(
        *("new", ("no", "yes"), truth, 1, scores),
        subjects=Subjects((codes,), ("patient",)),
        sampling=here,
    )
    kept = dict.fromkeys(("TPR", "TNR", "FPR", "FNR", "PPV", "NPV", "ACC", "PPR"), 20.0)
    before = Development(
        "old", Counts(tp=40, fp=20, fn=20, tn=70), there, "4", kept if is_kept else {}
    )
    told = development(resolve(Inputs(data, score=0, threshold=4.0, development=before)))
    rates, is_known = told.table("rates"), there is Sampling.COHORT or is_kept
    area, sensitivity, *_others = rates.rows
    assert rates.cell(area, rates.columns[0]).reason.startswith("of the development the counts")
    cells = {column.id: rates.cell(sensitivity, column) for column in rates.columns}
    assert not math.isnan(cells["difference"].value)
    assert (cells["difference"].interval is None) == (cells["p"] is None) == (not is_known)
    assert (cells["development"].interval is not None) == is_known
    assert cells["evaluation"].interval is not None
    lines = "\n".join(fact_lines(told, STYLE))
    assert ("counts alone are known" in lines) == (not is_known)
    units = "rows" if there is here is Sampling.COHORT else "subjects"
    assert (f"{units} are taken for independent" in lines) == is_known
    if there is Sampling.BY_SUBJECT and is_kept:  # 20 of 30 independent rows, and no 40 of 60
        interval = cells["development"].interval
        limits = wilson(20 * 40 / 60, 20, 0.95)
        assert (interval.lower, interval.upper) == pytest.approx(limits, rel=1e-14)


def test_that_shares_of_weights_are_not_those_of_whole_numbers():
    counts = np.array([[0, 1], [2, 0], [0, 4], [1, 0]])  # tenths: in all less than 1
    known = {"truth": np.empty(0, np.int8), "positive": 1, "row_counts": counts, "unit": 10.0}
    data = Dataset("new", ("no", "yes"), scores=(Score("s", np.arange(4.0)),), **known)
    before = Development("old", Counts(tp=0.2, fp=0.1, fn=0.1, tn=0.4), Sampling.COHORT, "2", {})
    told = development(resolve(Inputs(data, score=0, threshold=2.0, development=before)))
    assert "0.375 there, 0.625 here" in "\n".join(fact_lines(told, STYLE))


def test_that_a_part_that_json_tells_of_is_named():
    told = {"threshold": 0.5, "higher_is_positive": True, "sampling": "cohort", "file": "a.csv"}
    told |= {"counts": dict.fromkeys(("tp", "fp", "fn", "tn"), 1), "subset": "age > 60"}
    by_hand = [{"reason": "a copy", "count": 2, "rows": [7, 3]}, {"rows": "none"}, 4]
    whole = frozen_of(told | {"set_aside_by_hand": by_hand}, "some.json").development
    assert whole.name == "a.csv [age > 60] without rows 3, 7"
    odd = {"subset": 3, "set_aside_by_hand": "many", "file": None}
    assert frozen_of(told | odd, "some.json").development.name == "some.json"


def test_that_differences_of_data_that_share_rows_have_neither_interval_nor_p_value():
    truth = (np.arange(60) % 2).astype(np.int8)
    data = Dataset("new", ("no", "yes"), truth, 1, (Score("s", truth + np.arange(60) % 3),))
    before = Development("old", Counts(tp=20, fp=9, fn=10, tn=21), Sampling.COHORT, "2")
    snapshot = resolve(Inputs(data, score=0, threshold=2.0, development=before))
    both = Text("share {n} rows", {"n": 12})
    for shared, is_sure in ((None, True), (Text(""), True), (both, False)):
        told = DEVELOPMENT.make(snapshot, Beside(shared=shared))
        rates, lines = told.table("rates"), "\n".join(fact_lines(told, STYLE))
        for row in rates.rows[1:]:
            cells = {column.id: rates.cell(row, column) for column in rates.columns}
            gap = cells["evaluation"].value - cells["development"].value
            assert cells["difference"].value == pytest.approx(gap)
            assert (cells["difference"].interval is not None) == is_sure
            assert (cells["p"] is not None) == is_sure
        assert ("both are of one file and share 12 rows" in lines) != is_sure
        assert ("share none" in lines) == (shared == Text(""))
    assert DEVELOPMENT.make(resolve(Inputs(data)), Beside()) is None


def test_that_areas_are_compared_where_both_data_are_at_hand():
    truth = (np.arange(80) % 2).astype(np.int8)
    rng = np.random.default_rng(7)
    old, new = (
        resolve(Inputs(Dataset(name, ("no", "yes"), truth, 1, (Score("s", values),)), score=0))
        for name, values in (("old", truth + rng.normal(size=80)), ("new", rng.normal(size=80)))
    )
    before = Development.of("old", old.point, Sampling.COHORT, "0.5")
    here = resolve(Inputs(new.dataset, score=0, threshold=0.5, development=before))
    rates = development(here, None, old).table("rates")
    cells = {column.id: rates.cell(rates.rows[0], column) for column in rates.columns}
    areas = [roc_auc_score(truth, one.score.values) for one in (old, new)]
    found = [cells[name].value for name in ("development", "evaluation", "difference")]
    assert found == pytest.approx([*areas, areas[1] - areas[0]])
    assert cells["development"].interval.is_defined
    variances = [one.ranking.ranked.area.variance for one in (old, new)]
    z = (areas[1] - areas[0]) / math.sqrt(sum(variances))
    assert cells["p"].value == pytest.approx(2 * norm.sf(abs(z)))
    shared = development(here, Text("share 3 rows"), old).table("rates")
    gap = shared.cell(shared.rows[0], shared.columns[2])
    assert gap.interval is None
    assert gap.value == pytest.approx(areas[1] - areas[0])
