"""Any picture as a plot: what is built once, what moves or is dragged, and words in its place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor

from evalgui.core.choices import Axes
from evalgui.core.consequences.gain import best_from_to, cost_envelope, predictiveness
from evalgui.core.consequences.settings import Consequences
from evalgui.core.curves import Scale
from evalgui.core.curves.curve import Axis
from evalgui.core.curves.scales import LinearScale
from evalgui.core.metrics import Vocabulary
from evalgui.core.requests import SetConsequences
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import resolve
from evalgui.core.texts import Computed, Text
from evalgui.gui.figures.plot_part import copy_of
from evalgui.gui.plots.picture_items import RIBBON
from evalgui.gui.plots.picture_layer import AlongPicture, HandleLayer, PictureLayer, kind_of_picture
from evalgui.gui.plots.plot import Plot
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT
from evalgui.results.gain_pictures import COST, PREDICTIVENESS
from evalgui.results.geometry import crosses, overlap
from evalgui.results.picture import (
    Band,
    Level,
    Line,
    Mark,
    Picture,
    PictureAxis,
    Reference,
    Region,
    Strip,
)
from evalgui.results.pictured import Handle, Moved, Option, Pictured
from evalgui.results.result import Way
from evalgui.results.ticks import Ruler
from tests.gui.plots.bench import make_snapshot
from tests.support.layers import layer_of

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style
    from evalgui.gui.plots.threshold_line import ThresholdLine

SHIFT = Qt.KeyboardModifier.ShiftModifier
X = np.linspace(0.0, 1.0, 5)


def made(n: int = 120, seed: int = 5, *, higher: bool = True) -> Snapshot:
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.4
    scores = np.round(rng.normal(10 + 4 * truth, 3), 1)
    return make_snapshot(scores, truth.astype(int), higher=higher, threshold=12.0)


class Built:
    """A picture of every layer that counts how often it is built."""

    def __init__(self) -> None:
        self.n = 0

    def picture(self, snapshot: Snapshot, style: Style) -> Picture | Text:
        del style
        self.n += 1
        if snapshot.inputs.consequences.scale is None and snapshot.choices.axes.log_counts:
            return Text("Ask about the {prevalence} first")
        axes = [PictureAxis(name, Ruler(LinearScale(), Scale.VALUE)) for name in ("risk", "worth")]
        strip = Strip("sure", lambda _seen: (X, X), lambda: iter([(X, X)]))
        layers = (
            Reference("all", lambda _seen: (X, 1 - X)),
            Region("useful", (0.2, 0.6), (-np.inf, np.inf)),
            Line("model", lambda _seen: (X, X**2), lambda: iter([(X, X**2)])),
            Band("band", lambda _s: (X, X**2 - 0.1, X**2 + 0.1), lambda: iter([(X, X, X)])),
            Band("bars", lambda _s: (X, 0 * X, X), lambda: iter([(X, X, X)]), 1, is_bars=True),
            strip,
        )
        top = PictureAxis("k", Ruler(), ((0.5, "1", ""), (0.1, "9", ""), (0.11, "8", "")))
        return Picture(axes[0], axes[1], layers, top=top)

    def moved(self, snapshot: Snapshot, style: Style) -> Moved:
        del style
        assert snapshot.point is not None
        at = 1.0 / snapshot.point.threshold
        line = Line("fixed", lambda _s: (X, at * X), lambda: iter([(X, at * X)]), is_main=False)
        said = Text("worth {at}", {"at": Computed(at)})
        sentence = Text("Worth using for anyone whose risk threshold lies below {at}", said.values)
        marks = Level("here", at), Mark("", at, (0.75,), is_main=True)
        return Moved((line, *marks), said, None, sentence)


def asked(snapshot: Snapshot, x: float) -> SetConsequences:
    return SetConsequences(replace(snapshot.inputs.consequences, risks=(x,)))


def plot_of(built: Built) -> Plot:
    pictured = Pictured(
        id="built",
        title=Text("Net benefit of {positive_calls}"),
        axes=(Axis(title="risk", scale=Scale.VALUE), Axis(title="worth", scale=Scale.VALUE)),
        table="gain",
        picture=built.picture,
        moved=built.moved,
        summary=lambda _snapshot: Text("area 0.5"),
        handle=Handle("the risk", lambda s: (*s.inputs.consequences.risks, 0.3)[0], asked),
        at=lambda _snapshot, x: Text("at {x}", {"x": Computed(x)}),
        options=(Option("log_counts", "words", "Words instead"),),
        ways=lambda snapshot: (Way("ask", Text("Ask at 0.2"), asked(snapshot, 0.2)),),
        has_bands=True,
        has_top=True,
    )
    return Plot(kind_of_picture(pictured))


def main_of(plot: Plot) -> PictureLayer:
    assert isinstance(plot.main, PictureLayer)
    return plot.main


def test_that_what_can_be_done_stands_below_the_words(bench):
    b = bench(plot_of(Built()), made())
    ways = main_of(b.plot).ways
    assert not ways.isVisible()
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes(log_counts=True))))
    assert main_of(b.plot).words == "Ask about the prevalence first"
    assert ways.isVisible()
    assert ways.parent() is b.plot.canvas
    assert b.plot.canvas.rect().contains(ways.geometry())
    foot = b.plot.canvas.mapFromScene(main_of(b.plot).message.foot())
    assert ways.y() > foot.y() > b.plot.canvas.height() // 4
    assert abs(ways.geometry().center().x() - foot.x()) <= 1
    requests = []
    b.plot.requested.connect(requests.append)
    ways.buttons[0].click()
    assert [one.consequences.risks for one in requests] == [(0.2,)]
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes())))
    assert not ways.isVisible()


def test_that_a_drag_moves_what_moves_and_builds_nothing(bench):
    built = Built()
    b = bench(plot_of(built), made())
    assert built.n == 1
    assert b.plot.header.read_out == "worth 0.083"
    for threshold in (10.0, 11.0, 12.5):
        b.set_threshold(threshold)
    assert built.n == 1
    assert b.plot.header.read_out == "worth 0.080"
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes(fixed_rates=True))))
    assert built.n == 2  # other axes
    said = replace(b.snapshot.inputs, consequences=Consequences(level=0.9))
    b.show(resolve(said, b.snapshot))
    assert built.n == 3
    said = replace(said, consequences=Consequences(level=0.9, risks=(0.2,)))
    b.show(resolve(said, b.snapshot))
    assert built.n == 3  # what is dragged is nothing that the picture rests on
    b.show(made(seed=6))
    assert built.n == 4


def test_that_words_stand_in_the_place_of_a_picture_and_are_described(bench):
    built = Built()
    b = bench(plot_of(built), made())
    main = main_of(b.plot)
    assert (main.words, main.message.isVisible()) == ("", False)
    assert [one.id for one in b.plot.switches()] == ["log_counts"]
    axes = replace(b.snapshot.choices, axes=Axes(log_counts=True))
    b.show(replace(b.snapshot, choices=axes))
    assert main.words == "Ask about the prevalence first"
    assert main.message.isVisible()
    assert b.plot.canvas.accessibleDescription() == main.words
    assert (b.plot.picture, b.plot.header.read_out, b.plot.lines.lines) == (None, "", ())
    assert not main.moving_item.lines
    assert not layer_of(b.plot, HandleLayer).line.item.isVisible()
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes())))
    assert (main.words, b.plot.header.read_out) == ("", "worth 0.083")


def test_that_everything_of_a_picture_has_its_name(bench):
    b = bench(plot_of(Built()), made(), 640, 480)
    named = {entry.name: entry for entry in b.plot.legend.entries}
    assert set(named) == {"model", "all", "useful", "band", "bars", "sure", "fixed"}
    assert named["model"].is_line
    assert not named["all"].is_line
    assert named["bars"].is_line
    assert all(named[one].is_sample for one in ("useful", "band", "sure", "fixed"))
    b.plot.set_vocabulary(Vocabulary.CLINICAL)
    assert b.plot.title == "Net benefit of positive tests"


def test_that_a_level_of_its_own_is_dragged_with_the_mouse(bench):
    b = bench(plot_of(Built()), made())
    asks: list[SetConsequences] = []
    b.plot.requested.connect(asks.append)
    start, end = b.place_of(0.3, 0.5), b.place_of(0.62, 0.4)
    assert b.plot.mouse.cursor_at(start) is Qt.CursorShape.SizeHorCursor
    assert b.plot.mouse.hint_at(start) == "Drag to move the risk"
    b.hands.drag(start, b.place_of(0.5, 0.5), end)
    assert b.asked == []  # no threshold
    assert asks[-1].consequences.risks[0] == pytest.approx(0.62, abs=0.003)
    assert len(str(asks[-1].consequences.risks[0])) <= 5  # a short number within its pixel
    assert b.n_committed == 1
    inputs = replace(b.snapshot.inputs, consequences=asks[-1].consequences)
    b.show(resolve(inputs, b.snapshot))
    line = layer_of(b.plot, HandleLayer).line
    assert line.x == pytest.approx(b.place_of(asks[-1].consequences.risks[0], 0).x())
    b.plot.drag_dropped.disconnect()
    dropped: list[bool] = []
    b.plot.drag_dropped.connect(lambda: dropped.append(True))
    b.hands.press(QPointF(line.x, 50.0))
    b.hands.move(b.place_of(0.4, 0.5))
    b.plot.mouse.cancel()
    assert (b.n_committed, dropped) == (1, [True])


def test_that_pointing_near_a_line_tells_about_its_place(bench):
    b = bench(plot_of(Built()), made())
    assert b.plot.mouse.hover_text(b.place_of(0.75, 0.5625)) == "at 0.750"
    assert b.plot.mouse.hover_text(b.place_of(0.75, 0.1)) == ""


def test_that_an_axis_above_and_strips_below_take_room_and_leave_it(bench):
    b = bench(plot_of(Built()), made())
    top = b.plot.top_axis
    assert top is not None
    assert top.isVisible()
    ticks = top.tickValues(0.0, 1.0, 300.0)
    assert ticks == [(0.0, [0.1, 0.5])]  # the second most telling leaves no room for 0.11
    assert top.tickStrings([0.1, 0.5], 1.0, 0.0) == ["9", "1"]
    assert b.plot.axis_above > 0
    assert b.plot.x_axis.ribbons > RIBBON
    ribbons = main_of(b.plot).ribbons
    ((x, value),) = ribbons.shown
    np.testing.assert_allclose(x, [b.place_of(one, 0).x() for one in X])
    np.testing.assert_array_equal(value, X)
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes(log_counts=True))))
    assert not top.isVisible()
    assert (b.plot.axis_above, b.plot.x_axis.ribbons, ribbons.shown) == (0.0, 0.0, ())


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST], ids=["light", "dark", "contrast"])
def test_that_layers_are_drawn_in_the_colours_of_the_theme(bench, theme):
    b = bench(plot_of(Built()), made())
    b.plot.set_theme(theme)
    image = b.plot.canvas.grab().toImage()

    def is_like(x: float, y: float, colour: str) -> bool:
        """Return whether a place has a colour, but for the rounding of an edge."""
        scene = b.plot.view_box.mapToScene(b.place_of(x, y))
        seen, wanted = image.pixelColor(b.plot.canvas.mapFromScene(scene)), QColor(colour)
        parts = seen.red() - wanted.red(), seen.green() - wanted.green()
        return bool(max(map(abs, (*parts, seen.blue() - wanted.blue()))) < 40)

    assert is_like(0.75, 0.5625, theme.curve)  # the line, in front of band and bars
    assert not is_like(0.75, 0.5, theme.base)  # band and bars
    assert is_like(1 / 12.0, 0.75, theme.accent)  # the mark


def test_that_a_sentence_hides_no_line_and_steps_aside_for_what_moves(bench):
    b = bench(plot_of(Built()), made(), 640, 420)
    main = main_of(b.plot)
    for threshold in (12.0, 2.0, 1.4, 1.1):
        b.set_threshold(threshold)
        box = main.sentence.box
        assert box is not None
        assert not any(overlap(box, one) for one in main.moving())
        assert not any(crosses(line, box) for line in main.lines())
    assert "below 0.909" in main.sentence.words
    assert main.sentence.words in b.plot.canvas.accessibleDescription()
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, hides_answers=True)))
    assert main.sentence.box is None
    b.plot.resize(200, 160)
    assert main.sentence.box is None


def test_that_bands_are_asked_for_in_the_menu(bench):
    built = Built()
    b = bench(plot_of(built), made())
    asks: list[str] = []
    b.plot.bands_requested.connect(asks.append)
    (entry,) = [one for one in b.plot.menu_entries(QPointF()) if one.name == "plot_bands"]
    assert entry.checked is False
    assert entry.run is not None
    entry.run()
    assert asks == ["built"]
    shown = replace(b.snapshot.choices, bands=frozenset({"built"}))
    b.show(replace(b.snapshot, choices=shown))
    assert built.n == 2


def test_that_hidden_answers_hide_what_moves(bench):
    b = bench(plot_of(Built()), made())
    assert main_of(b.plot).moving_item.lines
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, hides_answers=True)))
    assert not main_of(b.plot).moving_item.lines
    told = b.plot.canvas.accessibleDescription()
    assert told.startswith("Hidden: View > Hide Answers shows it. Across: risk from 0.000 to 1.000")


def test_that_a_view_that_was_chosen_stays_with_its_axes(bench):
    b = bench(plot_of(Built()), made())
    seen = replace(b.plot.viewport, left=0.2, right=0.5)
    b.plot.show_range(seen)
    b.show(replace(b.snapshot, choices=replace(b.snapshot.choices, axes=Axes(fixed_rates=True))))
    assert b.plot.viewport.left == pytest.approx(0.2)
    assert b.plot.viewport.right == pytest.approx(0.5)


def test_that_a_figure_shows_what_the_screen_shows(bench):
    b = bench(plot_of(Built()), made())
    copy = copy_of(b.plot, DARK, QSize(300, 200))
    try:
        assert len(main_of(copy).moving_item.lines) == len(main_of(b.plot).moving_item.lines)
        assert [one.name for one in copy.legend.entries] == [
            one.name for one in b.plot.legend.entries
        ]
        assert main_of(copy).moving_item.is_figure
    finally:
        copy.deleteLater()


# ------------------------------------------------------------- predictiveness, and the cost curve


def risk_plot() -> Plot:
    return Plot(kind_of_picture(PREDICTIVENESS))


def cost_plot() -> Plot:
    return Plot(kind_of_picture(COST))


def line_of(plot: Plot) -> ThresholdLine:
    return layer_of(plot, AlongPicture).line


@pytest.mark.parametrize("higher", [True, False])
def test_that_the_risks_are_those_of_the_core_at_every_threshold(bench, higher):
    b = bench(risk_plot(), made(higher=higher))
    (line,) = b.plot.picture.lines
    ((x, y),) = line.parts()
    steps = b.snapshot.ranking.table.steps
    wanted = predictiveness(steps)
    np.testing.assert_array_equal(x[::2], wanted.quantiles[:-1])
    np.testing.assert_array_equal(y[1::2], wanted.risks)
    for row in (0, 3, len(steps) // 2, len(steps) - 1):
        b.set_threshold(steps.threshold(row))
        (mark,) = main_of(b.plot).moved.layers
        assert isinstance(mark, Mark)
        counts = b.snapshot.point.counts
        assert mark.x == pytest.approx(1 - counts.predicted_positives / 120)
        assert line_of(b.plot).x == pytest.approx(b.place_of(mark.x, 0).x())
        # It lies on the staircase: of the risks beside its place the upper one.
        inside = (x >= mark.x - 1e-12) & (x <= mark.x + 1e-12)
        assert mark.ys[0] == (y[inside].max() if inside.any() else y[x <= mark.x][-1])


@pytest.mark.parametrize("higher", [True, False])
def test_that_the_line_on_risks_is_dragged_to_the_share_under_the_mouse(bench, higher):
    b = bench(risk_plot(), made(higher=higher), 600, 400)
    steps = b.snapshot.ranking.table.steps
    for quantile in (0.2, 0.5, 0.8):
        b.hands.drag(QPointF(line_of(b.plot).x, 60.0), b.place_of(quantile, 0.4))
        counts = b.snapshot.point.counts
        spared = 1 - counts.predicted_positives / 120
        known = 1 - (steps.true_positives + steps.false_positives) / 120
        near = np.abs(known - quantile).min()
        assert abs(spared - quantile) <= near + 0.005
        assert line_of(b.plot).x == pytest.approx(b.place_of(spared, 0).x())
    assert b.n_committed == 3
    assert "are called, with a calibrated risk from" in b.plot.header.read_out


def test_that_rows_are_selected_along_a_picture_with_shift(bench):
    b = bench(risk_plot(), made(), 600, 400)
    found: list[tuple[float, float, str]] = []
    b.plot.brushed.connect(lambda *one: found.append(one))
    start, end = b.place_of(0.6, 0.9), b.place_of(0.8, 0.9)
    assert b.plot.mouse.begin_brush(start, SHIFT)
    b.plot.mouse.drag(end)
    b.plot.mouse.release()
    ((low, high, how),) = found
    steps = b.snapshot.ranking.table.steps
    ends = [steps.counts_of(steps.row_at(one)) for one in (high, low)]
    shares = [one.predicted_positives / 120 for one in ends]
    np.testing.assert_allclose(shares, [0.2, 0.4], atol=0.02)
    assert how == "or"


@pytest.mark.parametrize("make", [risk_plot, cost_plot])
def test_that_one_class_alone_is_told_in_words(bench, make):
    b = bench(make(), make_snapshot([1.0, 2.0], [1, 1], threshold=1.0))
    assert "there is one class alone" in main_of(b.plot).words
    assert not line_of(b.plot).item.isVisible()
    assert b.plot.mouse.cursor_at(QPointF(100, 100)) is None


def test_that_risks_of_chosen_classes_are_asked_about_until_a_prevalence_is_typed(bench):
    chosen = made()
    dataset = replace(chosen.dataset, sampling=Sampling.CASE_CONTROL)
    snapshot = resolve(replace(chosen.inputs, dataset=dataset))
    b = bench(risk_plot(), snapshot)
    assert "a prevalence has to be typed first" in main_of(b.plot).words
    intervals = replace(snapshot.inputs.intervals, prevalence=0.1)
    b.show(resolve(replace(snapshot.inputs, intervals=intervals), b.snapshot))
    assert not main_of(b.plot).words
    steps = b.snapshot.ranking.table.steps
    np.testing.assert_array_equal(
        b.plot.picture.lines[0].vertices(b.plot.viewport)[1][1::2], predictiveness(steps, 0.1).risks
    )


def test_that_the_least_cost_is_that_of_the_core_and_the_line_leads_to_it(bench):
    b = bench(cost_plot(), made(), 600, 400)
    steps = b.snapshot.ranking.table.steps
    ((x, y),) = b.plot.picture.lines[0].parts()
    at = np.linspace(0, 1, 201)
    np.testing.assert_allclose(np.interp(at, x, y), cost_envelope(steps, at), atol=1e-12)
    for pc in (0.15, 0.5, 0.85):
        b.hands.drag(QPointF(line_of(b.plot).x, 60.0), b.place_of(pc, 0.4))
        row = b.snapshot.point.row
        low, high = (float(one[0]) for one in best_from_to(steps, np.array([row])))
        assert low - 0.01 <= pc <= high + 0.01
        assert line_of(b.plot).x == pytest.approx(b.place_of((low + high) / 2, 0).x())
        counts = b.snapshot.point.counts
        band, line, touch, now = main_of(b.plot).moved.layers
        ((ends, costs),) = line.parts()
        fnr, fpr = counts.fn / counts.actual_positives, counts.fp / counts.actual_negatives
        np.testing.assert_allclose(costs, [fpr, fnr])
        np.testing.assert_array_equal(ends, [0, 1])
        assert isinstance(touch, Mark)
        assert touch.ys[0] == pytest.approx(cost_envelope(steps, np.array([touch.x]))[0])
        assert isinstance(now, Mark)
        assert now.x == pytest.approx(counts.actual_positives / 120)  # equal costs
        assert isinstance(band, Band)
        middle, lower, upper = band.edges(b.plot.viewport)
        own = fnr * middle + fpr * (1 - middle)
        assert (lower <= own + 1e-12).all()
        assert (own <= upper + 1e-12).all()
        assert "Least cost from PC(+)" in b.plot.header.read_out


def test_that_a_threshold_below_the_hull_never_has_the_least_cost(bench):
    snapshot = make_snapshot([4.0, 3.0, 2.0, 1.0], [1, 0, 1, 0], threshold=3.0)
    b = bench(cost_plot(), snapshot)
    assert "Never the least cost" in b.plot.header.read_out
