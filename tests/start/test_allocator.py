"""Threads share one arena of memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

COUNTED = """
import ctypes, sys, tempfile, threading
from evalgui.start import share_one_arena
share_one_arena()
import numpy as np

def work(gate=threading.Barrier(4)):
    gate.wait()
    np.ones(5_000).cumsum()
    gate.wait()

threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
libc = ctypes.CDLL(None)
libc.fopen.restype = ctypes.c_void_p
with tempfile.NamedTemporaryFile() as told:
    file = ctypes.c_void_p(libc.fopen(told.name.encode(), b"w"))
    libc.malloc_info(0, file)
    libc.fclose(file)
    print(told.read().count(b"<heap nr"))
"""


def arenas(**variables):
    known = {name: value for name, value in os.environ.items() if name != "MALLOC_ARENA_MAX"}
    finished = subprocess.run(
        [sys.executable, "-c", COUNTED],
        env=known | variables,
        capture_output=True,
        check=True,
        timeout=60,
    )
    return int(finished.stdout)


@pytest.mark.skipif(
    os.confstr("CS_GNU_LIBC_VERSION") is None if hasattr(os, "confstr") else True,
    reason="the allocator of glibc alone",
)
def test_that_threads_share_one_arena_unless_the_user_says_otherwise():
    assert arenas() == 1
    assert arenas(MALLOC_ARENA_MAX="3") > 1


def test_that_another_allocator_is_left_alone(monkeypatch):
    import ctypes

    from evalgui import start

    class Library:
        def __init__(self, _name):
            pass

    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    monkeypatch.setattr(ctypes, "CDLL", Library)
    start.share_one_arena()
