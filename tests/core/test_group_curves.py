"""The curves of groups: each that of its rows, the largest of many, and why others have none."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from evalgui.core.consequences.settings import Consequences
from evalgui.core.group_curves import ALL, MOST, group_curves
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import assess
from evalgui.io.meaning import Roles


def frame_of(n: int, n_sites: int) -> pd.DataFrame:
    rng = np.random.default_rng(8)
    score = rng.random(n).round(3)
    site = [f"{place:02}" for place in np.minimum(rng.geometric(0.15, n), n_sites)]
    return pd.DataFrame({"y": (rng.random(n) < score).astype(int), "s": score, "site": site})


def snapshot_of(frame: pd.DataFrame, *groups: str) -> Snapshot:
    table = read(Source.from_bytes("a.csv", frame.to_csv(index=False).encode()))
    dataset = assess(table, Roles(truth="y", positive="1", scores=("s",))).dataset
    return resolve(Inputs(dataset, consequences=Consequences(groups=groups)))


def test_that_the_largest_groups_have_the_curves_of_their_rows() -> None:
    frame = frame_of(800, 11)
    found = group_curves(snapshot_of(frame, "site"))
    assert found is not None
    sizes = frame.site.value_counts()
    assert [one.name for one in found.others] == sorted(sizes.index[:MOST])
    assert [one.place for one in found.others] == [int(one.name) - 1 for one in found.others]
    assert (found.name, found.n_more) == (ALL, len(sizes) - MOST)
    assert found.reason == (
        f"The {MOST} largest groups are drawn; left out: {', '.join(sizes.index[MOST:])}"
    )
    for one in found.others:
        rows = frame[frame.site == one.name]
        assert one.ranking.table.n == len(rows)
        assert one.ranking.value("roc_auc") == pytest.approx(roc_auc_score(rows.y, rows.s))
        assert one.intervals["roc_auc"].lower < one.ranking.value("roc_auc")
        assert one.rows == f'site == "{one.name}"'


def test_that_a_group_of_one_class_has_no_curve_and_is_named() -> None:
    frame = frame_of(200, 3)
    frame.loc[frame.site == "02", "y"] = 1
    found = group_curves(snapshot_of(frame, "site"))
    assert found is not None
    assert [one.name for one in found.others] == ["01", "03"]
    assert (found.n_more, found.reason) == (1, "No curve, with rows of one class at most: 02")


@pytest.mark.parametrize("groups", [(), ("nowhere",)])
def test_that_there_are_none_where_nobody_asked_or_there_are_no_groups(groups: list[str]) -> None:
    assert group_curves(snapshot_of(frame_of(60, 3), *groups)) is None


def test_that_the_work_is_given_up_between_groups() -> None:
    looked = []

    def look() -> None:
        looked.append(1)
        if len(looked) > 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        group_curves(snapshot_of(frame_of(200, 6), "site"), look)
    assert len(looked) == 3
