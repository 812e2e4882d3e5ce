"""What a glance at a column shows, looked at when it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.confusion import MOST_CLASSES
from evalgui.core.progress import Watch
from evalgui.io.meaning import classes_of, is_id_name, may_be_missing
from evalgui.io.table.number_cells import are_mostly_numbers
from evalgui.io.widths import rows_of_a_glance

if TYPE_CHECKING:
    from evalgui.io.table.raw_column import Distinct, RawColumn

_FEW_LABELS = 20
_FEW_ROWS = 10
_LONGEST_COUNTER = 18
_TWO = 2


class Profile:
    """What a glance at a column shows; each thing is looked at when it is asked for.

    Most columns of a wide file have nothing to do with the assessment, and some formats need
    not read them.

    Parameters
    ----------
    column
        The column.
    watch
        Asked before every look at its cells whether to go on.
    n_columns
        How many columns the table has: of very many, fewer cells are looked at.
    """

    def __init__(self, column: RawColumn, watch: Watch | None = None, n_columns: int = 1) -> None:
        self.column = column
        self._watch = watch or Watch()
        self._n_sampled = rows_of_a_glance(n_columns)

    def look(self) -> None:
        """Stop the work when it is no longer wanted."""
        self._watch.look()

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.column.name

    @cached_property
    def _sample(self) -> list[str]:
        self._watch.look()
        return self.column.sample(self._n_sampled)

    @property
    def sample(self) -> list[str]:
        """A few of its cells, from all over the column."""
        return self._sample

    @cached_property
    def _whole_numbers(self) -> list[int]:
        # Longer ones are no counters, and Python refuses to make numbers of very long ones.
        return [
            int(text)
            for text in self._sample
            if text.isascii() and text.isdigit() and len(text) <= _LONGEST_COUNTER
        ]

    @cached_property
    def is_number(self) -> bool:
        """Whether most of its cells are numbers."""
        if self.column.kind == "other":
            return False
        return are_mostly_numbers(self._sample, may_have_unit=not is_id_name(self.column.name))

    @property
    def is_empty(self) -> bool:
        """Whether a sample of the cells holds nothing."""
        return not any(cell.strip() for cell in self._sample)

    @property
    def is_constant(self) -> bool:
        """Whether a sample of more than a few cells holds the same text everywhere."""
        return len(self._sample) > _FEW_ROWS and len(set(self._sample)) == 1

    @property
    def is_whole(self) -> bool:
        """Whether a sample of the cells holds nothing but whole numbers."""
        return len(self._whole_numbers) == len(self._sample)

    @property
    def is_counter(self) -> bool:
        """Whether these are whole numbers that rise from row to row."""
        is_rising = self.is_whole and bool(np.all(np.diff(self._whole_numbers) > 0))
        return is_rising and len(self._sample) > 2

    @cached_property
    def labels(self) -> Distinct | None:
        """Its different texts; None where there are more than 20."""
        self._watch.look()
        # Cells without a value are "" in the sample, and no text of their own.
        if len(set(self._sample)) > _FEW_LABELS + 1:
            return None
        return self.column.distinct(_FEW_LABELS)

    @cached_property
    def is_all_different(self) -> bool:
        """Whether no two of more than a few cells are alike, as in a column that names the rows."""
        if len(self._sample) <= _FEW_ROWS or len(set(self._sample)) < len(self._sample):
            return False
        self._watch.look()
        found = self.column.distinct(len(self.column))
        return found is not None and sum(found.counts) == len(found.texts)

    @property
    def has_class_words(self) -> bool:
        """Whether the column has classes of which one is positive, the others negative by words."""
        if self.labels is None:
            return False
        texts = self.labels.texts
        if len(texts) > _TWO:  # the header again, further down, is no class
            texts = tuple(text for text in texts if text.strip() != self.column.header.strip())
        classes = classes_of(dict.fromkeys(texts, 1), may_be_missing(texts))
        return classes.positive() is not None

    @property
    def may_be_classes(self) -> bool:
        """Whether the cells recur as classes do: they are no measured numbers."""
        if self.labels is not None or not self.is_number:
            return True
        if not self.is_whole:
            return False
        labels = self.column.distinct(MOST_CLASSES)
        return labels is not None and len(labels.texts) * 2 <= len(self.column)
