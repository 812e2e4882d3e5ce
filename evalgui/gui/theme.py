"""Colours, fonts and icons by name, in light, dark and high contrast.

Style sheets are not used: Fusion with a palette of our own looks the same on every platform.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer

from evalgui.locations import resources

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_STYLE = "fusion"
_OUTLINE = 140  # per cent, by which Fusion darkens the colour of the window
_FIELDS = ("QLineEdit", "QAbstractSpinBox", "QComboBox", "QAbstractButton", "QSlider")
_OUTLINED = ("QScrollBar", "QTabBar")
_FRAMED = ("QAbstractItemView", "QPlainTextEdit", "QTextEdit", "QTabWidget")
_DOCK_TABS = "QMainWindowTabBar"
GRID = 8  # pixels: every margin and spacing is a multiple of half of it
ICON_SIZE = 20
SMALL, NORMAL, LARGE = 0.9, 1.0, 1.25  # the type scale, times the system font
NARROWEST = 80  # per cent of the width of letters, below which words are rather written short


class Mode(StrEnum):
    """Which appearance the user wants."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high-contrast"


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of the program, as ``#rrggbb``.

    The two class colours are Okabe and Ito's blue and vermillion (lightened on dark ground);
    the accent belongs to the threshold alone. The outline is that of fields, buttons and handles,
    and what has the focus is told by a ring, or a selection in a field, in a colour of its own.
    """

    is_dark: bool
    window: str
    base: str
    alternate: str
    text: str
    faint_text: str
    border: str
    outline: str
    focus: str
    focused_text: str
    tab: str
    grid: str
    highlight: str
    highlighted_text: str
    accent: str
    positive: str
    negative: str
    curve: str
    chance: str
    correct_tint: str
    error_tint: str
    correct_fill: str
    error_fill: str
    correct_text: str
    error_text: str
    warning: str


LIGHT = Theme(
    is_dark=False,
    window="#f4f5f7",
    base="#ffffff",
    alternate="#f7f8fa",
    text="#1d2129",
    faint_text="#5c6470",
    border="#c9ced6",
    outline="#c9ced6",
    focus="#2672b5",
    focused_text="#ffffff",
    tab="#ffffff",
    grid="#e3e6eb",
    highlight="#cfe3f5",
    highlighted_text="#10151c",
    accent="#a6246b",
    positive="#c04a00",
    negative="#0072b2",
    curve="#1d2129",
    chance="#8a919c",
    correct_tint="#eaf3ef",
    error_tint="#f5d0c0",
    correct_fill="#8dbba5",
    error_fill="#e8906a",
    correct_text="#1f5c45",
    error_text="#8c2f00",
    warning="#8a5a00",
)
DARK = Theme(
    is_dark=True,
    window="#1e2127",
    base="#15181d",
    alternate="#1a1d23",
    text="#e6e8ec",
    faint_text="#a2a9b4",
    border="#434a56",
    outline="#6a717e",
    focus="#5aa2e0",
    focused_text="#10151c",
    tab="#434a56",
    grid="#2b3039",
    highlight="#2d4a66",
    highlighted_text="#ffffff",
    accent="#ff7ac0",
    positive="#ff8a4c",
    negative="#56b4e9",
    curve="#e6e8ec",
    chance="#7d8591",
    correct_tint="#1c2c27",
    error_tint="#4d2719",
    correct_fill="#2c7a60",
    error_fill="#b04a20",
    correct_text="#8fd3b6",
    error_text="#ffb08c",
    warning="#f0c060",
)


# Every letter and line on black stands out by 7 to 1 and more, as WCAG 2.1 asks at its level AAA.
HIGH_CONTRAST = Theme(
    is_dark=True,
    window="#000000",
    base="#000000",
    alternate="#141414",
    text="#ffffff",
    faint_text="#e0e0e0",
    border="#ffffff",
    outline="#ffffff",
    focus="#ffe14d",
    focused_text="#000000",
    tab="#595959",
    grid="#4d4d4d",
    highlight="#ffe14d",
    highlighted_text="#000000",
    accent="#ff8ad8",
    positive="#ffa04d",
    negative="#6cc8ff",
    curve="#ffffff",
    chance="#bdbdbd",
    correct_tint="#003d29",
    error_tint="#5c1a00",
    correct_fill="#005c3d",
    error_fill="#8f2b00",
    correct_text="#a8f5d2",
    error_text="#ffc2a3",
    warning="#ffe14d",
)


def current_theme(mode: Mode) -> Theme:
    """Return the theme of a mode; the system's own choice for `Mode.SYSTEM`."""
    if mode is Mode.SYSTEM:
        hints = QGuiApplication.styleHints()
        return DARK if hints.colorScheme() == Qt.ColorScheme.Dark else LIGHT
    return {Mode.DARK: DARK, Mode.HIGH_CONTRAST: HIGH_CONTRAST}.get(mode, LIGHT)


def apply(application: QApplication, theme: Theme) -> None:
    """Dress the application: Fusion and a palette, which every platform follows.

    The style is set once. Setting it again would dress every widget anew, and give all of them
    time to run code of ours while Qt walks through the list of them.
    """
    if application.style().name() != _STYLE:
        application.setStyle(_STYLE)
    dressed = palette(theme)
    application.setPalette(dressed)
    # Fusion outlines fields, buttons and handles in a darker window: on dark ground nobody sees it.
    # A selection there has the colour of its ring, and that of a slider is its way so far.
    role = QPalette.ColorRole
    dressed.setColor(role.Highlight, QColor(theme.focus))
    dressed.setColor(role.HighlightedText, QColor(theme.focused_text))
    dressed.setColor(role.Window, QColor(theme.outline).lighter(_OUTLINE))
    for kind in _FIELDS:
        application.setPalette(dressed, kind)  # type: ignore[arg-type]  # refuses bytes
    dressed.setColor(role.Window, QColor(theme.border).lighter(_OUTLINE))
    for kind in _OUTLINED:
        application.setPalette(dressed, kind)  # type: ignore[arg-type]  # refuses bytes
    # So it does with frames, within which what is selected is paler; but it also fills the corner
    # between two scroll bars, and heads.
    tabs = QPalette(dressed)
    dressed.setColor(role.Highlight, QColor(theme.highlight))
    dressed.setColor(role.HighlightedText, QColor(theme.highlighted_text))
    _outline_only(dressed, theme.border)
    for kind in _FRAMED:
        application.setPalette(dressed, kind)  # type: ignore[arg-type]
    # Heads are views, too: below the number of each row there would be a line as strong as a frame.
    _outline_only(dressed, theme.grid)
    application.setPalette(dressed, "QHeaderView")  # type: ignore[arg-type]
    # The tabs of docks have no frame: Fusion fills them with what it takes their outline from.
    tabs.setColor(role.Window, QColor(theme.tab))
    application.setPalette(tabs, _DOCK_TABS)  # type: ignore[arg-type]


def _outline_only(dressed: QPalette, line: str) -> None:
    """Let Fusion draw outlines in a colour, and fill nothing with it."""
    brush = QBrush(QColor(line).lighter(_OUTLINE), Qt.BrushStyle.NoBrush)
    dressed.setBrush(QPalette.ColorRole.Window, brush)


def palette(theme: Theme) -> QPalette:
    """Return the palette of a theme."""
    role = QPalette.ColorRole
    colours = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.base,
        role.AlternateBase: theme.alternate,
        role.Text: theme.text,
        role.Button: theme.window,
        role.ButtonText: theme.text,
        role.BrightText: theme.error_text,
        role.ToolTipBase: theme.base,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.faint_text,
        role.Highlight: theme.highlight,
        role.HighlightedText: theme.highlighted_text,
        role.Link: theme.negative,
        role.LinkVisited: theme.negative,
        role.Light: theme.base,
        role.Midlight: theme.grid,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Shadow: theme.border,
    }
    result = QPalette()
    for name, colour in colours.items():
        result.setColor(name, QColor(colour))
    disabled = QPalette.ColorGroup.Disabled
    for name in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(disabled, name, QColor(theme.chance))
    return result


def with_clear_boxes(original: QPalette, theme: Theme | None = None) -> QPalette:
    """Return a palette for what has boxes to check: Fusion's outline of them is a darker window.

    On dark ground nobody would see it. Without a theme, the palette says which is used.
    """
    faint = original.color(QPalette.ColorRole.PlaceholderText)
    result = QPalette(original)
    result.setColor(QPalette.ColorRole.Window, faint if theme is None else QColor(theme.faint_text))
    return result


def scaled_font(font: QFont, scale: float, *, bold: bool = False) -> QFont:
    """Return a font of the type scale; numbers in it have equal widths where it can."""
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() * scale)
    result.setBold(bold)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def narrowed(font: QFont, words: str, room: float) -> QFont:
    """Return a font with letters so narrow that words fit, or itself where nobody could read it."""
    needed = QFontMetricsF(font).horizontalAdvance(words)
    result = QFont(font)
    for share in range(int(100 * room / needed), NARROWEST - 1, -1) if needed > room else ():
        result.setStretch(share)
        if QFontMetricsF(result).horizontalAdvance(words) <= room:
            return result
    return font


@cache
def icon(name: str, theme: Theme) -> QIcon:
    """Return one of the program's own icons in the text colour of a theme; each is drawn once."""
    result = QIcon()
    for drawn in _drawn(name):
        for colour, mode in ((theme.text, QIcon.Mode.Normal), (theme.chance, QIcon.Mode.Disabled)):
            pixmap = QPixmap(drawn)
            with QPainter(pixmap) as painter:
                painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
                painter.fillRect(pixmap.rect(), QColor(colour))
            result.addPixmap(pixmap, mode)
    return result


@cache
def _drawn(name: str) -> tuple[QPixmap, ...]:
    """Return one of the program's own icons in black, on plain screens and on fine ones."""
    renderer = QSvgRenderer(str(resources() / "icons" / f"{name}.svg"))
    drawn = []
    for scale in (1, 2):
        pixmap = QPixmap(QSize(ICON_SIZE, ICON_SIZE) * scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            renderer.render(painter)
        pixmap.setDevicePixelRatio(scale)
        drawn.append(pixmap)
    return tuple(drawn)
