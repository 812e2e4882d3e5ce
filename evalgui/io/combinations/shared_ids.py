"""By which columns the rows of several files belong together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.vocabulary import phrase
from evalgui.io.combinations.parts import comparable, has_name, is_measured
from evalgui.io.meaning import is_id_name, plain_name, quoted, words_of
from evalgui.io.table import arrow, kernels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.io.combinations.parts import Part
    from evalgui.io.table import Profile, RawColumn

_USUAL_NAMES = {1: ("trial",), 2: ("enroll", "test")}

_SAMPLE = 1_000
_NEAR = 200_000
_MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class SharedIds:
    """The columns that say which rows of several files belong together.

    Parameters
    ----------
    names
        What the ids are called.
    columns
        For each file the columns that hold them, in the order of `names`.
    reasons
        How they were found where names do not say it, one sentence each.
    """

    names: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    reasons: tuple[str, ...] = ()


def share_ids(parts: Sequence[Part]) -> SharedIds | None:
    """Return the ids that files share: by the names of columns, else by what is in them.

    Parameters
    ----------
    parts
        The files; the ids of all others are looked for in the first.

    Returns
    -------
    SharedIds or None
        None where there are none. That names are the same does not say that any row is: only
        the rows can.
    """
    base, others = parts[0], parts[1:]
    found = [_by_name(base, other) or _by_values(base, other) for other in others]
    common = [
        one.column
        for one in base.possible_ids()
        if found and all(one.column.name in pairs for pairs in found)
    ]
    if not common:
        return None
    keys = [column.name for column in common]
    columns = [tuple(keys), *(tuple(pairs[key] for key in keys) for pairs in found)]
    reasons = [
        phrase(
            "{name} of {file} is taken for {other_name} of {other_file} by its values",
            name=quoted(pairs[key]),
            file=quoted(other.name),
            other_name=quoted(key),
            other_file=quoted(base.name),
        )
        for other, pairs in zip(others, found, strict=True)
        for key in keys
        if comparable(key) != comparable(pairs[key])
    ]
    return SharedIds(tuple(_names(parts, columns)), tuple(columns), tuple(reasons))


def _names(parts: Sequence[Part], columns: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield a name for each id: the first that a file has, else a usual one."""
    n = len(columns[0])
    usual = _USUAL_NAMES.get(n, tuple(f"id {place}" for place in range(1, n + 1)))
    for place, name in enumerate(usual):
        own = (
            part.table.column(chosen[place]) for part, chosen in zip(parts, columns, strict=True)
        )
        yield next((column.name for column in own if has_name(column)), name)


# -------------------------------------------------------------------------------- by name


def _by_name(base: Part, other: Part) -> dict[str, str]:
    """Return the columns of the base with those of another file that have the same name.

    Where those that are ids by name do not tell the rows apart, all that are no measured
    numbers are taken: a patient may have come twice.
    """
    there = {comparable(one.column.name): one for one in _named(other)}
    shared = [one for one in _named(base) if comparable(one.column.name) in there]
    shared = [one for one in shared if not _counts_rows(one)] or shared
    pairs = [(one.column, there[comparable(one.column.name)].column) for one in shared]
    ids = [pair for pair in pairs if _is_id(pair[0].name)]
    if not ids or all(_repeat(columns) for columns in zip(*ids, strict=True)):
        ids = pairs if ids or not any(map(_repeat, zip(*pairs, strict=True))) else []
    return {ours.name: theirs.name for ours, theirs in ids}


def _named(part: Part) -> list[Profile]:
    """Return the columns with a name that may be ids."""
    possible = (one for one in part.possible_ids() if has_name(one.column))
    return [one for one in possible if _is_id(one.column.name) or not is_measured(one)]


def _is_id(name: str) -> bool:
    words = plain_name(name).split("_")
    return is_id_name(name) or not words_of("shared_id").isdisjoint({*words, comparable(name)})


def _counts_rows(profile: Profile) -> bool:
    return comparable(profile.column.name) in words_of("row_number")


def _repeat(columns: Sequence[RawColumn]) -> bool:
    """Return whether some of the first rows have the same cells in all these columns."""
    keys = np.zeros(min(len(columns[0]), _NEAR), np.int64)
    for column in columns:
        texts = column.as_text().slice(0, _NEAR).combine_chunks()
        codes = kernels.fill_null(texts, "").dictionary_encode().indices.to_numpy()
        # At most 200,000 different ones so far, times as many: no overflow.
        keys = np.unique(keys, return_inverse=True)[1] * len(keys) + codes
    return len(np.unique(keys)) < len(keys)


# ------------------------------------------------------------------------------ by values


def _by_values(base: Part, other: Part) -> dict[str, str]:
    """Return the columns of the base with those of another file that hold the same values."""
    ours = _worth_comparing(base)
    theirs = _worth_comparing(other)
    if len(ours) == len(theirs) and all(
        _overlap(a, b) >= _MOSTLY for a, b in zip(ours, theirs, strict=True)
    ):
        return {a.name: b.name for a, b in zip(ours, theirs, strict=True)}
    overlaps = [
        (-round(_overlap(a, b), 1), i, j) for i, a in enumerate(ours) for j, b in enumerate(theirs)
    ]
    pairs: dict[int, int] = {}
    for share, i, j in sorted(overlaps):
        if -share >= _MOSTLY and i not in pairs and j not in pairs.values():
            pairs[i] = j
    return {ours[i].name: theirs[j].name for i, j in sorted(pairs.items())}


def _worth_comparing(part: Part) -> list[RawColumn]:
    """Return the columns that may hold ids by what is in them."""
    possible = [
        one
        for one in part.possible_ids()
        if not is_measured(one)
        and (len(one.column) == 1 or one.labels is None or len(one.labels.texts) > 1)
    ]
    # Rows that are numbered have the same numbers in every file.
    return [one.column for one in ([p for p in possible if not p.is_counter] or possible)]


def _overlap(a: RawColumn, b: RawColumn) -> float:
    """Return how much of a sample of the shorter column occurs in the longer one."""
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    sample = arrow.array(sorted({text.strip() for text in short.sample(_SAMPLE)} - {""}))
    if not len(sample):
        return 0.0
    texts = long.as_text()
    share = 0.0
    for part in (texts.slice(0, _NEAR), texts):
        trimmed = kernels.utf8_trim_whitespace(kernels.cast(part, arrow.string()))
        present = kernels.unique(trimmed.filter(kernels.is_in(trimmed, value_set=sample)))
        share = len(present) / len(sample)
        if share >= _MOSTLY:
            break
    return share
