"""What was opened: files, or text that was pasted, and what was understood of it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.bytes.source import STANDARD_INPUT
from evalgui.io.meaning import ReadOptions
from evalgui.io.proposing.kept_choices import with_class

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.snapshot import Snapshot
    from evalgui.io.bytes.source import Stamp
    from evalgui.io.combinations import Unmatched
    from evalgui.io.loading import Loaded
    from evalgui.io.loading_together import FileRead
    from evalgui.io.meaning import Roles

Place: TypeAlias = Path | Pasted


@dataclass(frozen=True, slots=True)
class FileDecisions:
    """All that makes a data set of the same files again.

    Parameters
    ----------
    options
        How the files were read.
    roles
        What their columns were taken for, and which rows were chosen.
    """

    options: ReadOptions
    roles: Roles


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A file, several that make one data set, or text that was pasted.

    Parameters
    ----------
    path
        Where it is; the first of several files.
    loaded
        What was understood.
    others
        The other files of a combination.
    unmatched
        The rows of a combination that have no partner.
    stamps
        What the files were when they were read.
    files
        Of a combination, what each file is called, and its hash, in the order of the user.
    folder_given
        The folder that was opened; None where files were.
    was_embedded
        Whether its data came out of a workspace, and no file holds them as they are.
    """

    path: Place
    loaded: Loaded
    others: tuple[Path, ...] = ()
    unmatched: tuple[Unmatched, ...] = ()
    stamps: Mapping[Path, Stamp] = field(default_factory=dict)
    files: tuple[FileRead, ...] = ()
    was_embedded: bool = False
    folder_given: Path | None = None

    @property
    def name(self) -> str:
        """What to call it."""
        return self.loaded.table.name

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files; none where text was pasted."""
        return () if isinstance(self.path, Pasted) else (self.path, *self.others)

    @property
    def folder(self) -> Path | None:
        """Where what its cells name may be read: the one folder of all files, absolute.

        None where they lie in several, there is no file, or the data came out of a workspace, which
        says itself where its file was.
        """
        folders = {Path(os.path.abspath(path)).parent for path in self.paths}  # noqa: PTH100 - links stay
        is_said = self.was_embedded or STANDARD_INPUT in self.paths
        return folders.pop() if len(folders) == 1 and not is_said else None

    def as_shown(self, snapshot: Snapshot) -> Opened:
        """Return it with the class that is assessed in a snapshot as the positive one.

        Its own roles only propose a class: whatever names the positive class asks here.
        """
        dataset, positive = self.loaded.dataset, snapshot.positive
        if dataset is None or dataset is not snapshot.dataset:
            return self
        if positive is None or positive == dataset.positive:
            return self
        name, is_other = dataset.classes[positive], dataset.n_classes == 2
        proposal = with_class(self.loaded.proposal, name, is_other_of_two=is_other)
        return replace(self, loaded=replace(self.loaded, proposal=proposal))

    @property
    def decisions(self) -> FileDecisions:
        """How it was read, and what its columns were taken for."""
        how = self.loaded.table.how
        options = ReadOptions(
            how.encoding, how.delimiter, how.header, sheet=how.sheet, together=how.together
        )
        return FileDecisions(options, self.loaded.proposal.roles)
