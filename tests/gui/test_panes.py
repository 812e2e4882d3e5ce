"""What a pane says of why it is not there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from evalgui.core.confusion import ConfusionMatrix
from evalgui.core.snapshot import EMPTY, Inputs, Snapshot, resolve
from evalgui.gui.panes import PANES
from tests.gui.models.tables import make_classes, make_dataset, snapshot_of

MATRIX = ConfusionMatrix(("a", "b", "c"), np.array([[5, 1, 0], [2, 7, 1], [0, 0, 3]]))
ROWS = make_classes((), (), MATRIX.classes)
COUNTED = replace(ROWS, matrix=MATRIX, predicted=None, columns=())


def lacking(snapshot: Snapshot) -> dict[str, str]:
    return {pane.id: pane.lacks(snapshot) for pane in PANES if pane.lacks(snapshot)}


def test_that_a_pane_says_why_it_is_not_there() -> None:
    assert set(lacking(EMPTY)) == {pane.id for pane in PANES} - {"start", "criteria"}
    middle = {"start", "large_confusion"}
    assert set(lacking(snapshot_of(make_dataset(), 0.5))) == {"classes", "row", *middle}
    of_classes = lacking(resolve(Inputs(make_classes())))
    of_scores = {"rules", "decision", "measures_plot", "people"}
    assert set(of_classes) == {*of_scores, "confusion", "row", "start"}
    assert "score" in of_classes["decision"]
    counted = lacking(resolve(Inputs(COUNTED)))
    assert "no rows" in counted["predictions"]


def test_that_what_needs_a_threshold_goes_with_it() -> None:
    whole = snapshot_of(make_dataset(), 0.5)
    assert {"rules", "decision"} <= set(lacking(replace(whole, ranking=None)))
    assert "metrics" in lacking(replace(whole, point=None))
