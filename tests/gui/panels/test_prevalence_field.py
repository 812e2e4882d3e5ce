"""The prevalence that is asked about: typed, refused, shown, and what stands beside the file's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.intervals.at_prevalence import Share, measures_at_prevalence
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.panels.metrics_panel import MetricsPanel
from evalgui.gui.panels.sampling_choice import SamplingChoice
from evalgui.gui.results.tree_columns import ColumnOf
from tests.gui.models.tables import make_dataset, snapshot_of

SPACE = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture
def panel(qtbot):
    made = MetricsPanel()
    qtbot.addWidget(made)
    made.resize(440, 600)
    made.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
    made.show()
    qtbot.waitExposed(made)
    return made


def asked_about(snapshot, prevalence):
    intervals = replace(snapshot.inputs.intervals, prevalence=prevalence)
    return resolve(replace(snapshot.inputs, intervals=intervals), snapshot)


@pytest.mark.parametrize(
    ("typed", "share"), [("5 %", 0.05), ("0.05", 0.05), ("0,05", 0.05), ("0.1%", 0.001)]
)
def test_that_a_share_is_read_as_it_is_written(panel, qtbot, typed, share):
    field = panel.prevalence.field
    field.setFocus()
    QTest.keyClicks(field, typed)
    with qtbot.waitSignal(panel.prevalence_requested) as asked:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert asked.args == [Share(share)]


@pytest.mark.parametrize("typed", ["0", "1", "100 %", "5", "often"])
def test_that_what_is_no_prevalence_is_refused_in_words(panel, qtbot, typed):
    field = panel.prevalence.field
    field.setFocus()
    QTest.keyClicks(field, typed)
    with qtbot.assertNotEmitted(panel.prevalence_requested):
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.accessibleDescription()
    assert field.text() == ""


def test_that_predictive_values_at_it_stand_behind_those_of_the_file(panel):
    before = panel.model.snapshot
    after = asked_about(before, 0.05)
    panel.show_snapshot(before, after)
    family = next(one for one in panel.model.sections if one.title == "Predictive values")
    names = [panel.model.name(row) for row in family.rows]
    at = f"at 5{SPACE}%"
    own = ["Precision", "Inverse precision"]
    assert names[:4] == [own[0], f"{own[0]} {at}", own[1], f"{own[1]} {at}"]
    found = measures_at_prevalence(after.point.counts, 0.05, 0.95)
    for metric_id in ("PPV", "NPV", "COST"):
        row = panel.model.index_of(f"{metric_id}_AT_PREVALENCE")
        value, limits = found[metric_id].value, found[metric_id].interval
        assert row.siblingAtColumn(ColumnOf.VALUE).data() == text.measure(value)
        shown = row.siblingAtColumn(ColumnOf.INTERVAL).data()
        assert shown == text.interval(limits.lower, limits.upper)
        assert row.siblingAtColumn(ColumnOf.DETAIL).data() == ""
    panel.show_snapshot(after, before)
    assert not panel.model.index_of("PPV_AT_PREVALENCE").isValid()


def test_that_a_case_control_file_asks_for_it_in_words(panel):
    assert not panel.prevalence.note.isVisible()
    dataset = replace(make_dataset(), sampling=Sampling.CASE_CONTROL)
    before, after = panel.model.snapshot, resolve(Inputs(dataset, threshold=0.5))
    panel.show_snapshot(before, after)
    assert panel.prevalence.note.isVisible()
    assert "type the prevalence" in panel.prevalence.note.text()
    assert panel.prevalence.field.placeholderText() == "not given"
    panel.set_vocabulary(Vocabulary.BIOMETRICS)
    assert "type the prior" in panel.prevalence.note.text()
    known = asked_about(after, 0.01)
    panel.show_snapshot(after, known)
    assert not panel.prevalence.note.isVisible()


def test_that_the_level_of_its_values_is_that_of_all(panel):
    before = panel.model.snapshot
    settings = IntervalSettings(0.8, prevalence=0.05)
    after = resolve(replace(before.inputs, intervals=settings), before)
    panel.show_snapshot(before, after)
    row = panel.model.index_of("PPV_AT_PREVALENCE")
    spoken = row.siblingAtColumn(ColumnOf.INTERVAL).data(Qt.ItemDataRole.AccessibleTextRole)
    assert f"80{SPACE}% interval" in spoken


@pytest.mark.parametrize("sampling", list(Sampling))
def test_that_the_dock_says_what_a_sampling_means(qtbot, sampling):
    choice = SamplingChoice("sampling")
    qtbot.addWidget(choice)
    qtbot.addWidget(choice.meaning)
    choice.show_dataset(replace(make_dataset(), sampling=sampling))
    assert choice.currentData() == sampling
    assert choice.meaning.text()
    place = choice.findData(Sampling.BY_SUBJECT)
    assert not choice.model().item(place).isEnabled()  # nobody says whose the rows are
    other = next(one for one in Sampling if one is not sampling)
    choice.setCurrentIndex(choice.findData(other))
    with qtbot.waitSignal(choice.sampling_requested) as asked:
        choice.activated.emit(choice.currentIndex())
    assert asked.args[0] is other
