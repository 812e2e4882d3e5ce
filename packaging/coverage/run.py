"""Simulate how often the intervals of evalgui hold the truth: ``python packaging/dev.py coverage``.

Each cell draws its data sets from a seed of its own, so that neither the number of processes nor
what else is asked for changes a number. The outcome is written into ``results/`` and, with
``page``, into the help page. ``--replicates 100`` tries everything in a minute or two, and then
writes nothing.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

PARTS = (
    *("two_class", "ranking", "bounds", "differences"),
    *("subjects", "claims", "k_classes", "bands", "consequences", "groups", "draws"),
)
REPLICATES = 4000
"""Of each cell, unless a part has fewer."""


def main(arguments: list[str]) -> int:
    """Simulate the parts that are named, all by default; return the exit code."""
    parser = argparse.ArgumentParser(prog="dev.py coverage", description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}, page")
    parser.add_argument("--replicates", type=int, default=REPLICATES, metavar="N")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1), metavar="N")
    parser.add_argument("--cells", type=int, metavar="N", help="only every N-th cell, to try it")
    options = parser.parse_args(arguments)
    unknown = set(options.parts) - {*PARTS, "page"}
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    is_trial = options.replicates != REPLICATES or options.cells
    for name in options.parts or PARTS:
        if name != "page":
            _simulate(name, options, is_trial=bool(is_trial))
    if not is_trial:
        page = importlib.import_module("page")
        sys.stdout.write(f"written: {page.write()}\n")
    return 0


def _simulate(name: str, options: argparse.Namespace, *, is_trial: bool) -> None:
    part, tally = importlib.import_module(name), importlib.import_module("tally")
    cells = part.cells()
    chosen = list(range(0, len(cells), options.cells or 1))
    begun = time.monotonic()
    n_replicates = options.replicates if is_trial else replicates_of(part)
    outcome = tally.Outcome(part.NAME, n_replicates, part.columns())
    jobs = [(name, number, n_replicates) for number in chosen]
    with ProcessPoolExecutor(options.processes) as pool:
        for done, (number, tallies) in enumerate(pool.map(one_cell, jobs), start=1):
            outcome.cells.append((cells[number], tallies))
            sys.stderr.write(f"\r{name}: {done} of {len(jobs)} cells")
    seconds = time.monotonic() - begun
    sys.stderr.write(f"\r{name}: {len(jobs)} cells in {seconds:.0f} s\n")
    if is_trial:
        report = importlib.import_module("page")
        sys.stdout.write("\n".join(report.table(outcome)) + "\n")
    else:
        sys.stdout.write(f"written: {outcome.write()}\n")


def replicates_of(part: object) -> int:
    """Return how many data sets of each cell a part draws."""
    return int(getattr(part, "REPLICATES", REPLICATES))


def one_cell(job: tuple[str, int, int]) -> tuple[int, dict[int, Any]]:
    """Return the number of a cell and its tallies; it runs in a process of its own."""
    name, number, n_replicates = job
    part, tally = importlib.import_module(name), importlib.import_module("tally")
    seeds = np.random.SeedSequence([tally.SEED, *name.encode(), number])
    cell = part.cells()[number]
    return number, part.simulate(cell, n_replicates, np.random.default_rng(seeds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
