"""Curves of other scores and data sets behind the one that is shown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QToolTip
from sklearn.metrics import precision_recall_curve, roc_auc_score, roc_curve

from evalgui.core.comparison import Beside, Comparison
from evalgui.core.consequences.settings import Consequences
from evalgui.core.curves import DET, ERROR_RATES, PRECISION_RECALL, ROC
from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.part_of_rows import of_rows
from evalgui.core.requests import SelectRows, SetComparing
from evalgui.core.selection import Selection, Where
from evalgui.core.snapshot import Inputs, rank, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.plots.class_pens import beside_pen
from evalgui.gui.plots.curve_layer import CurveLayer
from evalgui.gui.plots.kinds import plot_of
from evalgui.gui.theme import DARK, LIGHT
from evalgui.results.geometry import distance_to_line
from tests.support.figures import export

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CURVES = [ROC, PRECISION_RECALL, DET]


def of_scores(n_scores=3, n=90, digits=1, seed=5, prefix="score"):
    """Return a data set whose scores have many ties, each better than the one before."""
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 3 == 0).astype(np.int8)
    scores = tuple(
        Score(f"{prefix} {k}", np.round(rng.normal(truth * (0.5 + 0.7 * k)), digits))
        for k in range(n_scores)
    )
    return Dataset("some.csv", ("no", "yes"), truth, 1, scores)


def beside(dataset, index, **options):
    ranking = rank(dataset, index)
    options.setdefault("score", index)
    return Beside(dataset.scores[index].name, ranking, "yes", index, **options)


def compared(dataset, n_more=0, reason="", others=None, name="score 0"):
    """Return a snapshot of the first score with the others beside it."""
    if others is None:
        others = [beside(dataset, index) for index in range(1, len(dataset.scores))]
    comparison = Comparison(name, tuple(others), n_more, reason)
    return replace(resolve(Inputs(dataset)), comparison=comparison)


@pytest.fixture
def show(bench, qtbot):
    """Return a function that shows a curve with others beside it, and draws all."""

    def put(curve, snapshot, **options):
        b = bench(plot_of(curve), snapshot, **options)
        qtbot.waitUntil(lambda: not (b.plot._later.isActive() or b.plot.main.beside.is_drawing))
        return b

    return put


def place_on(plot, number):
    """Return a place on a line that is nearer to it than to anything else."""
    x, y = plot.main.beside.layer.drawn.lines[number]
    for at_x, at_y in zip((x[:-1] + x[1:]) / 2, (y[:-1] + y[1:]) / 2, strict=True):
        place = QPointF(at_x, at_y)
        inside = 5 < at_x < plot.viewport.width - 5 and 5 < at_y < plot.viewport.height - 5
        if inside and plot.legend.entry_at(place) is None and plot.main.others.at(place) == number:
            return place
    raise AssertionError


def reference(curve, truth, scores):
    """Return the vertices of a curve as scikit-learn counts them."""
    if curve is not PRECISION_RECALL:
        fpr, tpr, _thresholds = roc_curve(truth, scores, drop_intermediate=False)
        return fpr, tpr if curve is ROC else 1 - tpr
    precision, recall, _thresholds = precision_recall_curve(truth, scores)
    return recall[:-1], precision[:-1]  # the last one is by decree


# ------------------------------------------------------------------------------ the lines


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
@pytest.mark.parametrize("digits", [0, 1, 8])
def test_that_every_line_is_the_curve_of_its_score(show, curve, digits):
    dataset = of_scores(digits=digits)
    plot = show(curve, compared(dataset)).plot
    assert list(plot.main.beside.layer.drawn.lines) == [0, 1]
    viewport = plot.viewport
    for number, score in enumerate(dataset.scores[1:]):
        x, y = reference(curve, dataset.truth, score.values)
        at_x = viewport.x_pixels(plot.x_scale.to_view(x))
        at_y = viewport.y_pixels(plot.y_scale.to_view(y))
        line = plot.main.beside.layer.drawn.lines[number]
        places = list(zip(at_x, at_y, strict=True))
        assert max(distance_to_line(*line, *place) for place in places) < 1e-9
        # And each of its points is one of them, but for the ends that call nothing or all.
        for place in list(zip(*line, strict=True))[1:-1]:
            assert min(np.hypot(*(np.subtract(place, other))) for other in places) < 1e-9


def test_that_the_lines_are_behind_what_is_shown_and_above_the_grid(show):
    plot = show(ROC, compared(of_scores())).plot
    levels = [plot.x_axis.zValue(), plot.underlay.zValue(), plot.view_box.zValue()]
    assert levels == sorted(levels)
    assert len(set(levels)) == 3
    assert plot.underlay.pos() == plot.view_box.pos()
    shown = plot.lines.lines[0].pen.widthF()
    assert all(pen.widthF() < shown for pen in plot.main.beside.layer.drawn.pens.values())


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_no_two_pens_are_alike_and_none_is_that_of_what_is_shown(theme):
    pens = [beside_pen(place, theme, 1.5) for place in range(28)]
    assert len({(pen.color().name(), tuple(pen.dashPattern())) for pen in pens}) == 28
    assert all(pen.style() is Qt.PenStyle.CustomDashLine for pen in pens)
    assert QColor(theme.curve).name() not in {pen.color().name() for pen in pens}


def test_that_far_and_frr_have_nothing_beside(bench):
    b = bench(plot_of(ERROR_RATES), compared(of_scores()))
    assert isinstance(b.plot.main, CurveLayer)
    assert [entry.name for entry in b.plot.legend.entries][:2] == ["FAR", "FRR"]


def by_group(n=240, n_more=0):
    """Return a snapshot with the curves of three groups of its rows beside it, and the groups."""
    dataset = of_scores(1, n=n)
    parts = [of_rows(dataset, rows) for rows in np.array_split(np.arange(n), 3)]
    groups = tuple(
        Beside(
            f"site {place}", rank(part, 0), "yes", place, part=part, rows=f"site == {place}",
            intervals=rank(part, 0).intervals(IntervalSettings(), part.sampling),
        )
        for place, part in enumerate(parts)
    )  # fmt: skip
    found = Comparison("all rows", groups, n_more, "left out: D")
    comparison = Comparison("score 0", (beside(dataset, 0),), groups=found)
    return replace(resolve(Inputs(dataset)), comparison=comparison), groups


@pytest.mark.parametrize("curve", [*CURVES, ERROR_RATES], ids=lambda curve: curve.id)
def test_that_groups_lie_on_every_curve_with_their_rows_and_how_sure_they_are(show, curve):
    snapshot, groups = by_group()
    plot = show(curve, snapshot, width=900, height=700).plot
    each = len(curve.series)
    assert list(plot.main.beside.layer.drawn.lines) == [*range(3 * each)]
    names = [entry.name for entry in plot.legend.entries]
    own = [one.name for one in curve.series] if each > 1 else ["all rows"]
    assert [name.partition("  ")[0] for name in names[: each + 3]] == [
        *own, *(group.name for group in groups)
    ]  # fmt: skip
    for group, name in zip(groups, names[each:], strict=False):
        table, interval = group.ranking.table, group.intervals[curve.summary]
        assert f"n+ {table.n_positive}, n\N{MINUS SIGN} {table.n_negative}  " in name
        told = text.percent if curve.summary == "eer" else text.measure
        assert told(group.ranking.value(curve.summary)) in name
        assert told(interval.upper).removesuffix("%").strip() in name
    for number, group in enumerate(groups):
        row = plot.legend.box_of(each + number).center()
        assert plot.main.others.at(row) == number
        assert group.name in plot.mouse.hover_text(row)


def test_that_a_click_on_a_group_asks_for_its_rows_and_a_switch_hides_all(show, qtbot):
    snapshot, groups = by_group()
    consequences = Consequences(groups=("site",))
    inputs = replace(snapshot.inputs, consequences=consequences)
    plot = show(ROC, replace(snapshot, inputs=inputs), width=900, height=700).plot
    place = place_on(plot, 1)
    for at in (plot.legend.box_of(2).center(), place):
        with qtbot.waitSignal(plot.requested) as asked:
            assert plot.main.others.press(at)
        assert asked.args == [SelectRows(Selection.of(Where(groups[1].rows)))]
    (switch,) = plot.switches()
    with qtbot.waitSignal(plot.requested) as asked:
        plot.header.findChild(QToolButton, switch.id).click()
    assert asked.args == [SetComparing(compares=not switch.is_on)]


def test_that_groups_that_are_left_out_are_named_with_the_reason(show):
    snapshot, _groups = by_group(n_more=2)
    plot = show(ROC, snapshot, width=900, height=700).plot
    assert plot.legend.entries[4].name == "and 2 more"
    assert "left out: D" in plot.mouse.hover_text(plot.legend.box_of(4).center())


def test_that_det_has_room_for_the_largest(show):
    small, large = of_scores(1, n=30), of_scores(1, n=3_000, seed=9)
    other = beside(large, 0, score=None, data_set=1)
    b = show(DET, compared(small, others=[other], name="some.csv"))
    plot = b.plot
    table = other.ranking.table
    assert (plot.x_scale.n, plot.y_scale.n) == (table.n_negative, table.n_positive)
    x, y = plot.main.beside.layer.drawn.lines[0]
    viewport = plot.viewport
    assert min(x.min(), y.min()) >= -1e-6
    assert x.max() <= viewport.width + 1e-6
    assert y.max() <= viewport.height + 1e-6
    b.show(replace(b.snapshot, comparison=Comparison()))
    assert plot.x_scale.n == b.snapshot.ranking.table.n_negative


def test_that_a_view_that_was_chosen_stays_when_others_come(show, qtbot):
    dataset = of_scores(1, n=30)
    b = show(DET, resolve(Inputs(dataset)))
    plot = b.plot
    plot.view_box.setRange(xRange=(-1.0, 0.0), yRange=(-0.5, 0.5), padding=0)
    large = beside(of_scores(1, n=3_000, seed=9), 0, score=None, data_set=1)
    b.show(with_others(b.snapshot, large))
    qtbot.waitUntil(lambda: not plot._later.isActive())
    assert plot.view_box.viewRange()[0] == pytest.approx([-1.0, 0.0])
    plot.reset_view()
    b.show(replace(b.snapshot, comparison=Comparison()))
    assert plot.is_home


def with_others(snapshot, *others):
    return replace(snapshot, comparison=Comparison("shown", others))


def test_that_a_moved_threshold_leaves_the_lines_alone(show):
    b = show(ROC, compared(of_scores()))
    drawn, legend = b.plot.main.beside.layer.drawn, b.plot.legend.entries
    for threshold in (0.1, 0.4, 0.9):
        b.set_threshold(threshold)
        assert b.plot.main.beside.layer.drawn is drawn
        assert b.plot.legend.entries is legend
    assert len(b.snapshot.comparison.others) == 2


def test_that_they_come_and_go_with_the_comparison(show):
    b = show(ROC, compared(of_scores()))
    wanted = b.snapshot
    b.show(replace(wanted, comparison=Comparison()))
    assert not b.plot.main.beside.layer.drawn.lines
    assert [entry.name for entry in b.plot.legend.entries] == ["Chance"]
    b.show(wanted)
    assert list(b.plot.main.beside.layer.drawn.lines) == [0, 1]


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_places_of_names_are_sought_once_for_a_change(show, curve, monkeypatch):
    """A way to name the lines is tried once, not for each thing that names keep clear of."""
    b = show(curve, resolve(Inputs(of_scores())))
    placed, place = [], type(b.plot.legend).place

    def noted(legend, among, moving):
        placed.append([entry.name for entry in legend.entries])
        return place(legend, among, moving)

    monkeypatch.setattr(type(b.plot.legend), "place", noted)
    b.show(compared(of_scores()))
    assert placed
    assert len(placed) == len({*map(tuple, placed)})


def test_that_zooming_draws_what_is_in_view_again(show, qtbot):
    b = show(PRECISION_RECALL, compared(of_scores(n=600)))
    before = b.plot.main.beside.layer.drawn.viewport
    b.plot.view_box.setRange(xRange=(0.4, 0.6), yRange=(0.5, 0.9), padding=0)
    qtbot.waitUntil(lambda: not b.plot._later.isActive())
    assert b.plot.main.beside.layer.drawn.viewport == b.plot.viewport != before


def test_that_large_tables_whose_curve_may_turn_are_drawn_in_the_background(show):
    dataset = of_scores(2, n=900_000, digits=8)
    snapshot = compared(dataset)
    assert show(PRECISION_RECALL, snapshot).plot.main.beside._to_draw([0], 1.0).effort > 8_000
    assert show(ROC, snapshot).plot.main.beside._to_draw([0], 1.0).effort < 8_000


def test_that_lines_of_others_that_are_gone_are_never_taken_for_these(show, qtbot):
    dataset = of_scores(3, n=900_000, digits=8)
    b = show(PRECISION_RECALL, compared(dataset))
    layer = b.plot.main.beside.layer
    assert list(layer.drawn.lines) == [0, 1]
    place = place_on(b.plot, 1)
    b.show(with_others(b.snapshot, beside(dataset, 2)))
    assert layer.is_drawing
    assert not layer.drawn.lines
    assert b.plot.main.others.at(place) is None
    qtbot.waitUntil(lambda: not layer.is_drawing)
    assert list(layer.drawn.lines) == [0]
    assert b.plot.main.others.at(place) == 0


# ----------------------------------------------------------------------------- the legend


def test_that_the_legend_of_roc_names_all_with_their_areas(show):
    dataset = of_scores()
    plot = show(ROC, compared(dataset), width=700, height=600).plot
    areas = [roc_auc_score(dataset.truth, score.values) for score in dataset.scores]
    assert [entry.name for entry in plot.legend.entries] == [
        *(f"score {k}  {text.measure(area)}" for k, area in enumerate(areas)),
        "Chance",
    ]
    pens = [entry.pen for entry in plot.legend.entries[1:3]]
    assert [pen.color() for pen in pens] == [beside_pen(k, LIGHT, 1.0).color() for k in (1, 2)]
    plot.set_theme(DARK)
    assert plot.legend.entries[1].pen.color() == beside_pen(1, DARK, 1.0).color()
    assert plot.main.beside.layer.drawn.pens[0].color() == beside_pen(1, DARK, 1.0).color()


def test_that_other_legends_have_names_alone(show):
    plot = show(PRECISION_RECALL, compared(of_scores()), width=700, height=600).plot
    names = [entry.name for entry in plot.legend.entries]
    assert names == ["score 0", "score 1", "score 2", "Chance"]


def test_that_those_that_are_not_drawn_are_counted_with_the_reason(show):
    snapshot = compared(of_scores(), n_more=4, reason="Too many")
    plot = show(ROC, snapshot, width=700, height=600).plot
    assert plot.legend.entries[3].name == "and 4 more"
    place = plot.legend.box_of(3).center()
    assert plot.mouse.hover_text(place) == "Too many"
    assert plot.main.others.at(place) is None


def test_that_what_is_not_sorted_is_counted_even_where_nothing_is_drawn(show):
    plot = show(ROC, compared(of_scores(1), n_more=1, reason="Too large"), width=700).plot
    assert plot.legend.entries[1].name == "and 1 more"


def test_that_a_small_plot_names_as_many_as_there_is_room_for(show):
    snapshot = compared(of_scores(9, prefix="a classifier with a long name"))
    plot = show(ROC, snapshot, width=340, height=250).plot
    legend = plot.legend
    assert legend.isVisible()
    width, height = legend.size
    room = plot.canvas.width() - plot.view_box.geometry().left()  # with the margin of a square
    assert width * height <= 0.3 * room * plot.viewport.height
    names = [entry.name for entry in legend.entries if entry.is_line]
    n_named = len(names) - 2
    assert 0 <= n_named < 8
    assert names[-1] == f"and {8 - n_named} more"
    assert all(len(name) < 24 for name in names)
    assert list(plot.main.beside.layer.drawn.lines) == list(range(8))
    place = legend.box_of(len(names) - 1).center()
    assert plot.mouse.hover_text(place) == "Point at a line to name it"
    plot.resize(900, 800)
    plot.draw()
    assert [entry.is_line for entry in legend.entries] == [True] * 9 + [False]


def test_that_the_box_goes_by_the_room_beside_a_square_that_keeps_its_size(show):
    snapshot = compared(of_scores())
    plot = show(ROC, snapshot, width=380, height=300).plot
    for width in (392, 416):
        plot.resize(width, 300)
        fresh = show(ROC, snapshot, width=width, height=300).plot
        assert fresh.viewport == plot.viewport
        boxes = [[of.legend.box_of(number) for number in range(3)] for of in (plot, fresh)]
        assert boxes[0] == boxes[1]


def test_that_as_many_are_named_as_have_room_beside_a_square_that_keeps_its_size(show, qtbot):
    snapshot = compared(of_scores(9, prefix="a classifier with a long name"))
    plot = show(ROC, snapshot, width=480, height=180).plot
    seen = set()
    for width in (310, 400):
        plot.resize(width, 180)
        fresh = show(ROC, snapshot, width=width, height=180).plot
        qtbot.waitUntil(lambda: not plot._later.isActive())
        assert fresh.viewport == plot.viewport
        names = [[entry.name for entry in of.legend.entries] for of in (plot, fresh)]
        assert names[0] == names[1]
        assert plot.legend.isVisible() == fresh.legend.isVisible()
        seen.add(len(names[0]))
    assert len(seen) > 1


def test_that_a_name_alone_that_is_cut_is_told_whole_by_its_tip(show):
    name = "logistic_regression"
    snapshot = compared(of_scores(), name=name)
    seen = set()
    for width in (260, 300, 320, 340, 360, 400, 700):
        plot = show(ROC, snapshot, width=width, height=250).plot
        names = [entry.name for entry in plot.legend.entries if entry.is_line]
        if not plot.legend.isVisible() or len(names) > 2:
            continue
        own = names[0].partition("  ")[0]
        assert own in {name, text.elided(name, 12)}
        seen.add(own)
        told = plot.mouse.hover_text(plot.legend.box_of(0).center())
        assert told == ("" if own == name else name)
    assert seen - {name}


def test_that_names_are_cut_no_more_than_they_need_to_be(show):
    dataset = of_scores()
    names = ("decision_tree", "mean_radius")
    others = [replace(beside(dataset, n), name=name) for n, name in enumerate(names, start=1)]
    snapshot = compared(dataset, others=others, name="logistic_regression")
    seen = set()
    for width in (250, 260, 270, 290, 320):
        plot = show(ROC, snapshot, width=width, height=width - 20).plot
        told = [one.name.partition("  ")[0] for one in plot.legend.entries if one.is_line]
        if plot.legend.isVisible() and len(told) == 3:
            seen.add(tuple(told))
    assert ("logisti\N{HORIZONTAL ELLIPSIS}ression", "decision_tree", "mean_radius") in seen


def test_that_names_are_shown_as_they_stand_and_long_ones_are_elided(show):
    dataset = of_scores(1)
    name = "<b>bold</b> " + "x" * 60
    other = replace(beside(of_scores(1, seed=8), 0, score=None, data_set=1), name=name)
    plot = show(ROC, compared(dataset, others=[other]), width=700, height=600).plot
    shown = plot.legend.entries[1].name.partition("  ")[0]
    assert shown == text.elided(name, 20)
    assert plot.main.beside.words_of(0, plot.words).startswith(name)


# ------------------------------------------------------------------------------ the mouse


def test_that_hovering_says_what_a_line_is_and_draws_it_thick(show):
    dataset = of_scores()
    plot = show(ROC, compared(dataset)).plot
    area = roc_auc_score(dataset.truth, dataset.scores[2].values)
    words = f"score 2, AUC {text.measure(area)}\nn = 90: 30 actual positives, 60 actual negatives. "
    place = place_on(plot, 1)
    assert plot.mouse.hover_text(place) == words + "Double-click to show it"
    assert list(plot.main.beside.pointed_at.drawn.lines) == [1]
    assert plot.mouse.cursor_at(place) is Qt.CursorShape.PointingHandCursor
    assert plot.mouse.hover_text(None) == ""
    assert not plot.main.beside.pointed_at.drawn.lines


def test_that_a_data_set_says_score_class_and_counts_in_the_words_of_the_field(show):
    other = replace(
        beside(of_scores(1, n=3_000, seed=9), 0, score=None, data_set=1), name="right.csv"
    )
    plot = show(ROC, compared(of_scores(1), others=[other], name="some.csv")).plot
    plot.set_vocabulary(Vocabulary.BIOMETRICS)
    area = text.measure(other.ranking.value("roc_auc"))
    space = "\N{NARROW NO-BREAK SPACE}"
    assert plot.mouse.hover_text(place_on(plot, 0)).split("\n") == [
        f"right.csv, score 0, genuine: yes, AUC {area}",
        (
            f"n = 3{space}000: 1{space}000 genuine comparisons, 2{space}000 impostor comparisons. "
            "Double-click to show it"
        ),
    ]


def test_that_a_click_on_a_line_says_what_it_is_and_moves_no_threshold(show):
    b = show(ROC, compared(of_scores()))
    place = b.hands.at(place_on(b.plot, 1))
    QTest.mouseClick(b.plot.canvas.viewport(), LEFT, PLAIN, place)
    assert b.asked == []
    assert b.n_committed == 0
    assert not b.plot.mouse.is_dragging
    assert "score 2" in QToolTip.text()
    QToolTip.hideText()


def test_that_a_click_on_what_is_shown_still_takes_the_threshold(show):
    b = show(ROC, compared(of_scores()))
    b.hands.press(b.plot.main.marker.pos())
    assert b.plot.mouse.is_dragging
    b.hands.release(b.plot.main.marker.pos())
    x, y = b.plot.lines_in_pixels()[0]
    assert b.plot.main.others.at(QPointF(x[len(x) // 3], y[len(x) // 3])) is None


@pytest.mark.parametrize("by", ["line", "name"])
def test_that_a_double_click_asks_for_the_score_or_the_data_set(show, qtbot, by):
    dataset = of_scores(2)
    other = beside(of_scores(1, n=600, seed=9), 0, score=None, data_set=4)
    snapshot = compared(dataset, others=[beside(dataset, 1), other])
    b = show(ROC, snapshot, width=700, height=600)
    plot = b.plot
    for number, signal, asked in (
        (0, plot.score_requested, 1),
        (1, plot.data_set_requested, 4),
    ):
        place = place_on(plot, number)
        if by == "name":
            place = plot.legend.box_of(number + 1).center()
        with qtbot.waitSignal(signal) as found:
            QTest.mouseDClick(plot.canvas.viewport(), LEFT, PLAIN, b.hands.at(place))
        assert found.args == [asked]
    assert b.asked == []


def test_that_the_name_of_what_is_shown_asks_for_nothing(show, qtbot):
    b = show(ROC, compared(of_scores()), width=700, height=600)
    place = b.plot.legend.box_of(0).center()
    assert b.plot.main.others.at(place) is None
    with qtbot.assertNotEmitted(b.plot.score_requested):
        QTest.mouseDClick(b.plot.canvas.viewport(), LEFT, PLAIN, b.hands.at(place))


# ---------------------------------------------------------------------------- the figures


@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.id)
def test_that_a_figure_has_every_line_and_its_name(show, tmp_path, curve):
    plot = show(curve, compared(of_scores()), width=700, height=600).plot
    plot.set_theme(DARK)
    export(plot, tmp_path / "figure.svg")
    words = (tmp_path / "figure.svg").read_text(encoding="utf-8")
    for place in (1, 2):
        colour = beside_pen(place, LIGHT, 1.0).color().name()
        assert f'stroke="{colour}"' in words
        assert f"score {place}" in words
    export(plot, tmp_path / "figure.png")
    image = QImage(str(tmp_path / "figure.png")).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.unique(np.frombuffer(image.constBits(), np.uint32))
    found = {QColor(int(pixel)).name() for pixel in pixels}
    assert {beside_pen(place, LIGHT, 1.0).color().name() for place in (1, 2)} <= found
    export(plot, tmp_path / "figure.pdf")
    assert (tmp_path / "figure.pdf").read_bytes().startswith(b"%PDF")
