"""What is odd about the pairs that a table compares: both orders, an id with itself, twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding, Level
from evalgui.core.digits import grouped
from evalgui.core.vocabulary import phrase_n
from evalgui.io.layouts.compared_ids import find_compared
from evalgui.io.meaning import classes_of, listed, show_hidden
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.dataset import Dataset
    from evalgui.core.progress import Watch
    from evalgui.io.layouts.compared_ids import ComparedIds
    from evalgui.io.table import RawColumn


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """Both sides of some comparisons as numbers for their ids, -1 where one is missing."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]

    @classmethod
    def of(cls, columns: tuple[RawColumn, RawColumn]) -> _Sides:
        texts = [kernels.utf8_trim_whitespace(column.as_text()) for column in columns]
        # pandas writes texts of the large kind, which may stand beside others.
        are_large = any(arrow.types.is_large_string(one.type) for one in texts)
        kind = arrow.large_string() if are_large else arrow.string()
        chunks = [chunk for one in texts for chunk in kernels.cast(one, kind).chunks]
        ids = arrow.chunked_array(chunks, kind)
        ids = kernels.if_else(kernels.equal(ids, ""), arrow.scalar(None, kind), ids)
        coded = kernels.dictionary_encode(ids.combine_chunks()).indices
        codes = np.asarray(kernels.fill_null(coded, -1), np.int64)
        return cls(codes[: len(texts[0])], codes[len(texts[0]) :])

    def together(self, other: _Sides) -> _Sides:
        """Return numbers for two ids on each side."""
        both = [np.concatenate((one.first, one.second)) for one in (self, other)]
        codes = both[0] * (both[1].max(initial=0) + 1) + both[1]
        codes[(both[0] < 0) | (both[1] < 0)] = -1
        different, numbered = np.unique(codes, return_inverse=True)
        numbered = numbered.astype(np.int64) - int(len(different) and different[0] < 0)
        return _Sides(numbered[: len(self.first)], numbered[len(self.first) :])

    def are_known(self) -> NDArray[np.bool_]:
        known: NDArray[np.bool_] = (self.first >= 0) & (self.second >= 0)
        return known

    def are_equal(self) -> NDArray[np.bool_]:
        equal: NDArray[np.bool_] = self.are_known() & (self.first == self.second)
        return equal


def of_pairs(
    dataset: Dataset, columns: Sequence[RawColumn], watch: Watch
) -> tuple[Finding, ...] | None:
    """Return what is odd about the pairs of ids in the rows that are used.

    Parameters
    ----------
    dataset
        With one instance a row.
    columns
        Its columns, none of them nested.
    watch
        Asked between any two columns whether to go on.

    Returns
    -------
    tuple of Finding, or None
        With the number of rows; None where no columns name both sides of comparisons.

    Raises
    ------
    ReadingError
        If a column cannot be read.
    CancelledError
        If the watch says so.
    """
    found = find_compared(columns)
    if found is None:
        return None
    sides = []
    for pair in found.pairs:
        watch.look()
        sides.append(_Sides.of(pair))
    themselves = tuple(_of_themselves(dataset, found, sides))
    if not found.are_all:
        return themselves
    compared = sides[0]
    for one in sides[1:]:
        watch.look()
        compared = compared.together(one)
    watch.look()
    return (
        *themselves,
        *_of_orders(compared, found),
        *_of_repetition(compared, found),
    )


def _names(found: ComparedIds) -> str:
    return listed([column.name for pair in found.pairs for column in pair])


def _of_themselves(
    dataset: Dataset, found: ComparedIds, sides: Sequence[_Sides]
) -> Iterator[Finding]:
    """Yield that impostors are compared with themselves, and samples with themselves."""
    if dataset.n_classes != 2:
        return
    place = classes_of(dict.fromkeys(dataset.classes, 1)).positive()
    genuine = dataset.positive if place is None else place
    is_genuine = dataset.truth == genuine
    names = [show_hidden(name) for name in (dataset.classes[genuine], dataset.classes[1 - genuine])]
    own = found.are_persons.index(True) if any(found.are_persons) else 0
    columns = listed([column.name for column in found.pairs[own]])
    n_wrong = int(np.count_nonzero(sides[own].are_equal() & ~is_genuine))
    if n_wrong:
        text = phrase_n(
            n_wrong,
            "1 row of the class '{name}' compares an id with itself: {columns} are equal. Are they "
            "'{other}'?",
            "{n} rows of the class '{name}' compare an id with itself: {columns} are equal. Are "
            "they '{other}'?",
            n=grouped(n_wrong),
            name=names[1],
            columns=columns,
            other=names[0],
        )
        yield Finding("self_impostors", text, n_wrong)
    for one, pair, are_persons in zip(sides, found.pairs, found.are_persons, strict=True):
        is_same = one.are_equal() & is_genuine
        n_same = int(np.count_nonzero(is_same))
        # Where all are equal, these are ids of persons after all.
        if n_same and not are_persons and n_same < int(np.count_nonzero(is_genuine)):
            text = phrase_n(
                n_same,
                "1 row compares a sample of the class '{name}' with itself: {columns} are equal",
                "{n} rows compare a sample of the class '{name}' with itself: {columns} are equal",
                n=grouped(n_same),
                name=names[0],
                columns=listed([column.name for column in pair]),
            )
            yield Finding("self_comparisons", text, n_same)


def _of_orders(compared: _Sides, found: ComparedIds) -> Iterator[Finding]:
    """Yield that pairs are there in both orders."""
    used = compared.are_known() & (compared.first != compared.second)
    first, second = compared.first[used], compared.second[used]
    if not len(first):
        return
    n_ids = int(max(first.max(), second.max())) + 1
    keys, n_rows = np.unique(first * n_ids + second, return_counts=True)
    a, b = np.divmod(keys, n_ids)
    turned = b * n_ids + a
    places = np.minimum(np.searchsorted(keys, turned), len(keys) - 1)
    is_there = keys[places] == turned
    n_pairs = int(np.count_nonzero(is_there)) // 2
    if n_pairs:
        n_both = int(n_rows[is_there].sum())
        text = phrase_n(
            n_pairs,
            "1 pair is there in both orders, A-B beside B-A, in {columns} ({m} of {n} rows): where "
            "the order does not matter, each comparison counts twice",
            "{k} pairs are there in both orders, A-B beside B-A, in {columns} ({m} of {n} rows): "
            "where the order does not matter, each comparison counts twice",
            k=grouped(n_pairs),
            columns=_names(found),
            m=grouped(n_both),
            n=grouped(len(compared.first)),
        )
        yield Finding("mirrored_pairs", text, n_both)


def _of_repetition(compared: _Sides, found: ComparedIds) -> Iterator[Finding]:
    """Yield that pairs are there more than once, in the same order."""
    used = compared.are_known()
    first, second = compared.first[used], compared.second[used]
    if not len(first):
        return
    n_ids = int(max(first.max(), second.max())) + 1
    _, sizes = np.unique(first * n_ids + second, return_counts=True)
    n_pairs, n_rows = int(np.count_nonzero(sizes > 1)), int(sizes[sizes > 1].sum())
    if n_pairs:
        text = phrase_n(
            n_pairs,
            "1 pair occurs more than once in {columns} ({m} of {n} rows)",
            "{k} pairs occur more than once in {columns} ({m} of {n} rows)",
            k=grouped(n_pairs),
            columns=_names(found),
            m=grouped(n_rows),
            n=grouped(len(compared.first)),
        )
        # Persons have several samples, so that most of their pairs may well be there again.
        are_samples = not all(found.are_persons) or 2 * n_rows <= len(compared.first)
        level = Level.WARNING if are_samples else Level.INFO
        yield Finding("repeated_pairs", text, n_rows, level)
