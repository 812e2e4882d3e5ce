"""The whole way from a path to a data set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from evalgui.core.checks import Level
from evalgui.core.errors import DataError
from evalgui.io.meaning import Proposal, Roles
from evalgui.io.reading import ReadOptions
from evalgui.io.source import read_source
from evalgui.io.watch import Watch

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from evalgui.core.dataset import Dataset
    from evalgui.io.raw_table import RawTable
    from evalgui.io.source import Source


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """A file after reading.

    Parameters
    ----------
    table
        Everything that the file holds.
    proposal
        What its columns seem to mean, with what the user decided.
    dataset
        The data set; None where the proposal has a question that must be asked first.
    sha256
        The SHA-256 of the file, 64 hexadecimal digits.
    """

    table: RawTable
    proposal: Proposal
    dataset: Dataset | None
    sha256: str


def load(
    path: str | os.PathLike[str],
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    progress: Callable[[float, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Loaded:
    """Read a file and make a data set of it, unless something has to be asked first.

    Parameters
    ----------
    path
        A regular file.
    roles
        What the user decided about the columns; the rest is proposed, and asked about where
        it is not certain. With all of `Roles` decided, nothing is ever asked.
    options
        What the user decided about the format.
    progress
        Called with a share in [0, 1] and a few words.
    cancelled
        Asked often; True stops the work.

    Returns
    -------
    Loaded
        Its `dataset` is None exactly where ``proposal.certain`` is False.

    Raises
    ------
    ReadingError
        If the file cannot be read, with the reason.
    DataError
        If it holds no table that can be assessed, with the reason.
    CancelledError
        If `cancelled` answered True.
    """
    watch = Watch(progress, cancelled)
    part = watch.part(0.0, 0.3)
    source = read_source(path, progress=part.report, cancelled=cancelled)
    return load_source(source, roles=roles, options=options, watch=watch.part(0.3, 1.0))


def load_source(
    source: Source,
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    watch: Watch | None = None,
) -> Loaded:
    """Make a data set of bytes that are already here, such as pasted cells.

    Parameters and errors are those of `load`.
    """
    # Arrow is imported when the first file is opened, not when the window is.
    from evalgui.io import readers

    watch = watch or Watch()
    options = options or ReadOptions()
    table = readers.read(source, options, watch.part(0.0, 0.6))
    wanted = roles or Roles()
    if wanted.decimal is None:
        wanted = replace(wanted, decimal=options.decimal)
    return assess(table, wanted, sha256=source.sha256, watch=watch.part(0.6, 1.0))


def assess(
    table: RawTable, roles: Roles | None = None, *, sha256: str = "", watch: Watch | None = None
) -> Loaded:
    """Make a data set of a table that was read before, such as under other roles.

    Parameters and errors are those of `load`.
    """
    from evalgui.io.roles import build, propose

    watch = watch or Watch()
    try:
        proposal = propose(table, roles, watch=watch.part(0.0, 0.5))
        if proposal.certain:
            dataset = build(table, proposal.roles, watch=watch.part(0.5, 1.0))
        else:
            dataset = None
    except DataError as error:
        raise _with_context(error, table) from None
    watch.step(1.0, "done")
    return Loaded(table, proposal, dataset, sha256)


def _with_context(error: DataError, table: RawTable) -> DataError:
    """Return a refusal that also says what was odd about the file: it may be the cause."""
    odd = [finding.text for finding in table.findings if finding.level is Level.WARNING]
    if not odd:
        return error
    hint = f"{error.hint}. What was odd about the file: {odd[0]}"
    return DataError(error.message, where=error.where, hint=hint)
