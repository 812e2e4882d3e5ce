"""What a simulation counts: how often an interval holds the truth, cell by cell."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

RESULTS = Path(__file__).parent / "results"
LEVEL = 0.95
SEED = 20260
_NOISE = 1e-12  # of a truth that is computed in another way than the limits


@dataclass(slots=True)
class Tally:
    """How often one interval was computed, held the truth, and was none.

    Parameters
    ----------
    n
        How often it was computed.
    covered
        How often it held the truth; one that is undefined never does.
    undefined
        How often there was none.
    """

    n: int = 0
    covered: int = 0
    undefined: int = 0

    def add(self, limits: NDArray[np.float64], truth: float, times: NDArray[np.int64]) -> None:
        """Count intervals.

        Parameters
        ----------
        limits : (R, 2) array of float
            Lower and upper limits; NaN where there are none. Where the first is above the
            second they go round infinity, and hold all but what lies between them.
        truth
            What they should hold.
        times : (R,) array of int
            How often each came about.
        """
        lower, upper = limits.T
        slack = _NOISE * max(1.0, abs(truth))
        above, below = lower <= truth + slack, upper >= truth - slack
        holds = np.where(lower > upper, above | below, above & below)
        self.n += int(times.sum())
        self.covered += int(times[holds].sum())
        self.undefined += int(times[np.isnan(lower) | np.isnan(upper)].sum())

    @property
    def coverage(self) -> float:
        """The share that held the truth."""
        return self.covered / self.n if self.n else math.nan


@dataclass(frozen=True, slots=True)
class Column:
    """What is looked at in every cell of a part.

    Parameters
    ----------
    measure
        What it is an interval of, as the help page names it.
    method
        The label of the method.
    is_default
        Whether it is what the program shows where nothing else was chosen.
    """

    measure: str
    method: str
    is_default: bool = True


@dataclass(slots=True)
class Outcome:
    """What came of a part: its columns, and a line for each cell.

    Parameters
    ----------
    part
        The name of the part.
    replicates
        How many data sets were drawn in each cell.
    columns
        What was looked at.
    cells
        What each cell was, and its tallies by the numbers of the columns.
    """

    part: str
    replicates: int
    columns: list[Column]
    cells: list[tuple[dict[str, Any], dict[int, Tally]]] = field(default_factory=list)

    def write(self, folder: Path = RESULTS) -> Path:
        """Write it, a line for each cell."""
        head: dict[str, Any] = {"part": self.part, "seed": SEED, "level": LEVEL}
        head["replicates"] = self.replicates
        head["columns"] = [[one.measure, one.method, one.is_default] for one in self.columns]
        lines = [json.dumps(_line(where, tallies)) for where, tallies in self.cells]
        text = json.dumps(head)[:-1] + ', "cells": [\n' + ",\n".join(lines) + "\n]}\n"
        path = folder / f"{self.part}.json"
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    @classmethod
    def read(cls, path: Path) -> Outcome:
        """Read what `write` wrote."""
        known = json.loads(path.read_text(encoding="utf-8"))
        columns = [Column(*one) for one in known["columns"]]
        found = cls(known["part"], known["replicates"], columns)
        for line in known["cells"]:
            undefined: Mapping[str, int] = line.pop("undefined", {})
            covered = line.pop("covered")
            tallies = {
                number: Tally(known["replicates"], hits, undefined.get(str(number), 0))
                for number, hits in enumerate(covered)
                if hits is not None
            }
            found.cells.append((line, tallies))
        return found


def _line(where: dict[str, Any], tallies: dict[int, Tally]) -> dict[str, Any]:
    last = max(tallies, default=-1)
    covered = [tallies[one].covered if one in tallies else None for one in range(last + 1)]
    undefined = {str(one): tally.undefined for one, tally in tallies.items() if tally.undefined}
    return {**where, "covered": covered, **({"undefined": undefined} if undefined else {})}
