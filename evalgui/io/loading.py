"""The whole way from a path to a data set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from evalgui.core.checks import Level
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.memory import OPENING, enough_memory
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import Digest, read_source
from evalgui.io.meaning import Basis, Confidence, Proposal, ReadOptions, Reason, Role, Roles
from evalgui.io.proposing.kept_choices import only_decided

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from evalgui.core.dataset import Dataset
    from evalgui.core.deciding import Locked
    from evalgui.io.bytes.source import Source
    from evalgui.io.remembered.import_spec import ImportSpec
    from evalgui.io.table import RawTable

    Recall: TypeAlias = Callable[[str], ImportSpec | None]


_MOST = 0.5


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
    digest
        The SHA-256 of the file, which has yet to be found out; that of each, with " + " between
        as in the name of the table, where several files are combined.
    """

    table: RawTable
    proposal: Proposal
    dataset: Dataset | None
    digest: Digest

    @property
    def sha256(self) -> str:
        """The SHA-256 of the file, 64 hexadecimal digits: waited for where need be."""
        return self.digest.value()


@enough_memory(OPENING)
def load(  # noqa: PLR0913 - all are named, and most calls need one
    path: str | os.PathLike[str],
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    recall: Recall | None = None,
    locked: Locked | None = None,
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
    recall
        Returns what was decided earlier about files with a signature. It holds where `roles`
        and `options` decide nothing, and where the file can be read so.
    locked
        A threshold that was locked on other data: what it asks for is proposed where `roles`
        decide nothing, and asked about where the file lacks it.
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
    return load_source(
        source,
        roles=roles,
        options=options,
        recall=recall,
        locked=locked,
        watch=watch.part(0.3, 1.0),
    )


@enough_memory(OPENING)
def load_source(  # noqa: PLR0913 - as of `load`
    source: Source,
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    recall: Recall | None = None,
    locked: Locked | None = None,
    watch: Watch | None = None,
) -> Loaded:
    """Make a data set of bytes that are already here, such as pasted cells.

    Parameters and errors are those of `load`.
    """
    # Arrow is imported when the first file is opened, not when the window is.
    from evalgui.io.formats import registry

    watch = watch or Watch()
    table = registry.read(source, options, watch.part(0.0, 0.6))
    if recall is not None and roles is None and options is None:
        again = recalled(
            table,
            recall,
            source.digest,
            watch.part(0.6, 1.0),
            read=lambda how, part: registry.read(source, how, part),
            locked=locked,
        )
        if again is not None:
            return again
    options = options or ReadOptions()
    wanted = roles or Roles()
    if wanted.decimal is None:
        wanted = replace(wanted, decimal=options.decimal)
    lock = locked if roles is None else None
    part = watch.part(0.6, 1.0)
    return assess(table, wanted, digest=source.digest, watch=part, locked=lock)


def recalled(  # noqa: PLR0913 - each is named
    table: RawTable,
    recall: Recall,
    digest: Digest,
    watch: Watch,
    *,
    read: Callable[[ReadOptions, Watch], RawTable] | None = None,
    locked: Locked | None = None,
) -> Loaded | None:
    """Return a file as files like it were read before; None where that does not do.

    Parameters
    ----------
    table, digest
        What was read of it, and its SHA-256.
    recall, locked
        As of `load`.
    watch
        Told about the progress, asked whether to go on.
    read
        Reads it in another way; None where there is no other.
    """
    from evalgui.io.remembered.import_spec import ImportSpec, has_signature, signature_of

    spec = recall(signature_of(table)) if has_signature(table) else None
    if spec is None:
        return None
    try:
        if spec.options != ImportSpec.of(table, spec.roles).options:
            if read is None:
                return None
            table = read(spec.options, watch.part(0.0, 0.5))
        if table.names != spec.columns:
            return None
        if spec.options.together is not None:
            table = replace(table, how=replace(table.how, is_together_guess=False))
        # The sign in the texts of a workbook is that of one file: the numbers in another have none.
        roles = spec.roles if table.how.delimiter else replace(spec.roles, decimal=None)
        part = watch.part(0.5, 0.9)
        loaded = assess(table, roles, digest=digest, watch=part, locked=locked)
        if _is_mostly_unreadable(loaded):
            roles, part = replace(roles, set_aside_unreadable=None), watch.part(0.9, 1.0)
            loaded = assess(table, roles, digest=digest, watch=part, locked=locked)
    except (ReadingError, DataError):
        # This file is another one after all, such as one without the positive class.
        return None
    proposal = loaded.proposal
    remembered = [
        replace(
            one,
            by=Basis.MEMORY,
            confidence=Confidence.ACCEPTED if one.role in spec.accepted else one.confidence,
        )
        if one.by is Basis.USER
        else one
        for one in proposal.reasons
    ]
    why = phrase("read as you decided for a file with these columns")
    first = Reason(Role.TABLE, why, Basis.MEMORY, Confidence.DECIDED)
    return replace(loaded, proposal=replace(proposal, reasons=(first, *remembered)))


def _is_mostly_unreadable(loaded: Loaded) -> bool:
    """Return whether so many scores are no numbers that leave to set some aside does not cover it.

    It was given for another file, and where most are no numbers something else is the matter.
    """
    if loaded.dataset is None:
        return False
    gone = sum(one.count for one in loaded.dataset.exclusions if one.code == "nonnumeric_score")
    return gone > _MOST * loaded.dataset.n_rows_in_file


@enough_memory(OPENING)
def preview(
    source: Source,
    *,
    roles: Roles,
    options: ReadOptions | None = None,
    before: Proposal | None = None,
    watch: Watch | None = None,
) -> Loaded:
    """Read a file in another way, and keep those roles that its columns still have.

    What the user did not decide is proposed again, and asked about where need be. Parameters
    and errors are those of `load` and `assess`.
    """
    from evalgui.io.formats import registry

    watch = watch or Watch()
    table = registry.read(source, options, watch.part(0.0, 0.6))
    decided = roles if before is None else only_decided(roles, before)
    kept = decided.fitting(table.names)
    return assess(table, kept, before=before, digest=source.digest, watch=watch.part(0.6, 1.0))


@enough_memory(OPENING)
def assess(  # noqa: PLR0913 - each is named
    table: RawTable,
    roles: Roles | None = None,
    *,
    before: Proposal | None = None,
    digest: Digest | None = None,
    watch: Watch | None = None,
    locked: Locked | None = None,
) -> Loaded:
    """Make a data set of a table that was read before, such as under other roles.

    Parameters and errors are those of `load`; `before` is what was proposed for it before,
    the reasons of which hold for the roles that are still the same. What `locked` asks for goes
    before the roles.
    """
    from evalgui.io.proposing.propose import build, propose
    from evalgui.io.table import WITHOUT_COLLECTOR

    watch = watch or Watch()
    try:
        with WITHOUT_COLLECTOR:
            proposal = propose(table, roles, before=before, watch=watch.part(0.0, 0.5))
            if locked is not None:
                from evalgui.io.proposing.locked_roles import as_locked

                proposal = as_locked(table, proposal, locked)
            if proposal.certain:
                dataset = build(table, proposal.roles, watch=watch.part(0.5, 1.0))
            else:
                dataset = None
    except DataError as error:
        raise _with_context(error, table) from None
    watch.step(1.0, phrase("done"))
    return Loaded(table, proposal, dataset, digest or Digest())


def _with_context(error: DataError, table: RawTable) -> DataError:
    """Return a refusal that also says what was odd about the file: it may be the cause."""
    odd = [finding.text for finding in table.findings if finding.level is Level.WARNING]
    if not odd:
        return error
    hint = phrase("{hint}. What was odd about the file: {odd}", hint=error.hint, odd=odd[0])
    return DataError(error.message, where=error.where, hint=hint)
