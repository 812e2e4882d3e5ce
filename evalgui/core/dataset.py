"""The data under assessment: what is true, and what was predicted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np

from evalgui.core.part_names import part_name
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import phrase
from evalgui.core.weights import SumOfWeights

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.core.checks import Exclusion, Finding
    from evalgui.core.confusion import ConfusionMatrix
    from evalgui.core.subject_totals import SubjectTotals
    from evalgui.core.subjects import Subjects

    RowsWhere = Callable[[Sequence[Any], str], NDArray[np.bool_]]
    """Which rows of columns an expression chooses."""


YOUDEN = "youden"
"""The rule that chooses where a threshold starts, unless the data are of a field with another."""


class Column(Protocol):
    """A column of the file, kept for display: text as it stands in the file."""

    @property
    def name(self) -> str:
        """The name in the header, or one made from the position."""

    def __len__(self) -> int:
        """Return the number of rows, the same as of the data set."""

    def text(self, row: int) -> str:
        """Return the cell of a row (from 0) as the file has it."""

    def order(self) -> NDArray[np.intp]:
        """Return the stable permutation that sorts the column upward: numbers as numbers."""


@runtime_checkable
class TypedColumn(Protocol):
    """A column of which the file says more than text."""

    @property
    def holds(self) -> Literal["text", "number", "count"]:
        """What its cells are: text, doubles, or whole numbers of at most 64 bits."""

    def typed(self, rows: NDArray[np.integer]) -> Any:  # noqa: ANN401 - of any library
        """Return the cells of rows (from 0) as these: an array; null where the file has none."""


@runtime_checkable
class SlowColumn(Protocol):
    """A column of which a cell may have to be read from the file first."""

    def is_at_hand(self, row: int) -> bool:
        """Return whether the text of a row (from 0) can be had at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """One score a row, in the user's own units but for its `base`.

    Parameters
    ----------
    name
        The name of the column it came from.
    values : (n,) array of float64 or float32
        One score a row of the data set. NaN means that no score could be made; `-inf` and
        `+inf` are legal scores.
    higher_is_positive
        True where a higher score indicates the positive class (a similarity, a
        probability), False where a lower one does (a distance).
    other_edge
        Where scores are only known to lie in a bin, `values` are the edges from which on all
        of it is called positive. This is then the score that stands for them where the other
        class is the positive one: the other edges, with the contrary direction. So it is where
        missing scores are the worst, which is the other infinity for the other class.
    base
        What has been taken from every score, so that doubles can tell whole numbers beyond
        2**53 apart: `values` are then the exact whole differences from it. 0 nearly always.
        `evalgui.core.thresholds` goes between the two.
    unit
        What stands behind its numbers in the file, or in brackets behind its name: "ng/ml"; ""
        where none is known.
    apparent : (n,) array of float64, or None
        Where the score is one that was recalibrated on these very rows, `values` are what maps say
        that were made without each row, and these what the map of all rows says.
    """

    name: str
    values: NDArray[np.floating]
    higher_is_positive: bool = True
    other_edge: Score | None = None
    base: int = 0
    unit: str = ""
    apparent: NDArray[np.floating] | None = None

    @property
    def bare_name(self) -> str:
        """Its name without the unit in brackets behind it."""
        return self.name.removesuffix(f"({self.unit})").removesuffix(f"[{self.unit}]").strip()

    @property
    def is_binned(self) -> bool:
        """Whether scores are only known to lie in bins, of which two columns have the edges."""
        return self.other_edge is not None and self.other_edge.name != self.name

    def taken(self, rows: NDArray[Any]) -> Score:
        """Return it with some of its rows, by a mask or by their places."""
        other = self.other_edge
        if other is not None:
            other = replace(other, values=other.values[rows], other_edge=None)
        return replace(self, values=self.values[rows], other_edge=other)

    def reversed(self) -> Score:
        """Return the same score for the other class of two."""
        if self.other_edge is not None:
            return replace(self.other_edge, other_edge=self)
        return replace(self, higher_is_positive=not self.higher_is_positive)


@dataclass(frozen=True, slots=True, eq=False)
class Unverified:
    """Rows whose truth is missing: they are set aside, and yet a test calls them.

    Parameters
    ----------
    scores
        What each score of the data set is for them, by the same names.
    predicted : (m,) array of int, or None
        What they are predicted to be, as of the data set.
    """

    scores: tuple[Score, ...] = ()
    predicted: NDArray[np.integer] | None = None


class Species(NamedTuple):
    """Of what kinds presentation attacks are.

    Parameters
    ----------
    column
        The name of the column that says it.
    bona_fide
        The index of the class of bona fide presentations.
    rows
        The places of the rows that have each name, of either class; "" for those without one.
    """

    column: str
    bona_fide: int
    rows: Mapping[str, NDArray[np.intp]]


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Dataset:
    """Rows with a known truth, and what was predicted for them. Frozen.

    Parameters
    ----------
    name
        What to call it on screen: the file name without its folders.
    classes
        The names of the classes as the file spells them, in a stable order.
    truth : (n,) array of int
        The true class of each row, an index into `classes`; empty where there is `row_counts`.
    positive
        The index of the class that counts as positive.
    scores
        The scores, none or several; each has n values.
    predicted : (n,) array of int, or None
        The class that the file says was predicted, an index into `classes`; -1 where the
        file gives none. None where the file has no such column.
    called_by
        The name of the column that `predicted` came from; "" where it came from scores, or
        there is none.
    truth_by
        The name of the column that `truth` came from; "" where it came from none.
    class_scores : (n, K) array of float64, or None
        One score a class, such as its probability, in the order of `classes`; NaN where
        there is none. `predicted` then holds the class with the highest one.
    matrix
        The counts themselves, where a file holds a confusion matrix and no rows; n is then 0.
    row_counts : (n, K) array of int64, or None
        Of a count table: how many instances of each class a row stands for, in the order of
        `classes`. None where each row is one instance, with its `truth`.
    unit
        Of weights that are not whole, how many parts of `row_counts` are a weight of 1, and the
        unit of `matrix`: see `evalgui.core.weights`. Else 1.
    columns
        The columns of the file for display, n rows each.
    rows_where
        What tells which rows of columns an expression chooses, (n,) bool; it raises DataError
        where it cannot be understood. None where nobody can.
    subjects
        Whose each row is, where that is known; None where it is not.
    subject_totals
        Where that is not known of rows that are counted, what is kept of their subjects at some
        thresholds; None for nothing.
    n_rows_in_file
        How many data rows the file has: ``n_rows_in_file == n + sum of exclusions``.
    file_rows : (n,) array of int, or None
        The row number in the file (from 1) of each row; None means 1, 2, ..., n.
    exclusions
        The rows of the file that are not here, by reason.
    unverified
        What is known of those that lack nothing but a truth; None where there are none.
    findings
        What is odd about the file.
    subset
        The expression that chose these rows of the file; "" where all were wanted.
    sampling
        How the rows came into the file: it decides what an interval takes for chance.
    start_rule
        The id of the rule that chooses where the threshold starts.
    species
        Of presentation attacks, which column says of what kind each is; None where none does.

    Raises
    ------
    ValueError
        If the lengths do not fit, a class index is out of range, or rows are not conserved.
    """

    name: str
    classes: tuple[str, ...]
    truth: NDArray[np.integer]
    positive: int
    scores: tuple[Score, ...] = ()
    predicted: NDArray[np.integer] | None = None
    called_by: str = ""
    truth_by: str = ""
    class_scores: NDArray[np.float64] | None = None
    matrix: ConfusionMatrix | None = None
    row_counts: NDArray[np.int64] | None = None
    unit: float = 1.0
    columns: tuple[Column, ...] = ()
    rows_where: RowsWhere | None = None
    subjects: Subjects | None = None
    subject_totals: SubjectTotals | None = None
    n_rows_in_file: int = -1
    file_rows: NDArray[np.integer] | None = None
    exclusions: tuple[Exclusion, ...] = ()
    unverified: Unverified | None = None
    findings: tuple[Finding, ...] = ()
    subset: str = ""
    sampling: Sampling = Sampling.COHORT
    start_rule: str = YOUDEN
    species: Species | None = None

    def __post_init__(self) -> None:
        n = self.n
        n_excluded = sum(exclusion.count for exclusion in self.exclusions)
        if self.n_rows_in_file < 0:
            object.__setattr__(self, "n_rows_in_file", n + n_excluded)
        if self.n_rows_in_file != n + n_excluded:
            message = f"{self.n_rows_in_file} rows in the file, {n} used, {n_excluded} excluded"
            raise ValueError(message)
        lengths = [len(score.values) for score in self.scores]
        lengths += [len(column) for column in self.columns]
        optional = (self.predicted, self.file_rows, self.class_scores, self.subjects)
        lengths += [len(rows) for rows in optional if rows is not None]
        if any(length != n for length in lengths):
            message = f"every column must have {n} rows, not {lengths}"
            raise ValueError(message)
        if self.class_scores is not None and self.class_scores.shape[1] != len(self.classes):
            message = f"scores of {self.class_scores.shape[1]} classes, not {len(self.classes)}"
            raise ValueError(message)
        if self.matrix is not None and (n or self.matrix.classes != self.classes):
            message = "a matrix has no rows, and the classes of its data set"
            raise ValueError(message)
        if not 0 <= self.positive < len(self.classes):
            message = f"no class has the index {self.positive}"
            raise ValueError(message)
        self._check_truth()

    def _check_truth(self) -> None:
        if self.row_counts is not None:
            if len(self.truth) or self.predicted is not None or self.class_scores is not None:
                message = "rows that are counted have no truth, and are called by a score alone"
                raise ValueError(message)
            if self.row_counts.shape != (self.n, len(self.classes)) or np.any(self.row_counts < 0):
                message = f"there must be {len(self.classes)} counts a row, none below 0"
                raise ValueError(message)
        elif self.n and not 0 <= int(self.truth.min()) <= int(self.truth.max()) < len(self.classes):
            message = "a true class is out of range"
            raise ValueError(message)

    @property
    def full_name(self) -> str:
        """What it is called, with the subset that is assessed and the rows set aside by hand."""
        return part_name(self.name, self.subset, self.aside_by_hand)

    @property
    def aside_by_hand(self) -> NDArray[np.integer]:
        """The numbers of the rows of the file that were set aside by hand, ascending: (k,)."""
        rows = [one.rows for one in self.exclusions if one.is_by_hand]
        return np.sort(np.concatenate(rows)) if rows else np.zeros(0, dtype=np.int64)

    @property
    def is_part(self) -> bool:
        """Whether it is chosen rows of its file, or lacks some that were set aside by hand."""
        return bool(self.subset) or any(one.is_by_hand for one in self.exclusions)

    @property
    def n(self) -> int:
        """The number of rows."""
        return len(self.truth if self.row_counts is None else self.row_counts)

    @property
    def n_instances(self) -> int:
        """How many instances the rows stand for: one each, but in a count table.

        A sum of weights, a float, where those are not whole.
        """
        if self.row_counts is None:
            return self.n
        n: int = self.in_weights(int(self.row_counts.sum()))
        return n

    @property
    def is_weighted(self) -> bool:
        """Whether rows have weights that are not whole."""
        return self.unit != 1

    @property
    def n_classes(self) -> int:
        """The number of classes."""
        return len(self.classes)

    @property
    def has_calls(self) -> bool:
        """Whether rows are called one of all classes, by a column, by scores, or in a matrix."""
        return self.predicted is not None or self.matrix is not None

    @property
    def is_counted(self) -> bool:
        """Whether rows stand for as many instances as is said, and none for just itself."""
        return self.row_counts is not None or self.matrix is not None

    def in_weights(self, parts: Any) -> Any:  # noqa: ANN401 - integers in, integers or floats out
        """Return numbers of `row_counts`, or sums of them, as they are told."""
        if not self.is_weighted:
            return parts
        sums = parts / self.unit
        return sums if np.ndim(sums) else SumOfWeights(sums)

    @property
    def class_sizes(self) -> NDArray[Any]:
        """How many instances truly are of each class, with or without a score: (K,) int64.

        Sums of weights that are not whole are float64.
        """
        if self.matrix is not None:
            return self.matrix.actual
        if self.row_counts is not None:
            return np.asarray(self.in_weights(self.row_counts.sum(axis=0)))
        return np.bincount(self.truth, minlength=self.n_classes).astype(np.int64)

    @property
    def positive_class(self) -> str:
        """The name of the class that counts as positive unless another is chosen."""
        return self.classes[self.positive]

    @property
    def negative_class(self) -> str:
        """The name of the other class; with three classes and more, of all the others."""
        return self.rest_of(self.positive)

    def rest_of(self, positive: int) -> str:
        """Return what stands against a class: the other one, or all others together."""
        others = [name for index, name in enumerate(self.classes) if index != positive]
        return (
            others[0]
            if len(others) == 1
            else phrase("not {classes}", classes=self.classes[positive])
        )

    def is_positive(self, positive: int | None = None) -> NDArray[np.bool_]:
        """Return, for each row, whether its true class is the positive one: (n,) bools.

        Parameters
        ----------
        positive
            The index of a class; None means the one of the data set.

        Raises
        ------
        ValueError
            If the rows stand for instances of several classes: see `counts_of_rows`.
        """
        if self.row_counts is not None:
            message = "a row of a count table has no true class"
            raise ValueError(message)
        return np.asarray(self.truth == (self.positive if positive is None else positive))

    def counts_of_rows(
        self, positive: int | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
        """Return how many positive and how many negative instances each row stands for.

        Parameters
        ----------
        positive
            As of `is_positive`.

        Returns
        -------
        tuple of (n,) int64 arrays, or None
            None where each row is one instance. Parts of weights where those are not whole.
        """
        if self.row_counts is None:
            return None
        of_class = self.row_counts[:, self.positive if positive is None else positive]
        return of_class, self.row_counts.sum(axis=1) - of_class
