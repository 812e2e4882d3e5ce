"""How the background reads what is to be opened, and what of the old choices fits it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped
from evalgui.core.errors import CancelledError, DataError, EvalguiError
from evalgui.core.progress import Watch
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.bytes.source import Source, read_source, stamp_of
from evalgui.io.loading import assess, load, load_source, preview
from evalgui.io.loading_together import expanded, load_together
from evalgui.io.meaning import ReadOptions, n_rows
from evalgui.io.proposing.kept_choices import only_decided
from evalgui.workspace.opened_file import Opened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.deciding import Locked
    from evalgui.core.snapshot import Inputs
    from evalgui.io.bytes.source import Stamp
    from evalgui.io.loading import Loaded, Recall
    from evalgui.io.loading_together import Data, FileRead, Together
    from evalgui.io.meaning import Roles
    from evalgui.io.proposing.column_facts import ColumnFacts
    from evalgui.io.proposing.question_context import AnswerOutcome
    from evalgui.io.table import RawColumn, RawTable
    from evalgui.workspace.opened_file import FileDecisions, Place
    from evalgui.workspace.tasks import Task

READ = 0.8  # the share of the work that reading is; the rest is sorting


def read_place(  # noqa: PLR0913 - each is named
    place: Place,
    task: Task,
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    recall: Recall | None = None,
    locked: Locked | None = None,
) -> Loaded:
    """Read a file, or text that was pasted."""
    if isinstance(place, Pasted):
        watch = Watch(task.report, task.is_cancelled).part(0.0, READ)
        return load_source(
            place.source(),
            roles=roles,
            options=options,
            recall=recall,
            locked=locked,
            watch=watch,
        )
    return load(
        place,
        roles=roles,
        options=options,
        recall=recall,
        locked=locked,
        progress=lambda fraction, text: task.report(fraction * READ, text),
        cancelled=task.is_cancelled,
    )


def reader_of(
    place: Place,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    recall: Recall | None = None,
    locked: Locked | None = None,
) -> Callable[[Task], tuple[Opened, ...]]:
    """Return what reads a file, or text that was pasted, as a data set of its own."""

    def read(task: Task) -> tuple[Opened, ...]:
        stamps = stamps_of(() if isinstance(place, Pasted) else (place,))
        loaded = read_place(place, task, roles=roles, options=options, recall=recall, locked=locked)
        return (Opened(place, loaded, stamps=stamps),)

    return read


def read_together(  # noqa: PLR0913 - each is named
    paths: Sequence[Path],
    task: Task,
    *,
    roles: Roles | None = None,
    options: ReadOptions | None = None,
    recall: Recall | None = None,
    locked: Locked | None = None,
) -> tuple[Opened, ...]:
    """Read several files, or those of a folder: one data set that they make, or one of each."""
    folder = paths[0] if len(paths) == 1 else None
    stamps = stamps_of(paths_in(expanded(paths)))
    found = load_together(
        paths,
        roles=roles,
        options=options,
        recall=recall,
        locked=locked,
        progress=lambda fraction, text: task.report(fraction * READ, text),
        cancelled=task.is_cancelled,
    )
    first, *others = paths_in(found.paths)
    if found.combination:
        (loaded,) = found.results
        files = found.files
        one = Opened(
            first, loaded, tuple(others), found.unmatched, stamps, files, folder_given=folder
        )
        return (one,)
    return tuple(
        Opened(path, one, stamps={name: stamp for name, stamp in stamps.items() if name == path})
        for path, one in zip((first, *others), found.results, strict=True)
    )


def paths_in(data: Sequence[Data]) -> list[Path]:
    """Return the files among what is read."""
    return [Path(one) for one in data if not isinstance(one, Source)]


def stamps_of(paths: Sequence[Path]) -> dict[Path, Stamp]:
    """Return what files are now, before they are read: those that are there."""
    found = {path: stamp_of(path) for path in paths}
    return {path: stamp for path, stamp in found.items() if stamp is not None}


def read_anew(opened: Opened, task: Task) -> Opened:
    """Read files once more, with those of the choices that fit what is in them now.

    Errors are those of `read_as_fits`.
    """
    return read_as_fits(opened.paths, opened.decisions, opened.loaded.table, task)


def read_as_fits(
    paths: Sequence[Path], decisions: FileDecisions, before: RawTable | None, task: Task
) -> Opened:
    """Read files with those of earlier choices that fit what is in them now.

    First all choices are tried, then those without a class and without chosen rows, and at
    last none. Rows that were set aside by hand are so still where they are the same.

    Parameters
    ----------
    paths
        The files.
    decisions
        How they were read before.
    before
        What was read then; None where that is not known any more.
    task
        Asked whether to go on.

    Raises
    ------
    EvalguiError
        If the files cannot be read without any choice either.
    """
    roles, options = decisions.roles, decisions.options
    put = None if options.together is None else ReadOptions(together=options.together)
    any_rows = replace(roles, set_aside=())  # which row has which number is not known yet
    tries: list[tuple[Roles | None, ReadOptions | None]] = [
        (any_rows, options),
        (replace(any_rows, positive=None, subset=""), options),
        (None, put),
    ]
    stamps = stamps_of(paths)
    while True:
        chosen, how = tries.pop(0)
        try:
            found = load_together(
                paths,
                roles=chosen,
                options=how,
                progress=lambda fraction, text: task.report(fraction * READ, text),
                cancelled=task.is_cancelled,
            )
        except CancelledError:
            raise
        except EvalguiError:
            if not tries:
                raise
        else:
            loaded = with_rows_still_aside(found.results[0], before, roles, task)
            first, *others = paths
            return Opened(first, loaded, tuple(others), found.unmatched, stamps, files_in(found))


def read_again(opened: Opened, roles: Roles, task: Task) -> Opened:
    """Assess what was read under other roles."""
    watch = Watch(task.report, task.is_cancelled).part(0.0, READ)
    old = opened.loaded
    loaded = assess(old.table, roles, before=old.proposal, digest=old.digest, watch=watch)
    return replace(opened, loaded=loaded)


def try_answers(loaded: Loaded, answers: Sequence[Roles], task: Task) -> dict[Roles, AnswerOutcome]:
    """Return what comes of each of some answers to what is asked about a file."""
    from evalgui.io.proposing.question_context import AnswerOutcome

    found = {}
    for place, roles in enumerate(answers):
        watch = Watch(task.report, task.is_cancelled).part(place / len(answers), 1.0)
        try:
            dataset = assess(loaded.table, roles, before=loaded.proposal, watch=watch).dataset
        except DataError as error:
            found[roles] = AnswerOutcome(refusal=error.message)
        else:
            found[roles] = AnswerOutcome.of(dataset)
    return found


def read_as_decided(opened: Opened, decisions: FileDecisions | None, task: Task) -> Opened:
    """Assess files as was decided once; what was read of them will do if it was read so."""
    if decisions is None or decisions == opened.decisions:
        return opened
    roles, options = decisions.roles, decisions.options
    if options == opened.decisions.options:
        return read_again(opened, roles, task)
    if isinstance(opened.path, Pasted):
        loaded = read_place(opened.path, task, roles=roles, options=options)
        return replace(opened, loaded=loaded)
    found = load_together(
        opened.paths,
        roles=roles,
        options=options,
        progress=lambda fraction, text: task.report(fraction * READ, text),
        cancelled=task.is_cancelled,
    )
    return replace(opened, loaded=found.results[0], files=files_in(found))


def files_in(found: Together) -> tuple[FileRead, ...]:
    """Return the files of a combination; none where each is a data set of its own."""
    return found.files if found.combination else ()


def read_otherwise(opened: Opened, roles: Roles, options: ReadOptions, task: Task) -> Loaded:
    """Read in another way, with those roles that fit."""
    place, before = opened.path, opened.loaded.proposal
    watch = Watch(task.report, task.is_cancelled)
    if opened.others:
        return _put_otherwise(opened, roles, options, watch)
    if isinstance(place, Pasted):
        source = place.source()
    else:
        part = watch.part(0.0, 0.3)
        source = read_source(place, progress=part.report, cancelled=task.is_cancelled)
    any_rows = replace(roles, set_aside=())
    part = watch.part(0.3, 1.0)
    loaded = preview(source, roles=any_rows, options=options, before=before, watch=part)
    return with_rows_still_aside(loaded, opened.loaded.table, roles, task)


def _put_otherwise(opened: Opened, roles: Roles, options: ReadOptions, watch: Watch) -> Loaded:
    """Put several files together in another way; of data sets of their own, return the first."""
    part = watch.part(0.0, 0.6)
    found = load_together(
        opened.paths, options=options, progress=part.report, cancelled=watch.cancelled
    )
    first, before = found.results[0], opened.loaded.proposal
    is_asked = opened.loaded.table.how.is_together_guess
    how = replace(first.table.how, together=options.together, is_together_guess=is_asked)
    table = replace(first.table, how=how)
    kept = only_decided(replace(roles, set_aside=()), before).fitting(table.names)
    return assess(table, kept, digest=first.digest, watch=watch.part(0.6, 1.0))


def with_rows_still_aside(
    loaded: Loaded, before: RawTable | None, roles: Roles, task: Task
) -> Loaded:
    """Return a file that was read anew with those rows set aside by hand that are the same.

    The others are used again, and a finding says so.
    """
    if not roles.set_aside:
        return loaded
    from evalgui.io.building.used_rows import still_there  # and Arrow

    aside = () if before is None else still_there(roles.set_aside, before, loaded.table)
    if aside:
        again = replace(loaded.proposal.roles, set_aside=aside)
        watch = Watch(task.report, task.is_cancelled).part(READ, READ)
        try:
            loaded = assess(
                loaded.table, again, before=loaded.proposal, digest=loaded.digest, watch=watch
            )
        except DataError:  # too little is left of what the file holds now
            aside = ()
    n_back = n_rows(roles.set_aside) - n_rows(aside)
    if not n_back or loaded.dataset is None:
        return loaded
    text = phrase_n(
        n_back,
        "1 row was set aside by hand before, and cannot be found again: it is used",
        "{n} rows were set aside by hand before, and cannot be found again: they are used",
        n=grouped(n_back),
    )
    findings = (*loaded.dataset.findings, Finding("set_aside_lost", text, n_back))
    return replace(loaded, dataset=replace(loaded.dataset, findings=findings))


def look_at_columns(columns: Sequence[RawColumn], task: Task) -> tuple[ColumnFacts, ...]:
    """Find out what columns hold."""
    # Arrow is there by now, but not when the window is made.
    from evalgui.io.proposing.column_facts import describe

    watch, found = Watch(task.report, task.is_cancelled), []
    for column in columns:
        watch.step(0.0, phrase("looking at the columns"))
        found.append(describe(column))
    return tuple(found)


def look_at_rows(loaded: Loaded, task: Task) -> tuple[Finding, ...]:
    """Return what occurs more than once in a file, and whether its classes are alike in size."""
    from evalgui.io.building.balance import of_balance
    from evalgui.io.repeats.rows import of_repeats

    balance = of_balance(loaded.dataset, loaded.proposal.roles)
    return (*balance, *of_repeats(loaded, Watch(task.report, task.is_cancelled)))


def return_to(fresh: Inputs, chosen: Inputs) -> Inputs:
    """Return what was chosen once for the same data, or what fits should the file be another."""
    dataset = fresh.dataset
    if dataset is None:
        return fresh
    again = replace(chosen, dataset=dataset)
    is_score = bool(dataset.called_by)
    if again.score is not None:
        is_score = again.score < max(len(dataset.scores), 1)
    is_class = again.positive is None or again.positive < dataset.n_classes
    if is_score and is_class:
        return again
    return replace(fresh, parameters=chosen.parameters, intervals=chosen.intervals)
