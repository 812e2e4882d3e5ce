"""Curves of every class against the rest, however many there are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from evalgui.core.curves import ROC, vertices
from evalgui.core.curves.scales import NormalDeviateScale
from evalgui.core.dataset import Dataset
from evalgui.core.highlight import Highlight, Lit
from evalgui.core.metrics import Vocabulary
from evalgui.core.score_table import ScoreTable
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.gui import text
from evalgui.gui.plots.class_curves import MOST_NAMES
from evalgui.gui.plots.class_grid import ClassGrid
from evalgui.gui.plots.class_pens import class_pen
from evalgui.gui.theme import DARK, LIGHT
from evalgui.results.geometry import distance_to_line
from tests.gui.plots.bench import Hands
from tests.support.figures import export

LEFT = Qt.MouseButton.LeftButton


def classified(n_classes, n=300, seed=0):
    """Return a snapshot with probabilities of classes that are found more or less well."""
    rng = np.random.default_rng(seed)
    truth = np.arange(n) % n_classes
    scores = rng.normal(size=(n, n_classes))
    scores[np.arange(n), truth] += rng.uniform(0.5, 3.0, n_classes)[truth]
    scores = np.exp(scores)
    scores /= scores.sum(axis=1, keepdims=True)
    names = tuple(f"class {number}" for number in range(n_classes))
    predicted = scores.argmax(axis=1)
    return resolve(
        Inputs(Dataset("made.csv", names, truth, 0, (), predicted=predicted, class_scores=scores))
    )


@pytest.fixture
def show(qtbot):
    """Return a function that puts the grid on the screen with some classes, and draws all."""
    made = []

    def put(n_classes, **options):
        grid = ClassGrid()
        made.append(grid)
        grid.classes_chosen.connect(grid.choose)  # as the workspace has it done
        qtbot.addWidget(grid)
        grid.resize(900, 800)
        grid.set_theme(LIGHT)
        grid.show_snapshot(EMPTY, classified(n_classes, **options))
        with qtbot.waitExposed(grid):
            grid.show()
        wait_for(grid, qtbot)
        return grid

    yield put
    for grid in made:
        grid.shut_down()


def wait_for(grid, qtbot):
    def is_done():
        later = any(plot._later.isActive() for plot in grid.class_plots)
        return not (later or grid.is_drawing)

    qtbot.waitUntil(is_done)


def test_that_roc_is_square_with_the_room_beside_it_for_names(show):
    plot = show(3).class_plots[0]
    seen = plot.viewport
    assert plot.main.is_square
    assert abs(seen.width - seen.height) < 1.0
    plot.resize(700, 300)
    plot.draw()
    seen, place = plot.viewport, plot.view_box.geometry()
    assert abs(seen.width - seen.height) < 1.0
    assert plot.canvas.width() - place.right() > 300
    assert place.left() < 80


def place_on(plot, index):
    """Return a place on the line of a class that is near no other class."""
    x, y = plot.main.every.drawn.lines[index]
    middles = np.stack([(x[:-1] + x[1:]) / 2, (y[:-1] + y[1:]) / 2], axis=1)
    for at_x, at_y in middles:
        inside = 5 < at_x < plot.viewport.width - 5 and 5 < at_y < plot.viewport.height - 5
        if inside and plot.main.class_at(QPointF(at_x, at_y)) == index:
            return QPointF(at_x, at_y)
    raise AssertionError


def click(plot, place):
    QTest.mouseClick(
        plot.canvas.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, Hands(plot).at(place)
    )


@pytest.mark.parametrize("n_classes", [3, 26, 40, 200])
def test_that_every_class_is_drawn_on_every_plot(show, n_classes):
    grid = show(n_classes, n=max(300, 2 * n_classes))
    for plot in grid.class_plots:
        assert list(plot.main.every.drawn.lines) == list(range(n_classes))
        assert plot.main.every.drawn.image is not None


def test_that_a_line_is_the_curve_of_its_class(show):
    grid = show(5)
    plot, dataset = grid.class_plots[0], grid._snapshot.dataset
    for index in range(5):
        table = ScoreTable(dataset.class_scores[:, index], dataset.truth == index)
        every = vertices(ROC, table)
        line = plot.main.every.drawn.lines[index]
        places = zip(
            plot.viewport.x_pixels(every.x), plot.viewport.y_pixels(every.ys[0]), strict=True
        )
        assert max(distance_to_line(*line, x, y) for x, y in places) < 1e-9


def test_that_few_classes_are_named_with_their_areas(show):
    grid = show(3)
    scores = grid._snapshot.class_scores
    names = [entry.name for entry in grid.class_plots[0].legend.entries]
    assert names == [f"class {i}  {text.measure(scores.aucs[i])}" for i in range(3)]
    others = [entry.name for entry in grid.class_plots[1].legend.entries]
    assert others == ["class 0", "class 1", "class 2"]
    colours = {entry.pen.color().name() for entry in grid.class_plots[0].legend.entries}
    assert len(colours) == 3


def test_that_of_many_classes_those_that_stand_out_are_named(show):
    grid = show(40)
    plot = grid.class_plots[1]
    assert plot.legend.entries == ()
    grid.choose((30, 4))
    assert [entry.name for entry in plot.legend.entries] == ["class 30", "class 4"]
    grid.choose(tuple(range(15)))
    names = [entry.name for entry in plot.legend.entries]
    assert len(names) == MOST_NAMES + 1
    assert names[-1] == "and 5 more"


def test_that_a_chosen_class_stands_out_and_the_others_are_dimmed(show):
    grid = show(40)
    plot = grid.class_plots[0]
    assert plot.main.every.opacity() == 1.0
    grid.choose((7,))
    assert plot.main.every.opacity() < 0.5
    assert list(plot.main.standing_out.drawn.lines) == [7]
    pen = plot.main.standing_out.drawn.pens[7]
    assert pen.color() == class_pen(0, LIGHT, 1.0).color()
    grid.choose(())
    assert plot.main.every.opacity() == 1.0
    assert not plot.main.standing_out.drawn.lines


def test_that_all_classes_chosen_look_like_none(show):
    grid = show(3)
    grid.choose((0, 1, 2))
    assert grid.chosen == ()
    assert grid.class_plots[0].main.every.opacity() == 1.0


@pytest.mark.parametrize("n_classes", [4, 40])
def test_that_a_click_on_a_curve_chooses_its_class_and_another_undoes_it(show, qtbot, n_classes):
    grid = show(n_classes)
    plot = grid.class_plots[0]
    place = place_on(plot, 2)
    assert plot.mouse.cursor_at(place) is Qt.CursorShape.PointingHandCursor
    with qtbot.waitSignal(grid.classes_chosen) as chosen:
        click(plot, place)
    assert chosen.args == [[2]]
    assert [one.main.chosen for one in grid.class_plots] == [(2,)] * 3
    with qtbot.waitSignal(grid.classes_chosen) as chosen:
        click(plot, place)
    assert chosen.args == [[]]


def test_that_a_click_beside_the_lines_and_esc_undo_the_choice(show, qtbot):
    grid = show(4)
    plot = grid.class_plots[0]
    beside = QPointF(plot.viewport.width * 0.6, plot.viewport.height * 0.5)
    assert plot.main.class_at(beside) is None
    assert plot.mouse.cursor_at(beside) is None
    for undo in (
        lambda: click(plot, beside),
        lambda: QTest.keyClick(plot.canvas, Qt.Key.Key_Escape),
    ):
        grid.choose((1,))
        with qtbot.waitSignal(grid.classes_chosen) as chosen:
            undo()
        assert chosen.args == [[]]
        assert grid.chosen == ()


def test_that_a_click_on_a_name_chooses_its_class(show, qtbot):
    grid = show(4)
    plot = grid.class_plots[0]
    legend = plot.legend
    assert legend.isVisible()
    place = legend.box_of(2).center()
    with qtbot.waitSignal(grid.classes_chosen) as chosen:
        click(plot, place)
    assert chosen.args == [[2]]


def test_that_a_double_click_asks_for_the_class(show, qtbot):
    grid = show(4)
    plot = grid.class_plots[0]
    place = Hands(plot).at(place_on(plot, 3))
    with qtbot.waitSignal(grid.class_requested) as asked:
        QTest.mouseDClick(plot.canvas.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
    assert asked.args == [3]


def test_that_the_button_asks_for_the_chosen_class(show, qtbot):
    grid = show(4)
    assert grid.assess.isHidden()
    grid.choose((1,))
    assert grid.assess.text() == "Put a threshold on class 1"
    with qtbot.waitSignal(grid.class_requested) as asked:
        grid.assess.click()
    assert asked.args == [1]
    grid.choose((1, 2))
    assert grid.assess.isHidden()
    assert "2 of 4 classes" in grid.note.text()


def test_that_hovering_names_the_curve_and_draws_it_thick(show):
    grid = show(40)
    plot = grid.class_plots[0]
    words = plot.mouse.hover_text(place_on(plot, 6))
    area = text.measure(float(grid._snapshot.class_scores.aucs[6]))
    assert words == f"class 6 against the rest\nAUC {area}"
    assert list(plot.main.pointed_at.drawn.lines) == [6]
    assert plot.mouse.hover_text(None) == ""
    assert not plot.main.pointed_at.drawn.lines
    QToolTip.hideText()


def test_that_zooming_draws_what_is_in_view_again(show, qtbot):
    grid = show(40, n=2_000)
    plot = grid.class_plots[0]
    before = plot.main.every.drawn.viewport
    plot.view_box.setRange(xRange=(0.0, 0.1), yRange=(0.5, 1.0), padding=0)
    wait_for(grid, qtbot)
    assert plot.main.every.drawn.viewport == plot.viewport != before


def test_that_other_data_forget_the_choice_and_another_theme_keeps_it(show, qtbot):
    grid = show(5)
    grid.choose((3,))
    grid.set_theme(DARK)
    wait_for(grid, qtbot)
    assert grid.chosen == (3,)
    pen = grid.class_plots[0].main.standing_out.drawn.pens[3]
    assert pen.color() == class_pen(3, DARK, 1.0).color()
    grid.show_snapshot(grid._snapshot, classified(6, seed=2))
    assert grid.chosen == ()
    wait_for(grid, qtbot)
    assert len(grid.class_plots[2].main.every.drawn.lines) == 6


def test_that_a_class_that_is_never_true_has_no_line(show, qtbot):
    grid = show(3)
    dataset = classified(3).dataset
    scores = np.column_stack([dataset.class_scores * 0.9, np.full(dataset.n, 0.1)])
    names = (*dataset.classes, "none")
    other = Dataset(
        "other.csv", names, dataset.truth, 0, (), predicted=dataset.predicted, class_scores=scores
    )
    grid.show_snapshot(grid._snapshot, resolve(Inputs(other)))
    wait_for(grid, qtbot)
    assert list(grid.class_plots[0].main.every.drawn.lines) == [0, 1, 2]
    assert grid.class_plots[0].legend.entries[3].name.endswith(text.UNDEFINED)
    grid.choose((3,))
    assert not grid.class_plots[0].main.standing_out.drawn.lines


def test_that_a_vocabulary_names_the_axes(show):
    grid = show(3)
    grid.set_vocabulary(Vocabulary.CLINICAL)
    assert grid.class_plots[0].y_axis.title.startswith("Sensitivity")


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_that_a_figure_has_every_curve_and_the_one_that_stands_out(show, tmp_path, suffix):
    grid = show(40)
    grid.choose((5,))
    path = tmp_path / f"curves.{suffix}"
    export(grid.plot("classes-roc"), path)
    colour = class_pen(0, LIGHT, 1.0).color().name()
    if suffix == "svg":
        words = path.read_text(encoding="utf-8")
        assert f'stroke="{colour}"' in words  # the line
        assert f'fill="{colour}"' in words  # and its name
        assert words.count(f'stroke="{QColor(LIGHT.negative).name()}"') >= 40
        assert "class 5" in words
    else:
        image = QImage(str(path))
        found = {
            image.pixelColor(x, y).name()
            for x in range(0, image.width(), 2)
            for y in range(0, image.height(), 2)
        }
        assert colour in found


def test_that_names_stand_in_the_room_that_a_square_leaves_above_it(show):
    plot = show(3).class_plots[0]
    plot.setMinimumWidth(0)
    plot.canvas.setMinimumWidth(0)
    plot.resize(183, 300)
    plot.draw()
    assert plot.spare_height > 60
    boxes = [plot.legend.box_of(number) for number in range(3)]
    assert all(not box.isEmpty() and box.bottom() < 0 for box in boxes)  # above the frame
    top = plot.view_box.geometry().top()
    assert all(box.top() + top > 0 and box.right() <= plot.viewport.width for box in boxes)
    plot.resize(330, 330)  # where there is none they are in the frame, or beside it
    plot.draw()
    assert all(plot.legend.box_of(number).bottom() > 0 for number in range(3))


def test_that_error_rates_have_limits_from_the_data_or_by_preset(show):
    grid = show(3)
    det = next(plot for plot in grid.class_plots if plot.main.curve.id == "det")
    assert [one.id for one in det.switches()] == ["fixed_rates"]
    assert all(not plot.switches() for plot in grid.class_plots if plot is not det)
    highest = det.x_scale.home[1]
    assert highest < det.x_scale.place(0.999)  # no farther than where errors of both kinds are
    asked = []
    grid.axes_requested.connect(asked.append)
    det.ask_for_axes("fixed_rates", True)
    old = grid._snapshot
    fixed = replace(old, choices=replace(old.choices, axes=asked[0]))
    grid.show_snapshot(old, fixed)
    assert det.x_scale.home == NormalDeviateScale(200, 0.5, 1e-6).home  # as of two classes
    assert det.switches()[0].is_on


def test_that_selected_rows_are_marked_on_the_curves_of_their_classes(show):
    grid = show(3)
    snapshot = grid._snapshot
    scores, chosen = snapshot.class_scores, np.zeros(snapshot.dataset.n, dtype=bool)
    chosen[[0, 4, 7]] = True  # one of class 0, two of class 1
    found = scores.places_of(chosen, 10)
    lit = Lit(selected=Highlight(chosen, chosen, of_classes=found))
    grid.show_snapshot(snapshot, replace(snapshot, lit=lit))
    roc = grid.class_plots[0]
    expected = set()
    for row in (0, 4, 7):
        own = scores.truth[row]
        called = scores.columns[own] >= scores.columns[own][row]
        is_own = scores.truth == own
        x, y = called[~is_own].mean(), called[is_own].mean()
        at = roc.viewport.x_pixels(np.array([x]))[0], roc.viewport.y_pixels(np.array([y]))[0]
        expected.add((round(at[0], 6), round(at[1], 6)))

    def marked(plot):
        return {(round(x, 6), round(y, 6)) for _look, x, y in plot.selected.item.seen()}

    assert marked(roc) == expected
    assert [plot.main.curve.id for plot in grid.class_plots if len(marked(plot)) == 3][:2] == [
        "roc",
        "pr",
    ]
    grid.choose([0])
    assert len(marked(roc)) == 1  # of what stands out alone
    grid.choose([])
    assert marked(roc) == expected
    grid.show_snapshot(replace(snapshot, lit=lit), snapshot)
    assert marked(roc) == set()
