"""A workspace without a window: its file is read, its sources are found, its data are loaded."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.errors import DataError, ReadingError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import both, phrase
from evalgui.io.bytes.source import Digest, display_name, read_source
from evalgui.io.keeping.archive import unpacked
from evalgui.io.keeping.kept import KeptSource
from evalgui.io.loading import Loaded, assess
from evalgui.io.loading_together import Together, load_together
from evalgui.io.meaning import ReadOptions
from evalgui.io.samples import sample_at, samples

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evalgui.io.keeping.embedded import Embedded
    from evalgui.io.keeping.kept import Kept, KeptDataSet

_MOST_LOOKED_AT = 100_000  # files of a folder in which one is searched
_NETWORK = ("//", "\\\\")


class State(StrEnum):
    """What a source is now."""

    SAME = "same"
    CHANGED = "changed"
    MISSING = "missing"
    TEXT = "text"
    """No file: text that was pasted or typed, whose data are in the workspace."""


_OTHER = {
    State.CHANGED: lambda name: phrase(
        "{name} has changed since the workspace was saved", name=name
    ),
    State.MISSING: lambda name: phrase("{name} is not where it was", name=name),
}


def changed_by_hand(name: str) -> str:
    """Return what is said of a workspace whose digest is not that of what it says."""
    return phrase(
        "the workspace {name} was changed by another hand since it was saved: its digest does not "
        "fit",
        name=name,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """Where a source is now, and whether it is what it was.

    Parameters
    ----------
    state
        By its SHA-256.
    path
        Where it was found; None where it is missing, and for text.
    why
        Why it cannot be read though it is there, one sentence; "" else.
    """

    state: State
    path: Path | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class OpenedKept:
    """A workspace that was read, and its sources as they are now.

    Parameters
    ----------
    path
        The file.
    kept
        What it holds.
    found
        One for each source of `kept`.
    data
        The embedded files by their names.
    is_intact
        Whether it is as it was written, by its digest; None where it has none.
    """

    path: Path
    kept: Kept
    found: tuple[Found, ...]
    data: Mapping[str, bytes]
    is_intact: bool | None = None

    def states_of(self, place: int) -> tuple[State, ...]:
        """Return what the sources of a data set are now."""
        return tuple(self.found[source].state for source in self.kept.data_sets[place].sources)

    def paths_of(self, place: int) -> tuple[Path, ...]:
        """Return where the sources of a data set are: those that are there."""
        found = (self.found[source].path for source in self.kept.data_sets[place].sources)
        return tuple(path for path in found if path is not None)

    def is_copy(self, place: int) -> bool:
        """Return whether `load_kept` takes embedded data, since files are not what they were."""
        return not set(self.states_of(place)) <= {State.SAME, State.TEXT}

    def origin_of(self, place: int) -> str:
        """Return which data `load_kept` takes, in words that go on after "computed from"."""
        sources = [self.kept.sources[source] for source in self.kept.data_sets[place].sources]
        if self.is_copy(place):
            return phrase("the copy in the workspace: {files}", files=self._others_of(place))
        if set(self.states_of(place)) == {State.TEXT}:
            return phrase("the text in the workspace")
        return both(f"{one.name}, SHA-256 {one.sha256}" for one in sources)

    def _others_of(self, place: int) -> str:
        """Return which files of a data set are not what they were, in words."""
        told = []
        for source in self.kept.data_sets[place].sources:
            found, name = self.found[source], self.kept.sources[source].name
            if found.why:
                told.append(phrase("{name} cannot be read", name=name))
            elif found.state in _OTHER:
                told.append(_OTHER[found.state](name))
        return both(told) if told else ""

    def notes_on(self, place: int, *, anew: bool = False) -> tuple[Finding, ...]:
        """Return what is odd about where the data of a data set come from.

        Parameters
        ----------
        place
            Which data set.
        anew
            Whether files are taken as they are now.
        """
        name, notes = display_name(self.path), []
        if self.is_copy(place) and not anew:
            text = phrase(
                "the data are the copy in the workspace {name}: {files}",
                name=name,
                files=self._others_of(place),
            )
            notes.append(Finding("copy_in_workspace", text))
        if self.is_intact is False:
            notes.append(Finding("workspace_changed", changed_by_hand(name)))
        return tuple(notes)

    @property
    def unsettled(self) -> tuple[int, ...]:
        """The places of the data sets of which a source is changed or missing."""
        fine = {State.SAME, State.TEXT}
        places = range(len(self.kept.data_sets))
        return tuple(place for place in places if not set(self.states_of(place)) <= fine)


# ------------------------------------------------------------------------------- to keep


def kept_source(path: Path, sha256: str, size: int, workspace: Path) -> KeptSource:
    """Return a file as a workspace names it: from its own folder, wherever that can be.

    A sample that comes with the program goes by its name: on another machine, or with the next
    version, it is elsewhere.

    Parameters
    ----------
    path
        The file.
    sha256, size
        Of its bytes when it was read.
    workspace
        The file of the workspace.
    """
    sample = sample_at(path)
    if sample is not None:
        return KeptSource(display_name(path), sha256, size, sample=sample.id)
    folder = os.path.realpath(Path(workspace).absolute().parent)
    own = os.path.join(os.path.realpath(Path(path).absolute().parent), Path(path).name)  # noqa: PTH118 - "" is kept
    try:
        where = os.path.relpath(own, folder)
    except ValueError:  # on another drive
        where = own
    return KeptSource(display_name(path), sha256, size, where.replace(os.sep, "/"))


# ------------------------------------------------------------------------------- to open


def open_kept(path: str | os.PathLike[str], watch: Watch | None = None) -> OpenedKept:
    """Read the file of a workspace, and find its sources: all of it, or a refusal in words.

    A source is looked for where it was, seen from the workspace, then beside the workspace.

    Parameters
    ----------
    path
        The file.
    watch
        Told about the progress, asked whether to go on.

    Raises
    ------
    ReadingError
        If the file cannot be read, is no workspace, or is damaged.
    DataError
        If it is of a newer version, or what it says is not as this program writes it.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    part = watch.part(0.0, 0.3)
    source = read_source(path, progress=part.report, cancelled=watch.cancelled)
    archive = unpacked(source)
    folder = Path(os.path.realpath(path)).parent
    found = []
    for place, one in enumerate(archive.kept.sources):
        n = len(archive.kept.sources)
        share = watch.part(0.3 + 0.7 * place / n, 0.3 + 0.7 * (place + 1) / n)
        found.append(_found(one, _candidates(one, folder), share))
    return OpenedKept(Path(path), archive.kept, tuple(found), archive.data, archive.is_intact)


def relinked(opened: OpenedKept, place: Path, watch: Watch | None = None) -> OpenedKept:
    """Return a workspace whose missing and changed sources are taken from elsewhere.

    A file is taken for a source where its SHA-256 is that of the source, whatever its name.

    Parameters
    ----------
    opened
        The workspace.
    place
        A file, or a folder in which, and in whose folders, they are searched.
    watch
        Told about the progress, asked whether to go on.
    """
    watch = watch or Watch()
    found = list(opened.found)
    wanted = [
        number for number, one in enumerate(found) if one.state in {State.CHANGED, State.MISSING}
    ]
    sizes = {opened.kept.sources[number].size for number in wanted}
    for path in _files_in(place):
        watch.step(0.5, phrase("looking at {name}", name=display_name(path)))
        if not wanted or _size(path) not in sizes:
            continue
        for number in wanted:
            if _found(opened.kept.sources[number], [path], watch).state is State.SAME:
                found[number] = Found(State.SAME, path)
        wanted = [number for number in wanted if found[number].state is not State.SAME]
    return replace(opened, found=tuple(found))


def _candidates(source: KeptSource, folder: Path) -> list[Path]:
    """Return where a source may be; a workspace of others leads to no network by itself."""
    if source.sample is not None:
        return [sample.path for sample in samples() if sample.id == source.sample]
    if source.path is None or source.path.startswith(_NETWORK):
        return []
    return [folder / source.path, folder / PurePath(source.name).name]


def _found(source: KeptSource, candidates: list[Path], watch: Watch) -> Found:
    if source.is_text:
        return Found(State.TEXT)
    best = Found(State.MISSING)
    for path in candidates:
        size = _size(path)
        if size is None:
            continue
        if size == source.size:
            try:
                read = read_source(path, progress=watch.report, cancelled=watch.cancelled)
            except ReadingError as error:
                best = best if best.path else Found(State.MISSING, why=error.message)
                continue
            if read.sha256 == source.sha256:
                return Found(State.SAME, path)
        best = best if best.path else Found(State.CHANGED, path)
    return best


def _size(path: Path) -> int | None:
    try:
        return path.stat().st_size if path.is_file() else None
    except (OSError, ValueError):
        return None


def _files_in(place: Path) -> Iterator[Path]:
    """Yield a file, or the files of a folder and of the folders in it."""
    if not place.is_dir():
        yield place
        return
    n_left = _MOST_LOOKED_AT
    for folder, folders, names in os.walk(place):
        folders.sort()
        for name in sorted(names):
            if not n_left:
                return
            n_left -= 1
            yield Path(folder) / name


# ------------------------------------------------------------------------------- to load


def load_kept(
    opened: OpenedKept, place: int, *, anew: bool = False, watch: Watch | None = None
) -> Loaded:
    """Return a data set of a workspace, read as it was read when the workspace was saved.

    Parameters
    ----------
    opened
        The workspace.
    place
        Which data set.
    anew
        Whether its files are read as they are now, changed or not. Else they are read where
        they are what they were; where one is not, the embedded data are taken.
    watch
        Told about the progress, asked whether to go on.

    Raises
    ------
    ReadingError
        If a file, or the embedded data, cannot be read.
    DataError
        If a file is changed or missing and its data are not embedded, or the files hold no such
        data set any more.
    CancelledError
        If the watch says so.
    """
    watch = watch or Watch()
    kept, states = opened.kept.data_sets[place], set(opened.states_of(place))
    paths = opened.paths_of(place)
    if states == {State.SAME} or (anew and len(paths) == len(kept.sources)):
        loaded = files_of(opened, place, anew=anew, watch=watch).results[0]
        return noted(loaded, opened.notes_on(place, anew=anew))
    embedded = embedded_in(opened, place, watch.part(0.0, 0.3))
    if embedded is None:
        raise _lost(opened, kept)
    from evalgui.io.keeping.embedded import digest_of  # and Arrow

    roles, digest = kept.import_choices.roles, digest_of(embedded)
    loaded = assess(embedded.table, roles, digest=digest, watch=watch.part(0.3, 1.0))
    return noted(_as_proposed(loaded, kept), opened.notes_on(place))


def noted(loaded: Loaded, notes: tuple[Finding, ...]) -> Loaded:
    """Return data with what is odd about where they come from."""
    return replace(loaded, digest=Digest(loaded.digest.value, notes)) if notes else loaded


def embedded_in(opened: OpenedKept, place: int, watch: Watch | None = None) -> Embedded | None:
    """Return the table of a data set that is in the workspace; None where none is.

    Raises
    ------
    ReadingError
        If it is damaged.
    DataError
        If what stands beside its cells is not as this program writes it.
    """
    name = opened.kept.data_sets[place].embedded
    if name is None:
        return None
    from evalgui.io.keeping.embedded import embedded_from  # and Arrow

    where = f"{display_name(opened.path)}, '{name}'"
    return embedded_from(opened.data[name], where, watch)


def files_of(
    opened: OpenedKept, place: int, *, anew: bool = False, watch: Watch | None = None
) -> Together:
    """Return the files of a data set, read as when the workspace was saved, as one data set.

    Parameters and errors are those of `load_kept`; embedded data are not looked at.
    """
    watch, kept = watch or Watch(), opened.kept.data_sets[place]
    paths, expects = opened.paths_of(place), kept.import_choices.options
    put = None if expects.together is None else ReadOptions(together=expects.together)
    together = _together(kept, paths, put, watch.part(0.0, 0.7))
    # What was found out about how they are written is told as it was then, where it still is.
    if len(together.results) == 1 and not _is_read_so(together.results[0], kept):
        together = _together(kept, paths, expects, watch.part(0.7, 1.0))
    if len(together.results) != 1:
        message = phrase("the files make no single data set any more")
        raise DataError(message, where=kept.name, hint=phrase("Open them by themselves"))
    expected = tuple(opened.kept.sources[source].sha256 for source in kept.sources)
    if not anew and together.sha256 != expected:
        message = phrase("a file changed while it was read")
        raise DataError(message, where=kept.name, hint=phrase("Open the workspace again"))
    (loaded,) = together.results
    if loaded.table.name != kept.name:  # it goes by another name, or in another folder
        table, before = replace(loaded.table, name=kept.name), loaded.proposal
        loaded = assess(table, before.roles, before=before, digest=loaded.digest)
    return replace(together, results=(loaded if anew else _as_proposed(loaded, kept),))


def _together(
    kept: KeptDataSet, paths: tuple[Path, ...], options: ReadOptions | None, watch: Watch
) -> Together:
    return load_together(
        paths,
        roles=kept.import_choices.roles,
        options=options,
        progress=watch.report,
        cancelled=watch.cancelled,
    )


def _is_read_so(loaded: Loaded, kept: KeptDataSet) -> bool:
    """Return whether a file is read as it was when the workspace was saved."""
    before = kept.import_choices
    return before.of(loaded.table, loaded.proposal.roles).options == before.options


def _as_proposed(loaded: Loaded, kept: KeptDataSet) -> Loaded:
    """Return data with the reasons for their roles from when they were opened first."""
    proposal = loaded.proposal
    if not kept.reasons or loaded.dataset is None or proposal.roles != kept.import_choices.roles:
        return loaded
    known = {one: one for one in proposal.reasons}  # which can be told in any language
    reasons = tuple(known.get(one, one) for one in kept.reasons)
    return replace(loaded, proposal=replace(proposal, reasons=reasons))


def _lost(opened: OpenedKept, kept: KeptDataSet) -> DataError:
    """Return why the data of a data set cannot be had."""
    for place in kept.sources:
        source, found = opened.kept.sources[place], opened.found[place]
        if found.state is State.CHANGED:
            message: str = phrase("the file has changed since the workspace was saved")
            hint = phrase("Find the file as it was, or read it as it is now")
            return DataError(message, where=source.name, hint=hint)
        if found.state is State.MISSING:
            message = found.why or phrase(
                "the file is not where it was when the workspace was saved"
            )
            return DataError(message, where=source.name, hint=phrase("Say where it is now"))
    return DataError(phrase("its data are not in the workspace"), where=kept.name)
