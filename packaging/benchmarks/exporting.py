"""Ten million rows with call and outcome, written as tables: processor time and memory."""

from __future__ import annotations

import resource
import tempfile
import time
from pathlib import Path

from opening import NUMBERS, write
from timing import say

from evalgui.io.assessing import Request, assessed, read
from evalgui.io.meaning import Roles
from evalgui.io.writers.tables import FORMATS, TABLES, Contents, How, write_tables

_ROWS = 10_000_000
_FORMATS = ("parquet", "csv", "tsv")  # what takes so many; a sheet of Excel does not


def main() -> None:
    """Print what each format takes, writing to the disk and reading back included."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        write(path, _ROWS, NUMBERS, 1)
        request = Request(roles=Roles(truth="truth", scores=("score",), positive="1"))
        (one,) = assessed(request, read(request, [path]))
        contents = Contents(one.snapshot, one.loaded)
        say(f"open, peak {_peak():,} MiB")
        for form_id in _FORMATS:
            form = FORMATS.by_id(form_id)
            target = Path(folder) / f"out{form.suffix}"
            start = time.process_time()
            table = TABLES.by_id("rows").make(contents)
            write_tables([table], target, form, How(contents.about))
            taken, size = time.process_time() - start, target.stat().st_size >> 20
            say(f"{form.name}: {taken:.1f} s of processor, {size:,} MiB, peak {_peak():,} MiB")
            target.unlink()
    say("goal: below 20 s, and no more memory than the open data take")


def _peak() -> int:
    """Return the most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
