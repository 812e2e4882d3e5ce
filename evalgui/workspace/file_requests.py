"""What a user asks of files and of how they are read, as values for `Workspace.ask`.

What comes of those about columns and rows is decided by `decide_roles`; to read is a task of
`evalgui.workspace.openings`. Undo and files keep what was decided: the roles.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from evalgui.core.requests import NameSpecies, Request
from evalgui.core.row_expressions import both, filtered

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.consequences.settings import Recalibration
    from evalgui.core.sampling import Sampling
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import ReadOptions, Roles
    from evalgui.io.typed_data import Typed
    from evalgui.workspace.opened_file import Opened


class FileRequest(Request):
    """Something that a user asks of files."""

    __slots__ = ()


# ------------------------------------------------------------------------------- opening


class OpeningRequest(FileRequest):
    """One after which other data are on show, with a history of their own."""

    __slots__ = ()

    is_step: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class OpenFiles(OpeningRequest):
    """Files are opened: as one data set where they complete each other.

    What is open stays until the new ones are complete; where they come beside it, afterwards too.
    Those that would not fit into the memory are refused, unless that is to be tried.
    """

    paths: tuple[Path, ...]
    roles: Roles | None = None
    options: ReadOptions | None = None
    is_beside: bool = False
    is_tried: bool = False


@dataclass(frozen=True, slots=True)
class OpenText(OpeningRequest):
    """Text that was pasted is opened as a file is."""

    text: str


@dataclass(frozen=True, slots=True)
class OpenTyped(OpeningRequest):
    """What was typed into a grid is opened as pasted text is."""

    typed: Typed


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable(OpeningRequest):
    """What was read already is assessed under other roles.

    Parameters
    ----------
    opened, loaded, roles
        Where it came from, what was read, and what its columns are taken for now.
    takes_lock
        Whether a locked threshold goes along, as it does unless the user says otherwise.
    is_remembered
        Whether what is corrected later is remembered for files with the same columns.
    """

    opened: Opened
    loaded: Loaded
    roles: Roles
    takes_lock: bool = True
    is_remembered: bool = True


@dataclass(frozen=True, slots=True)
class ShowDataSet(OpeningRequest):
    """Another of the open data sets is shown, by its index, as it was left."""

    index: int


@dataclass(frozen=True, slots=True)
class Reload(OpeningRequest):
    """The open files are read once more; choices and threshold stay as far as they fit."""


@dataclass(frozen=True, slots=True)
class Close(OpeningRequest):
    """All data sets are closed: nothing is open, and nothing is read any more."""


# ------------------------------------------------------------------------- columns and rows


class RolesRequest(FileRequest):
    """One under which the open file is assessed in another way, as one step of its history."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class AssignRoles(RolesRequest):
    """The columns are taken for something else, the class that is assessed apart."""

    roles: Roles


@dataclass(frozen=True, slots=True)
class KeepOnly(RolesRequest):
    """Only those of the rows in use that an expression chooses are used."""

    expression: str


@dataclass(frozen=True, slots=True)
class FilterRows(RolesRequest):
    """Of all rows, only those are used that an expression about some columns chooses, too.

    It takes the place of what was asked of these columns before; "" asks nothing of them.
    """

    columns: tuple[str, ...]
    expression: str


@dataclass(frozen=True, slots=True)
class JoinSubjects(RolesRequest):
    """Rows with the same id in a column are of one subject."""

    column: str


@dataclass(frozen=True, slots=True)
class SetSampling(RolesRequest):
    """The rows came into the file in a way that was said."""

    sampling: Sampling


@dataclass(frozen=True, slots=True)
class TurnScore(RolesRequest):
    """A score runs the other way than it does on show."""

    score: str


@dataclass(frozen=True, slots=True)
class AddRecalibrated(RolesRequest):
    """A score that is made of another one stands behind all scores."""

    recalibration: Recalibration


@dataclass(frozen=True, slots=True)
class SetRowsAside(RolesRequest):
    """Rows, by their numbers in the file, are set aside by hand for a reason."""

    rows: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class TakeRowsBack(RolesRequest):
    """Rows that were set aside by hand, by their numbers in the file, are used again."""

    rows: tuple[int, ...]


def decide_roles(  # noqa: C901, PLR0911 - one for each
    roles: Roles, request: RolesRequest | NameSpecies, shown: Roles
) -> Roles:
    """Return the roles after a request; nothing that is given is changed.

    Parameters
    ----------
    roles
        Those before: of the open file, or those that are asked for and under way already.
    request
        What is asked of them.
    shown
        The roles under which the file is assessed on show.

    Raises
    ------
    DataError
        If rows are set aside for no reason, or more than anybody chooses by hand.
    TypeError
        If it is no such request.
    """
    match request:
        case AssignRoles():
            return request.roles
        case KeepOnly():
            return replace(roles, subset=both(roles.subset, request.expression))
        case FilterRows(columns, expression):
            return replace(roles, subset=filtered(roles.subset, columns, expression))
        case JoinSubjects():
            return roles.by_subject(request.column)
        case NameSpecies(column):
            return replace(roles, species=column)
        case SetSampling():
            return replace(roles, sampling=request.sampling)
        case TurnScore(score):
            is_turned = roles.is_higher_positive(score) != shown.is_higher_positive(score)
            return roles if is_turned else roles.turned(score)
        case AddRecalibrated(one):
            known = roles.recalibrated
            return roles if one in known else replace(roles, recalibrated=(*known, one))
        case SetRowsAside():
            return roles.with_rows_aside(request.rows, request.reason)
        case TakeRowsBack():
            return roles.with_rows_back(request.rows)
    raise TypeError(f"{type(request).__name__} is no request with an outcome")
