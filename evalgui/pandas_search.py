"""pyarrow's search for pandas: the program ends it before it begins.

pyarrow looks for pandas at its first conversion, once, and loading it costs 0.25 s of every
start. No object of pandas meets pyarrow in the program. Where evalgui is a library of another
program, objects of pandas do, and pyarrow looks for itself.
"""

from __future__ import annotations

import contextlib
import sys
from importlib.abc import MetaPathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


class _NoPandas(MetaPathFinder):
    """Says of pandas that it is not installed."""

    def find_spec(self, fullname: str, _path: object, _target: object = None) -> None:
        """Refuse pandas; leave every other module to the other finders."""
        if fullname == "pandas":
            raise ModuleNotFoundError(name=fullname)


@contextlib.contextmanager
def no_search_for_pandas() -> Iterator[None]:
    """Let nobody find pandas meanwhile; whoever has loaded it before keeps it."""
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
