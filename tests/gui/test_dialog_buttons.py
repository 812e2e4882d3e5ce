"""Buttons of dialogs have no icons: where no desktop says how they look, Qt's are dark on dark."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QMessageBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

import evalgui.gui
from evalgui.gui.dialog_buttons import dialog_buttons, plain_buttons
from evalgui.gui.dialogs.files import file_dialog

GUI = Path(evalgui.gui.__file__).parent
MADE = {"QMessageBox", "QFileDialog", "QPrintDialog"}  # dialogs of Qt, with buttons of their own


@pytest.fixture
def icon(qapp):  # noqa: ARG001 - no pixmap without it
    pixmap = QPixmap(16, 16)
    pixmap.fill("black")
    return QIcon(pixmap)


def icons_of(box):
    return [button.icon().isNull() for button in box.buttons()]


def test_that_standard_buttons_have_no_icons(qtbot, icon):
    dialog = QDialog()
    qtbot.addWidget(dialog)
    box = dialog_buttons(QDialogButtonBox.StandardButton.Close)
    QVBoxLayout(dialog).addWidget(box)
    assert icons_of(box) == [True]
    for button in (*box.buttons(), box.addButton(QDialogButtonBox.StandardButton.Cancel)):
        button.setIcon(icon)  # as Qt does by itself under X11 without a desktop
    dialog.show()
    assert icons_of(box) == [True, True]
    assert dialog_buttons().buttons() == []


def test_that_a_dialog_of_qt_has_none_either(qtbot, icon):
    box = QMessageBox()
    qtbot.addWidget(box)
    plain_buttons(box)
    box.addButton(QMessageBox.StandardButton.Close).setIcon(icon)
    box.show()
    assert icons_of(box) == [True]


def test_that_arrows_of_a_file_dialog_have_the_colour_of_its_text(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    dialog = file_dialog(window, "some_dialog", "Open")
    arrows = {
        name: dialog.findChild(QToolButton, name).arrowType()
        for name in ("backButton", "forwardButton", "toParentButton")
    }
    assert list(arrows.values()) == [
        Qt.ArrowType.LeftArrow,
        Qt.ArrowType.RightArrow,
        Qt.ArrowType.UpArrow,
    ]


@pytest.mark.parametrize("path", sorted(GUI.rglob("*.py")), ids=lambda path: path.stem)
def test_that_no_dialog_makes_buttons_with_icons(path):
    if path.stem in {"dialog_buttons", "folders"}:  # the latter shows no dialog
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = [
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    assert "QDialogButtonBox" not in called, "take dialog_buttons from evalgui.gui.look"
    of_qt = sum(name in MADE for name in called)
    assert called.count("plain_buttons") >= of_qt, "let it have plain_buttons"
