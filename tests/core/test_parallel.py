"""Work on parts: in order, by several threads, and ended by what one of them raises."""

from __future__ import annotations

import contextlib
import gc
import threading
import weakref

import numpy as np
import pytest

from evalgui.core import parallel
from evalgui.core.parallel import blocks, blocks_apart, spread


def test_that_answers_come_in_the_order_of_the_parts():
    assert spread(lambda part: part * 2, list(range(100))) == list(range(0, 200, 2))
    assert spread(str, []) == []


def test_that_several_threads_work_at_once(monkeypatch):
    monkeypatch.setattr(parallel, "n_threads", lambda: 2)
    both = threading.Barrier(2, timeout=60)  # passed only when two parts are worked on at once
    assert len(spread(lambda _part: both.wait(), [0, 1])) == 2


def test_that_what_a_part_raises_ends_the_work_in_all_threads():
    done = []

    def work(part):
        if part == 3:
            raise ValueError(part)
        done.append(part)

    with pytest.raises(ValueError, match="3"):
        spread(work, range(1000))
    assert len(done) < 1000


def test_that_a_look_that_raises_ends_the_work(monkeypatch):
    monkeypatch.setattr(parallel, "n_threads", lambda: 1)
    done = []

    def look(taken):
        if taken == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        spread(done.append, range(10), look)
    assert done == [0, 1]


def test_that_blocks_cover_everything_once():
    assert [list(range(10))[part] for part in blocks(10, 4)] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert blocks(0, 4) == []


@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
@pytest.mark.parametrize(("n", "size"), [(0, 4), (3, 4), (4, 4), (5, 4), (100, 7), (1000, 300)])
def test_that_blocks_apart_cover_everything_once(monkeypatch, n, size, n_threads):
    monkeypatch.setattr(parallel, "n_threads", lambda: n_threads)
    parts = blocks_apart(n, size)
    assert sorted(row for part in parts for row in range(n)[part]) == list(range(n))
    assert all(0 < part.stop - part.start <= size for part in parts)


def test_that_threads_begin_far_from_each_other(monkeypatch):
    monkeypatch.setattr(parallel, "n_threads", lambda: 2)
    assert [part.start for part in blocks_apart(40, 10)] == [0, 20, 10, 30]


def test_that_what_a_failure_leaves_behind_is_given_back_at_once():
    made = []

    def work(part):
        if part == 3:
            raise ValueError(part)
        result = np.zeros(1)
        made.append(weakref.ref(result))
        return result

    gc.collect()
    gc.disable()
    try:
        with contextlib.suppress(ValueError):
            spread(work, range(4))
        assert len(made) == 3
        assert [result() for result in made] == [None] * 3
    finally:
        gc.enable()
