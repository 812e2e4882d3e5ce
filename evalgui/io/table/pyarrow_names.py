"""pyarrow as this room uses it: typed columns, untyped functions.

The published type stubs of pyarrow's compute functions reject most correct calls, so the
functions go by names without types, and the columns that go in and out are typed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    ArrowArray: TypeAlias = pa.Array[Any]
    ArrowColumn: TypeAlias = pa.ChunkedArray[Any]
else:
    ArrowArray = pa.Array
    ArrowColumn = pa.ChunkedArray


arrow: Any = pa
kernels: Any = pc

__all__ = ["ArrowArray", "ArrowColumn", "arrow", "kernels"]
