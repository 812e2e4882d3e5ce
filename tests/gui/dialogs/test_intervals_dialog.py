"""The dialog of intervals: what each method does, and what leaves it."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from evalgui.core.intervals.methods import OFFERED, recommended_method
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.kind import Kind
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui.dialogs.intervals import IntervalsDialog


@pytest.fixture
def dialog(qtbot):
    settings = IntervalSettings(0.9, {Kind.AUC: "delong"}, 0.05)
    window = QWidget()
    qtbot.addWidget(window)
    made = IntervalsDialog(settings, Vocabulary.MACHINE_LEARNING, window)
    made.show()
    yield made
    window.close()


def test_that_it_shows_what_is_in_force(dialog):
    assert dialog.level.value() == 90.0
    assert dialog.prevalence.text().replace("\N{NARROW NO-BREAK SPACE}", " ") == "5 %"
    assert dialog.methods[Kind.AUC].currentData() == "delong"
    assert dialog.methods[Kind.PROPORTION].currentData() == "wilson"
    assert dialog.settings() == IntervalSettings(0.9, {Kind.AUC: "delong"}, 0.05)


def test_that_every_method_of_every_kind_is_offered_and_says_what_it_does(dialog):
    assert set(dialog.methods) == set(OFFERED)
    for kind, choice in dialog.methods.items():
        shown = [choice.itemText(place) for place in range(choice.count())]
        marks = [name for name in shown if name.endswith("(recommended)")]
        assert [name.removesuffix("  (recommended)") for name in shown] == [
            method.name for method in OFFERED[kind]
        ]
        assert marks == [f"{recommended_method(kind).name}  (recommended)"]
        for place, method in enumerate(OFFERED[kind]):
            choice.setCurrentIndex(place)
            assert dialog.explanations[kind].text().startswith(method.explanation)


def test_that_what_is_chosen_leaves_when_it_is_used_and_not_before(dialog, qtbot):
    with qtbot.assertNotEmitted(dialog.settings_requested):
        dialog.level.setValue(99.9)
        choice = dialog.methods[Kind.PROPORTION]
        choice.setCurrentIndex(choice.findData("clopper-pearson"))
        dialog.prevalence.setText("")
    with qtbot.waitSignal(dialog.settings_requested) as asked:
        dialog.use_button.click()
    methods = {Kind.AUC: "delong", Kind.PROPORTION: "clopper-pearson"}
    assert asked.args == [IntervalSettings(0.999, methods)]


def test_that_the_recommended_methods_come_back_but_the_prevalence_stays(dialog):
    dialog.reset_button.click()
    assert dialog.settings() == IntervalSettings(prevalence=0.05)


@pytest.mark.parametrize("typed", ["0", "1", "120 %", "many", "-0.1"])
def test_that_a_prevalence_that_is_none_is_refused_in_words(dialog, qtbot, typed):
    dialog.prevalence.setText(typed)
    with qtbot.assertNotEmitted(dialog.settings_requested):
        dialog.use_button.click()
    assert dialog.isVisible()
    assert dialog.prevalence.accessibleDescription()
    QTest.keyClicks(dialog.prevalence, "5")
    assert not dialog.prevalence.accessibleDescription()
