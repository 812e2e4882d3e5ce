"""One result that is known, beside what is computed here."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "reference"


@dataclass(frozen=True, slots=True)
class Checked:
    """A known result and what this installation gives.

    Parameters
    ----------
    case, quantity
        Of which data it is, and what of them.
    expected, found
        What is known, and what is computed here: numbers, NaN where it is undefined, or texts.
    tolerance
        How far a number may lie from the known one.
    source
        Who computed or printed it.
    lacks
        Which extra is not installed, so that nothing could be compared; "" where it was.
    """

    case: str
    quantity: str
    expected: float | str
    found: float | str
    tolerance: float
    source: str
    lacks: str = ""

    @property
    def difference(self) -> float:
        """How far the number lies from the known one; NaN where one of them is none."""
        if isinstance(self.expected, str) or isinstance(self.found, str):
            return math.nan
        return 0.0 if self.expected == self.found else abs(self.found - self.expected)

    @property
    def holds(self) -> bool:
        """Whether it is the known one; undefined is undefined alone, and infinite infinite."""
        if isinstance(self.expected, str) or isinstance(self.found, str):
            return self.expected == self.found
        if math.isnan(self.expected):
            return math.isnan(self.found)
        return self.difference <= self.tolerance


def each(  # noqa: PLR0913, PLR0917 - what a result has
    case: str,
    quantity: str,
    expected: Any,  # noqa: ANN401 - numbers, texts, and lists and names of them, as JSON has them
    found: Any,  # noqa: ANN401 - the same
    tolerance: float,
    source: str,
) -> Iterator[Checked]:
    """Yield a result for each number of what may be lists of them, or numbers by name."""
    if isinstance(expected, list):
        pairs: Any = ((str(place), one) for place, one in enumerate(expected))
        same = len(found) == len(expected)
        if not same:
            yield Checked(case, f"{quantity}: n", len(expected), len(found), 0.0, source)
            return
    elif isinstance(expected, dict):
        pairs = expected.items()
    else:
        is_text = isinstance(found, str)
        own = found if is_text else _number(found)
        known = expected if is_text else _number(expected)
        yield Checked(case, quantity, known, own, tolerance, source)
        return
    for name, one in pairs:
        other = found[int(name)] if isinstance(expected, list) else found[name]
        yield from each(case, f"{quantity} [{name}]", one, other, tolerance, source)


def _number(value: Any) -> float:  # noqa: ANN401 - a number of JSON, or of numpy
    return math.nan if value is None else float(value)


@cache
def sources() -> dict[str, str]:
    """Return who computed the cases, by how their ids begin."""
    return dict(known("sources"))


def known(name: str) -> Any:  # noqa: ANN401 - as JSON has it
    """Return one of the files with known results.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    path = resources() / FOLDER / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))
