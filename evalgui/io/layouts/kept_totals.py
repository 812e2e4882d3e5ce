"""The totals of subjects that a count table has with it, packed into what it says about itself.

Counts know no subjects, and intervals by subject need no more of them than how many rows of each
class each has on either side of a threshold.
"""

from __future__ import annotations

import base64
import binascii
import itertools
import json
import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import LARGEST_TOTAL
from evalgui.core.errors import DataError
from evalgui.core.subject_totals import SubjectTotals
from evalgui.core.vocabulary import phrase
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SUBJECT, PIECE = "subject", "bin"

MOST_TOTALS = 1 << 22
"""So many totals are kept at most: they are read whole wherever the count table is opened."""

_COUNTS = ("n_negative", "n_positive")  # in the order of the classes of a count table
_ENDS = 3  # more pieces than thresholds: below, and those of infinite scores
_MOST_BYTES = 64 * MOST_TOTALS


@dataclass(frozen=True, slots=True, eq=False)
class KeptTotals:
    """How many rows of each class each subject has between some thresholds.

    Parameters
    ----------
    columns
        The columns of the files that say whose each row is, one or two.
    bins
        The pieces that the thresholds, `breaks`, part the scores into, as
        `evalgui.io.counting.bins.Bins.as_json`.
    rows
        A table of pyarrow: `subject`, a text, null for rows each of which is of a subject of its
        own; `bin`, the number of the piece; `n_negative` and `n_positive`, int64. A row that
        compares two subjects is in those of both.
    whole
        A table of pyarrow with how many rows there are, whosever they are: likewise without
        `subject`.
    """

    columns: tuple[str, ...]
    bins: Mapping[str, Any]
    rows: Any
    whole: Any

    @property
    def thresholds(self) -> tuple[float, ...]:
        """At which thresholds they are kept, rising."""
        return tuple(map(float, self.bins["breaks"]))

    @property
    def n_lone(self) -> int:
        """How many rows are of a subject of their own, once for each side."""
        lone = self.rows.filter(kernels.is_null(self.rows.column(SUBJECT)))
        return sum(kernels.sum(lone.column(name)).as_py() or 0 for name in _COUNTS)

    def require_room(self) -> None:
        """Refuse more totals than are kept; raise DataError."""
        if self.rows.num_rows + self.n_lone > MOST_TOTALS:
            message = phrase("there are more totals of subjects than a count table keeps")
            raise DataError(message, hint=phrase("Keep them at fewer thresholds"))

    def plus(self, others: Sequence[KeptTotals]) -> KeptTotals:
        """Return the totals of all rows, given those of others at the same thresholds.

        Raises
        ------
        DataError
            If there are more than are kept.
        """
        rows = _sums([one.rows for one in (self, *others)], [SUBJECT, PIECE])
        whole = _sums([one.whole for one in (self, *others)], [PIECE])
        found = replace(self, rows=rows, whole=whole)
        found.require_room()
        return found

    @property
    def as_json(self) -> dict[str, Any]:
        """What `from_json` takes."""
        subjects = self.rows.column(SUBJECT).combine_chunks().dictionary_encode()
        packed = {
            "ids": subjects.dictionary.to_pylist(),
            SUBJECT: subjects.indices.fill_null(-1).to_pylist(),
            **{name: self.rows.column(name).to_pylist() for name in (PIECE, *_COUNTS)},
        }
        text = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
        return {
            "columns": [*self.columns],
            "bins": dict(self.bins),
            "whole": self.whole.select([PIECE, *_COUNTS]).to_pydict(),
            "packed": base64.b64encode(zlib.compress(text.encode())).decode(),
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> KeptTotals:
        """Return the totals that were written.

        Raises
        ------
        DataError
            If these are none.
        """
        try:
            found = _read(facts)
            found.require_room()
        except (
            ValueError, KeyError, TypeError, RecursionError, OverflowError,
            binascii.Error, zlib.error, arrow.ArrowException,
        ):  # fmt: skip
            message = phrase("the totals of subjects that it has with it are damaged")
            raise DataError(message, hint=phrase("Count the files again")) from None
        return found

    @property
    def as_totals(self) -> SubjectTotals:
        """What intervals by subject are made of: each lone row is a subject of its own."""
        subjects = self.rows.column(SUBJECT).combine_chunks().dictionary_encode()
        codes = subjects.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        pieces, counts = _numbers(self.rows)
        is_lone = codes < 0
        of_lone = counts[is_lone]
        n_subjects = len(subjects.dictionary)
        alone = np.repeat(np.tile(np.eye(2, dtype=np.int64), (len(of_lone), 1)), of_lone.ravel(), 0)
        own = n_subjects + np.arange(len(alone))
        at, of_whole = _numbers(self.whole)
        whole = np.zeros((len(self.thresholds) + _ENDS, 2), np.int64)
        whole[at] = of_whole
        return SubjectTotals(
            self.columns,
            self.thresholds,
            np.concatenate([codes[~is_lone], own]).astype(np.int32),
            np.concatenate(
                [
                    pieces[~is_lone],
                    np.repeat(pieces[is_lone], of_lone.sum(axis=1)),
                ]
            ),
            np.concatenate([counts[~is_lone], alone]),
            whole,
        )


def as_numbers(table: Any) -> Any:  # noqa: ANN401 - of pyarrow
    """Return a table with its counts and pieces as int64, of whatever type an engine has them."""
    for name in (PIECE, *_COUNTS):
        place, cells = table.schema.get_field_index(name), table.column(name)
        table = table.set_column(place, name, cells.cast(arrow.int64()))
    return table


def _sums(tables: Sequence[Any], keys: list[str]) -> Any:  # noqa: ANN401 - of pyarrow
    together = arrow.concat_tables(tables)
    sums = [(name, "sum") for name in _COUNTS]
    found = together.group_by(keys, use_threads=False).aggregate(sums)
    columns = {name: found.column(name) for name in keys}
    columns |= {name: found.column(f"{name}_sum") for name in _COUNTS}
    return arrow.table(columns).sort_by([(name, "ascending") for name in keys])


def _numbers(table: Any) -> tuple[Any, Any]:  # noqa: ANN401 - of pyarrow, and arrays
    pieces, *counts = (table.column(name).to_numpy().astype(np.int64) for name in (PIECE, *_COUNTS))
    return pieces, np.column_stack(counts)


def _read(facts: Mapping[str, Any]) -> KeptTotals:
    unpacking = zlib.decompressobj()
    content = unpacking.decompress(base64.b64decode(facts["packed"], validate=True), _MOST_BYTES)
    if not unpacking.eof:
        raise ValueError
    packed = json.loads(content)
    columns, breaks = tuple(facts["columns"]), [*map(float, facts["bins"]["breaks"])]
    rising = all(low < high for low, high in itertools.pairwise(breaks))
    if not (1 <= len(columns) <= 2 and all(isinstance(one, str) for one in columns)):
        raise ValueError
    if not (breaks and rising and np.isfinite(breaks).all()):
        raise ValueError
    ids = arrow.array(packed["ids"], arrow.string())
    places = arrow.array(packed[SUBJECT], arrow.int64())
    if ids.null_count or len(ids.unique()) < len(ids):
        raise ValueError
    _require_within(places, -1, len(ids))
    n_pieces = len(breaks) + _ENDS
    nothing = arrow.scalar(None, arrow.int64())
    subjects = ids.take(kernels.if_else(kernels.less(places, 0), nothing, places))
    rows = arrow.table({SUBJECT: subjects, **_counted(packed, n_pieces)})
    whole = arrow.table(_counted(facts["whole"], n_pieces))
    if len(whole.column(PIECE).unique()) < whole.num_rows:
        raise ValueError
    return KeptTotals(columns, dict(facts["bins"]), rows, whole)


def _counted(lists: Mapping[str, Any], n_pieces: int) -> dict[str, Any]:
    found = {name: arrow.array(lists[name], arrow.int64()) for name in (PIECE, *_COUNTS)}
    _require_within(found[PIECE], 0, n_pieces)
    for name in _COUNTS:
        _require_within(found[name], 0, LARGEST_TOTAL + 1)
        if float(kernels.sum(found[name].cast(arrow.float64())).as_py() or 0.0) > LARGEST_TOTAL:
            raise ValueError
    return found


def _require_within(numbers: Any, low: int, end: int) -> None:  # noqa: ANN401 - of pyarrow
    ends = kernels.min_max(numbers).as_py()
    if numbers.null_count or (len(numbers) and not low <= ends["min"] <= ends["max"] < end):
        raise ValueError
