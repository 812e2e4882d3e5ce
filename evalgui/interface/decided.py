"""What is decided in the window when it is closed, on its way to who opened it: as JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import EvalguiError
from evalgui.core.provenance import Origin, provenance_from
from evalgui.core.snapshot import resolve
from evalgui.interface.arguments import answer
from evalgui.interface.evaluation import Evaluation
from evalgui.io.bytes.source import Source
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.marked import as_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.core.snapshot import Snapshot
    from evalgui.interface.reproduction import Saying

_OF_TEXT = ("encoding", "delimiter", "first_line")
_COMPARED = ("n", "threshold", "threshold_infinite", "counts")


def told(snapshot: Snapshot, saying: Saying | None, name: str) -> str:
    """Return what is decided about the threshold, as JSON.

    Parameters
    ----------
    snapshot
        What is shown.
    saying
        What reproduces it; None where nothing is assessed.
    name
        What the data are called.

    Returns
    -------
    str
        An object with ``decided``: None where nobody decided, else an object with ``file``,
        ``files``, the ``arguments`` of `evalgui.evaluate` and the ``command`` that give it again,
        with ``remarks`` on what they cannot say; whether it is ``locked``, and of the numbers
        ``n``, ``threshold``, ``threshold_infinite``, ``rule``, ``provenance`` and ``counts``.
    """
    provenance = snapshot.provenance
    is_decided = provenance is not None and provenance.kind is not Origin.START
    if saying is None or not (is_decided or snapshot.inputs.is_locked):
        return as_json("decision", {"decided": None}, is_ascii=True)
    numbers = evaluation(snapshot)
    decided = {
        "file": name,
        "files": [str(path.absolute()) for path in saying.paths],
        "arguments": dict(saying.arguments),
        "command": saying.command().splitlines()[-1],
        "remarks": list(saying.remarks),
        "locked": snapshot.inputs.is_locked,
        **{key: numbers[key] for key in (*_COMPARED, "rule", "provenance")},
    }
    return as_json("decision", {"decided": decided}, is_ascii=True)


def evaluation_of(
    text: str, sources: Sequence[Any], orders: Mapping[str, tuple[str, ...]]
) -> Evaluation | None:
    """Return what was decided, from what `told` returned; None where nobody decided.

    Parameters
    ----------
    text
        What it returned.
    sources, orders
        The data that were shown, as of `evalgui.interface.arguments.given_data`.

    Raises
    ------
    EvalguiError
        If the window showed other data at last, which nobody can evaluate here.
    """
    found = json.loads(text)["decided"]
    if found is None:
        return None
    arguments = found["arguments"]
    is_handed = len(sources) == 1 and isinstance(sources[0], Source)
    if found["files"]:
        sources, orders = [Path(one) for one in found["files"]], {}
    elif not is_handed or sources[0].name != found["file"]:
        raise _other_data(found["file"])
    else:
        arguments = {name: arguments[name] for name in arguments if name not in _OF_TEXT}
    known = answer(sources, arguments, orders)
    snapshot = known.assessed.snapshot
    placed = {
        "provenance": provenance_from(found["provenance"]) or snapshot.inputs.provenance,
        "is_locked": found["locked"],
    }
    snapshot = resolve(replace(snapshot.inputs, **placed), snapshot)
    decided = Evaluation(replace(known, assessed=replace(known.assessed, snapshot=snapshot)))
    numbers = decided.to_dict()
    if any(numbers[key] != found[key] for key in _COMPARED):
        raise _other_data(found["file"])
    return decided


def _other_data(name: str) -> EvalguiError:
    message = "the window showed data at last that cannot be evaluated here"
    return EvalguiError(message, where=name, hint="Save them, and evaluate the file")
