"""pyarrow as this room uses it: typed columns, untyped functions.

The published type stubs of pyarrow's compute functions reject most correct calls, so the
functions go by names without types, and the columns that go in and out are typed.
"""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    ArrowArray: TypeAlias = pa.Array[Any]
    ArrowColumn: TypeAlias = pa.ChunkedArray[Any]
else:
    ArrowArray = pa.Array
    ArrowColumn = pa.ChunkedArray


class _NoPandas(MetaPathFinder):
    """Says of pandas that it is not installed."""

    def find_spec(self, fullname: str, _path: object, _target: object = None) -> None:
        """Refuse pandas; leave every other module to the other finders."""
        if fullname == "pandas":
            raise ModuleNotFoundError(name=fullname)


def _leave_pandas_out() -> None:
    """Let pyarrow find no pandas: looking for it costs 0.25 s at the first conversion.

    pyarrow looks once, and would then only know objects of pandas, of which there are none
    here. Whoever has loaded pandas before keeps what pyarrow can do with it.
    """
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        pa.scalar(0)
    finally:
        sys.meta_path.remove(finder)


_leave_pandas_out()

arrow: Any = pa
kernels: Any = pc

__all__ = ["ArrowArray", "ArrowColumn", "arrow", "kernels"]
