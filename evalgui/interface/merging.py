"""Many count tables made into one, in Python."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.interface.spelling import told_in_python

if TYPE_CHECKING:
    from collections.abc import Sequence


def merge(
    data: str | PathLike[str] | Sequence[str | PathLike[str]], out: str | PathLike[str]
) -> Path:
    """Add up count tables with the same classes, score, direction, groups and bins.

    Parameters
    ----------
    data
        Count tables that ``evalgui count`` or ``evalgui merge`` made, a folder of them, or a glob.
    out
        Where the result goes, a Parquet file: what a count of all their files at once would be.

    Returns
    -------
    Path
        Where it is, for `evalgui.evaluate`.

    Raises
    ------
    EvalguiError
        If counts do not add up, a file cannot be read, or the result cannot be written.
    """
    from evalgui.io.counting.merge import merge as added

    with told_in_python():
        added([data] if isinstance(data, (str, PathLike)) else [*data], out)
    return Path(out)
