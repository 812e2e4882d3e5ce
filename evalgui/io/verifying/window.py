"""The way from a file to a report: the window with a line that is dragged, and the report."""

from __future__ import annotations

import csv
import json
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.io.assessing import Request, assessed, read
from evalgui.io.reporting.report_file import write_report
from evalgui.io.samples import samples
from evalgui.io.sandbox.parent import command, surroundings
from evalgui.io.sandbox.start import START_CHECK
from evalgui.io.verifying.checked import Checked, each

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.io.samples import Sample

SAMPLE = "clinical"
_SCORE = "logistic_regression"
_SECONDS = 300.0  # a machine may be busy
_SOURCE = "a plain loop over the rows of the sample"
_FOUND_BY = ("QT_", "FONTCONFIG_", "TMPDIR", "TEMP", "TMP", "LOCALAPPDATA", "WINDIR")


def window() -> Iterator[Checked]:
    """Yield the counts where the line was dragged to, each counted anew, and what was written."""
    (sample,) = (one for one in samples() if one.id == SAMPLE)
    yield from _dragged(sample)
    yield from _written(sample)


def _dragged(sample: Sample) -> Iterator[Checked]:
    try:
        child = subprocess.run(  # noqa: S603 - this program itself
            command(START_CHECK),
            capture_output=True,
            env=surroundings(*_FOUND_BY) | {"QT_QPA_PLATFORM": "offscreen"},
            timeout=_SECONDS,
            check=False,
        )
        found = json.loads(child.stdout) if not child.returncode else None
        why = f"exit code {child.returncode}"
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        found, why = None, type(error).__name__
    yield Checked("window", "ends", "well", "well" if found else why, 0.0, _SOURCE)
    if not found:
        return
    yield Checked("window", "Qt", found["qt"], found["qt"], 0.0, "what is loaded")
    with sample.path.open(encoding="utf-8", newline="") as file:
        read_rows = csv.DictReader(file)
        rows = [(float(row[_SCORE]), row["diagnosis"] == "malignant") for row in read_rows]
    for one in found["places"]:
        threshold = float(one["threshold"])
        counts = {
            "tp": sum(is_ill for score, is_ill in rows if score >= threshold),
            "fp": sum(not is_ill for score, is_ill in rows if score >= threshold),
            "fn": sum(is_ill for score, is_ill in rows if score < threshold),
            "tn": sum(not is_ill for score, is_ill in rows if score < threshold),
        }
        yield from each(
            "line", f"dragged to {one['threshold']}", counts, one["counts"], 0.0, _SOURCE
        )


def _written(sample: Sample) -> Iterator[Checked]:
    """Write the report as a web page and on pages; how it begins and ends is looked at."""
    request = Request(roles=replace(sample.roles, scores=(_SCORE,)))
    (one,) = assessed(request, read(request, [sample.path]))
    for ending, begins, ends in ((".html", b"<!", b"</html>"), (".pdf", b"%PDF-", b"%%EOF")):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"report{ending}"
            try:
                write_report(one, path)
                written = path.read_bytes().strip()
                is_whole = written.startswith(begins) and written.endswith(ends)
                found = "whole" if is_whole else "not whole"
            except EvalguiError as error:
                found = str(error)
        yield Checked("report", ending.removeprefix("."), "whole", found, 0.0, "how files are made")
