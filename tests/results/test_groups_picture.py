"""Groups as a picture: a row each, beside where groups that are alike would fall."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

from evalgui.core.choices import Axes
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.curves.scales import Viewport
from evalgui.core.intervals.proportions import wilson
from evalgui.core.metrics import metric_by_id
from evalgui.core.requests import SelectRows
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, words_in
from evalgui.io.bytes.source import Source
from evalgui.io.formats.registry import read
from evalgui.io.loading import assess
from evalgui.io.meaning import Roles
from evalgui.render.svg import painted
from evalgui.results.groups_picture import GAPS, GROUPS, MOST_SHOWN
from evalgui.results.picture import Band, Estimates, Notes, Picture, Reference, Tone
from evalgui.results.topics.groups import groups as told_by_topic

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.picture import Note

STYLE = Style(MACHINE_LEARNING)
THRESHOLD = 0.5


def frame_of(n: int = 600, sites: tuple[str, ...] = ("Bern", "Lyon", "Chur", "")) -> pd.DataFrame:
    rng = np.random.default_rng(4)
    ill = rng.random(n) < 0.3
    site = rng.choice(sites, n, p=None if len(sites) != 4 else [0.45, 0.45, 0.07, 0.03])
    lower = 0.8 * (ill & (site == "Lyon"))
    s = np.round(rng.normal(size=n) + 1.6 * ill - lower, 3)
    return pd.DataFrame({"y": ill.astype(int), "s": s, "site": site, "who": np.arange(n) // 2})


def snapshot_of(
    frame: pd.DataFrame,
    *columns: str,
    threshold: float = THRESHOLD,
    by_subject: bool = False,
    **said: Any,
) -> Snapshot:
    table = read(Source.from_bytes("a.csv", frame.to_csv(index=False).encode()))
    who = ("who",) if by_subject else ()
    dataset = assess(table, Roles(truth="y", positive="1", scores=("s",), subjects=who)).dataset
    assert dataset is not None
    if by_subject:
        dataset = replace(dataset, sampling=Sampling.BY_SUBJECT)
    asked = Consequences(groups=columns or ("site",), **said)
    return resolve(Inputs(dataset, threshold=threshold, consequences=asked))


def picture_of(snapshot: Snapshot, style: Style = STYLE) -> Picture:
    found = GROUPS.whole(snapshot, style)
    assert isinstance(found, Picture)
    return found


def notes_of(picture: Picture) -> list[Note]:
    return [note for one in picture.layers if isinstance(one, Notes) for note in one.notes]


def words_of(picture: Picture) -> list[str]:
    return [line for note in notes_of(picture) for line in note.lines[0]]


def dots_of(picture: Picture, name: str) -> dict[int, tuple[Estimates, float, float, float]]:
    """Return of each row of a rate its layer, its value and its limits."""
    found = {}
    for one in picture.layers:
        if isinstance(one, Estimates) and one.name == name and one.values is not None:
            for y, *told in zip(
                one.y.tolist(), *(part.tolist() for part in one.values), strict=True
            ):
                found[round(-y - 0.5)] = one, *told
    return found


def test_that_each_dot_is_the_rate_of_its_group_with_its_interval() -> None:
    frame = frame_of()
    picture = picture_of(snapshot_of(frame))
    names = ["All rows", "Bern", "Chur", "Lyon", "without a value"]
    for name, of_class in (("True positive rate", 1), ("True negative rate", 0)):
        found = dots_of(picture, name)
        assert sorted(found) == [*range(5)]
        for row, group in enumerate(names):
            key = "" if group == "without a value" else group
            own = frame if row == 0 else frame[frame.site == key]
            own = own[own.y == of_class]
            k, n = int(((own.s >= THRESHOLD) == bool(of_class)).sum()), len(own)
            _layer, value, low, high = found[row]
            assert value == pytest.approx(k / n)
            assert (low, high) == pytest.approx(wilson(k, n, 0.95))
            assert any(one.endswith(f"{k}/{n}") for one in words_of(picture))
    assert [one for one in words_of(picture) if one.startswith(tuple(names))][:5] == [
        "All rows",
        "Bern",
        "Chur\N{NO-BREAK SPACE}\N{DAGGER}",
        "Lyon",
        "without a value\N{NO-BREAK SPACE}\N{DAGGER}",
    ]


def test_that_small_groups_are_hollow_named_and_never_dropped() -> None:
    frame = frame_of()
    picture = picture_of(snapshot_of(frame))
    n = frame[frame.y == 1].groupby("site").size()
    assert n["Chur"] < 20 <= n["Bern"]
    found = dots_of(picture, "True positive rate")
    assert [found[row][0].is_hollow for row in range(5)] == [False, False, True, False, True]
    assert found[2][0].tone is Tone.FAINT
    (footer,) = (one for one in notes_of(picture) if one.is_wrapped)
    assert f"Chur {n['Chur']}, without a value {n['']}" in footer.lines[0][0]
    assert "Fewer than 20 rows" in footer.lines[0][0]
    more = picture_of(snapshot_of(frame, few=int(n["Chur"])))
    found = dots_of(more, "True positive rate")
    assert not found[2][0].is_hollow
    singles = [one for one in picture.layers if isinstance(one, Estimates) and one.is_small]
    assert sum(len(one.x) for one in singles) == sum(
        size for size in frame.groupby(["site", "y"]).size() if size < 20
    )


def test_that_a_group_outside_of_where_equal_ones_fall_stands_out() -> None:
    snapshot = snapshot_of(frame_of())
    picture = picture_of(snapshot)
    band = next(one for one in picture.bands if not one.is_bars)
    (x, _lower, upper), *_none = band.parts()
    rows = np.round(-np.nan_to_num(upper, nan=1.0) - 0.5).astype(int)
    tones = dots_of(picture, "True positive rate")
    layer, value, *_limits = tones[3]
    assert layer.tone is Tone.WRONG
    at = float(layer.x[np.isclose(layer.y, -3.5)][0])
    inside = x[rows == 3]
    assert not inside.min() <= at <= inside.max()
    assert value < tones[1][1]
    for row in (1,):
        one = tones[row][0]
        at = float(one.x[np.isclose(one.y, -row - 0.5)][0])
        inside = x[rows == row]
        is_outside = not inside.min() - 1e-9 <= at <= inside.max() + 1e-9
        assert (one.tone is Tone.WRONG) is is_outside
    topic = told_by_topic(snapshot)
    assert topic is not None
    gaps = next(one for one in topic.tables if one.id == "gaps")
    p = next(column for column in gaps.columns if column.id == "p")
    told = gaps.cell(gaps.rows[0], p)
    assert told is not None
    assert told.value < 0.05


def test_that_the_pooled_rate_goes_through_the_dot_of_all_rows() -> None:
    picture = picture_of(snapshot_of(frame_of()))
    view = Viewport(0, 1, -6, 1, 800, 600)
    for reference, name in zip(
        picture.references, ("True positive rate", "True negative rate"), strict=True
    ):
        layer = dots_of(picture, name)[0][0]
        assert isinstance(reference, Reference)
        x, _y = reference.vertices(view)
        assert x[0] == x[1] == pytest.approx(float(layer.x[np.isclose(layer.y, -0.5)][0]))


def test_that_thresholds_stand_in_the_panel_of_the_scores() -> None:
    snapshot = snapshot_of(frame_of())
    assert GROUPS.thresholds is not None
    standing = GROUPS.thresholds(snapshot)
    assert standing is not None
    thresholds = np.array([-1.0, 0.0, 0.5, 2.0])
    x = standing.x_of(thresholds)
    assert (np.diff(x) > 0).all()
    assert x.min() >= 0.8
    assert standing.threshold_at(x) == pytest.approx(thresholds)
    assert standing.x_of(np.array([-math.inf, math.inf])) == pytest.approx([0.8, 1.0])


def test_that_densities_hold_all_rows_of_a_class() -> None:
    frame = frame_of()
    picture = picture_of(snapshot_of(frame))
    for one in (one for one in picture.bands if one.is_bars):
        ((x, lower, upper),) = one.parts()
        rows = np.floor(-lower).astype(float)
        for row in np.unique(rows[~np.isnan(rows)]):
            of_row = rows == row
            at, height = x[of_row], (upper - lower)[of_row]
            area = float((height[::2] * np.diff(at)[::2]).sum())
            assert 0 < area < 0.2  # the panel is 0.2 wide, and a row 1 high
            assert height.max() <= 0.8 + 1e-9


def test_that_a_click_on_a_row_selects_its_rows() -> None:
    frame = frame_of()
    snapshot = snapshot_of(frame)
    assert GROUPS.pick is not None
    assert GROUPS.pick(snapshot, 0.5, -1.5) is None  # it is not known yet
    picture_of(snapshot)
    picked = GROUPS.pick(snapshot, 0.5, -1.5)
    assert picked is not None
    assert isinstance(picked.request, SelectRows)
    assert "Bern" in picked.words.told(STYLE)
    ill = frame[(frame.site == "Bern") & (frame.y == 1)]
    assert f"{int((ill.s >= THRESHOLD).sum())}/{len(ill)}" in picked.about.told(STYLE)
    assert GROUPS.pick(snapshot, 0.5, -0.5) is None  # all rows
    assert GROUPS.pick(snapshot, 0.5, 0.5) is None
    assert GROUPS.pick(snapshot, 0.5, -5.5) is None
    assert GROUPS.pick(snapshot, 0.5, -4.5) is not None  # without a value


def test_that_fifty_groups_have_rows_and_the_rest_is_said() -> None:
    frame = frame_of(6_000, tuple(f"S{number}" for number in range(60)))
    picture = picture_of(snapshot_of(frame))
    assert sorted(dots_of(picture, "True positive rate")) == [*range(MOST_SHOWN + 1)]
    shown = {one for one in words_of(picture) if one.startswith("S")}
    sizes = frame.groupby("site").size().sort_values(kind="stable")
    assert len(shown) >= MOST_SHOWN
    assert sizes.index[0] not in shown
    assert any(
        "The 50 largest of 60 groups; View > Results has all." in one for one in words_of(picture)
    )


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ((), "Compare > Groups says which column holds the groups"),
        (("many",), "more than 200 different values"),
        (("nowhere",), "there is no column 'nowhere'"),
    ],
)
def test_that_words_stand_where_there_are_no_groups(columns: tuple[str, ...], words: str) -> None:
    frame = frame_of()
    frame["many"] = [f"P{row}" for row in range(len(frame))]
    snapshot = snapshot_of(frame)
    said = replace(snapshot.inputs.consequences, groups=columns)
    snapshot = resolve(replace(snapshot.inputs, consequences=said))
    for one in (GROUPS, GAPS):
        found = one.whole(snapshot, STYLE)
        assert not isinstance(found, Picture)
        assert words in found.told(STYLE)


@pytest.mark.parametrize("case", ["one value", "groups of one row", "a subject in two groups"])
def test_that_what_is_hardly_a_group_is_drawn_and_said(case: str) -> None:
    frame = frame_of()
    if case == "one value":
        frame["site"] = "A"
    elif case == "groups of one row":
        frame["site"] = [f"A{row}" if row < 20 else "B" for row in range(len(frame))]
    snapshot = snapshot_of(frame, by_subject=case == "a subject in two groups")
    picture = picture_of(snapshot)
    (footer,) = (one.lines[0][0] for one in notes_of(picture) if one.is_wrapped)
    assert not [one for one in picture.bands if not one.is_bars]
    found = GAPS.whole(snapshot, STYLE)
    assert isinstance(found, Picture)
    told = " ".join(words_of(found))
    if case == "a subject in two groups":
        assert "no deals: a subject is in two groups" in footer
        assert "no p: a subject is in two groups" in told
    else:
        assert "Fewer than two groups have 20 rows of the class." in told
    if case == "groups of one row":
        assert "Fewer than 20 rows there" in footer
        assert (
            len(dots_of(picture, "True negative rate"))
            + len(dots_of(picture, "True positive rate"))
            == 2 * 2 + 20
        )  # a rate of the other class has no row


def test_that_the_draws_lie_beside_what_there_is() -> None:
    snapshot = snapshot_of(frame_of())
    found = GAPS.whole(snapshot, STYLE)
    assert isinstance(found, Picture)
    topic = told_by_topic(snapshot)
    assert topic is not None
    gaps = next(one for one in topic.tables if one.id == "gaps")
    of = {column.id: column for column in gaps.columns}
    here = {
        one.name: float(one.values[0][0])
        for one in found.layers
        if isinstance(one, Estimates) and one.values
    }
    for row, name in zip(gaps.rows, ("True positive rate", "True negative rate"), strict=False):
        told = {one: gaps.cell(row, of[one]) for one in ("gap", "p", "mean", "most")}
        assert all(one is not None for one in told.values())
        assert here[name] == told["gap"].value  # type: ignore[union-attr]
        for one in ("mean", "most", "p"):
            digits = STYLE.rounded(told[one].value)  # type: ignore[union-attr]
            assert any(digits in words for words in words_of(found)), one
    for band in (one for one in found.layers if isinstance(one, Band)):
        ((_edges, _lower, shares),) = band.parts()
        assert shares.sum() == pytest.approx(1)


def test_that_errors_are_drawn_in_the_words_of_biometrics() -> None:
    style = Style(words_in(Vocabulary.BIOMETRICS))
    snapshot = snapshot_of(frame_of())
    plain, errors = picture_of(snapshot), picture_of(snapshot, style)
    right = dots_of(plain, "True negative rate")
    wrong = dots_of(errors, metric_by_id("FPR").name_in(Vocabulary.BIOMETRICS))
    for row, (layer, value, low, high) in right.items():
        other = wrong[row]
        assert other[1:] == pytest.approx((1 - value, 1 - high, 1 - low))
        assert other[0].tone is layer.tone


def test_that_predictive_values_take_their_place_on_demand() -> None:
    snapshot = snapshot_of(frame_of(), scale=Scale.OTHER)
    asked = replace(snapshot, choices=replace(snapshot.choices, axes=Axes(predictive=True)))
    frame = frame_of()
    found = dots_of(picture_of(asked), "Precision")
    called = frame[(frame.site == "Bern") & (frame.s >= THRESHOLD)]
    assert found[1][1] == pytest.approx(called.y.mean())


def test_that_rates_follow_a_line_that_moves_and_limits_come_when_it_rests() -> None:
    frame = frame_of()
    snapshot = snapshot_of(frame)
    picture_of(snapshot)
    moved = resolve(replace(snapshot.inputs, threshold=1.5), snapshot)
    assert GROUPS.rest is not None
    assert not GROUPS.rest.is_known(moved)
    assert GROUPS.depends(moved) != GROUPS.depends(snapshot)
    found = GROUPS.picture(moved, STYLE)
    assert isinstance(found, Picture)
    assert not dots_of(found, "True positive rate")
    layers = GROUPS.moved(moved, STYLE).layers
    assert [len(one.x) for one in layers if isinstance(one, Estimates)] == [5, 5]
    resting = picture_of(moved)
    assert GROUPS.rest.is_known(moved)
    for one, name in zip(layers, ("True positive rate", "True negative rate"), strict=True):
        assert isinstance(one, Estimates)
        order = [dots_of(resting, name)[row][1] for row in range(5)]
        inside = (one.x > one.x.min()) & (one.x < one.x.max())
        assert (np.argsort(one.x[inside]) == np.argsort(np.array(order)[inside])).all()


def test_that_a_page_has_all_of_it() -> None:
    picture = picture_of(snapshot_of(frame_of()))
    low, high = picture.y_axis.ruler.scale.home
    drawing = painted(picture, (700.0, 30 * (high - low)))
    for words in ("Bern", "Lyon", "without a value", "n+", "Dashed: all rows."):
        assert words in drawing.svg
    assert drawing.svg.count("<circle") >= 10
