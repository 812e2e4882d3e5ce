"""What the program understands of a file, as one JSON object: `evalgui inspect`."""

from __future__ import annotations

import json
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.checks import Finding, counts_by_code
from evalgui.core.errors import EvalguiError
from evalgui.core.memory import enough_memory
from evalgui.core.tabulation import tabulate
from evalgui.io.bytes.source import read_source
from evalgui.io.loading import Loaded, assess
from evalgui.io.loading_together import load_together
from evalgui.io.meaning import FIND_OUT, ReadOptions, Roles, listed
from evalgui.io.remembered.import_spec import ImportSpec, read_import_spec
from evalgui.io.remembered.roles_json import KEYS, reasons_as_json, roles_from_json, unknown_keys
from evalgui.io.writers.several_files import about_files
from evalgui.render import json as as_json
from evalgui.results.topics.notes import notes

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

    from evalgui.core.dataset import Dataset
    from evalgui.io.table import RawTable


def inspect(
    path: str | os.PathLike[str],
    roles_json: str | None = None,
    spec_path: str | os.PathLike[str] | None = None,
    *,
    said: Roles | None = None,
    reading: ReadOptions = FIND_OUT,
) -> dict[str, Any]:
    """Read a file as the window would, and return what was understood.

    Parameters
    ----------
    path
        The file.
    roles_json
        What its columns mean, as the JSON text of an object that
        `evalgui.io.remembered.roles_json.roles_from_json` explains. A column goes by its name,
        or by its place from 0. None to propose everything.
    spec_path
        A file with choices that were made for another file (see
        `evalgui.io.remembered.import_spec`), which hold where `roles_json` says nothing.
    said
        What its columns mean, before what `roles_json` says.
    reading
        What is said about how it is read; the rest is found out.

    Returns
    -------
    dict
        Ready for `json.dumps`: ``status`` is "loaded", "refused" or "asked"; ``message``
        what the user would read; ``questions`` what is asked, by role; ``confidence`` how sure
        the least sure role is, and ``proposal`` why each role is what it is
        (`evalgui.io.remembered.roles_json.reasons_as_json`);
        ``warnings`` with code, text, count and level; the rows in total, used and excluded by
        reason; the ``format`` and the columns; the rows used of each class; the area under the
        ROC curve of the first score, null where it is undefined. The rows of a file that is a
        confusion matrix are those that it counts. Rows of a count table are
        its own, and ``class_counts`` and ``n`` what they stand for.
    """
    # Arrow is imported when it is needed: the command line has other uses.
    from evalgui.io import readers

    try:
        spec = None if spec_path is None else read_import_spec(spec_path)
        with enough_memory("opening the data"):
            source = read_source(path)
            table = readers.read(source, _options(spec, reading))
        loaded = assess(table, _decided(_parse_roles(table, roles_json), spec, said))
    except EvalguiError as error:
        return {"status": "refused", "message": str(error), "warnings": []}
    return _answer(loaded, _unknown_roles(roles_json))


def inspect_together(
    paths: Sequence[str | os.PathLike[str]],
    roles_json: str | None = None,
    spec_path: str | os.PathLike[str] | None = None,
    *,
    said: Roles | None = None,
    reading: ReadOptions = FIND_OUT,
) -> dict[str, Any]:
    """Read several files as the window would, and return what was understood.

    Parameters
    ----------
    paths
        The files.
    roles_json, spec_path, said, reading
        As of `inspect`; columns go by their names.

    Returns
    -------
    dict
        Where the files are one data set, that of `inspect` with what
        `evalgui.io.writers.several_files.about_files` says. Else that with ``results``, one
        for each ``file``, and the ``status`` of the first that is not loaded, if any.
    """
    try:
        spec = None if spec_path is None else read_import_spec(spec_path)
        roles = _decided(_parse_roles(None, roles_json), spec, said)
        together = load_together(paths, roles=roles, options=_options(spec, reading))
    except EvalguiError as error:
        return {"status": "refused", "message": str(error), "warnings": []}
    about, unknown = about_files(together), _unknown_roles(roles_json)
    if together.combination:
        return {**_answer(together.results[0], unknown), **about}
    results = [
        {"file": file.name, **_answer(loaded, unknown)}
        for file, loaded in zip(together.files, together.results, strict=True)
    ]
    states = [entry["status"] for entry in results if entry["status"] != "loaded"]
    return {"status": (*states, "loaded")[0], **about, "results": results}


def _answer(loaded: Loaded, unknown: Sequence[Finding]) -> dict[str, Any]:
    answer = {
        "warnings": as_json.listed(notes((*_findings(loaded), *unknown)).tables[0]),
        "format": loaded.table.how.format,
        "columns": list(loaded.table.names),
        "rows_total": loaded.table.n_rows,
        "confidence": loaded.proposal.confidence.word,
        "proposal": reasons_as_json(loaded.proposal.reasons),
    }
    if loaded.dataset is None:
        asked = loaded.proposal.asked
        questions = [{"role": one.role.value, "question": one.question} for one in asked]
        message = loaded.proposal.question
        return {"status": "asked", "message": message, "questions": questions, **answer}
    reasons = (one.sentence for one in loaded.proposal.reasons)
    message = " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in reasons)
    return {"status": "loaded", "message": message, **answer, **_numbers(loaded.dataset)}


def _options(spec: ImportSpec | None, reading: ReadOptions) -> ReadOptions | None:
    """Return what is decided about the format."""
    options = None if spec is None else spec.options
    return options if reading == FIND_OUT else reading.over(options or FIND_OUT)


def _decided(named: Roles | None, spec: ImportSpec | None, said: Roles | None) -> Roles | None:
    """Return what is decided about the columns: what was said last comes first."""
    parts = [one for one in (said, named, None if spec is None else spec.roles) if one is not None]
    return reduce(Roles.over, parts) if parts else None


def _parse_roles(table: RawTable | None, roles_json: str | None) -> Roles | None:
    return None if roles_json is None else roles_from_json(_decode(roles_json), table)


def _decode(roles_json: str) -> object:
    try:
        return json.loads(roles_json)
    except (ValueError, RecursionError):
        return None


def _unknown_roles(roles_json: str | None) -> tuple[Finding, ...]:
    """Return a finding about what is no role: it may be a misspelt one."""
    unknown = () if roles_json is None else unknown_keys(_decode(roles_json))
    if not unknown:
        return ()
    text = f"{listed(unknown)}: no role, and passed over; the roles are {', '.join(KEYS)}"
    return (Finding("unknown_role", text, len(unknown)),)


def _findings(loaded: Loaded) -> Iterable[Finding]:
    if loaded.dataset is not None:
        from evalgui.io.building.balance import of_balance
        from evalgui.io.repeats.rows import of_repeats  # and Arrow

        balance = of_balance(loaded.dataset, loaded.proposal.roles)
        return (*loaded.dataset.findings, *balance, *of_repeats(loaded))
    return dict.fromkeys((*loaded.table.findings, *loaded.proposal.findings))


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
        table = tabulate(dataset, score)
        auc = None if np.isnan(table.auc) else table.auc
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
