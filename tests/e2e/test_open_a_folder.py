"""A folder that is dropped opens as one data set: its files stacked, or side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from evalgui.workspace.settings import RECENT_FILES

if TYPE_CHECKING:
    from pathlib import Path

LEFT = Qt.MouseButton.LeftButton
BELOW, BESIDE = "One below the other", "Side by side, as systems"


def rows(site: str, n: int, step: int) -> str:
    lines = (f"{site}{k},{'ill' if k % 3 else 'well'},{k * step % 7 + k / 8}" for k in range(n))
    return "id,truth,score\n" + "\n".join(lines) + "\n"


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    folder = tmp_path / "sites"
    folder.mkdir()
    for number, site in enumerate(("north", "south")):
        (folder / f"{site}.csv").write_text(rows(site, 12 + number, 5 + number))
    return folder


@pytest.fixture
def systems(tmp_path: Path) -> Path:
    folder = tmp_path / "systems"
    folder.mkdir()
    for number in range(2):
        (folder / f"system{number}.csv").write_text(rows("p", 20, 5 + number))
    return folder


def drop(program: Any, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier
    )
    program.window.dropEvent(event)


def ask(program: Any, *paths: Path) -> Any:
    with program.qtbot.waitSignal(program.workspace.question_asked):
        drop(program, *paths)
    return program.question()


def answer(program: Any, dialog: Any, words: str) -> None:
    """Press an answer to the question how the files stand."""
    (card,) = dialog.cards
    (button,) = (one for one in card.buttons if one.text() == words)
    before = dialog.choices.reading.together.currentData()
    QTest.mouseClick(button, LEFT)
    wanted = "stacked" if words == BELOW else "side-by-side"
    assert wanted != before
    program.qtbot.waitUntil(lambda: dialog.choices.reading.together.currentData() == wanted)


def press_open(program: Any, dialog: Any) -> None:
    program.qtbot.waitUntil(dialog.open_button.isEnabled)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        QTest.mouseClick(dialog.open_button, LEFT)
    program.settle()


def names(program: Any) -> list[str]:
    return [item.name for item in program.workspace.data_sets.items]


def test_that_sites_are_stacked_as_is_proposed(program: Any, sites: Path) -> None:
    dialog = ask(program, sites)
    press_open(program, dialog)
    dataset = program.snapshot.dataset
    assert dataset.n == 25
    assert [column.name for column in dataset.columns][-1] == "file"
    assert names(program) == ["north.csv + south.csv"]
    recent = program.application.settings.value(RECENT_FILES)
    assert recent[:1] == [str(sites)]
    assert not [one for one in recent if one.endswith(".csv")]
    # What was decided is remembered, and the folder opens from the list without a question.
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.window.menus.recent_menu.actions()[0].trigger()
    assert program.snapshot.dataset.n == 25


def test_that_sites_side_by_side_are_data_sets_of_their_own(program: Any, sites: Path) -> None:
    dialog = ask(program, sites)
    answer(program, dialog, BESIDE)
    answer(program, dialog, BELOW)
    answer(program, dialog, BESIDE)
    press_open(program, dialog)
    assert names(program) == ["north.csv", "south.csv"]
    assert program.snapshot.dataset.n == 12


def test_that_systems_are_scores_of_the_same_rows(program: Any, systems: Path) -> None:
    dialog = ask(program, systems)
    press_open(program, dialog)
    dataset = program.snapshot.dataset
    assert [score.name for score in dataset.scores] == ["system0", "system1"]
    assert dataset.n == 20


def test_that_systems_can_be_stacked(program: Any, systems: Path) -> None:
    dialog = ask(program, systems)
    answer(program, dialog, BELOW)
    press_open(program, dialog)
    assert program.snapshot.dataset.n == 40
    assert program.workspace.opened.loaded.table.how.together == "stacked"
    program.application.commands.reload()
    program.qtbot.waitUntil(lambda: not program.workspace.staged.staging.is_busy)
    assert program.snapshot.dataset.n == 40


def test_that_a_workspace_opens_the_files_as_they_stood(
    program: Any, systems: Path, tmp_path: Path
) -> None:
    press_open(program, ask(program, systems))
    program.window.actions_by_id["save_workspace"].trigger()
    asked = program.window.findChild(object, "save_workspace_dialog")
    QTest.keyClick(asked, Qt.Key.Key_Return)
    place = program.window.findChild(QFileDialog, "save_workspace_place")
    with program.qtbot.waitSignal(program.application.commands.keeping.document.saved):
        place.fileSelected.emit(str(tmp_path / "W.evalgui"))
    place.close()
    program.application.commands.close()
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.application.commands.open_paths([tmp_path / "W.evalgui"])
    assert [score.name for score in program.snapshot.dataset.scores] == ["system0", "system1"]


def test_that_a_folder_that_makes_no_data_set_is_refused(program: Any, sites: Path) -> None:
    (sites / "other.csv").write_text("id,truth,mark\na,ill,3\nb,well,2\n")
    with program.qtbot.waitSignal(program.workspace.failed):
        drop(program, sites)
    (box,) = program.window.findChildren(QMessageBox)
    words = box.text() + box.informativeText()
    assert "'other.csv' lacks 'score' and has 'mark'" in words
    assert "Open Folder of Runs" in words
    box.close()
