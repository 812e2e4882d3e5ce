"""Every row as a dot above its class: compared with the rows themselves."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage

from evalgui.core.choices import Axes
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.confusion.heat_scale import contrast
from evalgui.gui.plots.dots_layer import Dots, Strip
from evalgui.gui.plots.plot_grid import PlotGrid
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT
from evalgui.results import picture as pictures
from evalgui.results.dots_picture import MOST_DOTS
from evalgui.results.swarm import swarm
from tests.core.test_weights import weighted
from tests.gui.plots.bench import make_snapshot
from tests.support.figures import export
from tests.support.plots import plot_of_dots


def made(n=60, seed=3, **options):
    rng = np.random.default_rng(seed)
    truth = (np.arange(n) % 3 == 0).astype(int)
    return make_snapshot(np.round(rng.normal(10 + 4 * truth, 3), 1), truth, **options)


def colour_at(plot, x, y):
    place = plot.canvas.mapFromScene(plot.view_box.mapToScene(QPointF(x, y)))
    return plot.canvas.grab().toImage().pixelColor(place).name()


@pytest.mark.parametrize("higher", [True, False])
def test_that_every_row_is_a_dot_at_its_score_above_its_class(bench, higher):
    snapshot = made(higher=higher, threshold=11.0)
    b = bench(plot_of_dots(), snapshot)
    for column, is_positive, middle in zip(
        b.plot.main.dots.columns, (0, 1), (0.25, 0.75), strict=True
    ):
        own = snapshot.score.values[snapshot.dataset.truth == is_positive]
        assert isinstance(column, Dots)
        expected = [b.place_of(0.0, value).y() for value in own]
        np.testing.assert_allclose(np.sort(column.y), np.sort(expected))
        centre = b.place_of(middle, 11.0).x()
        assert np.abs(column.x - centre).max() <= 0.21 * b.plot.viewport.width + 1e-9


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("logistic_regression", "logistic_\nregression"),
        ("Marker in plasma", "Marker in\nplasma"),
        ("logistischeregression", "logisti\N{HORIZONTAL ELLIPSIS}ression"),
    ],
)
def test_that_a_long_title_stands_in_two_lines_where_its_axis_is_short(bench, name, shown):
    snapshot = made()
    score = replace(snapshot.score, name=name)
    dataset = replace(snapshot.dataset, scores=(score,))
    b = bench(plot_of_dots(), resolve(replace(snapshot.inputs, dataset=dataset)), 300, 500)
    axis = b.plot.y_axis
    assert axis.labelText == text.plain(name)
    b.plot.resize(300, 170)
    assert axis.labelText == text.plain(shown)
    b.plot.resize(300, 500)
    assert axis.labelText == text.plain(name)


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "contrast"])
@pytest.mark.parametrize("higher", [True, False])
def test_that_what_is_called_wrongly_stands_out_at_any_threshold(bench, higher, theme):
    scores = np.array([1.0, 2.0, 3.0, 4.0, 2.5, 3.5, 4.0, 6.0])
    truth = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    b = bench(plot_of_dots(), make_snapshot(scores, truth, higher=higher), 300, 500)
    b.plot.set_theme(theme)
    for threshold in (-math.inf, 1.0, 2.0, 2.5, 3.7, 4.0, 6.0, math.inf):
        b.set_threshold(threshold)
        picture = b.plot.canvas.grab().toImage()
        for column, is_positive, colour in zip(
            b.plot.main.dots.columns, (0, 1), (theme.negative, theme.positive), strict=True
        ):
            own = np.sort(scores[truth == is_positive])
            for score, x, y in zip(own, column.x, column.y, strict=True):
                if abs(y - b.plot.grip.unclipped) < 1.5:
                    continue  # the line lies over it
                called = score >= threshold if higher else score <= threshold
                at = b.plot.canvas.mapFromScene(b.plot.view_box.mapToScene(QPointF(x, y)))
                seen = picture.pixelColor(at).name()
                assert (seen == QColor(colour).name()) == (called != bool(is_positive))
                if theme.is_dark:
                    assert contrast(QColor(seen), QColor(theme.base)) >= 3


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("ends", [(2.2, 3.7), (3.7, 2.2), (2.2, 2.7)])
def test_that_what_is_in_a_grey_zone_is_neither_right_nor_wrong(bench, higher, ends):
    scores = np.array([1.0, 2.0, 3.0, 4.0, 2.5, 3.5, 4.0, 6.0])
    truth = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    b = bench(
        plot_of_dots(), make_snapshot(scores, truth, higher=higher, threshold=ends[0]), 300, 500
    )
    for second in (ends[1], None, ends[1]):
        b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, second=second)))
        b.plot.grey.band.hide()  # it lies over the dots
        picture = b.plot.canvas.grab().toImage()
        decided = set()
        for column, is_positive, colour in zip(
            b.plot.main.dots.columns, (0, 1), (LIGHT.negative, LIGHT.positive), strict=True
        ):
            own = np.sort(scores[truth == is_positive])
            for score, x, y in zip(own, column.x, column.y, strict=True):
                at = b.plot.canvas.mapFromScene(b.plot.view_box.mapToScene(QPointF(x, y)))
                seen, strong = picture.pixelColor(at).name(), QColor(colour).name()
                called = {
                    score >= end if higher else score <= end for end in (ends[0], second or ends[0])
                }
                is_wrong = called == {not is_positive}
                assert (seen == strong) == is_wrong, (score, second)
                decided |= {seen} if len(called) == 1 else set()
                assert len(called) == 1 or seen not in decided
    told = b.plot.header.with_intervals[1]
    low, high = (f"{end:g}" for end in sorted(ends))
    if higher:
        zone = f"\N{GREATER-THAN OR EQUAL TO} {high}, indeterminate {low} to < {high}"
    else:
        zone = f"\N{LESS-THAN OR EQUAL TO} {low}, indeterminate > {low} to {high}"
    assert told == f"Positive {zone}"


def test_that_the_line_is_dragged_up_and_down(bench):
    b = bench(plot_of_dots(), made(threshold=11.0))
    start = b.place_of(0.5, 11.0)
    assert b.plot.mouse.cursor_at(start) is Qt.CursorShape.SizeVerCursor
    b.hands.drag(start, b.place_of(0.5, 14.0))
    assert b.threshold == pytest.approx(14.0, abs=0.1)
    assert b.n_committed == 1
    score, truth = b.snapshot.score.values, b.snapshot.dataset.truth
    assert b.point[0] == int(((score >= b.threshold) & (truth == 1)).sum())
    b.set_threshold(math.inf)
    assert b.plot.grip.is_parked


def test_that_many_rows_are_strips_and_say_so(bench):
    few, many = made(MOST_DOTS), made(MOST_DOTS + 1)
    plot = bench(plot_of_dots(), few).plot
    assert all(isinstance(column, Dots) for column in plot.main.dots.columns)
    assert plot.header.summary == ""
    plot.show_snapshot(few, many)
    assert all(isinstance(column, Strip) for column in plot.main.dots.columns)
    assert "density" in plot.header.summary
    for column in plot.main.dots.columns:
        assert column.widths.max() == pytest.approx(0.21 * plot.viewport.width)
        assert (np.diff(column.edges) < 0).all()
    plot.show_snapshot(many, EMPTY)
    assert plot.main.dots.columns == ()
    assert plot.header.summary == ""


def test_that_a_moved_threshold_draws_no_dot_anew(bench):
    b = bench(plot_of_dots(), made(threshold=11.0))
    b.plot.canvas.grab()
    columns, pictures = b.plot.main.dots.columns, dict(b.plot.main.dots._pictures)
    b.set_threshold(12.0)
    b.plot.canvas.grab()
    assert b.plot.main.dots.columns is columns
    assert b.plot.main.dots._pictures == pictures


@pytest.mark.parametrize("n", [60, MOST_DOTS + 1])
def test_that_a_figure_shows_the_same(bench, n, tmp_path):
    b = bench(plot_of_dots(), made(n, threshold=11.0), 620, 400)
    export(b.plot, tmp_path / "figure.svg")
    words = (tmp_path / "figure.svg").read_text(encoding="utf-8")
    shapes = sum(words.count(f"<{shape}") for shape in ("ellipse", "path", "circle", "polygon"))
    assert shapes >= min(n, 4)
    assert "benign (" in words
    assert "malignant (" in words
    export(b.plot, tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 1000


def test_that_words_and_classes_are_those_of_the_field(bench):
    b = bench(plot_of_dots(), made(threshold=11.0))
    assert b.plot.title == "Every row"
    b.plot.set_vocabulary(Vocabulary.CLINICAL)
    assert b.plot.title == b.plot.header.title == "Every patient"
    assert b.plot.canvas.accessibleName() == "Every patient plot"
    shown = b.plot.x_axis.tickStrings([0.25, 0.75], 1.0, 0.0)
    assert shown == ["benign (40)", "malignant (20)"]
    assert b.plot.header.read_out == "Test positive \N{GREATER-THAN OR EQUAL TO} 11"


def test_that_the_dot_under_the_mouse_tells_its_score(bench):
    b = bench(plot_of_dots(), made(threshold=11.0))
    column = b.plot.main.dots.columns[1]
    own = np.sort(b.snapshot.score.values[b.snapshot.dataset.truth == 1])
    told = b.plot.mouse.hover_text(QPointF(column.x[0], column.y[0]))
    assert told == f"malignant: {own[0]:g}"
    assert b.plot.mouse.hover_text(QPointF(1.0, 1.0)) == ""


def test_that_scores_lie_on_a_logarithmic_axis_where_that_was_chosen(bench):
    snapshot = make_snapshot([0.1, 1.0, 10.0, 100.0], [0, 0, 1, 1])
    b = bench(plot_of_dots(), snapshot)
    assert [switch.id for switch in b.plot.switches()] == ["log_scores"]
    for is_log in (False, True):
        chosen = replace(b.snapshot.choices, axes=Axes(log_scores=is_log))
        b.show(replace(b.snapshot, choices=chosen))
        steps = np.diff(np.concatenate([column.y for column in b.plot.main.dots.columns]))
        assert bool(np.ptp(steps) < 1e-6) is is_log


@pytest.mark.parametrize("truth", [[1, 1, 1], [0, 0, 0]])
def test_that_one_class_alone_breaks_nothing(bench, truth):
    b = bench(plot_of_dots(), make_snapshot([1.0, 2.0, 3.0], truth))
    b.set_threshold(2.0)
    b.plot.canvas.grab()
    assert sum(len(column.x) for column in b.plot.main.dots.columns) == 3


def test_that_the_same_snapshot_again_does_nothing(bench):
    snapshot = made(threshold=11.0)
    b = bench(plot_of_dots(), snapshot)
    b.plot.header.set_read_out("untouched")
    b.plot.show_snapshot(snapshot, resolve(snapshot.inputs, snapshot))
    assert b.plot.header.read_out == "untouched"


def test_that_long_names_of_classes_are_shortened_and_come_to_an_end(bench):
    b = bench(plot_of_dots(), made(), 240, 300)
    axis = b.plot.x_axis
    long = "a class with a name that no column has room for"
    axis.name({0.25: (long, " (40)"), 0.75: ("b", " (20)")})
    ((step, places),) = axis.tickValues(0.0, 1.0, 200.0)
    one, two = axis.tickStrings(places, 1.0, step)
    assert one.startswith("a cl")
    assert one.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert two == "b (20)"
    axis.resize(0.0, 20.0)
    assert axis.tickStrings(places, 1.0, step)[1]


def test_that_a_name_takes_what_a_shorter_neighbour_leaves(bench):
    axis = bench(plot_of_dots(), made(), 240, 300).plot.x_axis
    axis.name({0.25: ("no", ""), 0.75: ("malignant", "")})
    metrics = QFontMetricsF(axis.style["tickFont"])
    no, malignant = map(metrics.horizontalAdvance, ("no", "malignant"))
    low, high = axis.range
    axis.resize((no / 2 + malignant / 2 + 7.0) * 2 * (high - low), 40.0)
    assert axis.tickStrings([0.25, 0.75], 1.0, 0.0) == ["no", "malignant"]
    axis.name({0.25: ("malignant", ""), 0.75: ("malignant", "")})
    assert all(one != "malignant" for one in axis.tickStrings([0.25, 0.75], 1.0, 0.0))


def test_that_it_is_made_and_ended_again_and_again_while_it_is_painted(qtbot):
    grid = PlotGrid()
    grid.choose(())
    qtbot.addWidget(grid)
    grid.set_theme(LIGHT)
    grid.resize(700, 600)
    with qtbot.waitExposed(grid):
        grid.show()
    shown, known = EMPTY, [made(20), made(500), made(MOST_DOTS + 1), make_snapshot([1.0], [1])]
    for number in range(20):
        snapshot = known[number % len(known)]
        grid.show_snapshot(shown, snapshot)
        shown = snapshot
        grid.choose([["roc", "dots"], ["histogram"]])
        grid.resize(450 + 37 * number % 500, 560 + 53 * number % 400)
        grid.grab()
        plot = grid.plots()["dots"]
        assert plot.isVisibleTo(grid)
        assert (
            [len(cut.n_above) for cut in plot.main.dots.cuts]
            == [len(plot.main.dots.columns)]
            == [2]
        )
        grid.choose([["roc"]])
        grid.grab()
        assert not plot.isVisibleTo(grid)


def test_that_a_moved_line_paints_what_it_passes_alone(bench, monkeypatch):
    b = bench(plot_of_dots(), made(400, threshold=9.0), 300, 600)
    asked = []
    monkeypatch.setattr(b.plot.main.dots, "update", lambda *area: asked.append(area))
    b.set_threshold(9.5)
    (area,) = asked[-1]
    assert area.height() < 0.2 * b.plot.viewport.height
    assert area.top() < b.place_of(0, 9.5).y() < b.place_of(0, 9.0).y() < area.bottom()


def test_that_a_strip_has_nothing_where_there_are_no_rows(bench):
    scores = np.concatenate([np.linspace(0, 1, 2000), np.linspace(9, 10, 2000)])
    b = bench(plot_of_dots(), make_snapshot(scores, np.arange(4000) % 2), 300, 500)
    middles = [b.place_of(share, 5.0) for share in (0.25, 0.75)]
    empty = {QColor(LIGHT.base).name(), QColor(LIGHT.grid).name()}
    for place in middles:
        assert colour_at(b.plot, place.x(), place.y() + 3) in empty
        assert colour_at(b.plot, place.x(), b.place_of(0.0, 9.5).y()) not in empty


def test_that_the_words_of_a_drag_go_over_the_axis_where_a_plot_is_narrow(bench):
    b = bench(plot_of_dots(), made(400, threshold=9.0), 230, 400)
    start = b.place_of(0.25, 9.0)
    b.hands.press(start)
    b.hands.move(start - QPointF(0.0, 60.0))
    pill = b.plot.drag_mark.pill
    assert pill.isVisible()
    right = pill.x() + pill.boundingRect().right()
    assert right <= b.plot.viewport.width + 2
    assert pill.x() > -b.plot.view_box.geometry().left()
    b.hands.release(start)


@pytest.mark.parametrize("higher", [True, False])
def test_that_a_grey_zone_is_pulled_out_of_the_lying_line(bench, higher):
    b = bench(plot_of_dots(), made(higher=higher, threshold=11.0))
    plot, asked = b.plot, []
    plot.second_requested.connect(asked.append)
    assert plot.grey.handle.isVisible()
    assert not plot.grey.band.isVisible()
    start = QPointF(plot.grey._place, plot.grip.unclipped)
    b.hands.drag(start, start + QPointF(0, -40))
    assert abs(b.place_of(0, asked[-1]).y() - (start.y() - 40)) < 4  # rounded, as all lines rest
    assert b.snapshot.point.threshold == 11.0  # the line stays
    zoned = replace(b.snapshot, choices=replace(b.snapshot.choices, second=asked[-1]))
    b.show(zoned)
    zone = plot.grey.band.rect()
    assert plot.grey.band.isVisible()
    assert (zone.left(), zone.right()) == (0, plot.viewport.width)
    edges = sorted([plot.grip.unclipped, plot.grey.second.unclipped])
    assert [zone.top(), zone.bottom()] == pytest.approx(edges)
    held = QPointF(plot.viewport.width / 2, plot.grey.second.unclipped)
    b.hands.drag(held, QPointF(held.x(), plot.grip.unclipped + 2))
    assert asked[-1] == 11.0  # pushed together they are one
    b.show(replace(zoned, choices=replace(zoned.choices, second=None)))
    assert plot.grey.handle.isVisible()
    assert not plot.grey.band.isVisible()


@pytest.mark.parametrize("shift", [0.0, 0.25, 0.5, 0.75])
def test_that_dots_stand_where_they_stood_wherever_the_line_is(bench, shift):
    b = bench(plot_of_dots(), made(threshold=11.0), 300, 431)
    item, canvas = b.plot.main.dots, b.plot.canvas
    item.setPos(0.0, shift)  # as where the frame begins within a pixel

    def below(line):
        item.show_cuts([item.cuts[0]._replace(height=line)])
        item.update()
        image = canvas.grab().toImage()
        top = round(b.plot.view_box.mapToScene(QPointF(0, 130)).y())
        rest = image.copy(0, top, image.width(), image.height() - top)
        return rest.convertToFormat(QImage.Format.Format_RGB32)

    expected = below(100.0)
    assert len(set(bytes(expected.constBits())[::4])) > 2
    for tenth in range(1, 40):
        assert below(100.0 + tenth / 10) == expected


def test_that_dots_find_their_places_once_for_a_view_and_not_before_it_is_their_turn(
    bench, monkeypatch
):
    sought = []

    def watched(heights, *given):
        sought.append(len(heights))
        return swarm(heights, *given)

    monkeypatch.setattr(pictures, "swarm", watched)
    b = bench(plot_of_dots(), made())
    for again in (b.plot.draw, b.plot.place_all, b.plot.draw):
        sought.clear()
        again()
        assert sought == []
    b.plot.waits = True
    b.plot.render_ranking()
    assert sought == []
    b.plot.waits = False
    b.plot.catch_up()
    assert sought == [40, 20]


def test_that_rows_with_weights_are_strips_of_their_sums(bench):
    rng = np.random.default_rng(3)
    truth, weights = np.arange(60) % 3 == 0, rng.gamma(1.0, 2.0, 60)  # of no short decimals
    dataset = weighted(np.round(rng.normal(10 + 4 * truth, 3), 1), truth, weights)
    b = bench(plot_of_dots(), resolve(Inputs(dataset, threshold=11.0)))
    assert all(isinstance(column, Strip) for column in b.plot.main.dots.columns)
