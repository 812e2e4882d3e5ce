"""A small file of each format that opens, and what must come of it."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from evalgui.io.verifying.checked import FOLDER, Checked, each, known
from evalgui.io.writers.inspection import inspect
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXACT = 1e-15
_SOURCE = "worked out by hand"
_EXTRA = re.compile(r"evalgui\[(\w+)\]")


def files() -> Iterator[Checked]:
    """Yield rows, classes and area of each file; what an extra reads that is absent is said."""
    entries = known("formats/expected")
    folder = resources() / FOLDER / "formats"
    with ThreadPoolExecutor() as beside:  # most are read in a process of their own
        understood = [*beside.map(lambda name: inspect([folder / name]).as_json(), entries)]
    for (name, expected), found in zip(entries.items(), understood, strict=True):
        extra = _EXTRA.search(str(found.get("message", "")))
        if extra is not None:
            yield Checked(name, "status", expected["status"], "", 0.0, _SOURCE, extra[1])
            continue
        for quantity, value, ours in _compared(expected, found):
            yield from each(name, quantity, value, ours, _EXACT, _SOURCE)


def _compared(
    expected: dict[str, Any], found: dict[str, Any]
) -> Iterator[tuple[str, object, object]]:
    yield "status", expected["status"], found["status"]
    if expected["status"] != found["status"]:
        return
    yield "rows", expected["rows"], found["rows_total"]
    yield "columns", ", ".join(expected["columns"]), ", ".join(found["columns"])
    if found["status"] == "loaded":
        yield "rows of each class", expected["classes"], found["class_counts"]
        if expected["auc"] is not None:
            yield "area under the ROC curve", float(Fraction(expected["auc"])), found["auc"]
