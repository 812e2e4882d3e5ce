"""The tree of rules: a double click or Enter uses one, its pencil or F2 asks for its target."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeView

from evalgui.core.languages import tr
from evalgui.gui.look import GRID, LIGHT, NORMAL, ScrollsWithDrag, icon, paint_whole, scaled_font
from evalgui.gui.models.rule_cells import RuleColumn
from evalgui.gui.panels.lines_below import HasLinesBelow, LinesBelow
from evalgui.gui.panels.rule_parameters import RuleNumberField

if TYPE_CHECKING:
    from PySide6.QtCore import QEvent, QModelIndex
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
    from PySide6.QtWidgets import QStyleOptionViewItem

    from evalgui.core.rules import Rule
    from evalgui.gui.look import Theme
    from evalgui.gui.models.rules_model import RulesModel
    from evalgui.gui.results.sectioned import Index

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
    target_set = Signal(object, str, object)  # the rule, the id of its target, the value

    def __init__(self, model: RulesModel) -> None:
        super().__init__()
        self._rules = model
        self.setObjectName("rules_tree")
        self.setAccessibleName(tr("Rules"))
        self.setModel(model)
        self.setFont(scaled_font(self.font(), NORMAL))
        self.names = LinesBelow(self, model.below, _N_NEEDED, n_staying=2)
        self.setIndentation(GRID * 5 // 4)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setMouseTracking(True)
        self._pointed: Rule | None = None
        self._theme = LIGHT
        self.field: RuleNumberField | None = None  # in which a target is typed
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setObjectName("rules_columns")
        header.setAccessibleName(tr("What each rule chooses"))
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

    def set_theme(self, theme: Theme) -> None:
        """Draw the pencil in its colours."""
        self._theme = theme

    # ------------------------------------------------------------------------- target

    def edit_target(self, typed: str = "") -> bool:
        """Let the target of the current rule be typed in its row; return whether it has one."""
        self.end_editing()
        index = self.currentIndex().siblingAtColumn(RuleColumn.NAME)
        rule = self._rules.rule(index)
        found = None if rule is None else self._rules.blank(rule)
        if rule is None or found is None:
            return False
        parameter, blank = found
        self.field = field = RuleNumberField(parameter, blank)
        field.setParent(self.viewport())
        told = self._rules.words.said(parameter.name) if blank is None else blank.name
        field.setAccessibleName(f"{self._rules.sentence(rule)}: {told}")
        field.set_value(rule.values(self._rules.choices.given(rule))[parameter.id])
        field.value_entered.connect(lambda value: self.target_set.emit(rule, parameter.id, value))
        field.left.connect(self.end_editing)
        place = self.visualRect(index)
        field.setFixedWidth(min(field.width(), place.width()))
        below = self.names.height_of_lines(index)
        lowest = place.bottom() - below - field.sizeHint().height()
        field.move(place.left(), max(place.top(), lowest))  # where the sentence has its number
        field.show()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()
        if typed:
            field.insert(typed)
            field.setModified(True)
        return True

    def end_editing(self) -> None:
        """Take the field away; what was typed was taken over, or refused."""
        field, self.field = self.field, None
        if field is not None:
            had_focus = field.hasFocus()
            field.take_leave()
            field.hide()
            field.deleteLater()
            if had_focus:
                self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _pencil_of(self, index: Index) -> QRect:
        """Return where a rule that is pointed at has its pencil: at the end of its name."""
        cell = self.visualRect(index.sibling(index.row(), RuleColumn.NAME))
        side = QFontMetrics(self.font()).height()
        return QRect(cell.right() - side, cell.top() + 2, side, side)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().drawRow(painter, option, index)
        rule = self._rules.rule(index)
        if rule is not None and rule is self._pointed and self._rules.blank(rule) is not None:
            place = self._pencil_of(index)
            painter.fillRect(place, self.palette().base())
            icon("pencil", self._theme).paint(painter, place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and index.isValid() and self._pencil_of(index).contains(place):
            self.edit_target()

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
            self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and self._activate(index):
            event.accept()
        else:
            super().mouseDoubleClickEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        typed = event.text() if event.text().isdigit() or event.text() in {".", ",", "-"} else ""
        if (typed or event.key() == Qt.Key.Key_F2) and self.edit_target(typed):
            return
        if not (is_enter and self._activate(self.currentIndex())):
            super().keyPressEvent(event)

    def _activate(self, index: QModelIndex) -> bool:
        rule = self._rules.rule(index)
        if rule is not None:
            self.rule_activated.emit(rule)
        return rule is not None
