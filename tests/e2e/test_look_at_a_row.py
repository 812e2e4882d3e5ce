"""View > Row: a text as it is, a picture below the folder of the data, hostile ones in words."""

from __future__ import annotations

import os
import struct
import sys
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest

from evalgui.core.requests import PickRows
from evalgui.gui import picture_child
from evalgui.gui.panels import row_panel
from evalgui.io.sandbox import parent

if TYPE_CHECKING:
    from pathlib import Path

MARKUP = "<b>bold</b><img src='https://example.org/x.png'><script>alert(1)</script>"
REPORT = "No sign of disease in the left lung, a little fluid in the right one. " * 3


def png(width: int, height: int, data: bytes) -> bytes:
    """Return a PNG that says its size, with any data."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        body = kind + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", data) + chunk(b"IEND", b"")


@pytest.fixture
def opened(program: Any, tmp_path: Path) -> Any:
    folder = tmp_path / "data"
    (folder / "images").mkdir(parents=True)
    red = QImage(640, 480, QImage.Format.Format_RGB32)
    red.fill(QColor("red"))
    for name in ("good.png", "good.jpg"):
        assert red.save(str(folder / "images" / name))
    whole = (folder / "images" / "good.jpg").read_bytes()
    (folder / "cut.jpg").write_bytes(whole[:30])
    (folder / "bomb.png").write_bytes(png(60_000, 60_000, zlib.compress(bytes(1_000_000))))
    (folder / "text.png").write_text(MARKUP)
    (tmp_path / "secret.png").write_bytes((folder / "images" / "good.png").read_bytes())
    if sys.platform != "win32":
        (folder / "out.png").symlink_to(tmp_path / "secret.png")
        os.mkfifo(folder / "pipe.png")
    cells = ["images/good.png", "images\\good.jpg", "cut.jpg", "bomb.png", "text.png"]
    cells += ["../secret.png", "out.png", "pipe.png", "scans/7.dcm", "/dev/zero.png"]
    lines = ["truth,score,image,report"]
    for row in range(30):
        cell = cells[row] if row < len(cells) else "images/good.png"
        report = {1: MARKUP + " " * 30 + MARKUP, 2: "word " * 40_000}.get(row, REPORT)
        lines.append(f'{row % 2},{row % 2 + row / 20},{cell},"{report}"')
    path = folder / "rows.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    program.open_path(path)
    program.rest()
    return program


def panel_of(program: Any) -> Any:
    program.window.panes.reveal("row")
    program.rest()
    return program.window.row


def look_at(program: Any, panel: Any, row: int, column: str = "image") -> str:
    panel.column.setCurrentIndex(panel.column.findText(column))
    panel.column.activated.emit(panel.column.currentIndex())
    program.workspace.ask(PickRows((row,)))
    program.rest()
    program.qtbot.waitUntil(lambda: not panel.is_busy, timeout=60_000)
    return str(panel.said.text())


def test_that_pictures_below_the_folder_are_shown(opened: Any) -> None:
    panel = panel_of(opened)
    assert [panel.column.itemText(at) for at in range(panel.column.count())] == ["image", "report"]
    for row, name in ((1, "images/good.png"), (2, "images\\good.jpg")):
        assert look_at(opened, panel, row) == f"{name}: 640 x 480 pixels"
        assert panel.pages.currentWidget() is panel.picture
        colour = panel.picture.image.pixelColor(320, 240)
        assert (colour.red() > 250, colour.blue() < 5) == (True, True)
        assert panel.head.text() == f"Row {row}"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (3, "the picture is damaged"),
        (4, "the picture has 60000 x 60000 pixels, too many"),
        (5, "it holds neither PNG nor JPEG"),
        (6, "it leads out of the folder of the data"),
        pytest.param(7, "link", marks=pytest.mark.skipif(sys.platform == "win32", reason="POSIX")),
        pytest.param(8, "ordinary", marks=pytest.mark.skipif(sys.platform == "win32", reason="as")),
        (10, "it lies outside the folder of the data"),
    ],
)
def test_that_hostile_files_are_told_in_words(opened: Any, row: int, why: str) -> None:
    panel = panel_of(opened)
    assert why in look_at(opened, panel, row)
    assert panel.said.text().startswith("No picture: ")
    assert panel.pages.currentWidget() is panel.words
    assert panel.picture.image.isNull()
    assert look_at(opened, panel, 1).endswith("640 x 480 pixels")  # and life goes on


def test_that_the_death_of_the_child_is_told(opened: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(parent, "MEMORY", 20 << 20)
    panel = panel_of(opened)
    assert look_at(opened, panel, 1).startswith("No picture: ")
    assert panel.copy_button.isEnabled()
    monkeypatch.undo()
    assert look_at(opened, panel, 2).endswith("640 x 480 pixels")


def test_that_a_text_is_never_markup_and_is_cut_with_its_length(opened: Any) -> None:
    panel = panel_of(opened)
    assert look_at(opened, panel, 2, "report") == ""
    assert MARKUP in panel.words.toPlainText()
    said = look_at(opened, panel, 3, "report")
    assert said == "200 000 characters, the first 100 000 shown".replace(" 000", f"{said[3]}000")
    assert len(panel.words.toPlainText()) == row_panel._MOST_LETTERS
    panel.copy_button.setFocus()
    QTest.keyClick(panel.copy_button, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == "word " * 40_000


def test_that_any_other_path_is_text_to_copy(opened: Any) -> None:
    panel = panel_of(opened)
    assert look_at(opened, panel, 9) == ""
    assert panel.words.toPlainText() == "scans/7.dcm"
    panel.copy_button.click()
    assert QGuiApplication.clipboard().text() == "scans/7.dcm"


def test_that_a_walk_through_rows_is_followed(opened: Any) -> None:
    panel = panel_of(opened)
    opened.workspace.ask(PickRows(()))
    opened.rest()
    assert panel.said.text() == row_panel.NO_ROW
    opened.window.predictions.go_to_error(forward=True)
    opened.rest()
    opened.qtbot.waitUntil(lambda: panel.head.text() != "" and not panel.is_busy, timeout=60_000)
    assert panel.head.text() == f"Row {opened.snapshot.choices.picked[0]}"


def test_that_there_is_no_pane_where_nothing_can_be_previewed(program: Any) -> None:
    program.open_sample("clinical")
    program.rest()
    assert program.window.docks["row"].lacks == "No column holds texts or paths"


def test_that_a_large_picture_comes_back_small(tmp_path: Path) -> None:
    wide = QImage(3_000, 1_500, QImage.Format.Format_RGB32)
    wide.fill(QColor("blue"))
    for name in ("wide.png", "wide.jpg"):
        wide.save(str(tmp_path / name))
        facts, parts = picture_child.decoded((tmp_path / name).read_bytes())
        assert (facts["full_width"], facts["full_height"]) == (3_000, 1_500)
        assert (facts["width"], facts["height"]) == (1_024, 512)
        assert len(parts["pixels"]) == 4 * 1_024 * 512
