"""What a user may set in the measures of K classes, and in words what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings, Over, without_value
from evalgui.core.vocabulary import joined, words_in
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, LIGHT, Theme, text, with_clear_boxes
from evalgui.gui.panels.class_choice import ClassChoiceDialog
from evalgui.gui.panels.class_order_dialog import ClassOrderDialog
from evalgui.gui.panels.elided import ElidedBox
from evalgui.gui.panels.fields import Choice, CountField

if TYPE_CHECKING:
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.overall import Overall
    from evalgui.core.snapshot import Snapshot

_KINDS = {
    Over.PRESENT: (
        tr("Classes in truth or predictions"),
        tr("Classes that some row has or is called"),
    ),
    Over.TRUTH: (tr("Classes in the truth"), tr("Classes that some row has")),
    Over.ALL: (tr("All classes"), tr("All classes that have a name, with rows or without")),
    Over.CHOSEN: (tr("Chosen classes"), tr("Classes that you choose, for this data set alone")),
}
_NAMES_IN_TIP = 20


class MulticlassEditor(QWidget):
    """Which classes the averages are over, what becomes of an undefined value, and k."""

    settings_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("multiclass_editor")
        self.setAccessibleName(tr("Averages over classes"))
        self._settings = DEFAULT_SETTINGS
        self._overall: Overall | None = None
        self._choice: ClassChoiceDialog | None = None
        self._order: ClassOrderDialog | None = None
        self._theme = LIGHT
        self._words = text.AT_FIRST
        self._make_widgets()
        over_label, k_label = _label(tr("Average over")), _label(tr("Top k"))
        over_label.setBuddy(self.over)
        k_label.setBuddy(self.top_k)
        self._of_scores = (k_label, self.top_k)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.addWidget(over_label)
        first.addWidget(self.over, 1)
        first.addWidget(self.choose_button)
        second.addWidget(self.as_zero)
        second.addWidget(self.order_button)
        second.addStretch(1)
        second.addWidget(k_label)
        second.addWidget(self.top_k)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, GRID // 2)
        layout.setSpacing(GRID // 2)
        for row in (first, second):
            row.setSpacing(GRID)
            layout.addLayout(row)
        layout.addWidget(self.scope)
        self.hide()

    def _make_widgets(self) -> None:
        self.over = Choice("average_over", tr("Average over"))
        for kind, (words, tip) in _KINDS.items():
            self.over.addItem(words, kind)
            self.over.setItemData(self.over.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.over.setToolTip(tr("Which classes macro, weighted and micro averages take in"))
        self.over.activated.connect(self._on_kind_activated)
        self.choose_button = QToolButton()
        self.choose_button.setObjectName("choose_classes")
        self.choose_button.setText(tr("Choose\N{HORIZONTAL ELLIPSIS}"))
        self.choose_button.setAccessibleName(tr("Choose classes"))
        self.choose_button.clicked.connect(self.choose_classes)
        self.order_button = QToolButton()
        self.order_button.setObjectName("class_order")
        self.order_button.setText(tr("Order\N{HORIZONTAL ELLIPSIS}"))
        self.order_button.setAccessibleName(tr("Order of classes"))
        self.order_button.setToolTip(tr("From the lowest class to the highest, for weighted kappa"))
        self.order_button.clicked.connect(self.choose_order)
        self.as_zero = ElidedBox()
        self.as_zero.setText(tr("Undefined counts as 0"))
        self.as_zero.setObjectName("undefined_as_zero")
        self.as_zero.setToolTip(
            tr("Whether a class without a value counts as 0 in an average, or is left out of it")
        )
        self.as_zero.clicked.connect(self._on_zero_clicked)
        self.top_k = CountField("top_k", tr("k of top-k accuracy"))
        self.top_k.setMinimum(1)
        self.top_k.setToolTip(
            tr("How many of the greatest scores of a row may hold its true class")
        )
        self.top_k.valueChanged.connect(self._on_k_changed)
        self.scope = _label("")
        self.scope.setObjectName("average_scope")
        self.scope.setAccessibleName(tr("What the averages take in"))
        self.scope.setWordWrap(True)
        self.scope.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.scope.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the current settings where all classes are together; nothing is requested."""
        self._overall = None if new.is_one_versus_rest else new.overall
        is_other = new.dataset is not old.dataset or self._overall is None
        for dialog in (self._choice, self._order):
            if is_other and dialog is not None:
                dialog.close()
        if self._overall is None and self.isHidden():
            return
        self.setVisible(self._overall is not None)
        self.scope.clear()
        set_tip(self.scope, "")
        if self._overall is not None:
            self._show(self._overall, new.inputs.multiclass)

    def _show(self, overall: Overall, settings: MulticlassSettings) -> None:
        self._settings = settings
        self.over.setCurrentIndex(list(_KINDS).index(settings.over))
        self.choose_button.setVisible(settings.over is Over.CHOSEN)
        self.as_zero.setChecked(settings.undefined_as_zero)
        for widget in self._of_scores:
            widget.setVisible(overall.class_scores is not None)
        with QSignalBlocker(self.top_k):
            self.top_k.setMaximum(max(len(overall.matrix), settings.top_k))
            self.top_k.setValue(settings.top_k)
        words = self._words.said(overall.scope())
        self.scope.setText(words[0].upper() + words[1:])
        set_tip(self.scope, self._words.said(_tip(overall)))
        if self._choice is not None:
            self._choice.set_chosen(settings.chosen)
        self.order_button.setVisible(len(overall.matrix) > 2)
        if self._order is not None:
            self._order.show_order(settings)

    def set_theme(self, theme: Theme) -> None:
        """Recolour the outline of the boxes."""
        self._theme = theme
        self.as_zero.setPalette(with_clear_boxes(QPalette(), theme))
        if self._choice is not None:
            self._choice.list.set_theme(theme)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name what a class has no value of as a vocabulary does."""
        self._words = words_in(vocabulary)
        if self._overall is not None:
            self._show(self._overall, self._settings)

    def choose_classes(self) -> None:
        """Open the boxes of the classes, which act at once."""
        if self._overall is None:
            return
        if self._choice is None:
            self._choice = ClassChoiceDialog(self._overall.matrix, self._theme, self)
            self._choice.chosen_requested.connect(self._on_chosen)
            self._choice.finished.connect(self._on_choice_finished)
        self._choice.set_chosen(self._settings.chosen)
        self._choice.show()
        self._choice.raise_()

    def choose_order(self) -> None:
        """Open the list of the classes to be put in order, which acts at once."""
        if self._overall is None:
            return
        if self._order is None:
            self._order = ClassOrderDialog(self._overall.matrix.classes, self)
            self._order.order_requested.connect(self._on_order)
            self._order.finished.connect(self._on_order_finished)
        self._order.show_order(self._settings)
        self._order.show()
        self._order.raise_()

    # -------------------------------------------------------------------------- inside

    def _request(self, settings: MulticlassSettings) -> None:
        if settings != self._settings:
            self._settings = settings
            self.settings_requested.emit(settings)

    def _on_kind_activated(self, place: int) -> None:
        kind, settings = list(_KINDS)[place], self._settings
        chosen = settings.chosen
        if kind is Over.CHOSEN and not chosen and self._overall is not None:
            chosen = self._averaged()  # nothing changes until a box is unchecked
        self._request(replace(settings, over=kind, chosen=chosen))
        if kind is Over.CHOSEN:
            self.choose_classes()

    def _averaged(self) -> tuple[str, ...]:
        """Return the names of the classes that the averages take in now."""
        if self._overall is None:
            return ()
        names = self._overall.matrix.classes
        return tuple(names[place] for place in self._overall.averaged())

    def _on_chosen(self, names: tuple[str, ...]) -> None:
        self._request(replace(self._settings, over=Over.CHOSEN, chosen=names))

    def _on_choice_finished(self) -> None:
        self._choice = None

    def _on_order(self, names: tuple[str, ...]) -> None:
        self._request(replace(self._settings, order=names))

    def _on_order_finished(self) -> None:
        self._order = None

    def _on_zero_clicked(self, checked: bool) -> None:  # noqa: FBT001 - a slot
        self._request(replace(self._settings, undefined_as_zero=checked))

    def _on_k_changed(self, k: int) -> None:
        self._request(replace(self._settings, top_k=k))


def _tip(overall: Overall) -> str:
    """Return which classes the averages take in, by name."""
    names = overall.matrix.classes
    lines: list[str] = []
    for metric_id in ("MACRO_P", "MACRO_R"):
        found = overall.taken_in(metric_id)
        if found is not None:
            lines += without_value(found, names, _NAMES_IN_TIP)
    return joined("\n", [overall.scope(), *lines])


def _label(words: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(words)
    return label
