"""A frozen threshold on the data that it was chosen on, beside those that it is evaluated on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from evalgui.core.comparing import compare_counts
from evalgui.core.comparing.pair import NO_SUBJECTS
from evalgui.core.counts import whole_or_sum
from evalgui.core.errors import DataError
from evalgui.core.intervals.pending import subjects_at
from evalgui.core.metrics import METRICS
from evalgui.core.operating_point import point_at
from evalgui.core.part_names import part_called
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.page import Page
from evalgui.gui.look import GRID, copy_cells, paint_whole, text
from evalgui.gui.results.intervals import brief, rested_on
from evalgui.io.building.row_filter import rows_where

if TYPE_CHECKING:
    from evalgui.core.comparing import RateDifference
    from evalgui.core.counts import Counts
    from evalgui.core.dataset import Dataset
    from evalgui.core.measured import Interval, Measured
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.main_window import MainWindow

_HEADS = ("Measure", "Development", "Evaluation", "Difference", "Interval", "p")
_SHOWN = ("TPR", "TNR", "FPR", "FNR", "PPV", "NPV", "ACC", "PPR")
_NUMBERS = (1, 2, 3, 5)
_SHARED = (
    "Both are of one file and {share}: intervals and p values of differences take the rows for"
    " independent, and are not given."
)
_NONE_SHARED = "Both are rows of one file, and share none."
_SHARES_DIFFER = (
    "Predictive values, accuracy and the share of calls depend on the {prevalence}, which may "
    "differ between the data: {first} there, {second} here"
)


class DevelopmentPage(Page):
    """Each rate on both data sets with its interval, and the difference with its own."""

    def __init__(self, snapshot: Snapshot, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__("development", "Development and evaluation", content, parent)
        self._words = words_in(snapshot.choices.vocabulary)
        self.note = QLabel()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setWordWrap(True)
        self.tree = QTreeWidget()
        self.tree.setObjectName("development_table")
        paint_whole(self.tree)
        self.tree.setAccessibleName("The threshold on both data sets")
        self.tree.setHeaderLabels(_HEADS)
        for column in _NUMBERS:
            self.tree.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        copy = QPushButton("&Copy")
        copy.setObjectName("development_copy")
        copy.setAutoDefault(False)
        copy.clicked.connect(self._copy)
        self.buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.note)
        layout.addWidget(self.tree, 1)
        self._fill(snapshot)
        self.widen_for(self.tree)

    def _fill(self, snapshot: Snapshot) -> None:
        then, now, dataset = snapshot.inputs.development, snapshot.point, snapshot.dataset
        if then is None or now is None or dataset is None:
            return
        level = snapshot.inputs.intervals.level
        settings = snapshot.inputs.parameters, snapshot.inputs.intervals
        there = point_at(math.nan, -1, then.counts, *settings, then.sampling, weights=then.worth)
        by_subject = Sampling.BY_SUBJECT in {then.sampling, dataset.sampling}
        worths = subjects_at(now.all_intervals), then.worth
        is_here = dataset.sampling is Sampling.BY_SUBJECT and worths[0] is None
        lacking = NO_SUBJECTS if then.lacks_subjects or is_here else ""
        differences = compare_counts(now.counts, then.counts, level, worths, lacking=lacking)
        alone = then.lacks_subjects
        shared = _shared(then.name, dataset)
        for name in _SHOWN:
            found = now.measured[name], now.intervals.get(name)
            values = there.measured[name], None if alone else there.intervals.get(name)
            are_apart = not shared and not lacking
            self._add(name, values, found, differences[name], are_apart=are_apart)
        frozen = (
            f"The threshold {then.threshold}, frozen on {then.name}, "
            f"evaluated on {dataset.full_name}. Differences are those of the evaluation"
        )
        units = "subjects" if by_subject else "rows"
        how = f", with {text.level(level)} intervals; {units} are taken for independent."
        told = [frozen + ("." if shared or lacking else how)]
        if shared:
            told.append(_SHARED.format(share=shared))
        elif shared is not None:
            told.append(_NONE_SHARED)
        if lacking:
            told.append(f"Differences have no interval: {lacking}.")
        shares = (_share(counts) for counts in (then.counts, now.counts))
        told.append(
            self._words(_SHARES_DIFFER, **dict(zip(("first", "second"), shares, strict=True))) + "."
        )
        self.note.setText("\n".join(told))

    def _add(
        self,
        name: str,
        then: tuple[Measured, Interval | None],
        now: tuple[Measured, Interval | None],
        difference: RateDifference,
        *,
        are_apart: bool,
    ) -> None:
        interval = difference.interval
        cells = [
            METRICS.by_id(name).name_in(self._words.vocabulary),
            *(_told(*one) for one in (then, now)),
            text.measure(difference.difference),
            text.interval(interval.lower, interval.upper) if are_apart else text.UNDEFINED,
            text.measure(difference.p) if are_apart else text.UNDEFINED,
        ]
        row = QTreeWidgetItem(cells)
        for column in _NUMBERS:
            row.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        how = f"{interval.method}, {rested_on(interval, self._words)}"
        why = how if interval.is_defined else self._words.said(interval.reason)
        if are_apart:
            row.setToolTip(4, text.plain(why))
            row.setToolTip(5, text.plain(difference.test))
        self.tree.addTopLevelItem(row)

    def _copy(self) -> None:
        """Copy the table as it is shown."""
        rows = [self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount())]
        cells = ([row.text(column) for column in range(len(_HEADS))] for row in rows if row)
        lines = [_HEADS, *cells]
        copy_cells(lines)


def _told(found: Measured, interval: Interval | None) -> str:
    """Return a value with its counts and its interval."""
    if not found.is_defined:
        return text.UNDEFINED
    counts = "" if found.fraction is None else f" ({text.fraction(found.fraction)})"
    is_share = found.fraction is not None
    limits = brief(interval, is_share=is_share)
    value = (text.rate if is_share else text.measure)(found.value)
    return f"{value}{counts}" + (f"  {limits}" if limits else "")


def _shared(name: str, dataset: Dataset) -> str | None:
    """Return in words which rows are among those of a development, too.

    Returns
    -------
    str or None
        "" for none of the same file; None where that was other data.

    Parameters
    ----------
    name
        What the data of the development are called in full.
    dataset
        What is evaluated.
    """
    part = part_called(name, dataset.name)
    if part is None or (name == dataset.full_name == dataset.name):  # another of this name
        return None
    shared = np.ones(dataset.n, dtype=bool)
    if part.subset:
        try:
            shared = rows_where(dataset.columns, part.subset)  # type: ignore[arg-type] # they are such
        except DataError:  # it was of another file with this name
            return None
    if part.aside is None:  # all that were set aside there may be rows of these
        least = int(np.count_nonzero(shared)) - part.n_aside
        return f"share at least {_rows(least)}" if least > 0 else "may share rows"
    numbers = np.arange(1, dataset.n + 1) if dataset.file_rows is None else dataset.file_rows
    n_shared = int(np.count_nonzero(shared & ~np.isin(numbers, part.aside)))
    return f"share {_rows(n_shared)}" if n_shared else ""


def _rows(number: int) -> str:
    return "one row" if number == 1 else f"{text.count(number)} rows"


def _share(counts: Counts) -> str:
    n = whole_or_sum(counts.n)
    return text.percent(whole_or_sum(counts.actual_positives) / n) if n else text.UNDEFINED


def show_development(window: MainWindow, snapshot: Snapshot) -> None:
    """Show what a frozen threshold did where it was chosen, and what it does here."""
    if snapshot.inputs.development is not None and snapshot.point is not None:
        DevelopmentPage(snapshot, window).open()
