"""The columns that hold classes: the truth and what was predicted, in one set of classes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.confusion import MOST_CLASSES
from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import (
    Classes,
    classes_of,
    in_column,
    listed,
    show_hidden,
    similar_labels,
    told_by_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.io.meaning import BlankLabels, Roles
    from evalgui.io.table import Encoded, RawColumn

CLASS_LIMIT = 20_000
"""The most different labels that a column of classes may have."""

_CHOOSE = phrase("Choose the column with the true class")
_LONGEST_NAME = 100_000  # characters


@dataclass(frozen=True, slots=True, eq=False)
class ClassColumns:
    """The true and the predicted class of every row.

    Parameters
    ----------
    classes
        The classes that occur in either column.
    truth : (n,) array of int
        The true class of each row, an index into ``classes.names``; -1 where it is missing.
    predicted : (n,) array of int, or None
        The predicted class in the same way; None where there is no such column.
    n_true
        How many rows truly are of each class.
    """

    classes: Classes
    truth: NDArray[np.integer]
    predicted: NDArray[np.integer] | None
    n_true: tuple[int, ...]

    def take(self, rows: NDArray[np.intp]) -> ClassColumns:
        """Return the classes of these rows, numbered from 0."""
        predicted = None if self.predicted is None else self.predicted[rows]
        return ClassColumns(self.classes, self.truth[rows], predicted, self.n_true)

    def n_true_classes(self) -> int:
        """Return how many classes have a row."""
        return sum(count > 0 for count in self.n_true)


@dataclass(frozen=True, slots=True)
class Declared:
    """What is known about labels without looking at them.

    Parameters
    ----------
    missing
        Labels that mean "no label".
    extra
        Classes that exist whether or not a row has them.
    blank
        What an empty cell is.
    """

    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    blank: BlankLabels = "missing"

    @classmethod
    def by(cls, roles: Roles) -> Declared:
        """Return what these roles say: words for "no label", classes with a column each."""
        extra = tuple(name for name, _ in roles.probabilities or ())
        return cls(roles.missing_labels or (), extra, roles.blank_labels or "missing")


def read_classes(
    where: str,
    truth: RawColumn,
    predicted: RawColumn | None,
    kept: NDArray[np.bool_] | None,
    declared: Declared | None = None,
) -> ClassColumns:
    """Return the classes in a column of truth and, if there is one, of predictions.

    Parameters
    ----------
    where
        The file name, for messages.
    truth, predicted
        The columns.
    kept : (n,) array of bool, or None
        Which rows count; None means all. A label that only other rows have makes no class.
    declared
        What the user or other columns say about the labels.

    Raises
    ------
    DataError
        If a column has more than `CLASS_LIMIT` different labels, or one that is as long as a
        book, or there are more than `MOST_CLASSES` classes.
    """
    declared = declared or Declared()
    columns = [column for column in (truth, predicted) if column is not None]
    encoded = [encoded_classes(where, column) for column in columns]
    n_of_text = [_count(one, kept) for one in encoded]
    total: Counter[str] = Counter()
    for counts in n_of_text:
        total.update(counts)
    total.update({name: 1 for name in declared.extra if not total[name]})
    _require_names(where, truth.name, total)
    told = None
    if predicted is not None and not declared.extra:
        told = told_by_words(n_of_text[0], n_of_text[1], declared.missing)
    classes = told or classes_of(total, declared.missing, n_of_text[0])
    alike = similar_labels.of_names(classes.names, classes.counts)
    classes = replace(classes, findings=(*classes.findings, *alike))
    if len(classes.names) > MOST_CLASSES:
        message = phrase(
            "there are {n} classes: too many classes to assess, {most} at most",
            n=grouped(len(classes.names)),
            most=grouped(MOST_CLASSES),
        )
        raise DataError(message, where=in_column(where, truth.name), hint=_CHOOSE)
    n_true = [0] * len(classes.names)
    if predicted is not None and not declared.extra:
        _require_shared(where, (truth.name, predicted.name), n_of_text, classes)
    for text, count in n_of_text[0].items():
        if classes.of_text[text] >= 0:
            n_true[classes.of_text[text]] += count
    indices = [_indices(one, classes) for one in encoded]
    if declared.blank != "missing" and classes.names:
        classes, indices = _with_blank(classes, indices, declared.blank)
        kept_truth = indices[0] if kept is None else indices[0][kept]
        n_true = [int(np.count_nonzero(kept_truth == n)) for n in range(len(classes.names))]
    return ClassColumns(
        classes=classes,
        truth=indices[0],
        predicted=indices[1] if predicted is not None else None,
        n_true=tuple(n_true),
    )


def _require_shared(
    where: str, names: tuple[str, str], n_of_text: Sequence[Mapping[str, int]], classes: Classes
) -> None:
    """Refuse two calls of which none is one of two true classes: they would all be wrong."""
    true, called = (
        {classes.of_text[text] for text, n in counts.items() if n} - {-1} for counts in n_of_text
    )
    are_words = not all(map(str.isdigit, classes.names))  # a number may be a class of its own
    if true & called or not len(true) == len(called) == 2 or not are_words:
        return
    calls = listed([show_hidden(classes.names[place]) for place in sorted(called)])
    own = listed([show_hidden(classes.names[place]) for place in sorted(true)])
    message = phrase(
        "no class in '{called}' ({calls}) is one of those in '{truth}' ({own}): which of them does "
        "each one mean?",
        called=names[1],
        calls=calls,
        truth=names[0],
        own=own,
    )
    hint = phrase("Write the {predicted_class} in the words of the truth")
    raise DataError(message, where=where, hint=hint)


def _with_blank(
    classes: Classes, indices: list[NDArray[np.integer]], blank: BlankLabels
) -> tuple[Classes, list[NDArray[np.integer]]]:
    """Return classes and those of each row, where empty cells of the truth have a meaning.

    The truth comes first. Empty cells are of a class behind the others, or have that of the
    last cell above that has one; above the first, there is none.
    """
    truth, *others = indices
    if blank == "above":
        last = np.maximum.accumulate(np.where(truth >= 0, np.arange(len(truth)), -1))
        return classes, [np.where(last >= 0, truth[last], -1).astype(truth.dtype), *others]
    name = f"not {classes.names[0]}" if len(classes.names) == 1 else "(empty)"
    n_blank = int(np.count_nonzero(truth < 0))
    made = replace(classes, names=(*classes.names, name), counts=(*classes.counts, n_blank))
    code = len(classes.names)
    return made, [np.where(one < 0, code, one).astype(np.int32) for one in indices]


def require_classes(where: str, column: str, found: ClassColumns, positive: str | None) -> None:
    """Refuse a truth without a label, or with one class that nobody said is meant.

    Parameters
    ----------
    where, column
        The names of the file and of the column of truth, for messages.
    found
        The classes.
    positive
        The class that the user chose as the positive one. Whoever names it may have a file
        with positives only, or with negatives only.

    Raises
    ------
    DataError
        With what there is.
    """
    only = [name for name, n in zip(found.classes.names, found.n_true, strict=True) if n]
    if len(only) >= 2 or (only and (positive is not None or len(found.n_true) > 1)):
        return
    message, hint = (
        phrase("there is no label: an assessment needs {positives} and {negatives}"),
        _CHOOSE,
    )
    if only:
        message = phrase(
            "there is only one class, '{name}': an assessment needs {positives} and {negatives}",
            name=show_hidden(only[0]),
        )
        hint = phrase(
            "Choose the column with the true class, or say which class is {positive} to open it "
            "all the same"
        )
    raise DataError(message, where=in_column(where, column), hint=hint)


def other_class(found: ClassColumns, positive: str) -> str:
    """Return the class that stands against the only one that rows have.

    Parameters
    ----------
    found
        The only class.
    positive
        The class that the user chose as the positive one.

    Returns
    -------
    str
        That class where the only one is another, else a name that says "not".
    """
    only = found.classes.names[0]
    return positive if found.classes.find(positive) is None else f"not {only}"


def encoded_classes(where: str, column: RawColumn) -> Encoded:
    """Return the labels in a column, as indices into its different texts.

    Raises
    ------
    DataError
        If there are more than `CLASS_LIMIT`, or they are nested values.
    """
    encoded = column.encode(CLASS_LIMIT)
    if encoded is None:
        message = phrase(
            "there are more than {most} classes: too many classes to assess",
            most=grouped(CLASS_LIMIT),
        )
        if column.is_nested:
            message = phrase(
                "the cells hold nested values ({type}), not classes", type=column.type_name
            )
        raise DataError(message, where=in_column(where, column.name), hint=_CHOOSE)
    return encoded


def _require_names(where: str, column: str, texts: Iterable[str]) -> None:
    """Refuse labels that nobody could tell apart: whole documents, or damage."""
    longest = max(map(len, texts), default=0)
    if longest > _LONGEST_NAME:
        message = phrase(
            "a label has {n} characters: no class has so long a name", n=grouped(longest)
        )
        raise DataError(message, where=in_column(where, column), hint=_CHOOSE)


def _count(encoded: Encoded, kept: NDArray[np.bool_] | None) -> dict[str, int]:
    return dict(zip(encoded.texts, encoded.counts(kept), strict=True))


def _indices(encoded: Encoded, classes: Classes) -> NDArray[np.integer]:
    """Return the class of each row; -1 where there is none."""
    return encoded.recoded(tuple(classes.of_text[text] for text in encoded.texts))
