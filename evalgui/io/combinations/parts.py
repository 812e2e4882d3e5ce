"""What each of several files brings to a combination: a truth, scores, ids."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath
from typing import TYPE_CHECKING

from evalgui.io.meaning import Roles, is_id_name, is_score_name
from evalgui.io.proposing.class_roles import propose_truth
from evalgui.io.proposing.proposal_draft import Draft
from evalgui.io.table import Profile, is_number

if TYPE_CHECKING:
    from evalgui.io.table import RawColumn, RawTable

_PLACE_NAME = re.compile(r"column [0-9]+'*")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_SAMPLE = 200
_LACKS_TRUTH = frozenset({"key", "other class", "ids"})


def has_name(column: RawColumn) -> bool:
    """Return whether a column has a name by its file or its format, and not by its place."""
    return bool(column.header.strip()) or _PLACE_NAME.fullmatch(column.name) is None


def is_measured(profile: Profile) -> bool:
    """Return whether a column holds numbers of which some have a fraction: no ids."""
    if not profile.is_number:
        return False
    cells = profile.column.sample(_SAMPLE)
    return any(is_number(cell) and not _WHOLE.fullmatch(cell.strip()) for cell in cells)


def comparable(name: str) -> str:
    """Return a name without what programs spell differently: case, blanks, underscores.

    Examples
    --------
    >>> comparable("ModelID") == comparable("model_id")
    True
    """
    return re.sub(r"[\W_]+", "", name.casefold())


def stem(table: RawTable) -> str:
    """Return the name of a file without its ending.

    Examples
    --------
    >>> from evalgui.io.table.raw_table import RawTable
    >>> from evalgui.io.meaning.reading import Reading
    >>> stem(RawTable("system-a.csv.gz", (), 0, Reading("")))
    'system-a'
    """
    name = PurePath(table.name).name
    return name.partition(".")[0] or name


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One file of several, and what it seems to bring.

    Parameters
    ----------
    table
        The file as read.
    profiles
        What a glance at its columns shows.
    truth
        The column with the true class; None where there is none, or it is in doubt.
    scores
        The columns with scores, as far as they are in no doubt beside the truth.
    predicted
        The column with the class that was predicted, where the format knows of one.
    is_truth_open
        Whether a column may be the truth, and only the user can tell.
    measured
        The columns of numbers with fractions, whatever they are.
    """

    table: RawTable
    profiles: tuple[Profile, ...]
    truth: str | None
    scores: tuple[str, ...]
    predicted: str | None = None
    is_truth_open: bool = False
    measured: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.table.name

    def possible_ids(self) -> tuple[Profile, ...]:
        """Return the columns that may tell rows apart: all that are nothing else."""
        taken = {self.truth, self.predicted, *self.scores}
        return tuple(
            one
            for one in self.profiles
            if one.column.name not in taken and one.column.kind != "other"
        )


@dataclass(frozen=True, eq=False)
class Chosen:
    """The files that were chosen together.

    Parameters
    ----------
    tables
        The files as read, in the order of the user.
    roles
        What the user decided about the columns.
    """

    tables: tuple[RawTable, ...]
    roles: Roles

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What each file brings; looked at once, when it is first asked for."""
        parts = [_look_at(table, self.roles) for table in self.tables]
        parts = [_without_shared_truth(part, parts) for part in parts]
        if all(part.truth is not None for part in parts):
            # No file brings scores for another one: what each has must be its own.
            parts = [replace(part, scores=part.scores or part.measured) for part in parts]
        return tuple(parts)


def _look_at(table: RawTable, roles: Roles) -> Part:
    profiles = tuple(Profile(column) for column in table.columns)
    truth, is_open = _truth(table, roles, profiles)
    own = Roles() if table.known is None else table.known.roles
    scores = _named_in(table, roles.scores)
    if not scores and table.known is not None and table.known.lacks != "other class":
        scores = _named_in(table, own.scores)
    elif not scores:
        scores = _scores(profiles, truth)
    predicted = next(iter(_named_in(table, (roles.predicted or own.predicted or "",))), None)
    measured = _measured(profiles, truth)
    return Part(table, profiles, truth, scores, predicted, is_open, measured)


def _named_in(table: RawTable, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the columns of a table that are named so, without doubt."""
    found = (table.candidates(name) for name in names if name)
    return tuple(columns[0].name for columns in found if len(columns) == 1)


def _truth(table: RawTable, roles: Roles, profiles: tuple[Profile, ...]) -> tuple[str | None, bool]:
    """Return the column of the truth, if there is one without doubt, and whether one is in doubt.

    What the user decided goes first, then what the format says, then what is found.
    """
    if roles.truth is not None:
        return next(iter(_named_in(table, (roles.truth,))), None), False
    if table.known is not None and (table.known.roles.truth or table.known.lacks in _LACKS_TRUTH):
        return next(iter(_named_in(table, (table.known.roles.truth or "",))), None), False
    if len(profiles) == 1:
        return None, False
    draft = Draft(table, list(profiles), Roles(), Roles())
    propose_truth(draft)
    found = draft.roles.truth
    return (None, found is not None) if draft.is_doubtful else (found, False)


def _without_shared_truth(part: Part, parts: list[Part]) -> Part:
    """Return a part without a truth that is no truth in a file with another one.

    The fold 0 or 1 beside an id looks like a class as long as nobody sees the key.
    """
    if part.truth is None:
        return part
    name, own = comparable(part.truth), set(map(comparable, part.table.names))
    for other in parts:
        if other.truth is None or comparable(other.truth) in own:
            continue
        if name in map(comparable, other.table.names):
            return replace(part, truth=None)
    return part


def _measured(profiles: tuple[Profile, ...], truth: str | None) -> tuple[str, ...]:
    return tuple(
        one.column.name for one in profiles if one.column.name != truth and is_measured(one)
    )


def _scores(profiles: tuple[Profile, ...], truth: str | None) -> tuple[str, ...]:
    """Return the columns with scores: by name, else those with fractions.

    Without names, the last column of numbers is the score. Beside a truth, numbers with
    another name may be anything, such as an age.
    """
    free = [
        one
        for one in profiles
        if one.is_number and one.column.name != truth and not is_id_name(one.column.header)
    ]
    named = [one for one in free if is_score_name(one.column.header)]
    if named:
        return tuple(one.column.name for one in named)
    if any(has_name(one.column) for one in profiles):
        return _measured(profiles, None) if truth is None else ()
    is_only = len(profiles) == 1
    whole = [one.column.name for one in free if (is_only or not one.is_counter) and truth is None]
    return (_measured(profiles, truth) or tuple(whole))[-1:]
