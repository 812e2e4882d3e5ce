"""What readers call: columns of the file that say which class somebody saw in each row."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from evalgui.core.comparing.candidate import Candidate
from evalgui.core.dataset import Score
from evalgui.core.groups import MOST_GROUPS, NoGroupsError, coded, of_rows
from evalgui.core.snapshot import resolve
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.core.snapshot import Snapshot

_CALLED, _NOT_CALLED = 1.0, 0.0
_MOST_NAMED = 5
_NO_CALL = frozenset({"", "na", "n/a", "nan", "null", "none"})


class NoCallsError(ValueError):
    """A column does not say classes; the message says why."""


_KNOWN: WeakKeyDictionary[Dataset, dict[str, NDArray[np.int32]]] = WeakKeyDictionary()


def calls_in(dataset: Dataset, column: str) -> NDArray[np.int32]:
    """Return the class that a column of the file says of each row.

    Parameters
    ----------
    dataset
        With rows that are one instance each, or have weights.
    column
        Its name. Its texts are the names of the classes; blanks around them, and capitals, where
        no two classes differ by these alone, do not matter.

    Returns
    -------
    (n,) array of int32
        Indices into the classes; -1 where the cell is empty, or NA. The same array each time.

    Raises
    ------
    NoCallsError
        If there is no such column, or it says something else.
    """
    known = _KNOWN.setdefault(dataset, {})
    if column not in known:
        known[column] = _read(dataset, column)
    return known[column]


def _read(dataset: Dataset, column: str) -> NDArray[np.int32]:
    found = next((one for one in dataset.columns if one.name == column), None)
    if found is None or not len(dataset.truth):
        message = phrase("there is no column '{column}' of calls", column=column)
        raise NoCallsError(message)
    try:
        codes, texts = coded(found)
    except NoGroupsError:
        message = phrase(
            "'{column}' has more than {most_groups} different values, and so no calls",
            column=column,
            most_groups=MOST_GROUPS,
        )
        raise NoCallsError(message) from None
    places, unknown = _places(texts, dataset.classes)
    if unknown:
        said = ", ".join(f"'{text}'" for text in unknown[:_MOST_NAMED])
        classes = ", ".join(f"'{name}'" for name in dataset.classes[:_MOST_NAMED])
        message = phrase(
            "'{column}' holds {said}, and the classes are {classes}",
            column=column,
            said=said,
            classes=classes,
        )
        raise NoCallsError(message)
    calls: NDArray[np.int32] = np.array([*places, -1], np.int32)[codes]  # -1 finds the last one
    if not np.any(calls >= 0):
        message = phrase("no row has a call in '{column}'", column=column)
        raise NoCallsError(message)
    return calls


def are_calls(texts: Sequence[str], classes: Sequence[str]) -> bool:
    """Return whether the different texts of a column are names of classes, or say nothing."""
    places, unknown = _places(texts, classes)
    return not unknown and any(place >= 0 for place in places)


def _places(texts: Sequence[str], classes: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return which class each text names, -1 for none, and what says something else."""
    exactly = {name.strip(): place for place, name in enumerate(classes)}
    folded = {name.casefold(): place for name, place in exactly.items()}
    loosely = folded if len(folded) == len(exactly) else {}
    own = [text.strip() for text in texts]
    places = [exactly.get(text, loosely.get(text.casefold(), -1)) for text in own]
    known = zip(own, places, strict=True)
    return places, [text for text, place in known if place < 0 and text.casefold() not in _NO_CALL]


def snapshot_of(snapshot: Snapshot, column: str) -> Snapshot:
    """Return what a reader calls, in the place of the score: of the class that is assessed.

    Raises
    ------
    NoCallsError
        If the column does not say classes.
    """
    dataset = snapshot.dataset
    assert dataset is not None  # noqa: S101 - who asks has looked
    calls = calls_in(dataset, column)
    own = replace(
        dataset,
        scores=(),
        class_scores=None,
        predicted=calls,
        called_by=column,
        columns=(),
    )
    return resolve(
        replace(
            snapshot.inputs,
            dataset=own,
            score=None,
            positive=snapshot.positive,
            threshold=None,
            is_followed=False,
            is_locked=False,
            development=None,
            others=(),
            waiting=None,
        )
    )


def candidate_of(dataset: Dataset, positive: int, column: str) -> Candidate:
    """Return the calls of a reader as what can be compared: rows without a call have no score.

    Raises
    ------
    NoCallsError
        If the column does not say classes.
    """
    calls = calls_in(dataset, column)
    values = np.where(calls == positive, _CALLED, _NOT_CALLED)
    values[calls < 0] = np.nan
    return Candidate.of(column, dataset, positive, Score(column, values), _CALLED)


def of_each_other(dataset: Dataset, first: str, second: str) -> Dataset:
    """Return the rows that both readers call, with the calls of the first one for the truth.

    Raises
    ------
    NoCallsError
        If a column does not say classes.
    """
    one, other = (calls_in(dataset, name) for name in (first, second))
    both = np.flatnonzero((one >= 0) & (other >= 0))
    plain = replace(dataset, scores=(), class_scores=None, predicted=None)
    return replace(of_rows(plain, both), truth=one[both], predicted=other[both])
