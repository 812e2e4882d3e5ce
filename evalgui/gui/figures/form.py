"""What a user chooses about a figure: which, how large, with which text, in which format."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.figures.figure import (
    DASHBOARD,
    LENGTHS,
    RESOLUTIONS,
    TEXT_SIZES,
    Figure,
    Unit,
)
from evalgui.gui.figures.formats import FORMATS
from evalgui.gui.look import GRID
from evalgui.gui.panels.fields import Choice, CountField, NumberBox

if TYPE_CHECKING:
    from collections.abc import Mapping

_FAMILIES = (
    *("Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "Times New Roman"),
    *("Liberation Serif", "DejaVu Serif", "Nimbus Sans", "Nimbus Roman"),
)
_EXACT = 6  # decimals of a millimetre
_DIGITS = 7  # of a length that is shown
_AS_WINDOW = tr("As in the window")


@dataclass(frozen=True, slots=True)
class Preset:
    """A size that is often asked for: millimetres, and points of the text.

    Where everything is in one figure, its parts have room with a text of other points.
    """

    name: str
    width: float
    height: float
    font_size: float
    of_everything: float | None = None

    def text_of(self, what: str) -> float:
        """Return the points of the text of a figure of this size."""
        other = self.of_everything
        return self.font_size if what != DASHBOARD or other is None else other


PAGE = Preset(tr("Page, 174 \N{MULTIPLICATION SIGN} 235 mm"), 174.0, 235.0, 8.0)
PRESETS = (
    Preset(tr("Single column, 85 mm"), 85.0, 80.0, 8.0),
    Preset(tr("Double column, 174 mm"), 174.0, 120.0, 8.0),
    Preset(tr("Slide, 254 \N{MULTIPLICATION SIGN} 143 mm"), 254.0, 143.0, 16.0, 10.0),
    PAGE,
)
_CUSTOM = tr("Custom")


def _length_field(name: str, purpose: str) -> NumberBox:
    field = NumberBox(name, purpose, _DIGITS)
    field.setDecimals(4)
    return field


class FigureForm(QWidget):
    """The fields; whatever is chosen is a figure that can be drawn."""

    edited = Signal()

    def __init__(self, figure: Figure, suffix: str, *, in_inches: bool) -> None:
        super().__init__()
        self._figure = figure
        # Of everything, or of one part while everything is chosen.
        self._other_size = PRESETS[0] if figure.what == DASHBOARD else PAGE
        self.which = Choice("figure_which", tr("Figure"))
        self.preset = Choice("figure_preset", tr("Size"))
        self.preset.addItems([*(preset.name for preset in PRESETS), _CUSTOM])
        self.width_field = _length_field("figure_width", tr("Width"))
        self.height_field = _length_field("figure_height", tr("Height"))
        self.unit = Choice("figure_unit", tr("Unit"))
        self.unit.addItems([unit.value for unit in Unit])
        self.unit.setCurrentIndex(int(in_inches))
        self.font_size = _length_field("figure_font_size", tr("Size of the text in points"))
        self.font_size.setRange(*TEXT_SIZES)
        self.font_size.setSuffix(" pt")
        self.family = Choice("figure_family", tr("Font"))
        known = set(QFontDatabase.families())
        self.family.addItems([_AS_WINDOW, *(name for name in _FAMILIES if name in known)])
        self.format = Choice("figure_format", tr("Format"))
        self.format.addItems(list(FORMATS.values()))
        self.format.setCurrentIndex(list(FORMATS).index(suffix))
        self.dpi = CountField("figure_dpi", tr("Pixels per inch"))
        self.dpi.setRange(*RESOLUTIONS)
        self.dpi.setSuffix(" dpi")
        self.title = _box("figure_title", tr("&Title"))
        self.legend = _box("figure_legend", tr("&Legend"))
        self.caption = _box("figure_caption", tr("&Operating point"))
        self.light = _box("figure_light", tr("Colours for &white paper"))
        self.data = _box("figure_data", tr("&Data of the plot beside it, as CSV"))
        self._lay_out()
        self._show()
        self._connect()

    def _lay_out(self) -> None:
        size = _in_a_row(self.width_field, QLabel("\N{MULTIPLICATION SIGN}"), self.height_field)
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setVerticalSpacing(GRID)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout.addRow(tr("&Figure"), self.which)
        layout.addRow(tr("Si&ze"), self.preset)
        layout.addRow("", _in_a_row(size, self.unit))
        layout.addRow(tr("Te&xt"), _in_a_row(self.font_size, self.family))
        layout.addRow(tr("Fo&rmat"), _in_a_row(self.format, self.dpi))
        for box in (self.title, self.legend, self.caption, self.light, self.data):
            layout.addRow("", box)

    def _connect(self) -> None:
        self.which.currentIndexChanged.connect(self._on_which)
        self.preset.currentIndexChanged.connect(self._on_preset)
        self.unit.currentIndexChanged.connect(self._on_unit)
        for field in (self.width_field, self.height_field, self.font_size, self.dpi):
            field.valueChanged.connect(self._read)
        for choice in (self.family, self.format):
            choice.currentIndexChanged.connect(self._read)
        for box in (self.title, self.legend, self.caption, self.light, self.data):
            box.toggled.connect(self._read)

    # -------------------------------------------------------------------------- state

    @property
    def figure(self) -> Figure:
        """What is chosen."""
        return self._figure

    @property
    def suffix(self) -> str:
        """The format, as the end of a name."""
        return list(FORMATS)[self.format.currentIndex()]

    @property
    def in_inches(self) -> bool:
        """Whether lengths are told in inches."""
        return self._unit is Unit.INCH

    @property
    def wants_data(self) -> bool:
        """Whether the data of the plot are to stand beside the figure."""
        return self.data.isEnabled() and self.data.isChecked()

    @property
    def _unit(self) -> Unit:
        return list(Unit)[self.unit.currentIndex()]

    def offer(self, titles: Mapping[str, str], with_data: frozenset[str]) -> None:
        """Offer the figures that there are; the one that was chosen stays if it is among them."""
        with QSignalBlocker(self.which):
            self.which.clear()
            for what, title in titles.items():
                self.which.addItem(title, what)
            place = list(titles).index(self._figure.what) if self._figure.what in titles else 0
            self.which.setCurrentIndex(place if titles else -1)
        what = self.which.currentData()
        self.setEnabled(bool(titles))
        if what is not None:
            self._set_which(what)
            self.data.setEnabled(what in with_data)

    def choose(self, what: str) -> None:
        """Choose another figure."""
        place = self.which.findData(what)
        if place >= 0:
            self.which.setCurrentIndex(place)

    def _show(self) -> None:
        """Show the figure in the fields; nothing is said."""
        figure, unit = self._figure, self._unit
        fields = (self.width_field, self.height_field)
        lengths = (figure.width, figure.height)
        blocked = [QSignalBlocker(one) for one in (*fields, self.font_size, self.dpi, self.preset)]
        for field, length in zip(fields, lengths, strict=True):
            field.setRange(*(end / unit.mm for end in LENGTHS))
            field.setSingleStep(5.0 if unit is Unit.MM else 0.25)
            field.setValue(length / unit.mm)
        self.font_size.setValue(figure.font_size)
        self.dpi.setValue(figure.dpi)
        sizes = [(one.width, one.height, one.text_of(figure.what)) for one in PRESETS]
        now = (figure.width, figure.height, figure.font_size)
        self.preset.setCurrentIndex(sizes.index(now) if now in sizes else len(PRESETS))
        del blocked
        for box, is_on in (
            (self.title, figure.has_title),
            (self.legend, figure.has_legend),
            (self.caption, figure.has_caption),
            (self.light, figure.is_light),
        ):
            with QSignalBlocker(box):
                box.setChecked(is_on)
        with QSignalBlocker(self.family):
            self.family.setCurrentIndex(max(0, self.family.findText(figure.family)))
        self.dpi.setEnabled(self.suffix == "png")

    # -------------------------------------------------------------------------- slots

    def _on_which(self) -> None:
        self._set_which(self.which.currentData())
        self.edited.emit()

    def _set_which(self, what: str) -> None:
        """Take another figure, of the size that its kind had last."""
        before = self._figure
        if (what == DASHBOARD) != (before.what == DASHBOARD):
            size = Preset("", before.width, before.height, before.font_size)
            self._figure = replace(before, what=what)
            self._take(self._other_size)
            self._other_size = size
        self._figure = replace(self._figure, what=what)

    def _on_preset(self, place: int) -> None:
        if place < len(PRESETS):
            self._take(PRESETS[place])
            self.edited.emit()

    def _take(self, preset: Preset) -> None:
        self._figure = replace(
            self._figure,
            width=preset.width,
            height=preset.height,
            font_size=preset.text_of(self._figure.what),
        )
        self._show()

    def _on_unit(self) -> None:
        self._show()
        self.edited.emit()

    def _read(self) -> None:
        """Take what the fields say; a length that is shown rounded stays what it was."""
        family = self.family.currentText() if self.family.currentIndex() else ""
        self._figure = replace(
            self._figure,
            width=self._length(self.width_field, self._figure.width),
            height=self._length(self.height_field, self._figure.height),
            font_size=self.font_size.value(),
            family=family,
            dpi=self.dpi.value(),
            is_light=self.light.isChecked(),
            has_title=self.title.isChecked(),
            has_legend=self.legend.isChecked(),
            has_caption=self.caption.isChecked(),
        )
        self._show()
        self.edited.emit()

    def _length(self, field: NumberBox, before: float) -> float:
        shown = round(before / self._unit.mm, field.decimals())
        if field.value() == shown:
            return before
        return min(max(round(field.value() * self._unit.mm, _EXACT), LENGTHS[0]), LENGTHS[1])


def _box(name: str, words: str) -> QCheckBox:
    box = QCheckBox(words)
    box.setObjectName(name)
    return box


def _in_a_row(*widgets: QWidget) -> QWidget:
    result = QWidget()
    row = QHBoxLayout(result)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID // 2)
    for widget in widgets:
        row.addWidget(widget, 0 if isinstance(widget, QLabel) else 1)
    return result
