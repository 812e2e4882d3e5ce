"""Data > Sample size: the answer follows what is typed, and the data that are open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.requests import DragThreshold, SetConsequences, SetVocabulary
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.subjects import Subjects
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from tests.support.locales import use_numbers


@pytest.fixture
def dialog(program):
    program.open_sample("clinical")
    program.window.actions_by_id["sample_size"].trigger()
    dialog = program.window.findChild(object, "sample_size_dialog")
    yield dialog
    dialog.close()


def typed(field, words):
    field.selectAll()
    QTest.keyClicks(field, words)


def chosen(box, value):
    box.setCurrentIndex(box.findData(value))


def supported(dialog):
    """Return the texts of each line by its first one."""
    model = dialog.support.model()
    shown = [at for at in range(6) if not dialog.support.isColumnHidden(at)]
    lines = ([model.index(row, at).data() for at in shown] for row in range(model.rowCount()))
    return {title: cells for title, *cells in lines}


def test_that_the_answer_follows_what_is_typed(dialog):
    assert dialog.needed.text() == "At least 141 actual positives"
    typed(dialog.fields.prevalence, "0.2")
    assert dialog.needed.text() == (
        "At least 705 rows: 141 actual positives and 564 actual negatives"
    )
    typed(dialog.fields.prevalence, "20 %")
    assert dialog.needed.text().startswith("At least 705 rows")
    typed(dialog.fields.expected, "0.5")
    typed(dialog.fields.aim, "0.2")
    assert dialog.needed.text().startswith("At least 465 rows: 93 ")
    assert "p = 0.5" in dialog.reasons.text()


def test_that_a_decimal_comma_is_read_and_shown_where_it_is_usual(program):
    use_numbers("de")
    try:
        program.window.actions_by_id["sample_size"].trigger()
        dialog = program.window.findChild(object, "sample_size_dialog")
        assert dialog.fields.expected.text() == "0,9"
        typed(dialog.fields.aim, "0,05")
        assert dialog.needed.text().startswith("At least 557 ")
        assert "p = 0,9" in dialog.reasons.text()
        dialog.close()
    finally:
        use_numbers("en")


def test_that_what_makes_no_sense_is_told_in_its_place(dialog):
    for field, words, told in (
        ("expected", "90", "Write 90 % as 0.9"),
        ("expected", "", "Expected value: type a number"),
        ("expected", "abc", "is not a number"),
        ("aim", "1,500", "may be 1.500 or 1500"),
        ("level", "50", "the level must be from 0.8 to 0.999"),
        ("prevalence", "7", "Write 20 % as 0.2"),
    ):
        edit = getattr(dialog.fields, field)
        before = edit.text().replace("\N{NARROW NO-BREAK SPACE}", " ")
        edit.selectAll()
        QTest.keyClick(edit, Qt.Key.Key_Delete)
        QTest.keyClicks(edit, words)
        assert told in dialog.reasons.text(), words
        assert dialog.needed.text() == text.UNDEFINED, words
        edit.selectAll()
        QTest.keyClick(edit, Qt.Key.Key_Delete)
        QTest.keyClicks(edit, before)
        assert told not in dialog.reasons.text(), words
        assert dialog.needed.text() != text.UNDEFINED, words


def test_that_a_level_is_in_per_cent_or_a_share(dialog):
    chosen(dialog.fields.measure, "FPR")
    for words, needed in (("90", "2 303"), ("0.9", "2 303"), ("80 %", "1 610"), ("99.9", "6 908")):
        typed(dialog.fields.level, words)
        shown = dialog.needed.text().replace("\N{NARROW NO-BREAK SPACE}", " ")
        assert shown == f"At least {needed} actual negatives"


def test_that_only_the_fields_that_are_needed_are_seen(dialog):
    fields = dialog.fields
    seen = {
        "TPR": {"expected", "prevalence"},
        "PPV": {"expected", "prevalence", "rate"},
        "FPR": {"prevalence"},
        "McNemar": {"one", "other"},
    }
    for measure, names in seen.items():
        chosen(fields.measure, measure)
        every = ("expected", "prevalence", "rate", "one", "other")
        assert {name for name in every if getattr(fields, name).isVisible()} == names
        assert "At least" in dialog.needed.text()


def test_that_the_open_data_are_told_what_they_support(program, dialog):
    lines = supported(dialog)
    assert lines["True positive rate"] == ["212", "0.081", "0.859", text.UNDEFINED]
    assert lines["False positive rate"] == ["357", text.UNDEFINED, text.UNDEFINED, "0.0084"]
    typed(dialog.fields.expected, "0.99")
    assert supported(dialog)["True positive rate"][1] < "0.04"
    program.workspace.ask(DragThreshold(float("inf")))
    program.qtbot.waitUntil(lambda: supported(dialog)["Precision"][0] == "0")
    assert supported(dialog)["Precision"][1] == text.UNDEFINED
    program.open_sample("iris")
    assert not dialog.support.isVisible()
    assert dialog.data_title.text().startswith("No data of two classes")


def test_that_rows_of_subjects_support_less(program, dialog):
    assert "subjects" not in dialog.data_title.text()
    dataset = program.snapshot.dataset
    subjects = Subjects((np.arange(dataset.n, dtype=np.int32) // 2,), ("patient",))
    dataset = replace(dataset, sampling=Sampling.BY_SUBJECT, subjects=subjects)
    of_rows = int(supported(dialog)["True positive rate"][0])
    dialog.follow(None, resolve(Inputs(dataset)))
    assert "so many subjects, each counted once" in dialog.data_title.text()
    positives = np.unique(subjects.codes[0][dataset.is_positive()])
    assert supported(dialog)["True positive rate"][0] == str(len(positives)) < str(of_rows)


def test_that_all_is_told_in_the_words_of_a_field(program, dialog):
    program.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    program.qtbot.waitUntil(lambda: "diseased" in dialog.needed.text())
    assert dialog.fields.measure.itemText(0) == "Sensitivity"
    assert "Specificity" in supported(dialog)
    chosen(dialog.fields.measure, "PPV")
    assert dialog.fields.rate.accessibleName() == "Expected sensitivity"


def test_that_it_can_be_copied_with_decimal_points(dialog):
    QTest.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("True positive rate 0.9, its 95")
    assert lines[1] == "141 actual positives"
    assert any(line.startswith("False positive rate, 357 actual negatives") for line in lines)
    typed(dialog.fields.expected, "7")
    assert not dialog.copy_button.isEnabled()


def test_that_a_width_rests_on_what_is_assumed_of_the_scores(dialog):
    fields = dialog.fields
    chosen(fields.measure, "slope")
    for field in (fields.sd, fields.mean, fields.prevalence):
        assert field.isVisibleTo(fields)
    for field in (fields.risk, fields.area, fields.correlation):
        assert not field.isVisibleTo(fields)
    typed(fields.aim, "0.3")
    assert fields.expected.text() == "1"
    narrow = "\N{NARROW NO-BREAK SPACE}"
    assert dialog.needed.text() == (
        f"At least 1{narrow}646 rows: 329 actual positives and 1{narrow}317 actual negatives"
    )
    assert "SD 1: prevalence 0.2" in dialog.reasons.text()
    first = dialog.support.model()
    assert first.index(0, 0).data() == "Calibration slope"
    assert "True positive rate" in supported(dialog)
    chosen(fields.measure, "auc_difference")
    assert fields.area.isVisibleTo(fields)
    typed(fields.aim, "0.05")
    assert dialog.needed.text().startswith(f"At least 1{narrow}136 rows: 568 ")
    typed(fields.correlation, "2")
    assert "the correlation must be from -1 to 1" in dialog.reasons.text()
    assert dialog.needed.text() == text.UNDEFINED
    chosen(fields.measure, "TPR")
    assert fields.expected.text() == "0.9"
    assert "Calibration slope" not in supported(dialog)


def test_that_probabilities_at_hand_say_how_they_spread(program):
    program.open_sample("clinical")
    program.workspace.ask(SetConsequences(Consequences(scale=Scale.PROBABILITY)))
    program.qtbot.waitUntil(
        lambda: program.workspace.snapshot.inputs.consequences.scale is Scale.PROBABILITY
    )
    program.window.actions_by_id["sample_size"].trigger()
    dialog = program.window.findChild(object, "sample_size_dialog")
    fields = dialog.fields
    chosen(fields.measure, "slope")
    values = np.asarray(program.workspace.snapshot.ranking.score.values, dtype=np.float64)
    values = values[(values > 0) & (values < 1)]
    x = np.log(values) - np.log1p(-values)
    for field, expected in ((fields.mean, x.mean()), (fields.sd, x.std())):
        assert float(field.text().replace("\N{MINUS SIGN}", "-")) == pytest.approx(
            expected, abs=1e-4
        )
    assert dialog.needed.text().startswith("At least ")
    typed(fields.prevalence, "0.1")  # which then says the mean
    assert "prevalence 0.1" in dialog.reasons.text()
    typed(fields.mean, "-2")
    assert "Leave one of them out" in dialog.reasons.text()
    typed(fields.sd, "3")
    program.workspace.ask(SetConsequences(Consequences()))
    program.qtbot.waitUntil(lambda: program.workspace.snapshot.inputs.consequences.scale is None)
    assert (fields.mean.text(), fields.sd.text()) == ("-2", "3")
    dialog.close()
