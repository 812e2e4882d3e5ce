"""The one table that files make which are joined by their ids."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from evalgui.core.checks import Exclusion
from evalgui.core.vocabulary import either, phrase
from evalgui.io.combinations.agreement import require_one_truth, set_repeats_aside
from evalgui.io.combinations.making import (
    Combined,
    FileRows,
    Places,
    Unmatched,
    has_name,
    of_files,
    of_unmatched,
    one_each,
    stacked,
    stem,
)
from evalgui.io.meaning import (
    Basis,
    Known,
    Reading,
    Role,
    Roles,
    is_distance_name,
    likely,
    listed,
    name_columns,
    quoted,
)
from evalgui.io.table import RawColumn, RawTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.progress import Watch
    from evalgui.io.combinations.combined import Side
    from evalgui.io.combinations.joining import Joined
    from evalgui.io.combinations.parts import Part
    from evalgui.io.meaning import Lack, Reason

    _Own: TypeAlias = tuple[int, RawColumn]  # a column and the number of its file


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """The columns of the whole: the ids, the truth if there is one, the scores, and the rest."""

    ids: tuple[RawColumn, ...]
    truth: RawColumn | None
    scores: tuple[RawColumn, ...]
    rest: tuple[RawColumn, ...]

    def all(self) -> tuple[RawColumn, ...]:
        truth = () if self.truth is None else (self.truth,)
        return (*self.ids, *truth, *self.scores, *self.rest)


def joined_table(joined: Joined, kind: str, watch: Watch) -> Combined:
    """Return the table that joined files make.

    Rows that repeat ids and rows with scores but no truth are set aside, by reason; a truth
    without a score stays, with a missing score.

    Parameters
    ----------
    joined
        The files side by side.
    kind
        The name of the combination.
    watch
        Asked between any two steps whether to go on.

    Raises
    ------
    DataError
        If rows with the same ids contradict each other.
    NotTogetherError
        If two files contradict each other so often that they are no combination.
    CancelledError
        If the watch says so.
    """
    watch.step(0.0, phrase("comparing the files"))
    require_one_truth(joined)
    repeated = list(set_repeats_aside(joined))
    watch.step(0.4, phrase("making one table"))
    exclusions = [*joined.exclusions_of_readers(), *(exclusion for exclusion, _ in repeated)]
    is_out = np.zeros(joined.n_rows, np.bool_)
    for exclusion in exclusions:
        is_out[np.asarray(exclusion.rows, np.intp) - 1] = True
    unmatched = tuple(_unmatched(joined, ~is_out))
    exclusions += _without_truth(joined, ~is_out)
    columns = _columns(joined)
    tables = [part.table for part in joined.parts]
    names = tuple(part.name for part in joined.parts)
    watch.step(0.8, phrase("making one table"))
    table = RawTable(
        name=" + ".join(names),
        columns=columns.all(),
        n_rows=joined.n_rows,
        how=Reading(kind, decimal="," if any(t.how.decimal == "," for t in tables) else "."),
        findings=(
            *of_files(tables),
            *(finding for _, finding in repeated),
            *of_unmatched(unmatched),
        ),
        exclusions=one_each(exclusions),
        known=_known(joined, columns),
        origin=Places(
            tuple(
                FileRows(part.table, rows)
                for part, rows in zip(joined.parts, joined.rows, strict=True)
            )
        ),
    )
    return Combined(table, _why(joined), names, unmatched)


# ------------------------------------------------------------------------------ no partner


def _has_truth(joined: Joined) -> NDArray[np.bool_]:
    found = np.zeros(joined.n_rows, np.bool_)
    for part, rows in zip(joined.parts, joined.rows, strict=True):
        if part.truth is not None:
            found |= rows >= 0
    return found


def _without_truth(joined: Joined, is_free: NDArray[np.bool_]) -> Iterator[Exclusion]:
    """Yield the rows with scores whose ids have no truth; none where no file has any."""
    if all(part.truth is None for part in joined.parts):
        return
    rows = np.flatnonzero(is_free & ~_has_truth(joined))
    if len(rows):
        reason = phrase("the ids are not in the file with the truth")
        yield Exclusion("unmatched_scores", reason, rows + 1)


def _unmatched(joined: Joined, is_free: NDArray[np.bool_]) -> Iterator[Unmatched]:
    """Yield the rows of each file that have no partner in another one."""
    keys = [number for number, part in enumerate(joined.parts) if part.truth is not None]
    has_truth = _has_truth(joined)
    names = either(joined.parts[number].name for number in keys) if keys else ""
    for number, part in enumerate(joined.parts):
        own = is_free & (joined.home == number)
        if part.truth is None and keys:
            yield from _listed(joined, number, "scores", names, own & ~has_truth)
            continue
        for other, partner in enumerate(joined.parts):
            if keys and other != number and (partner.scores or partner.truth is None):
                lonely = own & (joined.rows[other] < 0)
                yield from _listed(joined, number, "key", partner.name, lonely)


def _listed(
    joined: Joined, number: int, side: Side, other: str, chosen: NDArray[np.bool_]
) -> Iterator[Unmatched]:
    rows = joined.rows[number][chosen]
    if not len(rows):
        return
    table = joined.parts[number].table
    lines = None
    if table.lines is not None:
        lines = table.lines[rows]
    elif table.first_line:
        lines = table.first_line + rows
    ids = (
        RawColumn(name, table.column(own).as_text(), rows=rows)
        for name, own in zip(joined.ids.names, joined.ids.columns[number], strict=True)
    )
    yield Unmatched(side, table.name, other, rows + 1, lines, tuple(ids))


# --------------------------------------------------------------------------------- columns


def _columns(joined: Joined) -> _Columns:
    scores, rest = _owned(joined)
    truths = [part.truth for part in joined.parts]
    fixed = list(joined.ids.names)
    if any(truths):
        own = next(part.table.column(part.truth) for part in joined.parts if part.truth)
        fixed.append(own.name if has_name(own) else "key")
    wanted = [*fixed, *_score_names(joined, scores, fixed), *_rest_names(joined, rest)]
    names = iter(name_columns(wanted)[0])
    ids = zip(*joined.ids.columns, strict=True)
    return _Columns(
        ids=tuple(_by_home(joined, next(names), own) for own in ids),
        truth=_by_home(joined, next(names), truths) if any(truths) else None,
        scores=tuple(_of_part(joined, next(names), *one) for one in scores),
        rest=tuple(_of_part(joined, next(names), *one) for one in rest),
    )


def _owned(joined: Joined) -> tuple[list[_Own], list[_Own]]:
    """Return the columns that each file has for itself: the scores, and all others."""
    scores, rest = [], []
    for number, (part, ids) in enumerate(zip(joined.parts, joined.ids.columns, strict=True)):
        for column in part.table.columns:
            if column.name in part.scores:
                scores.append((number, column))
            elif column.name not in {part.truth, *ids}:
                rest.append((number, column))
    return scores, rest


def _of_part(joined: Joined, name: str, number: int, column: RawColumn) -> RawColumn:
    """Return a column of one file, with a gap where the file has no row."""
    decimal = joined.parts[number].table.how.decimal
    piece = (column, joined.rows[number])
    return stacked(name, [piece], header=column.header, decimal=decimal)


def _by_home(joined: Joined, name: str, own: Sequence[str | None]) -> RawColumn:
    """Return a column with the cell of the file for which each row is there.

    Parameters
    ----------
    joined
        The files. They bring their rows one after the other.
    name
        What to call the column.
    own
        The column in each file; None where it has none, which leaves a gap.
    """
    found = [
        part.table.column(one) if one else None for part, one in zip(joined.parts, own, strict=True)
    ]
    first = next(column for column in found if column is not None)
    pieces = []
    for number, (column, rows) in enumerate(zip(found, joined.rows, strict=True)):
        here = rows[joined.home == number]
        if len(here):
            pieces.append((first, np.full(len(here), -1)) if column is None else (column, here))
    return stacked(name, pieces, header=first.header)


def _score_names(joined: Joined, scores: Sequence[_Own], taken: Sequence[str]) -> list[str]:
    """Return names for the scores: those of their files where names of columns clash."""
    own = [column.name if has_name(column) else "score" for _, column in scores]
    counts = Counter([*own, *taken])
    n_of_part = Counter(number for number, _ in scores)
    names = []
    for (number, _), name in zip(scores, own, strict=True):
        file = stem(joined.parts[number].table)
        apart = file if n_of_part[number] == 1 else f"{name} ({file})"
        names.append(name if counts[name] == 1 else apart)
    return names


def _rest_names(joined: Joined, rest: Sequence[_Own]) -> list[str]:
    counts = Counter(column.name for _, column in rest)
    return [
        column.name
        if has_name(column) and counts[column.name] == 1
        else f"{column.name} ({stem(joined.parts[number].table)})"
        for number, column in rest
    ]


# --------------------------------------------------------------------------------- meaning


def _known(joined: Joined, columns: _Columns) -> Known | None:
    """Return what the columns mean; None where the usual rules have to find the scores."""
    parts = joined.parts
    lacks: Lack = ""
    if columns.truth is None:
        if columns.rest:
            return None
        lacks = "key"
    bringing = [part for part in parts if part.truth is None or part.scores]
    if not columns.scores or not all(
        len(part.scores) == 1 or (part.scores and part.table.known) for part in bringing
    ):
        return None
    of_truth = next((part.table.known for part in parts if part.truth and part.table.known), None)
    roles = Roles() if of_truth is None else of_truth.roles
    names = tuple(column.name for column in columns.scores)
    higher_is_positive, opposite = _directions(parts, names)
    roles = replace(
        roles,
        truth=None if columns.truth is None else columns.truth.name,
        scores=names,
        predicted=None,
        higher_is_positive=higher_is_positive,
        opposite=opposite,
        probabilities=None,
    )
    doubts = () if of_truth is None else of_truth.reasons
    reasons = (*_reasons(joined, columns), *(one for one in doubts if one.confidence.asks))
    return Known(roles, reasons, lacks)


def _directions(parts: Sequence[Part], names: Sequence[str]) -> tuple[bool | None, tuple[str, ...]]:
    """Return whether scores are higher where positive, as far as a format says, and which not."""
    said: list[bool | None] = []
    for part in parts:
        own = None if part.table.known is None else part.table.known.roles
        if own is None or own.higher_is_positive is None:
            said += [None] * len(part.scores)
        else:
            said += [own.is_higher_positive(name) for name in part.scores]
    if all(one is None for one in said):
        return None, ()
    higher = [
        not is_distance_name(name) if one is None else one
        for one, name in zip(said, names, strict=True)
    ]
    opposite = tuple(name for name, one in zip(names, higher, strict=True) if one != higher[0])
    return higher[0], opposite


def _why(joined: Joined) -> str:
    return phrase(
        "{files} are joined by {ids}",
        files=listed([part.name for part in joined.parts]),
        ids=listed(joined.ids.names),
    )


def _reasons(joined: Joined, columns: _Columns) -> Iterator[Reason]:
    for sentence in (_why(joined), *joined.ids.reasons):
        yield likely(Role.TABLE, sentence, Basis.CONTENT)
    if columns.truth is not None:
        name = columns.truth.name
        source = next(part.name for part in joined.parts if part.truth is not None)
        sentence = phrase(
            "{name} is the truth, from {file}", name=quoted(name), file=quoted(source)
        )
        yield likely(Role.TRUTH, sentence, Basis.CONTENT, name)
    sources = [part.name for part in joined.parts for _ in part.scores]
    for column, source in zip(columns.scores, sources, strict=True):
        sentence = phrase(
            "{name} is a score, from {file}", name=quoted(column.name), file=quoted(source)
        )
        yield likely(Role.SCORE, sentence, Basis.CONTENT, column.name)
