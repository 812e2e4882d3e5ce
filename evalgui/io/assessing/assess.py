"""The way from files to what was asked of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.consequences.settings import LARGEST, PAIRS, POOLED
from evalgui.core.counted_failures import NoFailuresError, rates_of
from evalgui.core.dates import NoDatesError
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.groups import MISSING, NoGroupsError, groups_of
from evalgui.core.intervals.by_weight import BY_WEIGHTS
from evalgui.core.intervals.methods import method_of
from evalgui.core.matched_attacks import matched_attacks
from evalgui.core.multiclass import DEFAULT_SETTINGS, MulticlassSettings
from evalgui.core.periods import periods_of
from evalgui.core.readers import NoCallsError, calls_in
from evalgui.core.snapshot import Inputs, Snapshot, resolve
from evalgui.core.vocabulary import joined, phrase
from evalgui.core.weights import NO_COUNTS
from evalgui.io.assessing.assessment import Assessed
from evalgui.io.assessing.open_questions import answered
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_apart, load_together
from evalgui.io.meaning import ReadOptions, listed, show_hidden
from evalgui.io.room import free_memory, require_room

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.io.assessing.request import Request
    from evalgui.io.loading import Loaded
    from evalgui.io.loading_together import Data, Together


def read(request: Request, files: Sequence[Data]) -> Together:
    """Read files, and make one data set of those that belong together.

    Raises
    ------
    ReadingError
        If a file cannot be read, or all would not fit into the memory.
    DataError
        If there is no table that can be assessed, or no sheets to choose from.
    """
    require_room(files, free_memory(swap=True))
    roles = request.decided
    if len(files) == 1 and request.roles.scores:  # several scores are assessed one by one
        roles = replace(roles, scores=roles.scores[:1])
    take = load_apart if request.apart else load_together
    together = take(files, roles=roles, options=request.options)
    _require_known(request, together)
    return together


_NAME_A_CLASS = phrase("Name a class with --positive")
_LACKING = {
    "sheet": (phrase("there are no sheets to choose from"), "--sheet"),
    "encoding": (phrase("the file is no text that has an encoding"), "--encoding"),
    "delimiter": (phrase("the file has no cells that something separates"), "--delimiter"),
    "together": (phrase("there is only one file"), "--together"),
    "header": (phrase("the file has no first line that may hold names"), "--first-line"),
}


def _require_known(request: Request, together: Together) -> None:
    """Refuse what is said about reading where no file has such a thing."""
    reading, tables = request.reading, [one.table for one in together.results]
    if len(together.files) > 1:
        reading = replace(reading, together=None)
    if together.combination:  # which knows no more how its files were written
        reading = ReadOptions(sheet=reading.sheet)
    lacking = [reading.lacking(table.how) for table in tables]
    if lacking and all(lacking):
        message, option = _LACKING[lacking[0]]
        hint = phrase("Leave out {option}", option=option)
        raise DataError(message, where=tables[0].name, hint=hint)


def assessed(request: Request, together: Together) -> Iterator[Assessed]:
    """Yield what is assessed of files, one after the other: each data set, each score of it.

    Raises
    ------
    UnansweredError
        If something has to be asked first.
    DataError
        If what is asked cannot be said of these data.
    """
    for file in together.results:
        for loaded in _scored(request, file):
            answered(loaded)
            from evalgui.io.repeats.rows import with_repeats  # and Arrow

            known = with_repeats(loaded)
            yield Assessed(known, _snapshot(request, known), request)


def _scored(request: Request, loaded: Loaded) -> list[Loaded]:
    """Return a file once for each score that is named, else as it is."""
    if not request.by_score:
        return [loaded]
    wanted = request.decided
    return [
        loaded
        if loaded.proposal.roles.scores == (name,)
        else assess(loaded.table, replace(wanted, scores=(name,)), digest=loaded.digest)
        for name in request.roles.scores
    ]


def _snapshot(request: Request, loaded: Loaded) -> Snapshot:
    name = loaded.table.name
    dataset = loaded.dataset
    # Of many classes, one is assessed against the rest where it is asked for.
    wants_one = request.roles.positive is not None
    positive = dataset.positive if wants_one and dataset is not None else None
    settings, roles = request.settings or DEFAULT_SETTINGS, request.decided
    if dataset is not None and roles.recalibrated:
        from evalgui.core.consequences.recalibration import require_recalibrated

        require_recalibrated(dataset)
    # What is made of a score stands behind it, and is what was asked about.
    score = len(dataset.scores) - 1 if dataset is not None and roles.recalibrated else 0
    inputs = Inputs(
        dataset,
        score,
        positive,
        parameters=request.parameters,
        multiclass=settings,
        intervals=request.intervals,
        consequences=request.consequences,
    )
    if dataset is not None and dataset.is_weighted:
        _require_use_of_methods(request, name)
    snapshot = resolve(inputs)
    if request.settings is not None:
        _require_use(request.settings, snapshot)
    if request.intervals.prevalence is not None and snapshot.point is None:
        message = phrase(
            "all classes are taken together: none has predictive values at a prevalence"
        )
        raise DataError(message, where=name, hint=_NAME_A_CLASS)
    _require_groups(request, snapshot, name)
    _require_failures(snapshot, name)
    _require_calls(request, snapshot, name)
    _require_matched(request, snapshot.dataset, name)
    needs_score = bool(request.curves or request.grey) or request.needs_score
    return request.placing.on(snapshot, name, needs_score=needs_score)


def _require_groups(request: Request, snapshot: Snapshot, name: str) -> None:
    """Refuse a column of groups, or of dates, that has none."""
    said, dataset = request.consequences, snapshot.dataset
    if said.against != LARGEST and not said.groups:
        message = phrase("no column of groups is asked about, so none is set beside another")
        raise DataError(message, where=name, hint=phrase("Name it with --group"))
    if dataset is None or not (said.groups or said.over):
        return
    if snapshot.point is None:
        message = phrase(
            "all classes are taken together: groups are told of one class"
            if said.groups
            else "all classes are taken together: a trend is told of one class"
        )
        raise DataError(message, where=name, hint=_NAME_A_CLASS)
    try:
        if said.groups:
            groups_of(dataset, *said.groups)
        if said.over is not None:
            periods_of(dataset, said.over)
    except NoGroupsError as error:
        hint = phrase("Name another column, or write an expression such as age > 60")
        raise DataError(sentence_of(error), where=name, hint=hint) from None
    except NoDatesError as error:
        raise DataError(sentence_of(error), where=name) from None
    against = "" if said.against in {LARGEST, POOLED, PAIRS} else said.against.removeprefix("=")
    known = [one.name or MISSING for one in groups_of(dataset, *said.groups)] if against else []
    if against and against not in known:
        message = phrase("there is no group '{name}' to set others beside", name=against)
        hint = phrase("Groups: {names}", names=joined(", ", known[:12]))
        raise DataError(message, where=name, hint=hint)


def _require_failures(snapshot: Snapshot, name: str) -> None:
    """Refuse a column of failures that does not say what failed."""
    try:
        rates_of(snapshot)
    except NoFailuresError as error:
        hint = phrase("Count what failed yourself (--fta K/N, --fte K/N), or name another column")
        raise DataError(sentence_of(error), where=name, hint=hint) from None


def _require_calls(request: Request, snapshot: Snapshot, name: str) -> None:
    """Refuse columns of readers that do not say classes."""
    dataset = snapshot.dataset
    try:
        for column in request.consequences.readers:
            if dataset is not None:
                calls_in(dataset, column)
    except NoCallsError as error:
        hint = phrase("Name columns with the names of the classes in their cells")
        raise DataError(sentence_of(error), where=name, hint=hint) from None


def _require_matched(request: Request, dataset: Dataset | None, name: str) -> None:
    """Refuse a column that does not say which attacks the comparison matched."""
    column = request.consequences.matched
    if not column or dataset is None:
        return
    try:
        matched_attacks(dataset, column)
    except ValueError as error:
        raise DataError(
            sentence_of(error), where=name, hint=phrase("Name another column, or k/n")
        ) from None


def _require_use_of_methods(request: Request, name: str) -> None:
    """Refuse methods of intervals that are asked for by name and need counts, not weights."""
    for kind in request.intervals.methods:
        method = method_of(request.intervals, kind)
        if method.is_exact or kind not in BY_WEIGHTS:
            option = f"{kind.value}={method.id}"
            message = phrase("{why}, which {option} needs", why=NO_COUNTS, option=option)
            hint = phrase("Leave out {option}", option="--interval")
            raise DataError(message, where=name, hint=hint)


def _require_use(settings: MulticlassSettings, snapshot: Snapshot) -> None:
    """Refuse settings that nothing would follow."""
    dataset, overall = snapshot.dataset, snapshot.overall
    # The order is of use to one score of several ordered classes, too.
    is_order_alone = settings == replace(DEFAULT_SETTINGS, order=settings.order)
    is_of_use = bool(settings.order) and is_order_alone
    is_of_use &= dataset is not None and dataset.n_classes > 2
    if dataset is None or not (is_of_use or (overall is not None and snapshot.point is None)):
        message = phrase(
            "one class is assessed against the rest: there are no averages over classes"
        )
        hint = phrase(
            "Leave out --average-over, --classes, --undefined-as-zero, --class-order and --top-k"
        )
        raise DataError(message, where="" if dataset is None else dataset.name, hint=hint)
    missing = [name for name in dataset.classes if name not in settings.order]
    if settings.order and missing:
        named = listed([show_hidden(name) for name in missing])
        message = phrase("the order of the classes lacks {names}", names=named)
        hint = phrase("Name every class in --class-order")
        raise DataError(message, where=dataset.name, hint=hint)
    for name in (*settings.chosen, *settings.order):
        if name not in dataset.classes:
            shown = listed([show_hidden(known) for known in dataset.classes])
            hint = phrase("Choose one of {names}", names=shown)
            message = phrase("there is no class '{name}'", name=show_hidden(name))
            raise DataError(message, where=dataset.name, hint=hint)
    has_scores = overall is not None and overall.class_scores is not None
    if settings.top_k != DEFAULT_SETTINGS.top_k and not has_scores:
        message = phrase("there is no score for each class, and so no top-k accuracy")
        hint = phrase("Leave out {option}", option="--top-k")
        raise DataError(message, where=dataset.name, hint=hint)
