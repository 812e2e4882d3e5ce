"""Appearances: what stands out on what, and that the command line knows them all."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QDockWidget,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QTabBar,
    QTableWidget,
    QTreeWidget,
)

from evalgui.cli.window import APPEARANCES
from evalgui.gui import theme as themes
from evalgui.gui.confusion.heat_scale import contrast
from evalgui.gui.theme import DARK, HIGH_CONTRAST, LIGHT, Mode, Theme, current_theme

_LETTERS = ("text", "faint_text", "accent", "positive", "negative", "curve", "warning", "border")


def test_that_the_command_line_knows_every_appearance() -> None:
    assert {mode.value for mode in Mode} == set(APPEARANCES)
    assert current_theme(Mode.HIGH_CONTRAST) is HIGH_CONTRAST


@pytest.mark.parametrize("name", _LETTERS)
def test_that_all_stands_out_in_high_contrast(name: str) -> None:
    for ground in (HIGH_CONTRAST.base, HIGH_CONTRAST.window, HIGH_CONTRAST.alternate):
        assert contrast(QColor(getattr(HIGH_CONTRAST, name)), QColor(ground)) >= 7


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_that_outcomes_and_what_is_selected_can_be_read(theme: Theme) -> None:
    pairs = [
        (theme.correct_text, theme.correct_tint),
        (theme.error_text, theme.error_tint),
        (theme.highlighted_text, theme.highlight),
    ]
    assert min(contrast(QColor(letters), QColor(ground)) for letters, ground in pairs) >= 4.5
    colours = [getattr(theme, one.name) for one in fields(theme) if one.name != "is_dark"]
    assert all(QColor(colour).isValid() for colour in colours)


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_that_the_ring_of_the_focus_and_what_is_selected_in_a_field_stand_out(
    qapp: QApplication, theme: Theme
) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        used = QApplication.palette(QLineEdit())
        ring = used.color(QPalette.ColorRole.Highlight).darker(125)  # as Fusion takes it
        assert contrast(ring, QColor(theme.window)) >= 3
        letters = used.color(QPalette.ColorRole.HighlightedText)
        assert contrast(letters, used.color(QPalette.ColorRole.Highlight)) >= 4.5
        rows = QApplication.palette(QListWidget())
        assert rows.color(QPalette.ColorRole.Highlight) == QColor(theme.highlight)
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)


@pytest.mark.parametrize("theme", [DARK, HIGH_CONTRAST])
def test_that_the_outline_of_a_field_is_seen_on_dark_ground(
    qapp: QApplication, theme: Theme
) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        window = QApplication.palette(QLineEdit()).color(QPalette.ColorRole.Window)
        outline = window.darker(140)  # as Fusion takes it
        assert contrast(outline, QColor(theme.window)) >= 3
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
@pytest.mark.parametrize("kind", [QTreeWidget, QTableWidget, QListWidget, QPlainTextEdit])
def test_that_frames_are_seen_and_the_corner_of_scroll_bars_is_not(
    qapp: QApplication, kind: type[QAbstractScrollArea], theme: Theme
) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        dialog = QDialog()
        view = kind(dialog)
        view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        view.setGeometry(10, 10, 200, 150)
        picture = dialog.grab().toImage()
        ground = QColor(theme.window)
        frame = min(contrast(picture.pixelColor(*at), ground) for at in ((10, 80), (100, 10)))
        assert frame >= (7 if theme is HIGH_CONTRAST else 1.4)
        bars = view.verticalScrollBar(), view.horizontalScrollBar()
        right, below = (bar.mapTo(dialog, bar.rect().center()) for bar in bars)
        assert picture.pixelColor(right.x(), below.y()) == ground
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)


@pytest.mark.parametrize("theme", [DARK, HIGH_CONTRAST])
def test_that_numbers_of_rows_have_no_frames(qapp: QApplication, theme: Theme) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        table = QTableWidget(2, 1)
        line = (
            table.verticalHeader().palette().color(QPalette.ColorRole.Window).darker(140)
        )  # as Fusion takes it
        grid, ground = QColor(theme.grid), QColor(theme.base)
        assert contrast(line, ground) == pytest.approx(contrast(grid, ground), rel=0.05)
        table.resize(400, 200)
        beyond = table.grab().toImage().pixelColor(300, 10)  # the last head
        assert contrast(beyond, QColor(theme.window)) < 1.2
        table.deleteLater()
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_CONTRAST])
def test_that_the_tabs_of_docks_can_be_seen_and_read(qapp: QApplication, theme: Theme) -> None:
    before = qapp.palette()
    try:
        themes.apply(qapp, theme)
        window = QMainWindow()
        docks = [QDockWidget(name, window) for name in ("Predictions", "Data")]
        for dock in docks:
            window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
        window.tabifyDockWidget(*docks)
        window.show()
        (bar,) = window.findChildren(QTabBar)
        ground = bar.palette().color(QPalette.ColorRole.Window)
        letters = bar.palette().color(QPalette.ColorRole.WindowText)
        # As Fusion fills the one in front and those behind it.
        assert contrast(letters, ground.lighter(104)) >= 4.5
        behind = ground.darker(108)
        assert contrast(letters, behind) >= 4.5
        assert contrast(behind, QColor(theme.window)) >= (1.3 if theme.is_dark else 1.05)
        assert contrast(letters, behind) >= (7 if theme is HIGH_CONTRAST else 4.5)
        window.close()
    finally:
        themes.apply(qapp, LIGHT)
        qapp.setPalette(before)
