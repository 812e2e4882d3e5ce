"""What there is to save, as what a workspace file holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.provenance import now
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.bytes.source import stamp_of
from evalgui.io.keeping.archive import packed
from evalgui.io.keeping.decisions import kept_decisions
from evalgui.io.keeping.kept import Kept, KeptDataSet, KeptSource
from evalgui.io.keeping.opening import kept_source
from evalgui.io.remembered.import_spec import ImportSpec
from evalgui.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.progress import Watch
    from evalgui.workspace.data_sets import DataSet
    from evalgui.workspace.keeping.embedding import Embedding
    from evalgui.workspace.keeping.work import Work
    from evalgui.workspace.opened_file import Opened


def as_file(  # noqa: PLR0913 - each is named
    work: Work,
    place: Path,
    embedding: Embedding,
    *,
    embeds: bool,
    watch: Watch,
    with_results: bool = True,
) -> bytes:
    """Return the bytes of a workspace file; this may wait for the hashes of files.

    Parameters
    ----------
    work
        What is open.
    place
        Where the file will be: other files are named as they are seen from there.
    embedding
        Makes tables into bytes, and has those that it made before.
    embeds
        Whether data of files are held, too. Those that no file holds always are: text that was
        pasted or typed, and files that have changed since they were read.
    watch
        Told about the progress, asked whether to go on.
    with_results
        Whether what came of it is held, too, to be compared with what comes of it again.

    Raises
    ------
    DataError
        If the data cannot be written so that they read back as the same.
    ReadingError
        If cells that are to be embedded cannot be read.
    CancelledError
        If the watch says so.
    """
    sources: list[KeptSource] = []
    data_sets: list[KeptDataSet] = []
    data: dict[str, bytes] = {}
    for number, item in enumerate(work.items, 1):
        watch.step((number - 1) / len(work.items), phrase("gathering what is open"))
        opened = item.opened
        if opened is None:
            continue
        own = _sources(opened, place)
        known = [*sources, *(one for one in own if one not in sources or one.is_text)]
        places = tuple(known.index(one) for one in own)
        if isinstance(opened.path, Pasted):
            places = (len(sources),)
        sources, member = known, None
        if embeds or must_be_embedded(opened):
            member = f"data/{number}.parquet"
            share = (number - 1) / len(work.items), number / len(work.items)
            data[member] = embedding.bytes_of(opened, watch.part(*share))
        data_sets.append(_data_set(item, opened, places, member, with_results=with_results))
    shown = work.data_sets.shown
    kept = Kept(
        tuple(sources),
        tuple(data_sets),
        work.place,
        compares=shown.snapshot.choices.compares,
        link=shown.snapshot.choices.link,
        vocabulary=shown.snapshot.choices.vocabulary,
        layout=work.layout,
        program=__version__,
        saved=now(),
    )
    return packed(kept, data, watch)


def must_be_embedded(opened: Opened) -> bool:
    """Return whether no file holds the data as they are."""
    if isinstance(opened.path, Pasted) or opened.was_embedded:
        return True
    return any(stamp_of(path) != stamp for path, stamp in opened.stamps.items())


def _data_set(
    item: DataSet,
    opened: Opened,
    sources: tuple[int, ...],
    member: str | None,
    *,
    with_results: bool,
) -> KeptDataSet:
    loaded, snapshot = opened.loaded, item.snapshot
    spec = ImportSpec.of(loaded.table, loaded.proposal.roles)
    decisions = kept_decisions(snapshot.inputs, snapshot.choices)
    from evalgui.io.replaying import results_of  # and what writes evaluations

    return KeptDataSet(
        *(opened.name, sources, spec, member),
        **decisions,
        reasons=loaded.proposal.reasons,
        results=results_of(loaded, snapshot) if with_results else None,
    )


def _sources(opened: Opened, place: Path) -> list[KeptSource]:
    """Return the files of a data set, or the text that it was."""
    sha256 = opened.loaded.sha256
    if isinstance(opened.path, Pasted):
        return [KeptSource(opened.path.name, sha256, len(opened.path.source().content))]
    if not opened.files:
        return [kept_source(opened.path, sha256, _size(opened, opened.path), place)]
    return [
        kept_source(path, file.sha256, _size(opened, path), place)
        for path, file in zip(opened.paths, opened.files, strict=True)
    ]


def _size(opened: Opened, path: Path) -> int:
    """Return how long a file was when it was read."""
    stamp = opened.stamps.get(path)
    return 0 if stamp is None else stamp[2]
