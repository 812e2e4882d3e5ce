"""A trend over time as a picture: the numbers of its table, with gaps and limits."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from evalgui.core import dated
from evalgui.core.consequences.settings import Consequences, DateOrder, OverTime, Scale
from evalgui.core.requests import SetConsequences
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.io.loading import load
from evalgui.io.meaning import Roles
from evalgui.results.picture import Band, Line, Mark, Picture, Reference
from evalgui.results.topics.trend import trend, trend_of
from evalgui.results.trend_pictures import TRENDS

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.results.pictured import Pictured

STYLE = Style(MACHINE_LEARNING)
BY_ID = {one.id: one for one in TRENDS}
TPR, OE = BY_ID["trend-tpr"], BY_ID["trend-observed-expected"]


def snapshot_of(path: Path, form: str, said: Consequences) -> Snapshot:
    rng = np.random.default_rng(3)
    lines = []
    for month in (1, 2, 4, 5):
        for day in range(1, 13):
            ill = rng.random() < 0.5
            risk = round(float(rng.random() * 0.6 + 0.3 * ill), 3)
            lines.append(f"{form.format(month=month, day=day)},{'yn'[not ill]},{risk}")
    path.write_text("\n".join(["day,ill,risk", *lines]), encoding="utf-8")
    roles = Roles(truth="ill", scores=("risk",), positive="y", higher_is_positive=True)
    return resolve(Inputs(load(path, roles=roles).dataset, threshold=0.5, consequences=said))


@pytest.fixture
def shown(tmp_path: Path) -> Snapshot:
    said = Consequences(Scale.PROBABILITY, over=OverTime("day"))
    return snapshot_of(tmp_path / "a.csv", "2025-{month:02}-{day:02}", said)


def moved(of: Pictured, snapshot: Snapshot, kind: type) -> list[object]:
    return [one for one in of.moved(snapshot, STYLE).layers if isinstance(one, kind)]


@pytest.mark.parametrize("of", TRENDS, ids=lambda one: one.id)
def test_that_points_and_whiskers_are_those_of_the_table(of: Pictured, shown: Snapshot) -> None:
    metric_id = {one.id.replace("_", "-").lower(): one.id for one in trend(shown).tables[0].columns}  # type: ignore[union-attr]
    found = trend_of(shown)
    assert found is not None
    cells = [one.measured(metric_id[of.id.removeprefix("trend-")]) for one in found.each]
    picture = of.picture(shown, STYLE)
    assert isinstance(picture, Picture)
    points, whiskers = (one.vertices(picture.home(400, 200)) for one in moved(of, shown, Line))  # type: ignore[attr-defined]
    assert points[0].tolist() == [0, 1, 2, 3, 4]
    assert points[1] == pytest.approx([one.value for one in cells], nan_ok=True)
    assert math.isnan(points[1][2])  # March is a gap
    ends = [(one.interval.lower, one.interval.upper) for one in cells if one.interval is not None]
    told = whiskers[1].reshape(-1, 3)[:, :2]
    assert told == pytest.approx(np.array(ends))
    assert [one.x for one in moved(of, shown, Mark)] == [0, 1, 3, 4]  # type: ignore[attr-defined]


def test_that_boxes_are_the_limits_of_equal_months(shown: Snapshot) -> None:
    found = trend_of(shown)
    assert found is not None
    control = found.control("TPR", shown)
    boxes = {one.name: one for one in moved(TPR, shown, Band)}  # type: ignore[attr-defined]
    for name, limits in zip(sorted(boxes), (control.every, control.one), strict=True):
        ((_x, low, high),) = boxes[name].parts()  # type: ignore[attr-defined]
        assert low[::3] == pytest.approx(limits[0] / control.n)
        assert high[::3] == pytest.approx(limits[1] / control.n)
    (line,) = moved(TPR, shown, Reference)
    assert line.vertices(None)[1] == pytest.approx([control.rate] * 2)  # type: ignore[attr-defined]
    assert not moved(OE, shown, Band)


def test_that_it_follows_the_line(shown: Snapshot) -> None:
    other = resolve(replace(shown.inputs, threshold=0.7), shown)
    before, after = (
        [one.ys for one in moved(TPR, one, Mark)]  # type: ignore[attr-defined]
        for one in (shown, other)
    )
    assert before != after
    told = TPR.at(other, 0.2).told(STYLE)  # type: ignore[misc, union-attr]
    assert told.startswith("2025-01: ")
    assert "no rows" in TPR.at(other, 2.0).told(STYLE)  # type: ignore[misc, union-attr]


def test_that_words_stand_where_there_is_nothing_to_draw(tmp_path: Path) -> None:
    said = Consequences(over=OverTime("day"))
    open_days = snapshot_of(tmp_path / "b.csv", "{day:02}/{month:02}/2025", said)
    told = TPR.picture(open_days, STYLE)
    assert not isinstance(told, Picture)
    assert "day or the month" in told.told(STYLE)
    first, _second = TPR.ways(open_days)
    assert isinstance(first.request, SetConsequences)
    assert first.request.consequences.over == OverTime("day", order=DateOrder.DAY_FIRST)
    known = resolve(replace(open_days.inputs, consequences=first.request.consequences), open_days)
    assert isinstance(TPR.picture(known, STYLE), Picture)
    asked = OE.picture(known, STYLE)
    assert not isinstance(asked, Picture)
    assert [one.id for one in OE.ways(known)] == ["probability", "not_probability"]
    nobody = resolve(replace(known.inputs, consequences=Consequences()), known)
    told = TPR.picture(nobody, STYLE)
    assert not isinstance(told, Picture)
    assert "Trend over Time" in told.told(STYLE)
    assert not TPR.moved(nobody, STYLE).layers


def test_that_many_rows_are_sorted_in_the_background(
    shown: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dated, "_QUICK", 5)
    assert not isinstance(TPR.picture(shown, STYLE), Picture)
    assert TPR.is_awaited(shown)
    part = dated.DATED.next_part(shown)
    assert part is not None
    shares: list[float] = []
    part.find(shown, shares.append)
    assert shares == [0.0, 0.25, 0.5, 0.75]
    assert not TPR.is_awaited(shown)
    assert isinstance(TPR.picture(shown, STYLE), Picture)
