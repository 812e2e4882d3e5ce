"""Development and evaluation: no interval of rows stands where subjects were drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalgui.core.counts import Counts
from evalgui.core.dataset import Dataset, Score
from evalgui.core.deciding import Development
from evalgui.core.intervals.proportions import wilson
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.gui import text
from evalgui.gui.dialogs.development import DevelopmentPage


@pytest.mark.parametrize("is_kept", [True, False])
@pytest.mark.parametrize("there", [Sampling.COHORT, Sampling.BY_SUBJECT])
@pytest.mark.parametrize("here", [Sampling.COHORT, Sampling.BY_SUBJECT])
def test_that_differences_take_no_rows_of_subjects_for_independent(qtbot, there, here, is_kept):
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
    page = DevelopmentPage(resolve(Inputs(data, score=0, threshold=4.0, development=before)))
    qtbot.addWidget(page)
    cells = [page.tree.topLevelItem(0).text(column) for column in range(6)]
    is_known = there is Sampling.COHORT or is_kept
    assert not math.isnan(float(cells[3].replace(",", ".").replace("\N{MINUS SIGN}", "-")))
    assert (cells[4:] == [text.UNDEFINED] * 2) == (not is_known)
    assert ("  " in cells[1]) == is_known  # limits stand behind the counts
    assert "  " in cells[2]
    assert ("counts alone are known" in page.note.text()) == (not is_known)
    units = "rows" if there is here is Sampling.COHORT else "subjects"
    assert (f"{units} are taken for independent" in page.note.text()) == is_known
    if there is Sampling.BY_SUBJECT and is_kept:  # 20 of 30 independent rows, and no 40 of 60
        low, high = wilson(20 * 40 / 60, 20, 0.95)
        assert text.interval(low, high) in cells[1]


def test_that_shares_of_weights_are_not_those_of_whole_numbers(qtbot):
    counts = np.array([[0, 1], [2, 0], [0, 4], [1, 0]])  # tenths: in all less than 1
    known = {"truth": np.empty(0, np.int8), "positive": 1, "row_counts": counts, "unit": 10.0}
    data = Dataset("new", ("no", "yes"), scores=(Score("s", np.arange(4.0)),), **known)
    before = Development("old", Counts(tp=0.2, fp=0.1, fn=0.1, tn=0.4), Sampling.COHORT, "2", {})
    page = DevelopmentPage(resolve(Inputs(data, score=0, threshold=2.0, development=before)))
    qtbot.addWidget(page)
    assert text.percent(0.3 / 0.8) in page.note.text()
    assert text.percent(0.5 / 0.8) in page.note.text()
