"""How large lists and texts of a Parquet file become: asked before any is unpacked.

A few bytes can stand for a list or a text of any length. How many values there are, and how
large a page becomes, stands in the headers of the pages, structures of Thrift's compact protocol as
`parquet.thrift` of the format lays them out. pyarrow shows no pages, and ends the process
when it is asked for the sizes in a damaged file.
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

_END = 8  # bytes of the length and the mark that end a file
_DEEPEST = 12

# Types of the compact protocol.
_TRUE, _FALSE, _TEXT, _MAP, _STRUCT = 1, 2, 8, 11, 12
_WHOLE, _LIST = frozenset({4, 5, 6}), frozenset({9, 10})
_FIXED = {3: 1, 7: 8}  # bytes of a byte and of a floating number
_LONG_LIST = 15  # says that the length of a list follows

_GOES_ON = 128  # marks a byte of a number that has another after it
_LONGEST = 63  # bits of a number

# Fields of the footer, of a group of rows, of a chunk of a column, and of its metadata.
_GROUPS, _CHUNKS, _METADATA = 4, 1, 3
_KIND, _PATH, _VALUES, _PACKED_SIZE, _DATA_START, _DICTIONARY_START = 1, 3, 5, 7, 9, 11

# Fields of the header of a page, and of what it says of its kind of page.
_SIZE, _PACKED, _PAGE, _DICTIONARY, _PAGE_2, _ENTRIES = 2, 3, 5, 7, 8, 1
_ENCODING, _ENCODING_2 = 2, 4  # of a page of either version
_RECURRING = frozenset({2, 8})  # both names of indices into the dictionary
_WITH_PREFIXES = 7  # DELTA_BYTE_ARRAY: each text continues a part of the one before
_TEXTS = 6  # BYTE_ARRAY, the physical type of texts and of binary cells

_WIDTHS = {0: 1, 1: 4, 2: 8, 3: 12, 4: 4, 5: 8}
"""Bytes of a value of each physical type that has a width of its own."""

_PLACE = 4  # bytes that say where a text begins


def spelled_sizes(
    content: bytes | memoryview, names: Collection[str], look: Callable[[], None]
) -> Counter[str]:
    """Return how many bytes some columns of a file become, all their values spelled out.

    Parameters
    ----------
    content
        The whole file.
    names
        The columns, by their names at the outermost level.
    look
        Called often: raises where nobody waits any longer.

    Returns
    -------
    Counter
        A size for each name. Texts that recur count with their mean length. A page that is
        damaged ends its part of the column, as it does for whoever reads it.

    Raises
    ------
    ValueError
        If the footer is damaged.
    """
    wanted = {name.encode(): name for name in names}
    sizes: Counter[str] = Counter()
    for chunk in _chunks(content):
        path = chunk.get(_PATH) or [b""]
        name = wanted.get(path[0]) if isinstance(path, list) else None
        if name is not None:
            sizes[name] += _size_of_chunk(content, chunk, look)
    return sizes


@dataclass(slots=True)
class TextSize:
    """How large the pages of a column of texts become, all in bytes.

    Parameters
    ----------
    total, largest
        All pages together, and the largest one. The texts take no less than their pages do but
        for dictionaries.
    spelled
        About what the column takes where all its texts are spelled out.
    longest
        No text that recurs is longer; 0 where each stands in full wherever it occurs.
    has_prefixes
        Whether texts continue the ones before them.
    """

    total: int = 0
    largest: int = 0
    spelled: int = 0
    longest: int = 0
    has_prefixes: bool = False


def text_sizes(content: bytes | memoryview, look: Callable[[], None]) -> dict[str, TextSize]:
    """Return how large the columns of texts and of binary cells become.

    Parameters, and what is raised, are those of `spelled_sizes`. Of lists and records, which that
    tells of, only the texts that continue others are told of here.
    """
    sizes: dict[str, TextSize] = {}
    for chunk in _chunks(content):
        path = chunk.get(_PATH)
        if chunk.get(_KIND) != _TEXTS or not isinstance(path, list) or not path:
            continue
        name = path[0].decode(errors="replace") if isinstance(path[0], bytes) else ""
        size = TextSize() if len(path) > 1 else sizes.setdefault(name, TextSize())
        _add_texts(size, content, chunk, look)
        if len(path) > 1 and size.has_prefixes:
            before = sizes.get(name, TextSize())
            sizes[name] = TextSize(longest=max(before.longest, size.longest), has_prefixes=True)
    return sizes


def _add_texts(
    size: TextSize, content: bytes | memoryview, chunk: dict[int, Any], look: Callable[[], None]
) -> None:
    mean = 0
    for page in _pages(content, chunk):
        look()
        n_bytes = _whole(page, _SIZE)
        size.total += n_bytes
        size.largest = max(size.largest, n_bytes)
        entries, said = page.get(_DICTIONARY), page.get(_PAGE) or page.get(_PAGE_2)
        if isinstance(entries, dict):
            mean = n_bytes // max(_whole(entries, _ENTRIES), 1)
            size.longest = max(size.longest, n_bytes)
        elif isinstance(said, dict):
            encoding = said.get(_ENCODING if _PAGE in page else _ENCODING_2)
            recurs = encoding in _RECURRING
            size.spelled += _whole(said, _ENTRIES) * mean if recurs else n_bytes
            if encoding == _WITH_PREFIXES:
                size.has_prefixes = True
                size.longest = max(size.longest, n_bytes)


def _chunks(content: bytes | memoryview) -> Iterator[dict[int, Any]]:
    """Yield the metadata of the parts of all columns in all groups of rows."""
    try:
        (length,) = struct.unpack_from("<I", content, len(content) - _END)
        start = len(content) - _END - length
        footer = _Reader(content, start, len(content) - _END).structure()
        for group in footer.get(_GROUPS, []):
            for chunk in group.get(_CHUNKS, []):
                if isinstance(metadata := chunk.get(_METADATA), dict):
                    yield metadata
    except (struct.error, AttributeError, TypeError) as error:
        raise ValueError("the footer is damaged") from error


def _size_of_chunk(
    content: bytes | memoryview, chunk: dict[int, Any], look: Callable[[], None]
) -> int:
    n_values = n_plain = n_entries = n_dictionary = 0
    for page in _pages(content, chunk):
        look()
        entries = page.get(_DICTIONARY)
        if isinstance(entries, dict):
            n_entries += _whole(entries, _ENTRIES)
            n_dictionary += _whole(page, _SIZE)
        else:
            said = page.get(_PAGE) or page.get(_PAGE_2)
            n_values += _whole(said, _ENTRIES) if isinstance(said, dict) else 0
            n_plain += _whole(page, _SIZE)
    n_values = max(n_values, _whole(chunk, _VALUES))
    width = _WIDTHS.get(_whole(chunk, _KIND))
    if width is not None:
        return n_values * width
    mean = n_dictionary // max(n_entries, 1)
    return n_values * (_PLACE + mean) + n_plain


def _pages(content: bytes | memoryview, chunk: dict[int, Any]) -> Iterator[dict[int, Any]]:
    """Yield the headers of the pages of a part of a column, up to one that is damaged."""
    starts = (_whole(chunk, _DICTIONARY_START), _whole(chunk, _DATA_START))
    place = min((start for start in starts if start > 0), default=0)
    end = min(place + _whole(chunk, _PACKED_SIZE), len(content))
    while 0 < place < end:
        reader = _Reader(content, place, len(content))
        try:
            page = reader.structure()
        except ValueError:
            return
        yield page
        place = reader.place + _whole(page, _PACKED)


def _whole(structure: dict[int, Any], field: int) -> int:
    """Return a field that is a number, 0 where it is left out or makes no sense."""
    number = structure.get(field, 0)
    return max(number, 0) if isinstance(number, int) else 0


class _Reader:
    """What stands in a part of a file, value after value."""

    def __init__(self, data: bytes | memoryview, place: int, end: int) -> None:
        if not 0 <= place <= end <= len(data):
            raise ValueError("a structure is out of the file")
        self._data = data
        self._end = end
        self.place = place

    def structure(self, depth: int = 0) -> dict[int, Any]:
        """Return the fields of a structure by their numbers."""
        fields: dict[int, Any] = {}
        number = 0
        while head := self._byte():
            number = number + (head >> 4) if head >> 4 else self._signed()
            kind = head & 15
            # Most are whole numbers, and there are many of them.
            fields[number] = self._signed() if kind in _WHOLE else self._value(kind, depth)
        return fields

    def _value(self, kind: int, depth: int) -> Any:  # noqa: ANN401 - any value of the protocol
        if depth > _DEEPEST:
            raise ValueError("structures are too deep")
        if kind in {_TRUE, _FALSE}:
            return kind == _TRUE
        if kind in _WHOLE:
            return self._signed()
        if kind in _FIXED or kind == _TEXT:
            return self._bytes(_FIXED.get(kind) or self._number())
        if kind == _STRUCT:
            return self.structure(depth + 1)
        if kind in _LIST:
            head = self._byte()
            n = head >> 4 if head >> 4 < _LONG_LIST else self._number()
            return [self._item(head & 15, depth + 1) for _ in range(n)]
        if kind == _MAP:
            n = self._number()
            kinds = self._byte() if n else 0
            for _ in range(n):
                self._item(kinds >> 4, depth + 1)
                self._item(kinds & 15, depth + 1)
            return None
        raise ValueError("a value is of an unknown type")

    def _item(self, kind: int, depth: int) -> Any:  # noqa: ANN401 - as above
        """Return a value in a list, where truth values are bytes."""
        return self._byte() if kind in {_TRUE, _FALSE} else self._value(kind, depth)

    def _bytes(self, n: int) -> bytes:
        start = self.place
        if start + n > self._end:
            raise ValueError("a value is longer than the file")
        self.place += n
        return bytes(self._data[start : self.place])

    def _byte(self) -> int:
        place = self.place
        if place >= self._end:
            raise ValueError("a structure has no end")
        self.place = place + 1
        return self._data[place]

    def _number(self) -> int:
        byte = self._byte()
        number, shift = byte % _GOES_ON, 7
        while byte >= _GOES_ON:
            if shift > _LONGEST:
                raise ValueError("a number is too long")
            byte = self._byte()
            number |= (byte % _GOES_ON) << shift
            shift += 7
        return number

    def _signed(self) -> int:
        number = self._number()
        return (number >> 1) ^ -(number & 1)
