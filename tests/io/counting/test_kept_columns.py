"""Count tables keep columns: their groups are those of the rows."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from evalgui.core.errors import DataError
from evalgui.core.groups import groups_of, snapshots_by
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.assessing.open_questions import answered
from evalgui.io.bytes.source import Source
from evalgui.io.counting.bins import Bins
from evalgui.io.counting.count import Counting, count
from evalgui.io.counting.kept_columns import MOST_COMBINED, KeptColumns
from evalgui.io.layouts.counted import Counted
from evalgui.io.loading import load_source
from evalgui.io.meaning import Roles

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Interval

_ROLES = Roles(truth="label", scores=("similarity",), positive="genuine", higher_is_positive=True)
_LOWER = replace(_ROLES, higher_is_positive=False)
_COLUMNS = ("site", "age", "dose", "male", "day", "when", "self", "bin", "Score", "n_positive")
_TEXTS = ["A", "B ", " B", "C, d", "\u00fc\"'x", "", "NA", None]
_ROW = st.tuples(
    st.booleans(),
    st.sampled_from([-1.5, -0.0, 0.0, 0.25, 0.5, 0.75, 1.0, math.inf, -math.inf, math.nan, None]),
    st.sampled_from(_TEXTS),
    st.sampled_from([0, 1, 12, None]),
    st.sampled_from([0.5, 1e-7, math.nan, None]),
    st.sampled_from([True, False, None]),
    st.sampled_from([dt.date(2024, 2, 29), dt.date(2025, 1, 1), None]),
    st.sampled_from([dt.datetime(2024, 2, 29, 23, 59, 1, tzinfo=dt.UTC), None]),
)


def _table(rows) -> pa.Table:
    truth, score, *kept = (list(column) for column in zip(*rows, strict=True))
    kinds: list[Any] = [pa.string(), pa.int64(), pa.float64(), pa.bool_(), pa.date32()]
    kinds.append(pa.timestamp("us", "Europe/Berlin"))
    columns: list[Any] = [pa.array(column, kind) for column, kind in zip(kept, kinds, strict=True)]
    more: list[Any] = [pa.array([place % 3 for place in range(len(rows))])] * 4
    names = ["genuine" if one else "impostor" for one in truth]
    known: list[Any] = [pa.array(names), pa.array(score, pa.float64())]
    return pa.table([*known, *columns, *more], names=["label", "similarity", *_COLUMNS])


def _opened(path, roles=None) -> Dataset:
    source = Source.from_bytes(path.name, path.read_bytes())
    return answered(load_source(source, roles=roles or Roles()))


def _limits(dataset: Dataset, rate: str) -> Interval:
    point = resolve(Inputs(dataset, threshold=0.5)).point
    assert point is not None
    return point.all_intervals[rate]


@settings(max_examples=6, deadline=None)
@given(st.lists(_ROW, min_size=2, max_size=60), st.booleans(), st.sampled_from([0, 1, 3]))
def test_that_groups_of_counts_are_those_of_rows(tmp_path_factory, rows, higher, n_bins) -> None:
    rows = [(True, 0.5, *rows[0][2:]), (False, 0.25, *rows[1][2:]), *rows]
    folder = tmp_path_factory.mktemp("kept")
    parquet.write_table(_table(rows), folder / "rows.parquet")
    roles, out = _ROLES if higher else _LOWER, folder / "counts.parquet"
    asked = Counting(roles, by=_COLUMNS, is_exact=not n_bins, n_bins=max(n_bins, 1))
    said = count([folder / "rows.parquet"], out, asked)
    names = dict(zip(_COLUMNS, said.by, strict=True))
    assert [names[one] for one in _COLUMNS[-3:]] == ["bin_", "Score_", "n_positive_"]
    whole, counted = _opened(folder / "rows.parquet", roles), _opened(out)
    assert not {"repeated_scores", "bins_overlap"} & {one.code for one in counted.findings}
    edges = np.unique(counted.scores[0].values)
    for threshold in edges[np.isfinite(edges)]:
        shown = [resolve(Inputs(one, threshold=float(threshold))) for one in (whole, counted)]
        for column in _COLUMNS:
            of_rows, of_counts = (
                {
                    group.name: there.point and there.point.counts
                    for group, there in snapshots_by(one, name)
                }
                for one, name in zip(shown, (column, names[column]), strict=True)
            )
            assert of_rows == of_counts
        if threshold == edges[-1]:
            crossed = [
                [
                    (group.parts, dict(zip(group.dataset.classes, sizes, strict=True)))
                    for group in found
                    for sizes in [group.dataset.class_sizes.tolist()]
                ]
                for found in (
                    groups_of(whole, "site", "male"),
                    groups_of(counted, "site", "male"),
                )
            ]
            assert crossed[0] == crossed[1]


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """Rows of two systems with scales of their own, and of two sides with groups."""
    rng = np.random.default_rng(3)
    n = 4000
    genuine = rng.random(n) < 0.3
    system = rng.choice(["one", "two"], n)
    score = np.round(rng.normal(size=n) + genuine, 2) * np.where(system == "one", 1, 0.37)
    path = tmp_path_factory.mktemp("rows") / "rows.parquet"
    columns: dict[str, Any] = {
        "label": np.where(genuine, "genuine", "impostor"),
        "similarity": score,
        "system": system,
        "patient": rng.integers(0, 40, n),
        **{name: rng.choice(["F", "M"], n) for name in ("probe_group", "reference_group")},
    }
    parquet.write_table(pa.table(columns), path)
    return path


def test_that_bins_of_groups_have_the_same_ends_and_no_other_counts(rows, tmp_path) -> None:
    out, roles = tmp_path / "counts.parquet", replace(_ROLES, subjects=())
    said = count([rows], out, Counting(roles, by=("system",), n_bins=50))
    assert said.bins is not None
    numbers = Bins.from_json(said.bins).of(parquet.read_table(rows)["similarity"].to_numpy())
    whole, counted = _opened(rows, roles), _opened(out)
    score = counted.scores[0]
    assert score.other_edge is not None
    assert len(np.unique(score.values)) == len(np.unique(numbers)) < len(score.values)
    for threshold in np.unique(score.values):
        found, true = (resolve(Inputs(one, threshold=threshold)).point for one in (counted, whole))
        assert found is not None
        assert true is not None
        assert found.counts == true.counts


def test_that_a_part_has_the_ends_of_its_own_bins(rows, tmp_path) -> None:
    out, roles = tmp_path / "counts.parquet", replace(_ROLES, subjects=())
    count([rows], out, Counting(roles, by=("system",), n_bins=50))
    part = _opened(out, Roles(subset="system == 'two'"))
    table = parquet.read_table(rows).to_pandas()
    smallest = table.similarity[table.system == "two"].min()
    assert part.scores[0].values.min() == smallest > table.similarity.min()


def test_that_columns_of_subjects_are_subjects_or_said_to_be_lost(rows, tmp_path) -> None:
    out, roles = tmp_path / "counts.parquet", replace(_ROLES, subjects=("patient",))
    count([rows], out, Counting(roles, by=("patient",), is_exact=True))
    whole, counted = _opened(rows, roles), _opened(out)
    assert counted.sampling == whole.sampling == "by-subject"
    for rate in ("TPR", "TNR"):
        of_rows, of_counts = (_limits(one, rate) for one in (whole, counted))
        assert of_rows.method == of_counts.method
        assert of_rows[2:4] == pytest.approx(of_counts[2:4], rel=1e-12)
    said = count([rows], out, Counting(roles, is_exact=True))
    assert any("too short" in note for note in said.notes)
    assert any("too short" in one.text for one in _opened(out).findings)


def test_that_how_rows_were_sampled_is_kept(rows, tmp_path) -> None:
    out, roles = tmp_path / "counts.parquet", replace(_ROLES, subjects=())
    count([rows], out, Counting(roles, is_exact=True))
    assert _opened(out).sampling == _opened(rows, roles).sampling == "case-control"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("similarity", "is the score"),
        ("label", "is the truth"),
        ("sites", "there is no column"),
    ],
)
def test_that_what_is_no_column_of_groups_is_refused(rows, tmp_path, name, words) -> None:
    with pytest.raises(DataError, match=words):
        count([rows], tmp_path / "counts.parquet", Counting(_ROLES, by=(name,)))
    assert not list(tmp_path.iterdir())


def test_that_lists_are_no_groups(tmp_path) -> None:
    path = tmp_path / "rows.parquet"
    columns: dict[str, Any] = {
        "label": ["genuine", "impostor"],
        "similarity": [0.5, 0.25],
        "site": [[1], [2]],
    }
    parquet.write_table(pa.table(columns), path)
    with pytest.raises(DataError, match="no groups"):
        count([path], tmp_path / "counts.parquet", Counting(_ROLES, by=("site",)))


def test_that_the_size_is_told_and_refused_beyond_what_is_made(rows, tmp_path) -> None:
    told: list[str] = []
    asked = Counting(_ROLES, by=("patient", "system"), n_bins=10)
    count([rows], tmp_path / "counts.parquet", asked, None, told.append)
    assert told == ["80 groups by 'patient' and 'system': a count table of at most 1\u202f120 rows"]
    kept = KeptColumns({"site": "site"})
    with pytest.raises(DataError, match="at most") as error:
        kept.told([100, 100], Bins.between(0, 1, 1 << 20), 10**9)
    assert "--bins 671084" in error.value.hint
    assert 100 * (671084 + 4) <= 1 << 26
    with pytest.raises(DataError, match="more than"):
        kept.told([MOST_COMBINED + 1, 5], None, 10**9)
    assert "no groups when it opens" in kept.told([201, 201], None, 10**9)


def test_that_what_is_said_of_columns_survives_being_written() -> None:
    said = Counted(
        "genuine", "impostor", "s", by=("a", "b"), subjects=("a",), sampling="by-subject",
        sources=({"name": "rows.parquet"},),
    )  # fmt: skip
    assert Counted.from_text(said.as_text) == said
    assert Counted.from_text(replace(said, subjects=("c",)).as_text) is None
