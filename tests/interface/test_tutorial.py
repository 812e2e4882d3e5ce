"""The tutorial for programmers runs, and says of itself what comes of it."""

from __future__ import annotations

import json
import re

import pytest

import evalgui
from evalgui.locations import resources
from tests.support.notebooks import NEEDS_DISPLAY, SVG, code_cells, executed

NOTEBOOK = json.loads((resources() / "help" / "tutorial.ipynb").read_text(encoding="utf-8"))
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def told(outputs):
    """Return the words and the numbers of all that a cell says."""
    text = "".join("".join(one.get("text") or one["data"]["text/plain"]) for one in outputs)
    return NUMBER.sub("#", text).split(), list(map(float, NUMBER.findall(text)))


def test_that_every_cell_says_what_stands_below_it(monkeypatch):
    asked = []
    monkeypatch.setattr(evalgui, "show", lambda *_data, **options: asked.append(options))
    found = executed(NOTEBOOK)
    n_drawn = 0
    for cell, outputs in zip(code_cells(NOTEBOOK), found, strict=True):
        if NEEDS_DISPLAY in cell["metadata"].get("tags", ()):
            assert told(outputs)[0] == ["nobody", "decided"]
            continue
        assert told(outputs)[0] == told(cell["outputs"])[0]
        assert told(outputs)[1] == pytest.approx(told(cell["outputs"])[1], rel=1e-9)
        drawn = [
            [SVG in one.get("data", {}) for one in each] for each in (outputs, cell["outputs"])
        ]
        assert drawn[0] == drawn[1]
        n_drawn += sum(drawn[0])
    assert (n_drawn, len(asked)) == (2, 1)


def test_that_it_goes_through_all_that_it_promises():
    source = "".join("".join(cell["source"]) for cell in code_cells(NOTEBOOK))
    for name in ("evaluate(", ".rules()", ".plot(", ".compare(", "require=", "group=", "show("):
        assert name in source
    assert "n_positive=" in source


def test_that_it_is_a_notebook_of_the_fourth_format():
    assert (NOTEBOOK["nbformat"], NOTEBOOK["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in NOTEBOOK["cells"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", one) for one in names)
