"""What became of every row: nothing is lost between the file and the calls."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.checks import Exclusion, Finding, by_hand
from evalgui.core.choices import Choices
from evalgui.core.dataset import Dataset, Score
from evalgui.core.digits import exact, grouped
from evalgui.core.metrics import Vocabulary
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.texts import RowNumbers, Style
from evalgui.core.vocabulary import MACHINE_LEARNING, words_in
from evalgui.render import json
from evalgui.results.topic import Understood
from evalgui.results.topics.flow import WITHOUT, flow, import_log

STYLE = Style(words_in(Vocabulary.CLINICAL), exact, count=grouped)
EXCLUDED = (Exclusion(*by_hand("a lie"), np.array([2, 5])), Exclusion("x", "odd", np.array([7])))


def data_set(values=(0.9, 0.8, np.nan, 0.3, 0.1), **known):
    truth, scores = np.array([1, 0, 1, 1, 0]), (Score("marker", np.array(values)),)
    return Dataset("a.csv", ("well", "ill"), truth, 1, scores, exclusions=EXCLUDED, **known)


def numbers(table):
    cells = {one.id: [table.cell(row, one) for row in table.rows] for one in table.columns}
    return {name: [one and one.value for one in found] for name, found in cells.items()}


@pytest.mark.parametrize("second", [None, 0.2])
def test_that_every_row_is_in_one_place(second):
    dataset = data_set()
    shown = resolve(Inputs(dataset, threshold=0.5))
    told = flow(shown, None if second is None else (second, 0.5))
    n = {row.id: cell.value for row, cell in told.table("rows").cells("value")}
    aside = sum(cell.value for _row, cell in told.table("set_aside").cells("n"))
    assert n["read"] == n["used"] + aside == 8
    calls = numbers(told.table("calls"))
    of_all = calls.pop("n")
    assert [sum(filter(None, one)) for one in zip(*calls.values(), strict=True)] == of_all
    assert sum(of_all) == n["used"]
    assert of_all == numbers(told.table("classes"))["n"][::-1]
    assert calls["n_missing"] == [1, None]
    assert ("grey" in calls) == (second is not None)


def test_that_only_calls_are_made_anew_while_a_threshold_moves():
    dataset = data_set()
    before, after = (flow(resolve(Inputs(dataset, threshold=at))) for at in (0.5, 0.2))
    assert all(before.table(one) is after.table(one) for one in ("rows", "set_aside", "classes"))
    assert numbers(before.table("calls")) != numbers(after.table("calls"))


def test_that_a_data_set_goes_though_its_flow_was_made():
    dataset = data_set()
    assert flow(resolve(Inputs(dataset, threshold=0.5))) is not None
    gone = weakref.ref(dataset)
    del dataset
    gc.collect()
    assert gone() is None


def test_that_a_zone_that_was_pulled_out_is_in_it():
    shown = replace(resolve(Inputs(data_set(), threshold=0.5)), choices=Choices(second=0.2))
    assert numbers(flow(shown).table("calls"))["grey"] == [1, 0]


def test_that_classes_are_called_so_or_another():
    truth, calls = np.array([0, 1, 2, 2]), np.array([0, 1, 1, 2])
    shown = resolve(Inputs(Dataset("k.csv", ("x", "y", "z"), truth, 0, predicted=calls)))
    assert numbers(flow(shown).table("calls")) == {
        "n": [1, 1, 2], "right": [1, 1, 1], "wrong": [0, 0, 1]
    }  # fmt: skip


def test_that_rows_are_named_by_class_and_field():
    table = flow(resolve(Inputs(data_set(), threshold=0.5))).table("calls")
    assert [row.title.told(STYLE) for row in table.rows] == ["diseased (ill)", "healthy (well)"]
    scores = (Score("s", np.array([0, 1.0])),)
    same = Dataset("a.csv", ("Healthy", "ill"), np.array([0, 1]), 1, scores)
    table = flow(resolve(Inputs(same, threshold=0.5))).table("calls")
    assert table.rows[1].title.told(STYLE) == "Healthy"


def test_that_reasons_stand_with_which_rows():
    table = flow(resolve(Inputs(data_set()))).table("set_aside")
    assert [(row.id, row.title.told(STYLE)) for row in table.rows] == [
        ("set_aside_by_hand", "a lie"), ("x", "odd")
    ]  # fmt: skip
    assert [row.group is None for row in table.rows] == [False, True]
    assert [table.note(row).told(STYLE) for row in table.rows] == ["rows 2, 5", "row 7"]


def test_that_many_numbers_are_named_in_part_or_all():
    rows = RowNumbers(np.arange(1, 2_031))
    some = Style(MACHINE_LEARNING, exact, count=grouped, most=3)
    assert rows.told(some) == f"1, 2, 3 and {grouped(2_027)} more"
    every = Style(MACHINE_LEARNING, exact, count=grouped, most=None)
    assert rows.told(every).split(", ")[-1] == "2030"
    assert RowNumbers(np.arange(3)).told(some) == "0, 1, 2"


def test_that_a_score_may_be_called_like_a_column():
    table = flow(resolve(Inputs(data_set()))).table("classes")
    assert [column.id for column in table.columns] == ["n", f"{WITHOUT}marker"]
    other = Dataset(
        "a.csv", ("b", "a"), np.array([1, 0]), 1, (Score("n", np.array([np.nan, 1.0])),)
    )
    told = json.facts(import_log(other, None))
    assert told["by_class"] == {"b": 1, "a": 1}
    assert told["without_score"] == {"n": {"b": 0, "a": 1}}


def test_that_a_log_tells_what_was_understood():
    roles = {"truth": "t", "positive": "ill", "lower_is_positive": False, "subject": []}
    roles["set_aside"] = [1]
    understood = Understood(roles, ["a"], ["a (sure)"], [{"role": "truth"}], [Finding("x", "odd")])
    log = import_log(data_set(), None, understood)
    told = [(one.title.told(STYLE), one.text.told(STYLE)) for one in log.all_facts("column")]
    assert told == [
        ("truth", "t"), ("diseased", "ill"), ("lower is diseased", "no"), ("subject", "none")
    ]  # fmt: skip
    assert [one.text.told(STYLE) for one in log.all_facts("reason")] == ["a (sure)"]
    assert [one.text.told(STYLE) for one in log.all_facts("finding")] == ["odd"]
    found = json.facts(log)
    assert (found["reasons"], found["proposal"]) == (["a"], [{"role": "truth"}])
    assert found["roles"]["set_aside"] == [1]
    assert found["set_aside_by_hand"] == [{"reason": "a lie", "count": 2, "rows": [2, 5]}]
    assert list(found) == list(log.keys)


def test_that_nothing_flows_without_data():
    assert flow(EMPTY) is None
