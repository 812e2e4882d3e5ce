"""The counts and all measures at the threshold as a table for other programs."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from evalgui.core.metrics import METRICS
from evalgui.io.writers.evaluation import evaluation
from evalgui.io.writers.files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.snapshot import Snapshot

HEADER = ("id", "name", "value", "x", "n", "undefined")
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def measures_table(snapshot: Snapshot) -> str:
    """Return the measures as CSV: one line each, numbers at full precision with a point.

    Parameters
    ----------
    snapshot
        With a data set and a score.

    Returns
    -------
    str
        With the header `HEADER`. An undefined value is an empty cell, its reason in the last
        column; an infinite one is ``inf`` or ``-inf``. ``x`` and ``n`` are the counts of a
        proportion.

    Raises
    ------
    ValueError
        If the snapshot has no operating point.
    """
    numbers = evaluation(snapshot)
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(HEADER)
    for name in ("file", "score", "positive", "negative"):
        writer.writerow([name, "", safe_text(numbers[name]), "", "", ""])
    threshold = snapshot.point.threshold if snapshot.point is not None else None
    writer.writerow(["threshold", "Threshold", repr(threshold), "", "", ""])
    for name in ("n", "n_positive", "n_negative", "n_missing"):
        writer.writerow([name, "", numbers[name], "", "", ""])
    for name, count in numbers["counts"].items():
        writer.writerow([name, "", count, "", "", ""])
    counts = snapshot.point.counts if snapshot.point is not None else None
    for metric in METRICS:
        shown = numbers["metrics"][metric.id]
        value = shown["infinite"] or shown["value"]
        x, n = ("", "") if metric.fraction is None or counts is None else metric.fraction(counts)
        cells = ["" if value is None else str(value), x, n, shown["undefined"] or ""]
        writer.writerow([metric.id, metric.name, *cells])
    for name, area in numbers["areas"].items():
        writer.writerow([name, "", "" if area is None else area, "", "", ""])
    for name, part in numbers["eer"].items():
        writer.writerow([f"eer_{name}", "", "" if part is None else part, "", "", ""])
    return target.getvalue()


def write_measures(snapshot: Snapshot, path: Path) -> None:
    """Write `measures_table` to a file, completely or not at all.

    Raises
    ------
    WritingError
        If the file cannot be written.
    """
    write_atomically(path, measures_table(snapshot).encode("utf-8"))


def safe_text(text: str) -> str:
    """Return text from data that no spreadsheet takes for a formula: an apostrophe guards it."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
