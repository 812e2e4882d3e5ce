"""The tree of rules: a double click or Enter uses one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView

from evalgui.gui.look import GRID, NORMAL, ScrollsWithDrag, paint_whole, scaled_font
from evalgui.gui.models.rule_cells import RuleColumn
from evalgui.gui.panels.lines_below import HasLinesBelow, LinesBelow

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent, QModelIndex
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from evalgui.core.rules import Rule
    from evalgui.gui.models.rules_model import RulesModel

_WIDEST = {
    RuleColumn.NAME: GRID * 31,
    RuleColumn.THRESHOLD: GRID * 14,
    RuleColumn.VALUE: GRID * 9,
    RuleColumn.INTERVAL: GRID * 30,
    RuleColumn.REMARKS: GRID * 50,
}
_USUAL_WIDEST = GRID * 20
_NARROWEST = GRID * 5
_N_NEEDED = RuleColumn.SECOND_RATE + 1  # columns, or else lines below
_OF_MOST = 10  # one in so many may be cut off, where its tool-tip and what is below tell it
_FEW = 4  # texts that are measured: the longest


class RulesTree(HasLinesBelow, ScrollsWithDrag, QTreeView):
    """A tree whose columns are as wide as what they hold, and whose rows show names in full.

    Where rates have no room beside the thresholds, they stand in a line below.
    """

    rule_activated = Signal(object)
    rule_pointed_at = Signal(object)  # the rule under the pointer, or None

    def __init__(self, model: RulesModel) -> None:
        super().__init__()
        self._rules = model
        self.setObjectName("rules_tree")
        self.setAccessibleName("Rules")
        self.setModel(model)
        self.setFont(scaled_font(self.font(), NORMAL))
        self.names = LinesBelow(self, model.below, _N_NEEDED)
        self.setIndentation(GRID * 5 // 4)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setMouseTracking(True)
        self._pointed: Rule | None = None
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setObjectName("rules_columns")
        header.setAccessibleName("What each rule chooses")
        header.setStretchLastSection(True)
        header.setSectionsMovable(True)
        header.setMinimumSectionSize(_NARROWEST)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        paint_whole(self)
        model.choices.ended.connect(self._on_ended)

    def help_name(self) -> str:
        """Return what the help calls the current rule."""
        rule = self._rules.rule(self.currentIndex())
        return "" if rule is None else f"rule_{rule.id}"

    def _on_ended(self) -> None:
        """Tell of the rule in force where no other one is selected."""
        self.scheduleDelayedItemsLayout()  # there may be more lines than before
        index = self._rules.index_in_force()
        if index.isValid() and not self.currentIndex().isValid():
            self.setCurrentIndex(index)

    def go_to_rule_in_force(self) -> None:
        """Select the rule in force, where it is on show."""
        index = self._rules.index_in_force()
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def fit_columns(self) -> None:
        """Give each column room for its head and for what it holds, within reason."""
        metrics, widths = QFontMetrics(self.font()), []
        for column in RuleColumn:
            head, *texts = self._rules.texts(column)
            texts.sort(key=len)
            if column == RuleColumn.THRESHOLD:  # a few have more digits than all the others
                texts = texts[: len(texts) - len(texts) // _OF_MOST]
            longest = [head, *texts[-_FEW:]]
            widest = max(map(metrics.horizontalAdvance, longest)) + GRID * 2
            widest += self.indentation() * 2 if column == RuleColumn.NAME else 0
            most = _WIDEST.get(column, _USUAL_WIDEST)
            widths.append(max(_NARROWEST, min(widest, most)))
        self.names.set_widths(widths)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(self._rules.rule(self.indexAt(event.position().toPoint())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(None)

    def _point_at(self, rule: Rule | None) -> None:
        if rule is not self._pointed:
            self._pointed = rule
            self.rule_pointed_at.emit(rule)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._activate(index):
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if not (is_enter and self._activate(self.currentIndex())):
            super().keyPressEvent(event)

    def _activate(self, index: QModelIndex) -> bool:
        rule = self._rules.rule(index)
        if rule is not None:
            self.rule_activated.emit(rule)
        return rule is not None
