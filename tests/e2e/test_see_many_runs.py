"""A folder of runs in the window: listed, read in turn, sorted, opened, exported."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from evalgui.core.requests import SetLocked, SetThreshold
from evalgui.gui.dialogs.runs import RunsPage

if TYPE_CHECKING:
    from pathlib import Path

N_RUNS = 11


def write(path: Path, seed: int, name: str = "risk") -> None:
    rng = np.random.default_rng(seed)
    ill = rng.random(60) < 0.4
    risk = np.round(rng.random(60) * 0.6 + 0.03 * seed * ill, 4)
    lines = [f"{'yes' if one else 'no'},{score}" for one, score in zip(ill, risk, strict=True)]
    path.write_text("\n".join([f"ill,{name}", *lines]), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "runs"
    found.mkdir()
    for place in range(N_RUNS):
        write(found / f"run{place}.csv", place)
    write(found / "z_other.csv", 20, "mark")
    (found / "notes.txt").write_text("nothing of use", encoding="utf-8")
    return found


def page_of(program: Any) -> RunsPage:
    (found,) = program.window.findChildren(RunsPage)
    assert isinstance(found, RunsPage)
    return found


def column(page: RunsPage, column_id: str) -> list[str]:
    section = page.model.section_of(column_id)
    return [page.model.index(row, section).data() for row in range(page.model.rowCount())]


def names(page: RunsPage) -> list[str]:
    return [page.model.row_at(row).id for row in range(page.model.rowCount())]


def read(program: Any) -> RunsPage:
    page = page_of(program)
    program.qtbot.waitUntil(lambda: "not read" not in notes(page))
    return page


def notes(page: RunsPage) -> list[str]:
    return [page.model.note(page.model.row_at(row)) for row in range(page.model.rowCount())]


def test_that_a_folder_becomes_a_list_at_one_threshold(program: Any, folder: Path) -> None:
    program.application.commands.runs.show_folder(folder)
    program.rest()
    assert program.snapshot.dataset.name == "run0.csv"
    page = read(program)
    assert names(page)[1:-1] == [f"run{place}.csv" for place in range(N_RUNS)]
    of_first = program.snapshot.point.counts
    row = names(page).index("run0.csv")
    model = page.model
    assert model.cell(model.index(row, model.section_of("TPR"))).fraction == (
        of_first.tp,
        of_first.tp + of_first.fn,
    )
    told = dict(zip(names(page), notes(page), strict=True))
    assert "risk" in told["z_other.csv"]
    assert told["notes.txt"]
    assert not told["run3.csv"]
    assert f"{N_RUNS} of {N_RUNS + 2} files" in page.facts.text()
    assert "not locked" in page.head.text()


def test_that_it_is_sorted_by_any_measure(program: Any, folder: Path) -> None:
    program.application.commands.runs.show_folder(folder)
    program.rest()
    page = read(program)
    section = page.model.section_of("roc_auc")
    page.view.sortByColumn(section, Qt.SortOrder.DescendingOrder)
    values = [page.model.cell(page.model.index(row, section)).value for row in range(N_RUNS)]
    assert values == sorted(values, reverse=True)
    assert set(names(page)[N_RUNS:]) == {"z_other.csv", "notes.txt"}  # undefined last


def test_that_a_locked_threshold_holds_for_all_and_for_what_is_opened(
    program: Any, folder: Path
) -> None:
    program.open_path(folder / "run7.csv")
    program.workspace.ask(SetThreshold(0.35))
    program.workspace.ask(SetLocked(is_locked=True))
    program.rest()
    program.application.commands.runs.show_folder(folder)
    program.rest()
    page = read(program)
    assert program.snapshot.dataset.name == "run7.csv"
    assert "locked." in page.head.text()
    model, row = page.model, names(page).index("run9.csv")
    assert model.cell(model.index(row, model.section_of("threshold"))).value == 0.35
    told = model.cell(model.index(row, model.section_of("TPR")))
    page.view.setCurrentIndex(model.index(row, 0))
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    program.rest()
    assert program.snapshot.dataset.name == "run9.csv"
    assert program.snapshot.point.threshold == 0.35
    assert program.snapshot.point.measured["TPR"].value == told.value
    assert page.isVisible()


def test_that_it_is_read_again_at_another_threshold(program: Any, folder: Path) -> None:
    program.application.commands.runs.show_folder(folder)
    program.rest()
    page = read(program)
    before = column(page, "PPR")
    program.workspace.ask(SetThreshold(0.9))
    program.rest()
    QTest.mouseClick(page.again, Qt.MouseButton.LeftButton)
    program.rest()
    read(program)
    assert column(page, "PPR") != before


def test_that_cancel_keeps_what_was_read(program: Any, folder: Path) -> None:
    program.application.commands.runs.show_folder(folder)
    program.rest()
    page = read(program)
    QTest.mouseClick(page.again, Qt.MouseButton.LeftButton)
    assert page.cancel.isVisible()
    QTest.mouseClick(page.cancel, Qt.MouseButton.LeftButton)
    assert not page.cancel.isVisible()
    program.rest()
    assert len(names(page)) == N_RUNS + 2


def test_that_a_row_a_run_is_exported(program: Any, folder: Path, tmp_path: Path) -> None:
    program.application.commands.runs.show_folder(folder)
    program.rest()
    page = read(program)
    QTest.mouseClick(page.export, Qt.MouseButton.LeftButton)
    (dialog,) = program.window.findChildren(QFileDialog, "save_runs_dialog")
    out = tmp_path / "out.csv"
    dialog.fileSelected.emit(str(out))
    dialog.reject()
    rows = [*csv.DictReader(out.read_text(encoding="utf-8").splitlines())]
    assert [one["run"] for one in rows][1:-1] == [f"run{place}.csv" for place in range(N_RUNS)]
    assert (tmp_path / "out.csv.about.json").exists()


def test_that_nothing_is_read_any_more_when_the_window_closes(program: Any, folder: Path) -> None:
    program.application.commands.runs.show_folder(folder)
    program.rest()
    page = read(program)
    QTest.mouseClick(page.again, Qt.MouseButton.LeftButton)
    program.window.closing.emit()
    assert not page.isVisible()
    assert not program.application.commands.runs._tasks.is_busy
    program.rest()


def test_that_an_empty_folder_is_refused(program: Any, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    program.application.commands.runs.show_folder(tmp_path / "nothing")
    (box,) = program.window.findChildren(QMessageBox)
    assert "no file" in box.text() + box.informativeText()
    box.close()
    assert not program.window.findChildren(RunsPage)
