"""Lets the n-th large allocation of numpy fail, as it does where the memory is used up.

The table of functions and the capsule are numpy's interface for C (NEP 49): the arrays that are
made within are allocated by functions of this file, in this thread alone.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from numpy._core import _multiarray_umath  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE = 16 << 10
"""From how many bytes on an allocation counts: others succeed on a machine that is full, too."""

_SET_HANDLER, _GET_HANDLER = 304, 305  # places in numpy's table, which never change

_malloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_calloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
_realloc = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
_free = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class _Handler(ctypes.Structure):
    """What numpy calls a PyDataMem_Handler, its allocator written out."""

    _fields_ = (
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("context", ctypes.c_void_p),
        ("malloc", _malloc),
        ("calloc", _calloc),
        ("realloc", _realloc),
        ("free", _free),
    )


class Allocations:
    """Counts large allocations, and refuses one of them.

    Parameters
    ----------
    refused
        Which one fails, the first is 1; 0 for none.
    """

    def __init__(self, refused: int = 0) -> None:
        self.n_large = 0
        self.refused = refused

    def allows(self, n_bytes: int) -> bool:
        """Count an allocation, and return whether it succeeds."""
        if n_bytes < LARGE:
            return True
        self.n_large += 1
        return self.n_large != self.refused


_libc = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
_libc.malloc.restype = _libc.calloc.restype = _libc.realloc.restype = ctypes.c_void_p
_libc.malloc.argtypes = [ctypes.c_size_t]
_libc.calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
_libc.realloc.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
_python = ctypes.pythonapi
_python.PyCapsule_GetPointer.restype = ctypes.c_void_p
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_table = ctypes.cast(
    _python.PyCapsule_GetPointer(_multiarray_umath._ARRAY_API, None),
    ctypes.POINTER(ctypes.c_void_p),
)
_set_handler = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(_table[_SET_HANDLER])
_NAME = b"mem_handler"
_get_handler = ctypes.PYFUNCTYPE(ctypes.py_object)(_table[_GET_HANDLER])
_numpys = _Handler.from_address(_python.PyCapsule_GetPointer(_get_handler(), _NAME))
_current = Allocations()


@_malloc
def _new(_context: int | None, n_bytes: int) -> int | None:
    return _libc.malloc(n_bytes) if _current.allows(n_bytes) else None


@_calloc
def _zeroed(_context: int | None, n: int, size: int) -> int | None:
    return _libc.calloc(n, size) if _current.allows(n * size) else None


@_realloc
def _resized(_context: int | None, place: int | None, n_bytes: int) -> int | None:
    return _libc.realloc(place, n_bytes) if _current.allows(n_bytes) else None


# What frees is numpy's own: it is called while an error is on its way, where Python cannot run.
_handler = _Handler(b"counted", 1, None, _new, _zeroed, _resized, _numpys.free)
# An array frees its data by the handler that it was made with: this one has to stay.
_capsule = _python.PyCapsule_New(ctypes.addressof(_handler), _NAME, None)


@contextmanager
def counted(refused: int = 0, *, following: Allocations | None = None) -> Iterator[Allocations]:
    """Count large allocations of numpy's in this thread within, and refuse one of them.

    With `following` those of this thread go on from what is counted in another one.
    """
    global _current  # noqa: PLW0603 - functions of C know nothing else
    if following is None:
        _current = Allocations(refused)
    before = _set_handler(_capsule)
    try:
        yield following or _current
    finally:
        _set_handler(before)
