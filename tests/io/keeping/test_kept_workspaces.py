"""Workspaces of earlier programs open for ever, with what was decided and what it counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalgui.io.keeping.opening import open_kept
from evalgui.io.replaying import NOT_THERE, replay

FOLDER = Path(__file__).parents[2] / "data" / "workspaces"
WORKSPACES = sorted(FOLDER.glob("*.evalgui"))

DECIDED = {
    *("n", "n_rows", "counts", "matrix", "classes", "positive", "negative", "averages"),
    *("score", "higher_is_positive", "threshold", "threshold_infinite", "rule", "provenance"),
    *("subset", "excluded", "set_aside_by_hand", "sampling", "settings", "class_order", "metrics"),
}
"""The keys whose values no later program may change; limits may be mended."""


def test_that_there_are_twenty():
    assert len(WORKSPACES) == 20


@pytest.mark.parametrize("path", WORKSPACES, ids=lambda path: path.stem)
def test_that_it_opens_with_all_that_was_decided(path):
    opened = open_kept(path)
    assert opened.is_intact
    results = list(replay(opened))
    assert results
    for result in results:
        assert result.problem == ""
        assert result.n_compared > 100
        changed = {
            one.place
            for one in result.differences
            if one.stored is not NOT_THERE and one.place.split(".")[0].split("[")[0] in DECIDED
        }
        assert changed == set()
