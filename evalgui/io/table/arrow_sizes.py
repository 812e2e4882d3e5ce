"""How large the parts of an Arrow message become: asked before anything is unpacked.

The message is a flatbuffer, as `Message.fbs` of the Arrow format lays it out. A few
bytes of a compressed buffer can announce more than any memory holds.
"""

from __future__ import annotations

import struct

_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3
_VERSION, _HEADER_TYPE, _HEADER, _REMARKS = 0, 1, 2, 4  # fields of a message
_VERSION_4 = 3
_DATA = 1  # field of a dictionary batch
_BUFFERS, _COMPRESSION = 2, 3  # fields of a record batch
_BUFFER_SIZE = 16  # bytes in the list of buffers: an offset and a length


def unpacked_size(metadata: bytes, body: bytes | memoryview) -> int:
    """Return how many bytes the compressed buffers of a message become.

    Parameters
    ----------
    metadata
        The flatbuffer of the message.
    body
        What follows it: the buffers.

    Returns
    -------
    int
        0 for a message without compressed buffers.

    Raises
    ------
    ValueError
        If the message is damaged.
    """
    try:
        message = _Table.root(metadata)
        kind = message.byte(_HEADER_TYPE)
        batch = message.table(_HEADER)
        if kind == _DICTIONARY_BATCH and batch is not None:
            batch = batch.table(_DATA)
        if kind not in {_DICTIONARY_BATCH, _RECORD_BATCH} or batch is None:
            return 0
        # Version 4 had no field for the compression and said it among the remarks.
        may_be_old = message.byte(_VERSION) <= _VERSION_4 and message.table(_REMARKS) is not None
        if batch.table(_COMPRESSION) is None and not may_be_old:
            return 0
        return sum(_announced(body, *buffer) for buffer in batch.pairs(_BUFFERS))
    except struct.error:
        raise ValueError("a message points beyond its end") from None


def _announced(body: bytes | memoryview, offset: int, length: int) -> int:
    """Return the size that stands before a compressed buffer; -1 says it is not compressed."""
    if not length:
        return 0
    (size,) = struct.unpack_from("<q", body, offset)
    return length if size < 0 else int(size)


class _Table:
    """A table of a flatbuffer: its fields by their numbers."""

    def __init__(self, data: bytes, place: int) -> None:
        self._data = data
        self._place = place
        self._index = place - self._number("<i", place)
        self._size = self._number("<H", self._index)

    @classmethod
    def root(cls, data: bytes) -> _Table:
        """Return the table that a flatbuffer starts with."""
        (place,) = struct.unpack_from("<I", data, 0)
        return cls(data, place)

    def _number(self, form: str, place: int) -> int:
        if place < 0:  # `struct` would count from the end
            raise struct.error
        return int(struct.unpack_from(form, self._data, place)[0])

    def _field(self, number: int) -> int | None:
        """Return where a field stands; None where it is left out."""
        entry = 4 + 2 * number
        offset = self._number("<H", self._index + entry) if entry + 2 <= self._size else 0
        return self._place + offset if offset else None

    def byte(self, number: int) -> int:
        """Return a field of one byte, 0 where it is left out."""
        place = self._field(number)
        return 0 if place is None else self._number("<B", place)

    def table(self, number: int) -> _Table | None:
        """Return a field that is a table, None where it is left out."""
        place = self._field(number)
        return None if place is None else _Table(self._data, place + self._number("<I", place))

    def pairs(self, number: int) -> list[tuple[int, int]]:
        """Return a field that lists pairs of 64-bit integers, none of them negative."""
        place = self._field(number)
        if place is None:
            return []
        start = place + self._number("<I", place)
        length = self._number("<I", start)
        form = f"<{2 * length}Q"
        if start + 4 + length * _BUFFER_SIZE > len(self._data):
            raise struct.error
        numbers = struct.unpack_from(form, self._data, start + 4)
        return list(zip(numbers[::2], numbers[1::2], strict=True))
