"""All findings about the data with what can be done, and where every row of the file went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import NamedItem
from evalgui.gui.look import GRID, dialog_buttons, paint_whole, text
from evalgui.gui.models.listed_findings import SAYS, Remedy
from evalgui.workspace.file_requests import JoinSubjects, SetSampling

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.vocabulary import Words
    from evalgui.gui.main_window import MainWindow
    from evalgui.gui.models.listed_findings import Listed
    from evalgui.workspace.workspace import Workspace

_MOST_ROWS = 1_000
_WORDS, _COUNT, _REMEDY = range(3)


class FindingsDialog(QDialog):
    """The list of findings and excluded rows; each row says what to do about it.

    Parameters
    ----------
    parent
        Where it lies.
    dataset, listed
        What the findings are about, and the findings.
    named
        What the button of a finding is called.
    words
        The words of a field.
    """

    remedy_requested = Signal(object)  # a `Listed`

    def __init__(
        self,
        parent: QWidget,
        dataset: Dataset,
        listed: Sequence[Listed],
        named: Callable[[Listed], str],
        words: Words = text.AT_FIRST,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("findings_dialog")
        self.setWindowTitle(tr("Findings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        summary = QLabel(accounting(dataset))
        summary.setTextFormat(Qt.TextFormat.PlainText)
        summary.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setObjectName("findings_list")
        paint_whole(self.tree)
        self.tree.setAccessibleName(tr("Findings and excluded rows"))
        self.tree.setHeaderLabels([tr("Finding"), tr("Count"), tr("What to do")])
        self.tree.setWordWrap(True)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.setTabKeyNavigation(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_WORDS, QHeaderView.ResizeMode.Stretch)
        for column in (_COUNT, _REMEDY):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self._list(listed, named, words)
        buttons = dialog_buttons(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
        layout.addWidget(summary)
        layout.addWidget(self.tree, 1)
        layout.addWidget(buttons)
        self.resize(GRID * 96, GRID * 48)

    def _list(self, listed: Sequence[Listed], named: Callable[[Listed], str], words: Words) -> None:
        if not listed:
            self.tree.addTopLevelItem(NamedItem([tr("Nothing odd was found in the data")]))
        for one in listed:
            told = words.said(one.words)
            item = NamedItem([told, "" if one.count is None else text.count(one.count)])
            if not (one.needs_decision or one.is_warning):
                item.setForeground(_WORDS, self.palette().placeholderText())
            item.setTextAlignment(
                _COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
            item.addChildren(_rows_of(one))
            self.tree.addTopLevelItem(item)
            button = QPushButton(named(one).replace("&", "&&"))
            button.setObjectName(f"remedy_{one.remedy.value}")
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, one=one: self._ask(one))
            self.tree.setItemWidget(item, _REMEDY, button)

    def _ask(self, one: Listed) -> None:
        """Ask for what is to be done: the list is out of date then."""
        self.close()
        self.remedy_requested.emit(one)


def show_findings(window: MainWindow, workspace: Workspace, turn: Callable[[str], None]) -> None:
    """List what is odd about the data, and do what is asked for about it."""
    dataset, strip = workspace.snapshot.dataset, window.findings
    if dataset is None:
        return

    def named(one: Listed) -> str:
        if one.remedy is Remedy.TURN:
            return strip.turn.text()
        if one.remedy in SAYS:
            return SAYS[one.remedy]
        return window.actions_by_id[one.remedy.value].text().replace("&", "")

    def remedy(one: Listed) -> None:
        if one.remedy is Remedy.TURN:
            turn(one.about)
        elif one.remedy is Remedy.JOIN:
            workspace.ask(JoinSubjects(one.about))
        elif one.remedy is Remedy.SAMPLING:
            workspace.ask(SetSampling(Sampling.CASE_CONTROL))
        else:
            window.actions_by_id[one.remedy.value].trigger()

    dialog = FindingsDialog(window, dataset, strip.listed, named, words_in(window.vocabulary))
    dialog.remedy_requested.connect(remedy)
    dialog.open()


def accounting(dataset: Dataset) -> str:
    """Return the sum that conserves the rows (in the file, used, excluded), and any counts."""
    if dataset.matrix is not None:
        return tr(
            "{n} in the confusion matrix of {name}.",
            n=text.count(dataset.matrix.n),
            name=dataset.name,
        )
    parts = [
        tr(
            "{count} excluded ({reason})",
            count=text.count(item.count),
            reason=text.said(item.reason),
        )
        for item in dataset.exclusions
    ]
    sentence = tr(
        "{n} rows in {name}: {parts}.",
        n=text.count(dataset.n_rows_in_file),
        name=dataset.name,
        parts=", ".join([tr("{n} used", n=text.count(dataset.n)), *parts]),
    )
    if dataset.row_counts is None:
        return sentence
    totals = dataset.class_sizes.tolist()
    counted = (
        tr("{n} of '{name}'", n=text.count(total), name=text.elided(name))
        for name, total in zip(dataset.classes, totals, strict=True)
    )
    return tr("{sentence} They count {list}.", sentence=sentence, list=", ".join(counted))


def _rows_of(one: Listed) -> Sequence[QTreeWidgetItem]:
    """Return the rows that were set aside for a finding, the first of them."""
    items = []
    for exclusion in one.excluded:
        shown = exclusion.rows[:_MOST_ROWS]
        items += [NamedItem([tr("row {row}", row=text.count(row))]) for row in shown]
        if len(exclusion.rows) > _MOST_ROWS:
            n_more = text.count(len(exclusion.rows) - _MOST_ROWS)
            items.append(NamedItem([tr("and {n_more} more", n_more=n_more)]))
    return items
