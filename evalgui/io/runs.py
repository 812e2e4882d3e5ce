"""Many files, each a run: read in turn, summed up, and let go of again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.dates import NoDatesError
from evalgui.core.errors import CancelledError, DataError, EvalguiError, on_one_line, sentence_of
from evalgui.core.periods import span_of
from evalgui.core.phrases import Phrase
from evalgui.core.progress import Watch
from evalgui.core.texts import Given, Text
from evalgui.core.vocabulary import phrase
from evalgui.io.assessing.assess import assessed, read
from evalgui.io.assessing.open_questions import UnansweredError
from evalgui.io.assessing.request import Request
from evalgui.io.assessing.threshold import Frozen
from evalgui.io.remembered.roles_json import roles_to_json
from evalgui.results.result import Fact, Result
from evalgui.results.runs import Run, numbers_of, runs_result
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from evalgui.core.consequences.settings import OverTime
    from evalgui.io.assessing.assessment import Assessed

_NO_CLASS = phrase("all classes are taken together: none is assessed against the rest")


def first_of(files: Mapping[str, Path], watch: Watch | None = None) -> Path:
    """Return the first file that can be assessed, or be asked about.

    Raises
    ------
    DataError
        If there is none, with the reason of the first.
    CancelledError
        If the watch says so.
    """
    watch, why = watch or Watch(), ""
    for place, (name, path) in enumerate(files.items()):
        watch.step(place / len(files), phrase("looking at {name}", name=name))
        try:
            read(Request(), (path,))
        except CancelledError:
            raise
        except EvalguiError as error:
            why = why or on_one_line(error)
            continue
        return path
    raise _none_of(len(files), why)


def _none_of(n: int, why: str) -> DataError:
    return DataError(phrase("none of {n} files can be assessed; {why}", n=str(n), why=why))


def read_runs(
    files: Mapping[str, Path],
    request: Request,
    watch: Watch | None = None,
    decided: Callable[[Request], None] = lambda _request: None,
) -> Iterator[Run]:
    """Yield each file as a run: all under the same roles, and one of them in memory at a time.

    Parameters
    ----------
    files
        By what they are called.
    request
        What is asked of each. What it leaves open about roles, the first file decides that can be
        assessed.
    watch
        Told how far it has come, and asked whether to go on.
    decided
        Told what is asked of all once that is known.

    Yields
    ------
    Run
        A file that cannot be read, or has other columns, with the reason.

    Raises
    ------
    UnansweredError
        If something has to be asked of that first file.
    CancelledError
        If the watch says so.
    """
    watch, over = watch or Watch(), request.consequences.over
    request = replace(request, consequences=replace(request.consequences, over=None))
    is_decided = False
    for place, (name, path) in enumerate(files.items()):
        watch.step(place / len(files), phrase("reading {name}", name=name))
        try:
            found = _assessed(request, path)
        except UnansweredError as error:
            if not is_decided:
                raise
            yield Run(name, note=_words(error))
            continue
        except CancelledError:
            raise
        except EvalguiError as error:
            yield Run(name, note=_words(error))
            continue
        if not is_decided:
            roles = found.loaded.proposal.roles
            roles = replace(roles, scores=roles.scores[:1])
            request, is_decided = replace(request, roles=roles), True
            decided(request)
        run = _run(name, found, over)
        del found  # one at a time is in memory
        yield run
    watch.step(1.0, phrase("done"))


def _assessed(request: Request, path: Path) -> Assessed:
    found = [*assessed(request, read(request, (path,)))]
    if len(found) > 1:
        message = phrase("a run is of one score; there are {n}", n=len(found))
        raise DataError(message, where=path.name, hint=phrase("Name one"))
    return found[0]


def _run(name: str, found: Assessed, over: OverTime | None) -> Run:
    snapshot, dates, note = found.snapshot, ("", ""), ""
    numbers = numbers_of(snapshot)
    if numbers is None:
        return Run(name, note=_NO_CLASS, sha256=found.loaded.sha256)
    if over is not None and snapshot.dataset is not None:
        try:
            dates = span_of(snapshot.dataset, over)
        except NoDatesError as error:
            note = sentence_of(error)
    return Run(name, numbers, note, dates, found.loaded.sha256)


def _words(error: EvalguiError) -> str:
    """Return why a file could not be assessed, on one line."""
    return phrase("{why}.", why=on_one_line(error))


def read_all(files: Mapping[str, Path], request: Request) -> tuple[Result, Result]:
    """Return many files as `evalgui.results.runs.runs_result` tells them, and what that rests on.

    Raises
    ------
    DataError
        If none can be assessed, with the reason of the first.
    UnansweredError
        As of `read_runs`.
    """
    asked = [request]
    runs = [*read_runs(files, request, decided=asked.append)]
    if all(one.numbers is None for one in runs):
        why = runs[0].note
        raise _none_of(len(runs), why.values.get("why", why) if isinstance(why, Phrase) else why)
    placing = request.placing
    is_same = placing.typed is not None or placing.frozen is not None
    return runs_result(runs, is_same_threshold=is_same), about_runs(files, asked[-1])


def about_runs(files: Mapping[str, Path], request: Request) -> Result:
    """Return what it takes to get the same numbers; each row has the SHA-256 of its file."""
    roles, placing = request.roles, request.placing
    frozen = placing.frozen
    said: dict[str, Any] = {
        "evalgui": __version__,
        "file": None,
        "files": len(files),
        "roles": roles_to_json(roles),
        "score": roles.scores[0] if roles.scores else None,
        "higher_is_positive": roles.higher_is_positive,
        "threshold": frozen.text if isinstance(frozen, Frozen) else placing.typed,
        "rule": None if placing.rule is None else placing.rule.rule_id,
        "level": request.intervals.level,
    }
    facts = (Fact(key, Text(key), Given(str(value)), {key: value}) for key, value in said.items())
    return Result("origin", Text("What it takes to get the same numbers"), facts=tuple(facts))
