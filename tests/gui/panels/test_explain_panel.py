"""The explanation of a measure, with numbers that follow the threshold."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea, QWidget

from evalgui.core.dataset import Dataset, Score
from evalgui.core.metrics import METRICS, Parameters, Vocabulary
from evalgui.core.multiclass import MulticlassSettings, Over
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.core.texts import Style
from evalgui.core.vocabulary import words_in
from evalgui.gui.panels.explain_panel import ExplainPanel
from evalgui.gui.theme import LIGHT
from evalgui.gui.typesetting.formula_text import as_text
from tests.gui.models.tables import make_classes, make_dataset, moved, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of(make_dataset(), 0.5)


@pytest.fixture
def panel(qtbot: QtBot, snapshot: Snapshot) -> ExplainPanel:
    made = ExplainPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(320, 700)
    made.show_snapshot(EMPTY, snapshot)
    made.show()
    qtbot.waitExposed(made)
    return made


def is_high_enough(widget: QWidget) -> bool:
    return widget.height() >= widget.heightForWidth(widget.width())


def numbers(panel: ExplainPanel) -> str:
    return as_text(panel.filled.formula)


def test_that_it_says_what_to_do_before_a_measure_is_chosen(
    panel: ExplainPanel, snapshot: Snapshot
) -> None:
    assert not panel.title.isVisible()
    panel.show_metric("TPR", snapshot)
    assert panel.title.isVisible()
    panel.show_metric("no such measure", snapshot)
    assert not panel.title.isVisible()
    assert panel.metric_id == ""


def test_that_each_says_at_which_threshold_it_counts_costs(
    panel: ExplainPanel, snapshot: Snapshot
) -> None:
    panel.set_vocabulary(Vocabulary.CLINICAL)
    for metric in METRICS:
        panel.show_metric(metric.id, snapshot)
        words = words_in(Vocabulary.CLINICAL)
        assert panel.facts["proper"].text() == metric.proper.said.told(Style(words))
    panel.show_metric("ACC", snapshot)
    assert panel.facts["proper"].text().startswith("Improper but at a probability of 0.5")


def test_that_a_measure_is_explained(panel: ExplainPanel, snapshot: Snapshot) -> None:
    panel.show_metric("FPR", snapshot)
    assert panel.title.text() == "False positive rate"
    assert panel.symbol.text() == "FPR"
    assert as_text(panel.formula.formula) == "FP / (FP + TN)"
    assert numbers(panel) == "3 / (3 + 7) = 0.300"
    facts = {name: label.text() for name, label in panel.facts.items()}
    assert facts["range"] == "0 to 1, lower is better"
    assert "Prevalence: does not matter" in facts["properties"]
    assert facts["proper"].startswith("Improper, and says nothing alone")
    assert "fall-out" in facts["names"]
    assert "Biometrics: FMR (false match rate)" in facts["fields"]
    assert "tharwat-2018, eq. 4" in facts["sources"]
    assert "rezankova-husek-2015, text under Table 2.1: False positives are" in facts["misprints"]


def test_that_limits_by_subject_say_as_how_many_rows_those_of_a_rate_count(
    panel: ExplainPanel,
) -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 40, 400).astype(np.int32)
    truth = rng.integers(0, 2, 400).astype(np.int8)
    values = rng.normal(size=400) + truth + rng.normal(size=40)[codes]
    whose, score = Subjects((codes,), ("patient",)), Score("score", values)
    data = Dataset(
        "a", ("0", "1"), truth, 1, (score,), subjects=whose, sampling=Sampling.BY_SUBJECT
    )
    snapshot = resolve(Inputs(data, threshold=0.5))
    panel.show_metric("TPR", snapshot)
    lower, upper = (as_text(view.formula) for view in panel.limits)
    assert lower.startswith("Independent rows: ")
    interval = snapshot.point.intervals["TPR"] if snapshot.point else None
    assert interval is not None
    assert lower.endswith(f" = {interval.lower:.3f}")
    assert upper.endswith(f" = {interval.upper:.3f}")


def test_that_the_numbers_follow_the_threshold(panel: ExplainPanel, snapshot: Snapshot) -> None:
    panel.show_metric("TPR", snapshot)
    after = moved(snapshot, 0.45)
    panel.show_snapshot(snapshot, after)
    assert numbers(panel) == "6 / (6 + 4) = 0.600"
    assert panel.filled.accessibleDescription() == "6 / (6 + 4) = 0.600"
    same_step = moved(after, 0.4501)
    shown = panel.filled.formula
    panel.show_snapshot(after, same_step)
    assert panel.filled.formula is shown
    panel.show_snapshot(same_step, moved(same_step, math.inf))
    panel.show_metric("PPV", moved(same_step, math.inf))
    assert numbers(panel) == "0 / (0 + 0) undefined: no positive calls"


def test_that_a_hidden_panel_waits_until_it_is_seen(
    panel: ExplainPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.show_metric("TPR", snapshot)
    panel.hide()
    after = moved(snapshot, 0.45)
    panel.show_snapshot(snapshot, after)
    assert numbers(panel) == "5 / (5 + 5) = 0.500"
    panel.show()
    qtbot.waitExposed(panel)
    assert numbers(panel) == "6 / (6 + 4) = 0.600"


@pytest.mark.parametrize("metric_id", [metric.id for metric in METRICS])
@pytest.mark.parametrize("threshold", [0.5, math.inf, -math.inf])
def test_that_every_measure_can_be_explained_at_every_threshold(
    panel: ExplainPanel, snapshot: Snapshot, metric_id: str, threshold: float
) -> None:
    there = moved(snapshot, threshold)
    panel.show_metric(metric_id, there)
    assert there.point is not None
    assert panel.formula.formula.is_typeset
    assert ("undefined: " in numbers(panel)) != there.point.measured[metric_id].is_defined
    assert panel.facts["properties"].isVisibleTo(panel)


def test_that_a_summary_of_the_ranking_has_its_value(
    panel: ExplainPanel, snapshot: Snapshot
) -> None:
    panel.show_metric("eer", snapshot)
    assert numbers(panel) == "0.400 at 0.45"
    assert panel.note.text() == "Over all thresholds: it does not follow the line"
    assert not panel.plot_button.isVisible()
    assert not panel.facts["properties"].isVisible()
    one_class = snapshot_of(make_dataset([0.1, 0.2], [0, 0]), 0.15)
    panel.show_snapshot(snapshot, one_class)
    assert numbers(panel).strip() == "Undefined: no actual positives"


def test_that_another_vocabulary_renames_it(panel: ExplainPanel, snapshot: Snapshot) -> None:
    panel.show_metric("PPV", snapshot)
    panel.set_vocabulary(Vocabulary.CLINICAL)
    assert panel.title.text() == "Positive predictive value"
    assert "Machine learning: Precision" in panel.facts["fields"].text()


def test_that_a_plot_is_one_click_away(
    panel: ExplainPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.show_metric("MCC", snapshot)
    with qtbot.waitSignal(panel.plot_requested) as asked:
        QTest.mouseClick(panel.plot_button, LEFT)
    assert asked.args == [["MCC"]]


def test_that_a_number_in_the_formula_is_edited_in_place(
    panel: ExplainPanel, snapshot: Snapshot, qtbot: QtBot
) -> None:
    panel.show_metric("TPR", snapshot)
    assert not panel.editor.isVisible()
    panel.show_metric("FBETA", snapshot)
    field = panel.editor.fields["beta"]
    assert (field.text(), panel.editor.fields["alpha"].isVisible()) == ("2", False)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "0.5")
    with qtbot.waitSignal(panel.parameters_requested) as asked:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == [Parameters(beta=0.5)]
    after = resolve(replace(snapshot.inputs, parameters=asked.args[0]), snapshot)
    with qtbot.assertNotEmitted(panel.parameters_requested):
        panel.show_snapshot(snapshot, after)
        panel.show_snapshot(after, snapshot)
    assert field.text() == "2"
    with qtbot.waitSignal(panel.parameters_requested) as asked:
        QTest.keyClick(field, Qt.Key.Key_Up)
    assert asked.args == [Parameters(beta=2.1)]


def test_that_formulas_are_copied(panel: ExplainPanel, snapshot: Snapshot) -> None:
    panel.show_metric("BCR", snapshot)
    copies = {action.objectName(): action for action in panel.findChildren(QAction)}
    copies["formula_as_latex"].trigger()
    assert QGuiApplication.clipboard().text() == r"\frac{\mathit{TPR} + \mathit{TNR}}{2}"
    copies["filled_formula_as_text"].trigger()
    assert QGuiApplication.clipboard().text() == "(0.500 + 0.700) / 2 = 0.600"


@pytest.mark.parametrize("width", [280, 320, 500])
@pytest.mark.parametrize("metric_id", ["MCC", "KAPPA", "COST", "FPR"])
def test_that_nothing_is_cut_off_at_the_side(
    panel: ExplainPanel, snapshot: Snapshot, metric_id: str, width: int, qtbot: QtBot
) -> None:
    panel.resize(width, 700)
    panel.show_metric(metric_id, snapshot)
    content = panel.findChild(QWidget, "explanation_content")
    scroll = panel.findChild(QScrollArea, "explanation")
    assert content is not None
    assert scroll is not None
    area = scroll.viewport()
    qtbot.waitUntil(lambda: content.width() == area.width())
    labels = [label for label in panel.facts.values() if label.isVisible()]
    for widget in (panel.formula, panel.filled, panel.title, *labels):
        qtbot.waitUntil(partial(is_high_enough, widget))
        right = widget.mapTo(content, widget.rect().topRight()).x()
        assert right < area.width()


def test_that_an_average_says_which_classes_are_in_it(panel: ExplainPanel) -> None:
    first = snapshot_of(make_classes())  # emu is true and never called
    panel.show_metric("MACRO_P", first)
    classes = panel.facts["classes"]
    assert classes.isVisible()
    assert classes.text() == "2 of 3: 'cat', 'dog'\nLeft out, having no PPV: 'emu'"
    assert numbers(panel) == "0.500 left out, having no PPV: 'emu'"
    zero = MulticlassSettings(Over.CHOSEN, ("dog", "emu"), undefined_as_zero=True)
    second = resolve(replace(first.inputs, multiclass=zero), first)
    panel.show_snapshot(first, second)
    assert classes.text() == "2 of 3: 'dog', 'emu'\nCounted as 0, having no PPV: 'emu'"
    nobody = replace(first.inputs, multiclass=MulticlassSettings(Over.CHOSEN))
    third = resolve(nobody, second)
    panel.show_snapshot(second, third)
    assert classes.text() == "None of 3"
    assert numbers(panel) == "Undefined: no class is chosen"
    panel.show_metric("SMC_K", third)
    assert not classes.isVisible()


def test_that_many_classes_of_an_average_are_cut_short(panel: ExplainPanel) -> None:
    names = tuple(f"c{n}" for n in range(30))
    snapshot = resolve(Inputs(make_classes(range(30), range(30), names)))
    panel.show_metric("F_MACRO", snapshot)
    assert panel.facts["classes"].text().startswith("30 of 30: 'c0', 'c1'")
    assert panel.facts["classes"].text().endswith("'c19' and 10 more")


@pytest.mark.parametrize(
    ("vocabulary", "title", "formula", "filled"),
    [
        (Vocabulary.CLINICAL, "1 - sensitivity", "FN / (FN + TP)", "5 / (5 + 5) = 0.500"),
        (
            Vocabulary.BIOMETRICS,
            "FNMR (false non-match rate)",
            "FNM / (FNM + TM)",
            "5 / (5 + 5) = 0.500",
        ),
        (
            Vocabulary.SPEAKER,
            "P_miss (miss probability)",
            "Miss / (Miss + Hit)",
            "5 / (5 + 5) = 0.500",
        ),
    ],
)
def test_that_the_formula_has_the_symbols_of_the_field(
    *,
    panel: ExplainPanel,
    snapshot: Snapshot,
    vocabulary: Vocabulary,
    title: str,
    formula: str,
    filled: str,
) -> None:
    panel.show_metric("FNR", snapshot)
    panel.set_vocabulary(vocabulary)
    assert panel.title.text() == title
    assert not panel.symbol.isVisible()  # the title holds it
    assert as_text(panel.formula.formula) == formula
    assert numbers(panel) == filled


def test_that_what_is_undefined_says_why_in_the_words_of_the_field(
    panel: ExplainPanel, snapshot: Snapshot
) -> None:
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    panel.show_metric("PPV", moved(snapshot, 2.0))
    assert numbers(panel) == "0 / (0 + 0) undefined: no matches"
