"""Several classifiers in a file, or several files: their curves lie over each other."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from sklearn.metrics import roc_auc_score, roc_curve

from evalgui.gui import text
from evalgui.gui.activity import under_way
from evalgui.io.meaning.roles import Roles
from evalgui.results.geometry import distance_to_line
from evalgui.workspace.file_requests import OpenFiles, ShowDataSet
from evalgui.workspace.settings import COMPARES

# A tool-tip comes to the front, which no window of the offscreen platform can.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)

RNG = np.random.default_rng(11)
N = 200
TRUTH = (np.arange(N) % 4 == 0).astype(int)
SCORES = {
    name: np.round(RNG.normal(TRUTH * better), 1)
    for name, better in (("weak", 0.4), ("fair", 1.0), ("strong", 2.0))
}
ROLES = Roles(
    truth="truth", scores=tuple(SCORES), predicted="", positive="1", higher_is_positive=True
)


def write(path, columns):
    rows = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values()))]  # noqa: B905
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def three(program, tmp_path):
    """The program with three scores of the same rows."""
    path = write(tmp_path / "three.csv", {"truth": TRUTH, **SCORES})
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((path,), roles=ROLES))
    return settled(program)


def settled(program):
    plots = program.window.plots
    program.qtbot.waitUntil(lambda: not under_way(program.workspace))
    program.settle()
    program.qtbot.waitUntil(lambda: not plots.is_drawing)
    return program


def roc(program):
    return program.window.plots.plots()["roc"]


def names(program):
    """Return the names of the curves in the legend of ROC, without their areas."""
    marks = {"Threshold", "Chance", "ROC"}
    shown = [entry.name for entry in roc(program).legend.entries]
    return [name.partition("  ")[0] for name in shown if name not in marks]


def double_click(program, plot, number):
    """Click twice on a whole pixel that is nearest to a line beside the one that is shown."""
    x, y = plot.main.beside.layer.drawn.lines[number]
    middles = zip((x[:-1] + x[1:]) / 2, (y[:-1] + y[1:]) / 2, strict=True)
    pixels = (plot.canvas.mapFromScene(plot.view_box.mapToScene(QPointF(*xy))) for xy in middles)
    place = next(pixel for pixel in pixels if line_at(plot, pixel) == number)
    button, nothing = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mouseDClick(plot.canvas.viewport(), button, nothing, place)
    settled(program)


def line_at(plot, pixel):
    return plot.main.others.at(plot.view_box.mapFromScene(plot.canvas.mapToScene(pixel)))


def is_drawn(plot, number, truth, scores):
    """Return whether a line is the curve that scikit-learn counts."""
    fpr, tpr, _thresholds = roc_curve(truth, scores, drop_intermediate=False)
    line = plot.main.beside.layer.drawn.lines[number]
    places = zip(plot.viewport.x_pixels(fpr), plot.viewport.y_pixels(tpr), strict=True)
    return max(distance_to_line(*line, *place) for place in places) < 1e-9


def test_that_all_scores_of_a_file_are_drawn_and_named(three):
    assert three.snapshot.score.name == "weak"
    assert names(three) == ["weak", "fair", "strong"]
    shown = [entry.name.partition("  ")[2] for entry in roc(three).legend.entries[:3]]
    assert shown == [text.measure(roc_auc_score(TRUTH, scores)) for scores in SCORES.values()]
    for plot_id in ("roc", "pr", "det"):
        drawn = three.window.plots.plots()[plot_id].main.beside.layer.drawn
        assert list(drawn.lines) == [0, 1]
    assert is_drawn(roc(three), 0, TRUTH, SCORES["fair"])
    assert is_drawn(roc(three), 1, TRUTH, SCORES["strong"])


def test_that_a_double_click_on_a_line_shows_its_score_and_undo_goes_back(three):
    double_click(three, roc(three), 1)
    assert three.snapshot.score.name == "strong"
    assert three.window.data_bar.score.currentText() == "strong"
    assert names(three) == ["strong", "weak", "fair"]
    assert is_drawn(roc(three), 0, TRUTH, SCORES["weak"])
    three.window.actions_by_id["undo"].trigger()
    three.settle()
    assert three.snapshot.score.name == "weak"
    assert names(three) == ["weak", "fair", "strong"]


def test_that_a_dragged_threshold_leaves_the_other_lines_alone(three):
    plots = three.window.plots.plots()
    before = {name: plots[name].main.beside.layer.drawn for name in ("roc", "pr", "det")}
    seen = []

    def look():
        seen.append(three.snapshot.point.threshold)
        assert all(plots[name].main.beside.layer.drawn is drawn for name, drawn in before.items())

    three.drag("roc", [0.5, 0.9, 1.2], look)
    assert len(set(seen)) > 1
    counts = three.snapshot.point.counts
    called = SCORES["weak"] >= three.snapshot.point.threshold
    assert (counts.tp, counts.fp) == (
        int(np.sum(called & (TRUTH == 1))),
        int(np.sum(called & (TRUTH == 0))),
    )


def test_that_the_menu_hides_them_and_remembers_it(three):
    action, settings = three.window.actions_by_id["compare"], three.application.settings
    assert action.isCheckable()
    assert action.isChecked()
    action.trigger()
    assert not action.isChecked()
    settled(three)
    assert names(three) == []
    assert not roc(three).main.beside.layer.drawn.lines
    assert settings.value(COMPARES) is False
    action.trigger()
    assert action.isChecked()
    assert settings.value(COMPARES) is True
    settled(three)
    assert names(three) == ["weak", "fair", "strong"]


def test_that_a_program_that_compares_nothing_starts_so(three, tmp_path, qapp):
    from evalgui.gui.app import Application
    from evalgui.gui.start_options import Start

    three.application.settings.set_value(COMPARES, False)
    three.application.settings.flush()
    other = Application(qapp, Start())
    three.qtbot.addWidget(other.window)
    assert not other.window.actions_by_id["compare"].isChecked()
    with three.qtbot.waitSignal(other.workspace.file_opened):
        other.workspace.ask(OpenFiles((tmp_path / "three.csv",), roles=ROLES))
    assert other.workspace.snapshot.comparison.others == ()
    other.window.close()
    other.deleteLater()


def test_that_two_files_give_both_curves_and_a_double_click_shows_the_other(program, tmp_path):
    half = N // 2
    left = write(tmp_path / "left.csv", {"truth": TRUTH, "score": SCORES["weak"]})
    right = write(tmp_path / "right.csv", {"truth": TRUTH[:half], "score": SCORES["strong"][:half]})
    with program.qtbot.waitSignal(program.workspace.data_sets_changed):
        program.application.commands.open_paths([left, right])
    settled(program)
    assert names(program) == ["left.csv", "right.csv"]
    assert is_drawn(roc(program), 0, TRUTH[:half], SCORES["strong"][:half])
    det = program.window.plots.plots()["det"]
    assert det.x_scale.n == int(np.sum(TRUTH == 0))
    double_click(program, roc(program), 0)
    assert program.snapshot.dataset.name == "right.csv"
    assert program.window.data.data_sets.currentRow() == 1
    assert names(program) == ["right.csv", "left.csv"]
    assert is_drawn(roc(program), 0, TRUTH, SCORES["weak"])
    # The other one is larger: the axis is still that of both.
    assert det.x_scale.n == int(np.sum(TRUTH == 0))


def test_that_a_subset_is_compared_with_the_whole_of_the_other(program, tmp_path):
    left = write(tmp_path / "left.csv", {"truth": TRUTH, "score": SCORES["weak"]})
    right = write(tmp_path / "right.csv", {"truth": TRUTH, "score": SCORES["weak"]})
    with program.qtbot.waitSignal(program.workspace.data_sets_changed):
        program.application.commands.open_paths([left, right])
    dock = program.window.data
    dock.subset.setText("score < 1")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.keyClick(dock.subset, Qt.Key.Key_Return)
    settled(program)
    keep = SCORES["weak"] < 1
    assert program.snapshot.ranking.table.n == int(np.sum(keep))
    assert names(program) == [text.elided("left.csv [score < 1]", 20), "right.csv"]
    assert is_drawn(roc(program), 0, TRUTH, SCORES["weak"])
    program.workspace.ask(ShowDataSet(1))
    settled(program)
    assert is_drawn(roc(program), 0, TRUTH[keep], SCORES["weak"][keep])
