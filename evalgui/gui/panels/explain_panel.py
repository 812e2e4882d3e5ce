"""What a measure is: its formula, with the counts in it, and all that is known of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.confusion import some
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.languages import tr
from evalgui.core.measured import NOTHING
from evalgui.core.metrics import Metric, Vocabulary
from evalgui.core.multiclass import without_value
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import Words, words_in
from evalgui.gui.focus import lead_focus
from evalgui.gui.look import GRID, LARGE, SMALL, Theme, scaled_font, text
from evalgui.gui.models.calls.outcomes import same_numbers
from evalgui.gui.models.measure_help import MeasureHelp, properties_of
from evalgui.gui.models.measures import range_words, symbol_beside
from evalgui.gui.panels.empty_state import EmptyState
from evalgui.gui.panels.parameter_editor import ParameterEditor
from evalgui.gui.results.cells import detail, style_of
from evalgui.gui.results.intervals import at_point, explanation_of
from evalgui.gui.typesetting.filling import filled
from evalgui.gui.typesetting.formula_text import as_latex, as_text
from evalgui.gui.typesetting.formula_view import FormulaView
from evalgui.gui.typesetting.interval_formulas import limits_filled
from evalgui.gui.typesetting.parser import parse
from evalgui.gui.typesetting.tree import Formula, Number, Statement
from evalgui.results.topics.measures import INTERVAL, drawn, every_row, live, quantities

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QShowEvent

    from evalgui.core.intervals.by_weight import AnyWorth
    from evalgui.core.measured import Measured
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.snapshot import Snapshot
    from evalgui.results.topics.measures import MeasureRow

_CAPTIONS = {
    "classes": tr("Classes"),
    "interval": tr("Interval"),
    "range": tr("Range"),
    "proper": tr("Proper"),
    "properties": tr("Proven"),
    "names": tr("Also called"),
    "fields": tr("In other fields"),
    "sources": tr("Source"),
    "misprints": tr("Misprints"),
}
_MOST_NAMES = 20


class ExplainPanel(QWidget):
    """Explains one measure, with the numbers of the snapshot in its formula."""

    plot_requested = Signal(list)
    parameters_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explain_panel")
        self.setAccessibleName(tr("Explain a measure"))
        self._snapshot: Snapshot = EMPTY
        self._words = text.AT_FIRST
        self._entry: MeasureRow | None = None
        self._parsed = Formula(())
        self._is_stale = False
        self._help = MeasureHelp()
        self._make_widgets()
        self._scroll = QScrollArea()
        self._scroll.setObjectName("explanation")
        self._scroll.setAccessibleName(tr("Explanation"))
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(self._make_content())
        self._empty = EmptyState(self._scroll, tr("Select a measure to see what it is"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._empty)
        lead_focus(self, self._scroll)

    # -------------------------------------------------------------------------- making

    def _make_widgets(self) -> None:
        self.title = _label("explained_measure", tr("Measure"))
        self.title.setFont(scaled_font(self.title.font(), LARGE, bold=True))
        self.symbol = _label("explained_symbol", tr("Symbol"), is_faint=True)
        self.formula = FormulaView("formula", tr("Formula"))
        self.filled = FormulaView("filled_formula", tr("Formula with the current counts"))
        self.limits = tuple(
            FormulaView(f"{limit}_limit", name)
            for limit, name in (
                ("lower", tr("The lower limit of the interval with the numbers")),
                ("upper", tr("The upper limit of the interval with the numbers")),
            )
        )
        self.note = _label("explained_note", tr("Note"), is_faint=True)
        self.editor = ParameterEditor()
        self.editor.parameters_requested.connect(self.parameters_requested)
        self.plot_button = QPushButton(tr("&Plot Against Threshold"))
        self.plot_button.setObjectName("plot_explained")
        self.plot_button.setAccessibleName(tr("Plot this measure against the threshold"))
        self.plot_button.clicked.connect(self._on_plot_clicked)
        self.facts = {name: _label(f"explained_{name}", _CAPTIONS[name]) for name in _CAPTIONS}
        self._captions = {name: _caption(words) for name, words in _CAPTIONS.items()}
        for view in (self.formula, self.filled, *self.limits):
            view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
            for words, write in ((tr("Copy as &Text"), as_text), (tr("Copy as &LaTeX"), as_latex)):
                view.addAction(_copying(view, words, write))

    def _make_content(self) -> QWidget:
        content = QWidget()
        content.setObjectName("explanation_content")
        layout = QVBoxLayout(content)
        layout.setContentsMargins(GRID * 2, GRID * 3 // 2, GRID * 2, GRID * 2)
        layout.setSpacing(GRID * 3 // 2)
        head = QVBoxLayout()
        head.setSpacing(0)
        head.addWidget(self.title)
        head.addWidget(self.symbol)
        layout.addLayout(head)
        for widget in (self.formula, self.filled, *self.limits, self.note, self.editor):
            layout.addWidget(widget)
        buttons = QHBoxLayout()
        buttons.addWidget(self.plot_button)
        buttons.addStretch(1)
        layout.addLayout(buttons)
        grid = QGridLayout()
        grid.setHorizontalSpacing(GRID * 3 // 2)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        for row, name in enumerate(_CAPTIONS):
            grid.addWidget(self._captions[name], row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self.facts[name], row, 1)
        layout.addLayout(grid)
        layout.addStretch(1)
        return content

    # ---------------------------------------------------------------------------- view

    def show_metric(self, metric_id: str, snapshot: Snapshot) -> None:
        """Explain a measure with the numbers of a snapshot; an unknown id shows nothing."""
        self._snapshot = snapshot
        self._entry = self._find(metric_id)
        self._empty.show_content(shown=self._entry is not None)
        if self._entry is not None:
            self._show_facts(self._entry)
            self._scroll.verticalScrollBar().setValue(0)
            self._show_numbers(self._entry, keep_height=False)

    def help_name(self) -> str:
        """Return what the help calls the measure that is explained."""
        return "" if self._entry is None else f"measure_{self._entry.id}"

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Put the numbers of another snapshot into the formula."""
        self._snapshot = new
        if self._entry is None or not _differs(old, new):
            return
        if self.isVisible():
            self._show_numbers(self._entry, keep_height=new.dataset is old.dataset)
        else:
            self._is_stale = True

    def set_theme(self, _theme: Theme) -> None:
        """Draw again: everything follows the palette."""
        for view in (self.formula, self.filled, *self.limits):
            view.update()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measure, and what its formula is made of, as another field does."""
        self._words = words_in(vocabulary)
        self.editor.set_vocabulary(vocabulary)
        if self._entry is not None:
            self._show_facts(self._entry)
            self._show_numbers(self._entry, keep_height=False)

    @property
    def metric_id(self) -> str:
        """The measure that is explained, "" where none is."""
        return "" if self._entry is None else self._entry.id

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale and self._entry is not None:
            self._show_numbers(self._entry, keep_height=False)

    # -------------------------------------------------------------------------- inside

    def _find(self, metric_id: str) -> MeasureRow | None:
        return next((row for row in every_row(self._snapshot) if row.id == metric_id), None)

    def _show_facts(self, entry: MeasureRow) -> None:
        metric, words, style = entry.about, self._words, style_of(self._words)
        self._parsed = parse(words.formula(metric.formula))
        symbol = symbol_beside(entry, style)
        self.title.setText(words.said(metric.name_in(words.vocabulary)))
        self.symbol.setText(symbol)
        self.symbol.setVisible(bool(symbol))
        self.formula.show_formula(self._parsed)
        self.note.setText("" if entry.says is None else entry.says.told(style))
        self.note.setVisible(entry.says is not None)
        self.editor.set_names(entry.settings)
        self.plot_button.setVisible(metric.follows_threshold)
        properties = properties_of(metric)
        misprints = self._help.misprints(entry.id)
        shown = {
            "range": range_words(metric),
            "proper": metric.proper.said.told(style),
            "properties": "\n".join(item.sentence(words) for item in properties),
            "names": ", ".join(map(words.said, metric.aliases)),
            "fields": _in_other_fields(metric, words.vocabulary),
            "sources": "\n".join(metric.sources),
            "misprints": "\n\n".join(f"{item.place}: {item.sentence}" for item in misprints),
        }
        for name, told in shown.items():
            self._show_fact(name, told)

    def _show_fact(self, name: str, words: str) -> None:
        self.facts[name].setText(words)
        self.facts[name].setVisible(bool(words))
        self._captions[name].setVisible(bool(words))

    def _show_numbers(self, entry: MeasureRow, *, keep_height: bool) -> None:
        self._is_stale = False
        table = live(self._snapshot, ())
        found = table.cell(entry, INTERVAL) or NOTHING
        value, reason = found.value, self._words.said(found.reason)
        known = quantities(entry, self._snapshot)
        numbers = {self._words.formula(name): number for name, number in known.items()}
        if numbers:
            formula = filled(self._parsed, numbers, value, reason)
        elif math.isnan(value):
            formula = Formula(
                (Statement((), tr("Undefined: {reason}", reason=reason)),) if reason else ()
            )
        else:
            result = Number(text.measure(value, entry.kind.written), is_filled=True)
            note = None if table.note is None else table.note(entry)
            beside = detail(entry.kind, found, note, style_of(self._words))
            formula = Formula((Statement((result,), beside),))
        self.filled.setVisible(bool(formula.clauses))
        self.filled.show_formula(formula, keep_height=keep_height)
        self._show_interval(entry, found, keep_height=keep_height)
        self.editor.set_parameters(self._snapshot.inputs.parameters)
        self._show_fact("classes", _classes_in(entry, self._snapshot, self._words))

    def _show_interval(self, entry: MeasureRow, found: Measured, *, keep_height: bool) -> None:
        """Say how sure the value is, with the formula of the method where there is one."""
        interval = found.interval if found.is_defined else None
        told = []
        if interval is not None:
            told = at_point(entry.about, interval, self._snapshot, self._words)
        formulas = (Formula(()), Formula(()))
        if interval is not None and interval.is_defined and isinstance(entry.about, Metric):
            words = self._words
            counts = quantities(entry, self._snapshot)
            known = _moved(entry.about, self._snapshot), _worth(entry.about, self._snapshot)
            formulas = limits_filled(interval, found, counts, *known)
            told += [words.said(one) for one in (explanation_of(interval.method),) if one]
        for view, formula in zip(self.limits, formulas, strict=True):
            view.setVisible(bool(formula.clauses))
            view.show_formula(formula, keep_height=keep_height)
        again = (one.told(style_of(self._words)) for one in drawn(entry, self._snapshot))
        self._show_fact("interval", "\n".join([*told, *again]))

    def _on_plot_clicked(self) -> None:
        if self._entry is not None:
            self.plot_requested.emit([self._entry.id])


def _moved(metric: Metric, snapshot: Snapshot) -> Sequence[tuple[float, float]]:
    """Return the value with each proportion in turn at its limits, as square-and-add does."""
    known = None if snapshot.point is None else snapshot.point.intervals
    return known.moved(metric.id) if isinstance(known, IntervalsAt) else ()


def _worth(metric: Metric, snapshot: Snapshot) -> AnyWorth | None:
    """Return as how many independent rows those of a proportion count; None without subjects."""
    subjects = None if snapshot.point is None else subjects_at(snapshot.point.intervals)
    if subjects is None or metric.fraction is None:
        return None
    return subjects.worth(metric.fraction)


def _differs(old: Snapshot, new: Snapshot) -> bool:
    """Return whether any number of a formula may be another one."""
    if new.dataset is not old.dataset or new.overall is not old.overall:
        return True
    if new.ranking is not old.ranking or new.inputs.parameters is not old.inputs.parameters:
        return True
    if new.inputs.intervals != old.inputs.intervals or new.summaries is not old.summaries:
        return True
    if new.resampled is not old.resampled:
        return True
    return new.point is not old.point and not same_numbers(old, new)


def _classes_in(entry: MeasureRow, snapshot: Snapshot, words: Words) -> str:
    """Return which classes are in an average and which are not, "" for what is none."""
    taken = None if snapshot.overall is None else snapshot.overall.taken_in(entry.id)
    if snapshot.overall is None or taken is None:
        return ""
    names = snapshot.overall.matrix.classes
    n_used = text.count(len(taken.used)) if taken.used else tr("None")
    head = tr("{n} of {all}", n=n_used, all=text.count(len(names)))
    used = some([names[place] for place in taken.used], _MOST_NAMES)
    lines = [f"{head}: {used}" if used else head]
    lacking = map(words.said, without_value(taken, names, _MOST_NAMES))
    return "\n".join([*lines, *(f"{told[0].upper()}{told[1:]}" for told in lacking)])


def _in_other_fields(metric: AnyMetric, vocabulary: Vocabulary) -> str:
    """Return the names in the other vocabularies, where they differ from the one shown."""
    shown = metric.name_in(vocabulary)
    return "\n".join(
        f"{words_in(other).title}: {words_in(other).said(metric.name_in(other))}"
        for other in Vocabulary
        if metric.name_in(other) != shown
    )


def _label(name: str, purpose: str, *, is_faint: bool = False) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setAccessibleName(purpose)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    if is_faint:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def _caption(words: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(words)
    label.setFont(scaled_font(label.font(), SMALL))
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def _copying(view: FormulaView, words: str, write: Callable[[Formula], str]) -> QAction:
    action = QAction(words, view)
    action.setObjectName(f"{view.objectName()}_{write.__name__}")
    action.triggered.connect(
        lambda _checked=False: QGuiApplication.clipboard().setText(write(view.formula))
    )
    return action
