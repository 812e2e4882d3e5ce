"""Failures to acquire and to enrol, counted where a column of the data says of each which it is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.errors import DataError, sentence_of
from evalgui.core.groups import CodedColumn, NoGroupsError, placed
from evalgui.core.row_expressions import is_expression
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.consequences.settings import Consequences
    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot

_FAILED = frozenset({"1", "true", "yes", "y", "fail", "failed", "failure", "error", "fta", "fte"})
_FINE = frozenset({"0", "false", "no", "n", "ok", "pass", "passed", "success", "none"})
_WITHOUT_SCORE = frozenset({"missing_score", "nonnumeric_score"})
_KNOWN: WeakKeyDictionary[Dataset, dict[tuple[object, ...], Any]] = WeakKeyDictionary()
_MOST = 10_000_000  # different subjects


class NoFailuresError(ValueError):
    """A column does not say what failed; the message says why."""


def acquiring_by(
    dataset: Dataset, column: str, positive: int | None
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return how many of the genuine and of the impostor attempts failed.

    Parameters
    ----------
    dataset
        Of single rows, each an attempt. Those that were set aside since they have no score are
        attempts, too.
    column
        Its cells say of each attempt whether it failed (1 or 0, yes or no, failed or ok, fta), or
        an expression chooses those that did.
    positive
        The genuine class, an index; None for that of the data set.

    Returns
    -------
    tuple of (k, n)
        Of the genuine attempts, and of the impostor ones.

    Raises
    ------
    NoFailuresError
        If there is no such column, a cell says neither, rows have weights, or the class of a row
        that was set aside cannot be told.
    """
    if dataset.row_counts is not None:
        message = phrase("rows with weights are no single attempts: count what failed yourself")
        raise NoFailuresError(message)
    gone = _without_score(dataset)
    failed = np.concatenate([_failed(dataset, column), _failed(dataset, column, gone)])
    positive = dataset.positive if positive is None else positive
    genuine = np.concatenate([dataset.is_positive(positive), _genuine(dataset, positive, gone)])
    first, second = (
        (int((failed & of_class).sum()), int(of_class.sum())) for of_class in (genuine, ~genuine)
    )
    return first, second


def enrolling_by(dataset: Dataset, column: str) -> tuple[int, int]:
    """Return how many subjects could not be enrolled: each is counted once, whatever its rows.

    Parameters
    ----------
    dataset
        Whose subjects are known; of two columns that of the references.
    column
        As of `acquiring_by`, whose errors these are.
    """
    subjects, gone = dataset.subjects, _without_score(dataset)
    failed = np.concatenate([_failed(dataset, column), _failed(dataset, column, gone)])
    if subjects is None:
        message = phrase("whose each row is has to be named, so that each enrolment counts once")
        raise NoFailuresError(message)
    name = subjects.names[-1]
    codes = subjects.codes[-1].astype(np.int64)
    if len(gone):
        whole, _texts = _whole(dataset, name, _MOST)
        rows = np.arange(dataset.n) if dataset.file_rows is None else dataset.file_rows - 1
        codes = whole[np.concatenate([rows, gone])]
    _, of_row = np.unique(codes, return_inverse=True)
    worst = np.zeros(int(of_row.max(initial=-1)) + 1, dtype=np.bool_)
    np.logical_or.at(worst, of_row, failed)
    return int(worst.sum()), len(worst)


def _without_score(dataset: Dataset) -> NDArray[np.intp]:
    """Return the rows of the file, from 0, that were set aside since they have no score."""
    rows = [one.rows - 1 for one in dataset.exclusions if one.code in _WITHOUT_SCORE]
    return np.concatenate(rows).astype(np.intp) if rows else np.zeros(0, dtype=np.intp)


def _failed(
    dataset: Dataset, column: str, rows: NDArray[np.intp] | None = None
) -> NDArray[np.bool_]:
    """Return whether each row failed: of the data set, or of the file where some are given."""
    if rows is not None and not len(rows):
        return np.zeros(0, dtype=np.bool_)
    is_column = any(one.name == column for one in dataset.columns)
    if not is_column and is_expression(column) and dataset.rows_where is not None:
        columns: tuple[Any, ...] = dataset.columns
        if rows is not None:
            columns = tuple(one.of_all_rows() for one in columns if isinstance(one, CodedColumn))
        try:
            holds = np.asarray(dataset.rows_where(columns, column))
        except DataError as error:
            raise NoFailuresError(error.message) from None
        return np.asarray(holds if rows is None else holds[rows], dtype=np.bool_)
    try:
        codes: NDArray[np.integer]
        codes, texts = placed(dataset, column)[:2]
    except NoGroupsError as error:
        raise NoFailuresError(sentence_of(error)) from None
    if rows is not None:
        whole, texts = _whole(dataset, column, len(texts) + 200)
        codes = whole[rows]
    says = _says(column, texts, np.unique(codes).tolist())
    return np.asarray(np.array(says, dtype=np.bool_)[codes])


def _says(column: str, texts: Sequence[str], used: Sequence[int]) -> list[bool]:
    """Return what each text says: whether an attempt failed."""
    found = []
    for place, text in enumerate(texts):
        word = text.strip().casefold()
        if place in used and word not in _FAILED and word not in _FINE:
            said = f"'{text}'" if word else phrase("an empty cell")
            message = phrase(
                "{said} in '{column}' says neither that an attempt failed nor that it did not:"
                ' an expression can choose which did, such as {column} == "FTA"',
                said=said,
                column=column,
            )
            raise NoFailuresError(message)
        found.append(word in _FAILED)
    return found


def _genuine(dataset: Dataset, positive: int, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return whether rows of the file that were set aside are genuine."""
    if not len(rows):
        return np.zeros(0, dtype=np.bool_)
    whole, texts = _whole(dataset, dataset.truth_by, 200)
    names = [text.strip() for text in texts]
    if any(names[code] not in dataset.classes for code in np.unique(whole[rows]).tolist()):
        message = phrase("the class of an attempt without a score cannot be told from its text")
        raise NoFailuresError(message)
    is_genuine = np.array([name == dataset.classes[positive] for name in names], dtype=np.bool_)
    return np.asarray(is_genuine[whole[rows]])


def _whole(dataset: Dataset, name: str, limit: int) -> tuple[NDArray[np.integer], list[str]]:
    """Return a column with all rows of the file: a code for each, and the texts of codes."""
    for column in dataset.columns:
        if column.name == name and isinstance(column, CodedColumn):
            whole = column.of_all_rows()
            found = whole.encode(limit) if len(whole) == dataset.n_rows_in_file else None
            if found is not None:
                texts = [*found.texts, ""]
                return np.where(found.codes < 0, len(texts) - 1, found.codes), texts
    message = phrase(
        "rows without a score cannot be counted: '{name}' is not known of them", name=name
    )
    raise NoFailuresError(message)


def rates_of(snapshot: Snapshot) -> tuple[tuple[tuple[int, int], ...], tuple[int, int] | None]:
    """Return (k, n) of failures to acquire, and of those to enrol: as said, or as counted.

    Parameters
    ----------
    snapshot
        With data, in whose consequences it stands what was said.

    Returns
    -------
    acquiring
        Of genuine and of impostor attempts, or one pair for both; none where not measured.
    enrolling
        None where not measured.

    Raises
    ------
    NoFailuresError
        If a column does not say what failed.
    """
    said, dataset = snapshot.inputs.consequences, snapshot.dataset
    acquiring, enrolling = said.acquiring, said.enrolling
    if dataset is not None and said.acquiring_by:
        acquiring = _kept(
            dataset,
            ("acquiring", said.acquiring_by, snapshot.positive),
            lambda: acquiring_by(dataset, said.acquiring_by, snapshot.positive),
        )
    if dataset is not None and said.enrolling_by:
        key = "enrolling", said.enrolling_by
        enrolling = _kept(dataset, key, lambda: enrolling_by(dataset, said.enrolling_by))
    return acquiring, enrolling


def why_not(snapshot: Snapshot, said: Consequences) -> tuple[str, str]:
    """Return why the columns of attempts, and of enrolments, do not say what failed; "" for none.

    Parameters
    ----------
    snapshot
        With data.
    said
        What may be said instead of what was.
    """
    alone = replace(said, acquiring_by=""), replace(said, enrolling_by="")
    found = []
    for one in alone[::-1]:
        try:
            rates_of(replace(snapshot, inputs=replace(snapshot.inputs, consequences=one)))
        except NoFailuresError as error:
            found.append(sentence_of(error))
        else:
            found.append("")
    return found[0], found[1]


def _kept(dataset: Dataset, key: tuple[object, ...], make: Callable[[], Any]) -> Any:  # noqa: ANN401
    """Return what was counted of a data set once, in a frame of a drag too."""
    known = _KNOWN.setdefault(dataset, {})
    if key not in known:
        known[key] = make()
    return known[key]
