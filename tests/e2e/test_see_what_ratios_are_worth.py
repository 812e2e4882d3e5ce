"""Log-likelihood ratios in the window: the base is asked, and both plots and the pane answer."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from evalgui.core.consequences.settings import Scale
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics.likelihood_ratios import LIKELIHOOD_RATIOS
from evalgui.results.ways import ARE_RATIOS

N = 3_000  # more than nobody waits for
LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def opened(program, tmp_path):
    rng = np.random.default_rng(4)
    truth = np.arange(N) < N // 5
    scores = np.round(rng.normal(4.0 * truth - 2.0, 2.5), 3)
    names = np.where(truth, "genuine", "impostor")
    rows = [f"{name},{score}" for name, score in zip(names, scores, strict=True)]
    path = tmp_path / "llr.csv"
    path.write_text("\n".join(["label,llr", *rows]))
    program.open_path(path)
    return program


def pull(program, plot, *thresholds):
    """Drag the line of the threshold from a place to another."""
    (along,) = plot.main.layers
    middle = sum(plot.view_box.viewRange()[1]) / 2
    views = [QPointF(along.scale.place(one), middle) for one in thresholds]
    pixels = [plot.canvas.mapFromScene(plot.view_box.mapViewToScene(one)) for one in views]
    viewport = plot.canvas.viewport()
    QTest.mousePress(viewport, LEFT, NO_KEY, pixels[0])
    QTest.mouseMove(viewport, pixels[1])
    QTest.mouseRelease(viewport, LEFT, NO_KEY, pixels[1])
    program.rest()


def test_that_an_answer_in_the_plot_draws_it_once_it_is_worked_out(opened):
    opened.window.plots.choose([["cross-entropy"], ["bayes-error"]])
    opened.settle()
    plots = opened.window.plots.plots()
    entropy, error = (plots[name] for name in ("cross-entropy", "bayes-error"))
    assert entropy.main.words.startswith("Are these scores log-likelihood ratios")
    (base,) = (one for one in entropy.main.ways.buttons if one.text() == "Base 10")
    work = next(one for one in opened.workspace.found_later if "ratios" in one.source.words)
    with opened.qtbot.waitSignal(work.ended, timeout=60_000):
        QTest.mouseClick(base, LEFT)
    opened.rest()
    assert opened.snapshot.inputs.consequences.scale is Scale.LOG10_LLR
    assert (entropy.main.words, error.main.words) == ("", "")
    assert "minCllr" in entropy.header.with_intervals[0]
    before = opened.snapshot.point.threshold
    pull(opened, error, before, before + 0.5)
    assert opened.snapshot.point.threshold == pytest.approx(before + 0.5, abs=0.05)


def test_that_the_pane_of_results_asks_and_then_tells(opened):
    opened.window.docks["results"].show()
    panel = opened.window.results
    panel.show_topic("likelihood_ratios")
    opened.rest()
    assert ARE_RATIOS.template in panel.facts.text()
    (base,) = (one for one in panel.ways.buttons if one.text() == "Base e")
    QTest.mouseClick(base, LEFT)
    opened.rest()
    told = LIKELIHOOD_RATIOS.make(opened.snapshot, NOTHING_BESIDE)
    (model,) = panel.models
    cell = told.tables[0].cell(told.tables[0].rows[0], told.tables[0].columns[0])
    shown = " ".join(str(model.index(0, column).data()) for column in range(model.columnCount()))
    assert f"{cell.value:.3f}" in shown
    assert not panel.ways.isVisible()
