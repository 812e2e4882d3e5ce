"""The topic of the checklist: what a report holds decides how far it answers each item."""

from __future__ import annotations

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.render import json
from evalgui.render.text import fact_lines
from evalgui.results.result import Linked
from evalgui.results.topic import NOTHING_BESIDE, Beside, Reported
from evalgui.results.topics.checklist import CHECKLIST, ITEMS, Preset, Status, checklist

TITLES = {"matrix": "Confusion matrix {x}", "scores": "Scores"}


@pytest.fixture
def snapshot():
    marker = Score("marker", np.array([0.9, 0.2, 0.4, 0.1]))
    classes = np.array([1, 1, 0, 0], dtype=np.int8)
    return resolve(Inputs(Dataset("some.csv", ("b", "a"), classes, 1, (marker,))))


def entries(snapshot, **held):
    report = Reported("stard", held, TITLES)
    return {one["id"]: one for one in objects(checklist(snapshot, report).tables[0])}


def objects(table):
    return [{"id": row.id} | json.listed(table.with_rows([row]))[0] for row in table.rows]


def test_that_an_item_is_filled_by_what_the_report_holds(snapshot):
    found = entries(snapshot, counts="matrix", histogram="scores")
    assert found["2"] == {
        "id": "2",
        "asked": "STARD 23, STARD-AI 30",
        "status": Status.FILLED,
        "where": "Confusion matrix {x}",
    }
    assert found["3"]["status"] == Status.PARTLY
    assert found["3"]["remark"] == "open: a table of quantiles"
    assert "where" not in found["9"]
    assert set(found) == {str(item.number) for item in ITEMS if Preset.STARD in item.asked}


def test_that_words_lead_to_the_section_that_answers(snapshot):
    held = {"histogram": "scores", "quantiles": "matrix"}
    (table,) = checklist(snapshot, Reported("stard", held, TITLES)).tables
    said = table.said(table.rows[2], table.columns[2])
    assert isinstance(said, Linked)
    assert said.section == "scores"
    assert said.told(json.PLAIN) == "Scores, Confusion matrix {x}"


def test_that_what_does_not_apply_says_why():
    (table,) = checklist(EMPTY, Reported("fda", {}, {}, n_tests=1)).tables
    found = {one["id"]: one for one in objects(table)}
    assert found["1"]["remark"] == "there is no score, but calls"
    assert found["18"]["remark"] == "nothing was tested several times"
    (several,) = checklist(EMPTY, Reported("fda", {}, {}, n_tests=2)).tables
    assert {one["id"]: one for one in objects(several)}["18"]["status"] == Status.OPEN


@pytest.mark.parametrize("preset", Preset)
def test_that_it_counts_what_is_filled(preset, snapshot):
    told = checklist(snapshot, Reported(preset, {"counts": "matrix"}, TITLES))
    (line,) = fact_lines(told, json.PLAIN)
    n = sum(preset in item.asked for item in ITEMS)
    n_filled = int(preset in {Preset.STARD, Preset.FDA})
    assert line.startswith(f"{preset.named}. Of {n} items {n_filled} are filled.")
    assert json.facts(told) == {"items": n, "filled": n_filled}


def test_that_there_is_none_without_a_report(snapshot):
    assert CHECKLIST.make(snapshot, NOTHING_BESIDE) is None
    made = CHECKLIST.make(snapshot, Beside(report=Reported("iso", {}, {})))
    assert made is not None
    assert made.id == CHECKLIST.id
