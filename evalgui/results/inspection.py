"""What is understood of a file, whether or not something has to be asked first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import counts_by_code
from evalgui.core.errors import EvalguiError
from evalgui.core.tabulation import tabulate
from evalgui.core.texts import Count, Given, Joined, Text
from evalgui.results.result import Fact, Result
from evalgui.results.topics.flow import reasons
from evalgui.results.topics.notes import notes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.core.texts import Told
    from evalgui.results.topic import Understood

_FIRST = ("status", "message", "questions")


def refused(error: EvalguiError) -> Result:
    """Return that a file is refused, and why; the rest is as of `inspection`."""
    # Of its own words alone: it may hold on to the frames in which it was raised.
    why = EvalguiError(error.message, where=error.where, hint=error.hint)
    status = _status("refused", str(error))
    return _result([Fact("status", Text("refused"), Text("{why}", {"why": why}), status)])


def inspection(
    found: Understood, message: str, dataset: Dataset | None, asked: Sequence[Told] = ()
) -> Result:
    """Return what is understood of a file.

    Parameters
    ----------
    found
        What its columns are taken for, what is odd, and what has to be asked.
    message
        The same in sentences.
    dataset
        What was made of it; None where something has to be asked first.
    asked
        The questions as people read them, with how each is answered.

    Returns
    -------
    Result
        The table of `notes`, and facts with the values ``status`` ("loaded", "asked" or
        "refused") and ``message``; ``questions`` where there are any; ``format``, ``columns``,
        ``rows_total``, ``confidence`` and ``proposal``. Of what is loaded also ``rows_used`` and
        ``rows_excluded`` by reason, those without the first score among them;
        ``class_counts``, what the rows used stand for, and ``n``, of all classes, only of a count
        table; and ``auc`` of the first score, None where it is undefined. The rows of a confusion
        matrix are those that it counts.
    """
    known = {
        "format": found.format,
        "columns": list(found.columns),
        "rows_total": found.n_rows,
        "confidence": found.confidence,
        "proposal": list(found.proposal),
    }
    sure = {"sure": found.confidence}
    if dataset is None:
        told = _status("asked", message) | {"questions": list(found.questions)}
        n = len(found.questions)
        (first, *others) = asked if n == 1 else (Text("there are {n} questions", {"n": n}), *asked)
        facts = [Fact("status", Text("asked ({sure})", sure), first, told | known)]
        facts += (Fact("question", Text("question"), one) for one in others)
    else:
        values = known | _numbers(dataset)
        told = _status("loaded", message)
        facts = [Fact("status", Text("loaded ({sure})", sure), None, told | values)]
        facts += _counted(values)
        columns = Joined(tuple(map(Given, found.columns)), ", ")
        facts.append(Fact("columns", Text("columns"), columns))
    return _result([*facts, *reasons(dict.fromkeys(found.why))], found)


def _status(status: str, message: str) -> dict[str, Any]:
    return {"status": status, "message": message}


def _result(facts: Sequence[Fact], found: Understood | None = None) -> Result:
    """Return it with what is odd, which JSON has behind the questions."""
    odd = notes(() if found is None else found.findings)
    keys = (*(key for key in _FIRST if key in facts[0].values), "warnings")
    return Result("inspection", Text("What is understood"), odd.tables, tuple(facts), keys)


def _counted(values: dict[str, Any]) -> Iterator[Fact]:
    """Yield how many rows are used, how many are not and why, and those of each class."""
    excluded = values["rows_excluded"]
    n = Text("{n} rows", {"n": Count(values["rows_total"])})
    both = {"used": Count(values["rows_used"]), "excluded": Count(sum(excluded.values()))}
    yield Fact("rows", n, Text("{used} used, {excluded} excluded", both))
    for code, count in excluded.items():
        yield Fact("excluded", Text("excluded, {code}", {"code": code}), Count(count))
    told = Text("{n} counted") if "n" in values else Text("{n} rows")
    for name, count in values["class_counts"].items():
        yield Fact("class", Given(name), told.filled({"n": Count(count)}))


def _numbers(dataset: Dataset) -> dict[str, Any]:
    """Return the rows that take part in the numbers of the first score, and its area."""
    if dataset.matrix is not None:
        sizes = dict(zip(dataset.classes, dataset.matrix.actual.tolist(), strict=True))
        n = dataset.matrix.n
        used = {"rows_total": n, "rows_used": n, "rows_excluded": {}}
        return {**used, "class_counts": sizes, "auc": None}
    excluded = counts_by_code(dataset.exclusions)
    has_score = np.ones(dataset.n, bool)
    auc = None
    if dataset.scores:
        score = dataset.scores[0]
        has_score = ~np.isnan(score.values)
        auc = tabulate(dataset, score).auc
    elif dataset.class_scores is not None and dataset.predicted is not None:
        has_score = dataset.predicted >= 0
    excluded["missing_score"] = dataset.n - int(np.count_nonzero(has_score))
    if dataset.row_counts is not None:
        counts = dataset.in_weights(dataset.row_counts[has_score].sum(axis=0)).tolist()
        counted = {"n": sum(counts)}
    else:
        counts = np.bincount(dataset.truth[has_score], minlength=len(dataset.classes)).tolist()
        counted = {}
    return {
        "rows_used": int(np.count_nonzero(has_score)),
        "rows_excluded": {code: count for code, count in excluded.items() if count},
        "class_counts": dict(zip(dataset.classes, counts, strict=True)),
        **counted,
        "auc": auc,
    }
