"""One way from data to numbers: what is asked, and what comes of it."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from evalgui import locations
from evalgui.__main__ import main
from evalgui.core.errors import DataError
from evalgui.io.assessing import Placing, Request, RuleAsked, UnansweredError, assessed, read
from evalgui.io.meaning import ReadOptions, Role, Roles
from evalgui.io.writers.marked import mark
from evalgui.render.json import facts

SAMPLE = locations.resources() / "samples" / "tharwat-2018.csv"


def test_that_the_command_line_prints_the_numbers_of_what_is_assessed(capsys):
    request = Request(placing=Placing(rule=RuleAsked("sensitivity", {"sensitivity": 0.8})))
    (found,) = assessed(request, read(request, [SAMPLE]))
    assert not main(["evaluate", str(SAMPLE), "--at", "sensitivity=0.8", "--format", "json"])
    printed = json.loads(capsys.readouterr().out)
    numbers = json.loads(json.dumps(found.numbers()))
    for one in (printed, numbers):
        one["provenance"].pop("when")
    assert {**mark("evaluate"), **numbers} == printed
    assert found.request is request
    assert found.snapshot.dataset is found.loaded.dataset
    assert facts(found.import_log) == found.numbers()["import"]


def test_that_each_score_is_assessed_by_itself(tmp_path):
    file = tmp_path / "two.csv"
    file.write_text("truth,a,b\n1,0.9,3\n0,0.1,2\n1,0.3,4\n", encoding="utf-8")
    request = Request(Roles(scores=("b", "a")))
    found = [one.snapshot.score.name for one in assessed(request, read(request, [file]))]
    assert found == ["b", "a"]


def test_that_what_has_to_be_asked_is_raised_with_its_reasons(tmp_path):
    file = tmp_path / "open.csv"
    file.write_text("truth,score\na,0.9\nb,0.1\na,0.7\nb,0.4\n", encoding="utf-8")
    request = Request()
    with pytest.raises(UnansweredError, match=r"open\.csv: Which ") as caught:
        list(assessed(request, read(request, [file])))
    assert [one.role for one in caught.value.asked] == [Role.POSITIVE]


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ({"sheet": "first"}, "Leave out --sheet"),
        ({"encoding": "cp1252"}, "Leave out --encoding"),
        ({"delimiter": ";"}, "Leave out --delimiter"),
        ({"header": False}, "Leave out --first-line"),
    ],
)
def test_that_what_a_file_has_not_cannot_be_said_of_it(said, hint, tmp_path):
    file = tmp_path / "a.parquet"
    parquet.write_table(pa.table({"truth": ["a", "b"], "score": [1.0, 2.0]}), file)
    with pytest.raises(DataError, match=hint):
        read(Request(reading=ReadOptions(**said)), [file])
