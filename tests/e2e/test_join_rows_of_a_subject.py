"""How rows were sampled is asked where it matters, answered by one press, and taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.core.sampling import Sampling

# Twenty patients with three lesions each; all lesions of a patient are called alike.
TEXT = "patient,diagnosis,score\n" + "".join(
    f"p{patient:02},{'ill' if patient % 2 else 'well'},"
    f"{(patient * 7 % 20) / 20 + (0.2 if patient % 2 else 0) + lesion / 1000:.4f}\n"
    for patient in range(20)
    for lesion in range(3)
)


def test_that_repeated_ids_are_joined_with_one_press_and_parted_with_undo(program, tmp_path):
    path = tmp_path / "lesions.csv"
    path.write_text(TEXT, encoding="utf-8")
    program.open_path(path)
    strip = program.window.findings
    program.qtbot.waitUntil(strip.yes.isVisible)
    by_rows = program.snapshot.point.intervals["TPR"]
    assert "patient" in strip.yes.toolTip()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(strip.yes, Qt.MouseButton.LeftButton)
    program.settle()
    dataset = program.snapshot.dataset
    assert dataset.sampling is Sampling.BY_SUBJECT
    assert dataset.subjects.n_subjects == 20
    assert not strip.yes.isVisible()
    by_subject = program.snapshot.point.intervals["TPR"]
    assert by_subject.upper - by_subject.lower > by_rows.upper - by_rows.lower
    program.window.docks["data"].show()
    program.window.docks["data"].raise_()
    assert Sampling(program.window.data.sampling.currentData()) is Sampling.BY_SUBJECT
    assert "20 subjects in 'patient'" in program.window.data.sampling.meaning.text()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.history.undo()
    assert program.snapshot.dataset.sampling is Sampling.COHORT
    program.qtbot.waitUntil(strip.yes.isVisible)


def press(program, button) -> None:
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    program.settle()


def test_that_rows_that_do_not_belong_together_are_asked_about_once(program, tmp_path):
    path = tmp_path / "lesions.csv"
    path.write_text(TEXT, encoding="utf-8")
    program.open_path(path)
    strip = program.window.findings
    program.qtbot.waitUntil(strip.no.isVisible)
    press(program, strip.no)
    program.qtbot.waitUntil(lambda: any("patient" in one.words for one in strip.listed))
    assert not strip.isVisible()
    assert program.snapshot.dataset.sampling is Sampling.COHORT


def test_that_classes_of_one_size_are_asked_about(program, tmp_path):
    path = tmp_path / "half.csv"
    rows = (f"{'ill' if row % 2 else 'well'},{row % 7 + row % 2}\n" for row in range(60))
    path.write_text("diagnosis,score\n" + "".join(rows), encoding="utf-8")
    program.open_path(path)
    strip = program.window.findings
    program.qtbot.waitUntil(strip.sampling.isVisible)
    assert "were the sizes of the classes chosen?" in strip.sampling.text()
    assert not program.window.metrics.prevalence.note.isVisible()
    cohort = program.snapshot.point.intervals["PPV"]
    press(program, strip.yes)
    assert not strip.isVisible()
    assert program.snapshot.dataset.sampling is Sampling.CASE_CONTROL
    assert program.window.metrics.prevalence.note.isVisible()
    assert program.snapshot.point.intervals["PPV"].method != cohort.method
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.history.undo()
    program.qtbot.waitUntil(strip.sampling.isVisible)
    press(program, strip.no)
    assert not strip.isVisible()
    assert program.snapshot.dataset.sampling is Sampling.COHORT
