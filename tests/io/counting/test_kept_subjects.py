"""Count tables keep totals of subjects: intervals by subject are those of the rows there."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from evalgui.__main__ import main
from evalgui.core.errors import DataError
from evalgui.core.intervals.subjects import UNKNOWN_SUBJECTS
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.io.assessing import RuleAsked
from evalgui.io.assessing.open_questions import answered
from evalgui.io.bytes.source import Source
from evalgui.io.counting.bins import Bins
from evalgui.io.counting.count import Counting, count
from evalgui.io.counting.merge import merge
from evalgui.io.layouts.counted import Counted
from evalgui.io.layouts.kept_totals import KeptTotals
from evalgui.io.loading import load_source
from evalgui.io.meaning import Roles

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.dataset import Dataset
    from evalgui.core.operating_point import OperatingPoint

_ROLES = Roles(truth="label", scores=("similarity",), positive="genuine", higher_is_positive=True)
_SIDES = ("probe", "reference")
_SCORES = st.sampled_from([-math.inf, -1.0, -0.0, 0.25, 0.5, 0.75, 2.0, math.inf, math.nan, None])
_IDS = st.sampled_from(["a", " a", "b\u00a0", "b", "c", "d'", "", "\u2003", None])
_ROWS = st.lists(st.tuples(st.booleans(), _SCORES, _IDS, _IDS), max_size=50)
_HOW = st.sampled_from([{"is_exact": True}, {"n_bins": 1}, {"n_bins": 3}, {"n_bins": 1 << 20}])


def _write(path: Path, rows: list[tuple[Any, ...]]) -> Path:
    truth, scores, *ids = (list(column) for column in zip(*rows, strict=True))
    columns: dict[str, Any] = {
        "label": ["genuine" if one else "impostor" for one in truth],
        "similarity": pa.array(scores, pa.float64()),
        **{name: pa.array(own, pa.string()) for name, own in zip(_SIDES, ids, strict=True)},
    }
    parquet.write_table(pa.table(columns), path)
    return path


def _opened(path: Path, roles: Roles | None = None) -> Dataset:
    source = Source.from_bytes(path.name, path.read_bytes())
    return answered(load_source(source, roles=roles or Roles()))


def _point(dataset: Dataset, threshold: float, positive: int | None = None) -> OperatingPoint:
    point = resolve(Inputs(dataset, threshold=threshold, positive=positive)).point
    assert point is not None
    return point


def _limits(point: OperatingPoint) -> dict[str, tuple[Any, ...]]:
    of = ("TPR", "TNR", "FPR", "FNR", "PPV", "LRP", "YI")
    return {one: tuple(point.all_intervals[one]) for one in of}


def _same(one: OperatingPoint, other: OperatingPoint) -> None:
    assert one.counts == other.counts
    for name, found in _limits(one).items():
        both = found, _limits(other)[name]
        numbers = [[part for part in each if isinstance(part, float)] for each in both]
        texts = [[part for part in each if not isinstance(part, float)] for each in both]
        assert texts[0] == texts[1], name
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-11, abs=1e-12, nan_ok=True), name


@settings(max_examples=8, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(_ROWS, st.booleans(), st.sampled_from([_SIDES, _SIDES[:1]]), _HOW)
def test_that_intervals_are_those_of_the_rows(tmp_path_factory, rows, higher, sides, how) -> None:
    more = [(True, 0.5, "a", "a"), (False, 0.25, "a", "b"), (False, 0.75, "b", "c")]
    folder = tmp_path_factory.mktemp("kept")
    path = _write(folder / "rows.parquet", [*rows, *more])
    roles = replace(_ROLES, subjects=sides, higher_is_positive=higher)
    asked = Counting(roles, at=(0.5, -0.0, RuleAsked("youden")), **how)
    count([path], folder / "counts.parquet", asked)
    of_rows, counted = _opened(path, roles), _opened(folder / "counts.parquet")
    assert counted.sampling is of_rows.sampling is Sampling.BY_SUBJECT
    assert counted.subject_totals is not None
    for threshold in counted.subject_totals.thresholds:
        other = math.nextafter(threshold, -math.inf if higher else math.inf)
        for name, at in (("genuine", threshold), ("impostor", other)):
            _same(*(_point(one, at, one.classes.index(name)) for one in (of_rows, counted)))


def _many(n: int = 3000, seed: int = 1) -> list[tuple[Any, ...]]:
    rng = np.random.default_rng(seed)
    of = rng.normal(size=40)
    genuine = rng.random(n) < 0.3
    first = rng.integers(0, 40, n)
    second = np.where(genuine, first, rng.integers(0, 40, n))
    scores = np.round(rng.normal(size=n) + 2 * genuine + of[first] + of[second] / 2, 2)
    ids = [[f"p{one}" for one in side] for side in (first, second)]
    return list(zip(genuine.tolist(), scores.tolist(), *ids, strict=True))


_TWO = replace(_ROLES, subjects=_SIDES)


@pytest.fixture(scope="module")
def rows(tmp_path_factory) -> Path:
    return _write(tmp_path_factory.mktemp("rows") / "rows.parquet", _many())


@pytest.fixture(scope="module")
def counted(rows, tmp_path_factory) -> Path:
    out: Path = tmp_path_factory.mktemp("counted") / "counts.parquet"
    count([rows], out, Counting(_TWO, at=(RuleAsked("fmr", {"fmr": 0.01}), 1.5), n_bins=1000))
    return out


def test_that_a_rule_finds_what_is_kept_for_it(rows, counted, capsys) -> None:
    found = []
    roles = ["--subject", "probe", "--subject-b", "reference"]
    for path, more in ((counted, []), (rows, roles)):
        command = ["evaluate", str(path), *more, "--format", "json", "--at", "fmr=0.01"]
        assert main(command) == 0
        found.append(json.loads(capsys.readouterr().out))
    kept, of_rows = found
    assert kept["sampling"] == "by-subject"
    for one in ("threshold", "counts"):
        assert kept[one] == of_rows[one]
    for name in ("FPR", "FNR", "TPR", "PPV"):
        own, its = (one["intervals"][name] for one in found)
        assert "by subject" in own["method"]
        assert own["method"] == its["method"]
        assert [own["low"], own["high"]] == pytest.approx([its["low"], its["high"]], 1e-11)


def test_that_elsewhere_it_is_said_that_rows_are_no_subjects(counted) -> None:
    dataset = _opened(counted)
    (finding,) = (one for one in dataset.findings if one.code == "totals_of_subjects")
    assert "40 subjects ('probe' and 'reference')" in finding.text
    assert "too short" in finding.text
    point = _point(dataset, 0.5)
    for name, interval in point.all_intervals.items():
        if interval.is_defined:
            assert "of rows, not subjects" in interval.method, name
            assert "too short" in interval.assumes, name
    snapshot = resolve(Inputs(dataset))
    assert snapshot.ranking is not None
    choice = snapshot.ranking.choice("fmr-limit")
    assert choice.undefined == UNKNOWN_SUBJECTS
    part = _opened(counted, Roles(subset=f"similarity > {dataset.scores[0].values[2]}"))
    at = dataset.subject_totals.thresholds[0]  # type: ignore[union-attr]
    assert "by subject" in _point(dataset, at).all_intervals["TNR"].method
    assert "not subjects" in _point(part, at).all_intervals["TNR"].method


def test_that_edges_are_thresholds_and_the_size_is_said(rows, tmp_path) -> None:
    (tmp_path / "edges.csv").write_text("edge\n0\n1\n2\n")
    told: list[str] = []
    out = tmp_path / "counts.parquet"
    count([rows], out, Counting(_TWO, edges=tmp_path / "edges.csv"), None, told.append)
    kept = "40 subjects ('probe' and 'reference') at 3 thresholds: at most 240 totals"
    assert told == [f"{kept} are kept for intervals by subject"]
    of_rows, dataset = _opened(rows, _TWO), _opened(out)
    assert dataset.subject_totals is not None
    assert dataset.subject_totals.thresholds == (0.0, 1.0, 2.0)
    for threshold in (0.0, 1.0, 2.0, math.inf):
        _same(_point(of_rows, threshold), _point(dataset, threshold))


@pytest.mark.parametrize("how", [{"is_exact": True}, {"edges": "edges.csv"}])
def test_that_parts_add_up_to_the_whole(how, tmp_path) -> None:
    (tmp_path / "edges.csv").write_text("\n".join(map(str, range(-4, 8))))
    how = {**how, "edges": tmp_path / how["edges"]} if "edges" in how else how
    every = _many()
    every += [(True, 0.3, None, " "), (False, 1.0, "p1", None), (False, 1.1, "p1", None)]
    _write(tmp_path / "whole.parquet", every)
    for name, own in (("a", every[::2]), ("b", every[1::2])):
        _write(tmp_path / f"{name}.parquet", own)
    asked = Counting(_TWO, at=(1.0, 3.0), **how)
    for name in ("whole", "a", "b"):
        count([tmp_path / f"{name}.parquet"], tmp_path / f"{name}.counts", asked)
    merge([tmp_path / "a.counts", tmp_path / "b.counts"], tmp_path / "both.counts")
    both, whole = (_opened(tmp_path / f"{name}.counts") for name in ("both", "whole"))
    of_rows = _opened(tmp_path / "whole.parquet", _TWO)
    assert both.subject_totals is not None
    assert both.subject_totals.n_subjects == of_rows.subjects.n_subjects  # type: ignore[union-attr]
    for threshold in (1.0, 3.0):
        _same(_point(whole, threshold), _point(both, threshold))
        _same(_point(of_rows, threshold), _point(both, threshold))
        assert "by subject" in _point(both, threshold).all_intervals["FPR"].method
    other = tmp_path / "other.counts"
    count([tmp_path / "b.parquet"], other, replace(asked, at=(2.0,)))
    with pytest.raises(DataError, match="the thresholds at which totals of subjects are kept"):
        merge([tmp_path / "a.counts", other], tmp_path / "none.counts")


def test_that_bins_of_another_count_have_its_thresholds(counted, tmp_path) -> None:
    _write(tmp_path / "more.parquet", _many(seed=2))
    count([tmp_path / "more.parquet"], tmp_path / "more.counts", Counting(_TWO, edges=counted))
    merge([counted, tmp_path / "more.counts"], tmp_path / "both.counts")
    _write(tmp_path / "all.parquet", [*_many(), *_many(seed=2)])
    both, of_rows = _opened(tmp_path / "both.counts"), _opened(tmp_path / "all.parquet", _TWO)
    assert both.subject_totals is not None
    assert len(both.subject_totals.thresholds) == 2
    for threshold in both.subject_totals.thresholds:
        _same(_point(of_rows, threshold), _point(both, threshold))


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Counting(replace(_ROLES, subjects=()), at=(0.5,)), "no column says whose"),
        (Counting(_TWO, at=(RuleAsked("fmr-limit", {"fmr": 0.5}),)), "goes by limits"),
        (Counting(_TWO, at=(99.0,)), "nothing is called, or everything"),
    ],
)
def test_that_what_cannot_be_kept_is_refused(asked, words, rows, tmp_path) -> None:
    with pytest.raises(DataError, match=words):
        count([rows], tmp_path / "counts.parquet", asked)
    assert not list(tmp_path.iterdir())


def test_that_texts_weights_and_missing_scores_are_counted_by_subject(tmp_path) -> None:
    rng = np.random.default_rng(4)
    lines = ["label,similarity,probe,n"]
    for genuine, score, first, _second in _many(400):
        text = "" if rng.random() < 0.1 else score
        label = "genuine" if genuine else "impostor"
        lines.append(f"{label},{text}, {first} ,{rng.integers(1, 4)}")
    path = tmp_path / "rows.csv"
    path.write_text("\n".join(lines))
    roles = replace(_ROLES, subjects=("probe",), weight="n", missing_scores="worst")
    for higher in (True, False):
        own = replace(roles, higher_is_positive=higher)
        for how in ({"is_exact": True}, {"n_bins": 20}):
            out = tmp_path / "counts.parquet"
            asked = Counting(own, at=(0.5, RuleAsked("youden")), **how)
            count([path], out, asked)
            of_rows, dataset = _opened(path, own), _opened(out)
            assert dataset.subject_totals is not None
            for threshold in dataset.subject_totals.thresholds:
                _same(_point(of_rows, threshold), _point(dataset, threshold))
                assert "by subject" in _point(dataset, threshold).all_intervals["TPR"].method


def test_that_more_totals_than_are_kept_are_refused(rows, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("evalgui.io.counting.subjects_kept.MOST_TOTALS", 100)
    with pytest.raises(DataError, match="at most 160 totals, and a count table keeps at most 100"):
        count([rows], tmp_path / "counts.parquet", Counting(_TWO, at=(0.5,)))
    assert not list(tmp_path.iterdir())


_PACKED = {
    "columns": ["probe"],
    "bins": {"breaks": [0.5], "counts": [], "closed": "left"},
    "whole": {"bin": [1, 2], "n_negative": [1, 0], "n_positive": [0, 1]},
}


@pytest.mark.parametrize(
    "changed",
    [
        {"columns": []},
        {"columns": [1]},
        {"bins": {"breaks": []}},
        {"bins": {"breaks": [1.0, 0.5]}},
        {"bins": {"breaks": ["x"]}},
        {"whole": {"bin": [1, 1], "n_negative": [1, 0], "n_positive": [0, 1]}},
        {"whole": {"bin": [9], "n_negative": [1], "n_positive": [0]}},
        {"whole": {"bin": [1], "n_negative": [-1], "n_positive": [0]}},
        {"packed": "!"},
        {"packed": "AAAA"},
        {"packed": None},
    ],
)
def test_that_damaged_totals_are_refused(changed, counted) -> None:
    about = (parquet.read_schema(counted).metadata or {})[b"evalgui"].decode()
    said = Counted.from_text(about)
    assert said is not None
    assert said.totals is not None
    assert KeptTotals.from_json(said.totals).as_json == said.totals
    with pytest.raises(DataError, match="damaged"):
        KeptTotals.from_json({**said.totals, **changed})


@settings(max_examples=200, deadline=None)
@given(
    st.floats(-1e3, 1e3),
    st.sampled_from(["left", "right"]),
    st.sampled_from([(0.0, 1.0, 7), (-3.0, 1e-3, 1000), (0.0, 1e-300, 3), (5.0, 5.0, 1)]),
)
def test_that_an_edge_is_the_last_double_of_a_bin(score, side, ends) -> None:
    low, high, n = ends
    bins = Bins.between(low, high, n, side)
    edge = bins.edge(score)
    beyond = math.nextafter(edge, -math.inf if side == "left" else math.inf)
    own, at, other = bins.of([score, edge, beyond])
    assert own == at
    assert abs(other - own) >= 1
    assert bins.edge(edge) == edge
