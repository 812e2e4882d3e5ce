"""All findings about the data, and where every row of the file went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.api import Vocabulary, words_in
from evalgui.gui.look import GRID, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.api import Dataset, Finding, Words

_MOST_ROWS = 1_000


def show_findings(
    parent: QWidget,
    dataset: Dataset,
    findings: Sequence[Finding],
    vocabulary: Vocabulary = Vocabulary.MACHINE_LEARNING,
) -> QDialog:
    """Open the list of findings and excluded rows, without stopping anything."""
    dialog = QDialog(parent)
    dialog.setObjectName("findings_dialog")
    dialog.setWindowTitle("Findings")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(GRID * 2, GRID * 2, GRID * 2, GRID * 2)
    summary = QLabel(accounting(dataset))
    summary.setTextFormat(Qt.TextFormat.PlainText)
    summary.setWordWrap(True)
    layout.addWidget(summary)
    tree = QTreeWidget()
    tree.setObjectName("findings_list")
    tree.setAccessibleName("Findings and excluded rows")
    tree.setHeaderLabels(["Finding", "Count"])
    tree.setWordWrap(True)
    tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
    tree.addTopLevelItems(_items(dataset, findings, words_in(vocabulary)))
    tree.setColumnWidth(0, GRID * 60)
    layout.addWidget(tree, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.close)
    layout.addWidget(buttons)
    dialog.resize(GRID * 84, GRID * 48)
    dialog.open()
    return dialog


def accounting(dataset: Dataset) -> str:
    """Return the sum that conserves the rows (in the file, used, excluded), and any counts."""
    if dataset.matrix is not None:
        return f"{text.count(dataset.matrix.n)} in the confusion matrix of {dataset.name}."
    parts = [f"{text.count(item.count)} excluded ({item.reason})" for item in dataset.exclusions]
    sentence = f"{text.count(dataset.n_rows_in_file)} rows in {dataset.name}: "
    sentence += ", ".join([f"{text.count(dataset.n)} used", *parts]) + "."
    if dataset.row_counts is None:
        return sentence
    totals = dataset.class_sizes.tolist()
    counted = (
        f"{text.count(total)} of '{text.elided(name)}'"
        for name, total in zip(dataset.classes, totals, strict=True)
    )
    return f"{sentence} They count {', '.join(counted)}."


def _items(dataset: Dataset, findings: Sequence[Finding], words: Words) -> list[QTreeWidgetItem]:
    items = []
    for finding in findings:
        number = "" if finding.count is None else text.count(finding.count)
        told = words.said(finding.text)
        item = QTreeWidgetItem([told, number])
        item.setToolTip(0, text.plain(told))
        items.append(item)
    for exclusion in dataset.exclusions:
        item = QTreeWidgetItem([f"Excluded: {exclusion.reason}", text.count(exclusion.count)])
        shown = exclusion.rows[:_MOST_ROWS]
        item.addChildren([QTreeWidgetItem([f"row {text.count(row)}"]) for row in shown])
        if len(exclusion.rows) > _MOST_ROWS:
            n_more = text.count(len(exclusion.rows) - _MOST_ROWS)
            item.addChild(QTreeWidgetItem([f"and {n_more} more"]))
        items.append(item)
    if not items:
        items.append(QTreeWidgetItem(["Nothing odd was found in the data", ""]))
    return items
