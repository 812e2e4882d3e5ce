"""Several files: one data set that they make together, or one of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from evalgui.core.errors import DataError
from evalgui.core.memory import OPENING, enough_memory
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import Digest, Source, display_name, read_source
from evalgui.io.loading import Loaded, assess, recalled
from evalgui.io.meaning import Roles
from evalgui.io.remembered.import_spec import has_signature, signature_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence

    from evalgui.core.deciding import Locked
    from evalgui.io.combinations import Unmatched
    from evalgui.io.meaning import ReadOptions
    from evalgui.io.remembered.import_spec import ImportSpec
    from evalgui.io.table import RawTable

    Data: TypeAlias = str | os.PathLike[str] | Source
    Recall: TypeAlias = Callable[[str], ImportSpec | None]

MOST_TOGETHER = 1_000
"""How many files of a folder may be one data set: all are in memory, and named by a workspace."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file that was read, among several.

    Parameters
    ----------
    name
        Its name, with the folder before it where two have the same.
    digest
        Its SHA-256, which has yet to be found out.
    """

    name: str
    digest: Digest

    @property
    def sha256(self) -> str:
        """Its SHA-256, 64 hexadecimal digits: waited for where need be."""
        return self.digest.value()


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """Several files after reading: one data set that they make, or several to compare.

    Parameters
    ----------
    files
        The files, in the order of the user.
    results
        The one data set that they make together, or that of each file.
    combination
        What they are together, such as ``"scores and key"``; "" where each file is a data set
        of its own.
    why
        Why so, one sentence without a final full stop; "" for a single file.
    unmatched
        The rows that have no partner in another file.
    paths
        The files where they are, or their contents.
    """

    files: tuple[FileRead, ...]
    results: tuple[Loaded, ...]
    combination: str = ""
    why: str = ""
    unmatched: tuple[Unmatched, ...] = ()
    paths: tuple[Data, ...] = ()

    @property
    def sha256(self) -> tuple[str, ...]:
        """The SHA-256 of each file."""
        return tuple(file.sha256 for file in self.files)


@enough_memory(OPENING)
def load_together(  # noqa: PLR0913 - as of `load`
    paths: Sequence[Data],
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    recall: Recall | None = None,
    locked: Locked | None = None,
    progress: Callable[[float, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Together:
    """Read several files, and make one data set of them where they belong together.

    Parameters
    ----------
    paths
        Regular files, or contents that are already here, at least one; or folders: the files
        in one are to be one data set, and where nobody says how files of the same columns are put
        together, that is asked.
    roles
        What the user decided about the columns of the one table or, where each file is a
        data set of its own, of each.
    options
        What the user decided about the format of all files.
    recall, locked, progress, cancelled
        As in `load`.

    Returns
    -------
    Together
        With one result where the files are combined, else with one for each file.

    Raises
    ------
    ReadingError
        If a file cannot be read, with the reason.
    DataError
        If there is no table that can be assessed, or files that belong together contradict
        each other, with the rows.
    CancelledError
        If `cancelled` answered True.
    """
    watch = Watch(progress, cancelled)
    is_one, paths = any(map(is_folder, paths)), expanded(paths)
    files, tables = _read_all(paths, options, watch.part(0.0, 0.5))
    wanted = _with_decimal(roles, options)
    known = None if roles is not None or options is not None else recall
    together = None if options is None else options.together
    how = _How(paths, wanted, known, locked if roles is None else None)
    if len(tables) == 1:
        return Together(files, _assess_all(files, tables, how, watch.part(0.5, 1.0)), paths=paths)
    if known is not None and not is_one and all(map(_is_known(known), tables)):
        apart = _assess_all(files, tables, how, watch.part(0.5, 1.0))
        why = phrase("each file is one of a kind that was opened before")
        return Together(files, apart, why=why, paths=paths)
    from evalgui.io import combinations  # most files come alone

    found = combinations.find(
        tables, wanted, watch.part(0.5, 0.8), together=together, is_one=is_one
    )
    rest = watch.part(0.8, 1.0)
    if found.combined is None:
        try:
            results = _assess_all(files, tables, how, rest)
        except DataError as error:
            hint = phrase(
                "{hint}. The files were not combined: {why}", hint=error.hint, why=found.why
            )
            raise DataError(error.message, where=error.where, hint=hint) from None
        return Together(files, results, why=found.why, paths=paths)
    of_name = {file.name: file.digest for file in files}
    digest = Digest.of_several([of_name[name] for name in found.combined.files])
    one = _assess(found.combined.table, how, digest, rest)
    return Together(files, (one,), found.name, found.why, found.combined.unmatched, paths)


@enough_memory(OPENING)
def load_apart(
    paths: Sequence[Data],
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    progress: Callable[[float, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Together:
    """Read several files, each as a data set of its own, whatever they hold.

    Parameters and errors are those of `load_together`.
    """
    watch = Watch(progress, cancelled)
    if options is not None and options.together is not None:
        message = phrase("files cannot be taken each by itself, and put together")
        raise DataError(message, hint=phrase("Leave out --apart, or --together"))
    paths = expanded(paths)
    files, tables = _read_all(paths, options, watch.part(0.0, 0.5))
    wanted = _with_decimal(roles, options)
    results = _assess_all(files, tables, _How(paths, wanted), watch.part(0.5, 1.0))
    return Together(files, results, why=phrase("each file is opened by itself"), paths=paths)


def is_folder(path: Data) -> bool:
    """Return whether there is a folder in the place of a file."""
    return not isinstance(path, Source) and Path(path).is_dir()


def expanded(paths: Sequence[Data]) -> tuple[Data, ...]:
    """Return files and contents, with the files of folders in the place of these.

    Raises
    ------
    DataError
        If there are none in it, or more than `MOST_TOGETHER`.
    ReadingError
        If a folder cannot be looked into.
    """
    from evalgui.io.folders import files_of

    hint = phrase("Count them into one table (evalgui count), or give each a row (--table runs)")
    return tuple(
        one
        for path in paths
        for one in (
            files_of([Path(path)], MOST_TOGETHER, hint).values()
            if is_folder(path) and not isinstance(path, Source)
            else (path,)
        )
    )


def _read_all(
    paths: Sequence[Data], options: ReadOptions | None, watch: Watch
) -> tuple[tuple[FileRead, ...], tuple[RawTable, ...]]:
    from evalgui.io.formats import registry

    files, tables = [], []
    for place, (path, name) in enumerate(zip(paths, _names(paths), strict=True)):
        part = watch.part(place / len(paths), (place + 1) / len(paths))
        report = part.part(0.0, 0.3).report
        if isinstance(path, Source):
            source = path
        else:
            source = read_source(path, progress=report, cancelled=watch.cancelled)
        table = registry.read(source, options, part.part(0.3, 1.0))
        tables.append(replace(table, name=name))
        files.append(FileRead(name, source.digest))
    return tuple(files), tuple(tables)


@dataclass(frozen=True, slots=True)
class _How:
    """How tables are assessed: `recall` and `locked` hold where the user decided nothing."""

    paths: Sequence[Data]
    roles: Roles
    recall: Recall | None = None
    locked: Locked | None = None


def _assess_all(
    files: Sequence[FileRead], tables: Sequence[RawTable], how: _How, watch: Watch
) -> tuple[Loaded, ...]:
    if how.roles.set_aside and len(tables) > 1:
        message = phrase(
            "rows are set aside by hand in one file, and these files are not put together"
        )
        raise DataError(message, hint=phrase("Open the files one by one"))
    parts = (
        watch.part(place / len(tables), (place + 1) / len(tables)) for place in range(len(tables))
    )
    return tuple(
        _assess(table, how, file.digest, part, path)
        for file, table, path, part in zip(files, tables, how.paths, parts, strict=True)
    )


def _is_known(recall: Recall) -> Callable[[RawTable], bool]:
    """Return what tells whether it was decided what the columns of a table mean by themselves."""

    def is_known(table: RawTable) -> bool:
        spec = recall(signature_of(table)) if has_signature(table) else None
        return spec is not None and spec.columns == table.names

    return is_known


def _assess(
    table: RawTable, how: _How, digest: Digest, watch: Watch, path: Data | None = None
) -> Loaded:
    """Assess a table as files like it were before, or as is decided."""

    def read(options: ReadOptions, part: Watch) -> RawTable:
        from evalgui.io.formats import registry

        source = path if isinstance(path, Source) else read_source(path or "")
        return replace(registry.read(source, options, part), name=table.name)

    if how.recall is not None:
        again = None if path is None else read
        found = recalled(table, how.recall, digest, watch, read=again, locked=how.locked)
        if found is not None:
            return found
    return assess(table, how.roles, digest=digest, watch=watch, locked=how.locked)


def _names(paths: Sequence[Data]) -> list[str]:
    """Return a name for each path, with as many folders as tell it from others of the same."""
    names = [path.name if isinstance(path, Source) else display_name(path) for path in paths]
    parts = [() if isinstance(path, Source) else Path(path).absolute().parts for path in paths]
    counts = Counter(names)
    for depth in range(2, max(map(len, parts)) + 1):
        for place, own in enumerate(parts):
            if own and counts[names[place]] > 1:
                names[place] = "/".join(map(display_name, own[-depth:]))
        counts = Counter(name for name, _own in {*zip(names, parts, strict=True)})
    return names


def _with_decimal(roles: Roles | None, options: ReadOptions | None) -> Roles:
    """Return what is decided about the columns; the options may say what the decimal sign is."""
    wanted = roles or Roles()
    if wanted.decimal is not None or options is None:
        return wanted
    return replace(wanted, decimal=options.decimal)
