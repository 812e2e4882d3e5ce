"""The confusion matrix of K classes, exact at any size, and its collapse to two classes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.counts import Counts, difference_of_products, divide
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.core.weights import SumOfWeights

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

MOST_CLASSES = 4_000  # 128 MB of counts: beyond, a column of names was taken for classes
_NAMES_SHOWN = 3


class Normalisation(StrEnum):
    """What a cell is divided by."""

    ACTUAL = "actual"
    PREDICTED = "predicted"
    OVERALL = "overall"


class ClassOrder(StrEnum):
    """What classes are sorted by."""

    NAME = "name"
    SIZE = "size"
    ERROR = "error"


@dataclass(frozen=True, eq=False)
class ConfusionMatrix:
    """How often each true class was called what: K x K counts. Frozen.

    Parameters
    ----------
    classes
        The names of the K classes, all different.
    counts : (K, K) array of int
        Rows are true classes, columns called ones. Kept as a read-only int64 copy. Of weights
        that are not whole their sums, as float64; or as int64 the parts that these are made of.
    n_without_call
        Rows whose truth is known but which have no predicted class; they are in no cell.
    unit
        Of weights that are not whole, how many parts are a weight of 1: see
        `evalgui.core.weights`. Else 1.
    squares : (K, K) array of float64, or None
        Of such weights the sums of their squares.

    Raises
    ------
    ValueError
        If the shape does not fit, a name is repeated, or a count is below 0 or no integer.
    DataError
        If there are more than `MOST_CLASSES` classes.

    Examples
    --------
    >>> counts = np.array([[80, 15, 5], [15, 70, 15], [0, 10, 90]])
    >>> matrix = ConfusionMatrix(("A", "B", "C"), counts)
    >>> matrix.n, matrix.correct, matrix.one_versus_rest(0)
    (300, 240, Counts(tp=80, fp=15, fn=20, tn=185))
    """

    classes: tuple[str, ...]
    counts: NDArray[Any]
    n_without_call: int = 0
    unit: float = 1.0
    squares: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        _limit(len(self.classes))
        given = np.asarray(self.counts)
        if given.shape != (len(self.classes), len(self.classes)):
            message = f"counts of shape {given.shape} for {len(self.classes)} classes"
            raise ValueError(message)
        if len(set(self.classes)) != len(self.classes):
            message = "a class is named twice"
            raise ValueError(message)
        if given.dtype.kind not in ("iu" if self.unit == 1 else "iuf") and given.size:
            message = f"counts must be integers, not {given.dtype}"
            raise ValueError(message)
        if given.size and (given.min() < 0 or float(given.sum(dtype=np.float64)) >= 2.0**62):
            message = "counts must not be below 0, nor all together beyond 2**62"
            raise ValueError(message)
        counts = given.astype(np.float64 if given.dtype.kind == "f" and given.size else np.int64)
        counts.flags.writeable = False
        object.__setattr__(self, "counts", counts)

    @classmethod
    def of_two(cls, names: tuple[str, str], counts: Counts, unit: float = 1.0) -> ConfusionMatrix:
        """Return the matrix of one class against the rest, that class first.

        Parameters
        ----------
        names
            Of the class and of the rest.
        counts
            Scalars.
        unit
            Of sums of weights, as above.

        Examples
        --------
        >>> ConfusionMatrix.of_two(("yes", "no"), Counts(tp=3, fp=2, fn=1, tn=4)).counts.tolist()
        [[3, 1], [2, 4]]
        """
        kind = np.int64 if unit == 1 else np.float64
        cells = np.array(((counts.tp, counts.fn), (counts.fp, counts.tn)), dtype=kind)
        cells.flags.writeable = False
        # What a moved threshold makes anew with each frame need not be checked again.
        matrix = object.__new__(cls)
        matrix.__dict__.update(
            classes=names, counts=cells, n_without_call=0, unit=unit, squares=None, n=counts.n
        )
        return matrix

    @classmethod
    def from_codes(
        cls,
        truth: NDArray[np.integer],
        predicted: NDArray[np.integer],
        classes: Sequence[str],
    ) -> ConfusionMatrix:
        """Count rows, given the class of each as an index into `classes`.

        Parameters
        ----------
        truth, predicted : (n,) arrays of int
            -1 in `predicted` says that the row has no predicted class.
        classes
            The names of the classes.

        Returns
        -------
        ConfusionMatrix

        Raises
        ------
        ValueError
            If the lengths differ or an index is out of range.
        DataError
            If there are more than `MOST_CLASSES` classes.
        """
        size = len(classes)
        _limit(size)
        if truth.shape != predicted.shape or truth.ndim != 1:
            message = f"truth of shape {truth.shape}, calls of shape {predicted.shape}"
            raise ValueError(message)
        n_without_call = 0
        if len(truth):
            lowest, highest = int(predicted.min()), int(max(predicted.max(), truth.max()))
            if int(truth.min()) < 0 or lowest < -1 or highest >= size:
                message = f"a class index is not one of the {size} classes"
                raise ValueError(message)
            if lowest < 0:
                called = predicted >= 0
                truth, predicted = truth[called], predicted[called]
                n_without_call = len(called) - len(truth)
        cells = truth.astype(np.intp) * size
        cells += predicted
        counts = np.bincount(cells, minlength=size * size).reshape(size, size)
        return cls(tuple(classes), counts.astype(np.int64, copy=False), n_without_call)

    @classmethod
    def from_table(
        cls, table: ArrayLike, classes: Sequence[str], *, rows_are_actual: bool
    ) -> ConfusionMatrix:
        """Take a table as it is printed somewhere, in either orientation.

        Parameters
        ----------
        table : (K, K) array_like of int
        classes
            The names of its rows and of its columns.
        rows_are_actual
            True where a row is a true class (rezankova-husek-2015, validation-post), False
            where it is a called one (tharwat-2018, binu-2022).

        Returns
        -------
        ConfusionMatrix
        """
        counts = np.asarray(table)
        return cls(tuple(classes), counts if rows_are_actual else counts.T)

    def __len__(self) -> int:
        return len(self.classes)

    def table(self, *, rows_are_actual: bool = True) -> NDArray[np.int64]:
        """Return the counts as they are to be shown: a read-only (K, K) view."""
        return self.counts if rows_are_actual else self.counts.T

    @cached_property
    def actual(self) -> NDArray[np.int64]:
        """The rows of each true class, its support: (K,) int64; of weights float64."""
        return np.asarray(self._as_counts(self.in_parts.counts.sum(axis=1)))

    @cached_property
    def predicted(self) -> NDArray[np.int64]:
        """The rows that are called each class: (K,) int64; of weights float64."""
        return np.asarray(self._as_counts(self.in_parts.counts.sum(axis=0)))

    @property
    def is_weighted(self) -> bool:
        """Whether rows have weights that are not whole."""
        return self.unit != 1

    @property
    def in_parts(self) -> ConfusionMatrix:
        """The same in whole parts of weights, which add up exactly; itself where it counts."""
        return self if self.counts.dtype.kind == "i" else self._parts

    @cached_property
    def _parts(self) -> ConfusionMatrix:
        parts = np.rint(self.counts * self.unit).astype(np.int64)
        return replace(self, counts=parts, n_without_call=round(self.n_without_call * self.unit))

    @property
    def in_weights(self) -> ConfusionMatrix:
        """The same in sums of weights; itself where each row counts."""
        if self.unit == 1 or self.counts.dtype.kind == "f":
            return self
        without: Any = SumOfWeights(self.n_without_call / self.unit) if self.n_without_call else 0
        return replace(self, counts=self.counts / self.unit, n_without_call=without)

    def total(self, cells: Any) -> int:  # noqa: ANN401 - whatever numpy takes for an index
        """Return the number of rows in the cells that an index chooses; of weights their sum."""
        found: int = self._as_counts(int(self.in_parts.counts[cells].sum()))
        return found

    def _as_counts(self, parts: Any) -> Any:  # noqa: ANN401 - integers in, integers or floats out
        """Return sums of parts as the cells are told: in weights where those are."""
        if self.counts.dtype.kind == "i":
            return parts
        sums = parts / self.unit
        return sums if np.ndim(sums) else SumOfWeights(sums)

    @property
    def diagonal(self) -> NDArray[np.int64]:
        """The rows of each class that are called right: (K,) int64."""
        return np.diagonal(self.counts)

    @cached_property
    def n(self) -> int:
        """The number of rows; of weights their sum, a float."""
        return self.total(...)

    @cached_property
    def correct(self) -> int:
        """The number of rows that are called right."""
        found: int = self._as_counts(int(self.in_parts.diagonal.sum()))
        return found

    @property
    def wrong(self) -> int:
        """The number of rows that are called wrong."""
        return self.n - self.correct

    @cached_property
    def residuals(self) -> NDArray[np.float64]:
        """``n n_ij - n_i+ n_+j``: (K, K), all 0 where calls do not depend on the truth.

        Without cancellation for counts up to 2**53.
        """
        n = np.full_like(self.counts, self.n)
        rest = difference_of_products(
            self.counts, n, np.broadcast_to(self.actual[:, None], n.shape), self.predicted
        )
        return np.asarray(rest, dtype=np.float64)

    def index(self, name: str) -> int:
        """Return the index of a class; raise ValueError where there is none of that name."""
        return self.classes.index(name)

    def one_versus_rest(self, index: int) -> Counts:
        """Return the counts of one class against all others, as Python numbers.

        References
        ----------
        tharwat-2018, section 2 and Fig. 2.
        """
        if self.in_parts is not self:
            counts = self.in_parts.one_versus_rest(index)
            return Counts(*map(self._as_counts, (counts.tp, counts.fp, counts.fn, counts.tn)))
        tp = int(self.counts[index, index])
        fn, fp = int(self.actual[index]) - tp, int(self.predicted[index]) - tp
        return Counts(tp=tp, fp=fp, fn=fn, tn=self.n - tp - fn - fp)

    def each_versus_rest(self) -> Counts:
        """Return the counts of every class against all others, as (K,) arrays."""
        if self.in_parts is not self:
            counts = self.in_parts.each_versus_rest()
            return Counts(*map(self._as_counts, (counts.tp, counts.fp, counts.fn, counts.tn)))
        tp = self.diagonal.copy()
        fn, fp = self.actual - tp, self.predicted - tp
        return Counts(tp=tp, fp=fp, fn=fn, tn=self.n - tp - fn - fp)

    def squares_versus_rest(self, index: int) -> Counts | None:
        """Return the sums of squares of weights of one class against all others, or None."""
        if self.squares is None:
            return None
        rows = np.delete(self.squares, index, axis=0)
        tp, fp = float(self.squares[index, index]), float(rows[:, index].sum())
        fn = float(np.delete(self.squares[index], index).sum())
        cells: Any = tp, fp, fn, float(np.delete(rows, index, axis=1).sum())
        return Counts(*cells)

    def collapsed(self, index: int) -> ConfusionMatrix:
        """Return the 2 x 2 matrix of one class against the rest, that class first."""
        name = self.classes[index]
        others = [other for other in self.classes if other != name]
        rest = others[0] if len(others) == 1 else phrase("not {name}", name=name)
        c = self.one_versus_rest(index)
        counts = np.array([[c.tp, c.fn], [c.fp, c.tn]], dtype=self.counts.dtype)
        return replace(self, classes=(name, rest), counts=counts, squares=None)

    def merged(self, members: Collection[str], name: str) -> ConfusionMatrix:
        """Return the matrix with some classes taken as one, at the place of the first of them.

        Parameters
        ----------
        members
            Names of classes, at least one.
        name
            What to call them together.

        Raises
        ------
        ValueError
            If a member is no class, or the name is that of a class left over.
        """
        chosen = {self.index(member) for member in members}
        if not chosen:
            message = "no class to merge"
            raise ValueError(message)
        first = min(chosen)
        kept = [i for i in range(len(self)) if i == first or i not in chosen]
        place = {old: new for new, old in enumerate(kept)}
        target = np.array([place[first if i in chosen else i] for i in range(len(self))])
        counts = np.zeros((len(kept), len(kept)), dtype=self.counts.dtype)
        np.add.at(counts, (target[:, None], target[None, :]), self.counts)
        classes = tuple(name if i == first else self.classes[i] for i in kept)
        return replace(self, classes=classes, counts=counts, squares=None)

    def reordered(self, order: Sequence[int] | NDArray[np.intp]) -> ConfusionMatrix:
        """Return the matrix with its classes in another order, a permutation of the indices."""
        places = np.asarray(order, dtype=np.intp)
        if not np.array_equal(np.sort(places), np.arange(len(self))):
            message = "an order names every class once"
            raise ValueError(message)
        classes = tuple(self.classes[place] for place in places)
        cells = np.ix_(places, places)
        squares = None if self.squares is None else self.squares[cells]
        return replace(self, classes=classes, counts=self.counts[cells], squares=squares)

    def order_by(self, key: ClassOrder) -> NDArray[np.intp]:
        """Return the order of the classes by a key: largest and worst first, ties as they are.

        Classes without a row of the truth have no error rate and come last.
        """
        if key is ClassOrder.NAME:
            return np.array(sorted(range(len(self)), key=self.classes.__getitem__), dtype=np.intp)
        if key is ClassOrder.SIZE:
            return np.argsort(-self.actual, kind="stable")
        error = np.asarray(divide(self.actual - self.diagonal, self.actual))
        return np.argsort(-error, kind="stable")

    def shares(self, of: Normalisation) -> NDArray[np.float64]:
        """Return each cell as a share of its true class, of its call, or of all rows.

        Returns
        -------
        (K, K) array of float64
            In [0, 1], rows actual; NaN where there is nothing to be a share of.
        """
        if of is Normalisation.ACTUAL:
            return np.asarray(divide(self.counts, self.actual[:, None]))
        if of is Normalisation.PREDICTED:
            return np.asarray(divide(self.counts, self.predicted[None, :]))
        return np.asarray(divide(self.counts, np.asarray(self.n)))

    @property
    def only_in_truth(self) -> tuple[str, ...]:
        """The classes that occur in the truth and are never called."""
        return self._names((self.actual > 0) & (self.predicted == 0))

    @property
    def only_in_predictions(self) -> tuple[str, ...]:
        """The classes that are called and never true."""
        return self._names((self.actual == 0) & (self.predicted > 0))

    @property
    def nowhere(self) -> tuple[str, ...]:
        """The classes that have a name and no row."""
        return self._names((self.actual == 0) & (self.predicted == 0))

    def findings(self) -> tuple[Finding, ...]:
        """Return what is odd about the classes, in words."""
        found = list(of_one_side(self.only_in_truth, self.only_in_predictions, self.nowhere))
        if self.n_without_call:
            text = phrase_n(
                self.n_without_call,
                "{n} row has no predicted class, and no cell",
                "{n} rows have no predicted class, and no cell",
                n=str(self.n_without_call),
            )
            count = None if self.is_weighted else int(self.n_without_call)
            found.append(Finding("row_without_call", text, count))
        return tuple(found)

    def _names(self, chosen: NDArray[np.bool_]) -> tuple[str, ...]:
        return tuple(self.classes[index] for index in np.flatnonzero(chosen))


def of_one_side(
    only_in_truth: Sequence[str], only_in_predictions: Sequence[str], nowhere: Sequence[str]
) -> Iterator[Finding]:
    """Yield that classes, which are named, are true or called alone, or neither."""
    if names := only_in_truth:
        text = phrase_n(
            len(names),
            "{names} is true but never called",
            "{names} are true but never called",
            names=some(names),
        )
        yield Finding("class_only_in_truth", text, len(names))
    if names := only_in_predictions:
        text = phrase_n(
            len(names),
            "{names} is called but never true",
            "{names} are called but never true",
            names=some(names),
        )
        yield Finding("class_only_in_predictions", text, len(names))
    if names := nowhere:
        text = phrase_n(
            len(names),
            "{names} is named but without a row",
            "{names} are named but without a row",
            names=some(names),
        )
        yield Finding("class_without_rows", text, len(names))


def some(names: Sequence[str], most: int = _NAMES_SHOWN) -> str:
    """Return names as words, with a number in place of the many.

    Examples
    --------
    >>> some(["a"]), some(["a", "b", "c", "d", "e"])
    ("'a'", "'a', 'b', 'c' and 2 more")
    """
    shown = ", ".join(f"'{name}'" for name in names[:most])
    more = len(names) - most
    return phrase("{shown} and {more} more", shown=shown, more=more) if more > 0 else shown


def _limit(n_classes: int) -> None:
    if n_classes > MOST_CLASSES:
        raise DataError(
            phrase(
                "{n_classes} classes are too many for a confusion matrix, which has at most "
                "{most_classes}",
                n_classes=n_classes,
                most_classes=MOST_CLASSES,
            ),
            hint=phrase("Choose a column that holds class labels"),
        )
