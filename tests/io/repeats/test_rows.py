"""Ids, rows and models that occur more than once: counted, and never where they belong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from evalgui.cli import parse
from evalgui.io.bytes.source import Source
from evalgui.io.loading import load_source
from evalgui.io.meaning.roles import Roles
from evalgui.io.repeats.rows import of_repeats, with_repeats
from evalgui.io.samples import samples
from evalgui.io.writers.inspection import inspect

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.checks import Finding

HEADER = "patient_id,truth,score\n"
TWICE = HEADER + "".join(f"P{n // 2},{n // 2 % 2},0.{n:03}\n" for n in range(20))


def found(text: str, **roles: Any) -> dict[str, Finding]:
    fixed: dict[str, Any] = {"truth": "truth", "scores": ("score",), "positive": "1"} | roles
    loaded = load_source(Source.from_bytes("a.csv", text.encode()), roles=Roles(**fixed))
    assert loaded.dataset is not None, loaded.proposal.question
    return {one.code: one for one in of_repeats(loaded)}


def test_that_rows_of_a_subject_are_nothing_odd() -> None:
    assert "repeated_ids" not in found(TWICE, subjects=("patient_id",))


def test_that_ids_of_several_rows_are_counted() -> None:
    (finding,) = found(TWICE).values()
    assert finding.code == "repeated_ids"
    assert finding.text.startswith("10 ids occur more than once in 'patient_id' (20 of 20 rows)")
    assert finding.text.endswith("Do these rows belong together?")
    assert finding.columns == ("patient_id",)
    assert finding.count == 20
    once = found(HEADER + "a,1,0.5\nb,0,0.2\n,1,0.3\n,0,0.4\n a ,1,0.7\n")
    assert once["repeated_ids"].text.startswith("1 id occurs more than once")
    assert once["repeated_ids"].count == 2


def test_that_only_rows_that_are_used_are_counted() -> None:
    assert found(HEADER + "a,1,0.5\na,,0.2\nb,0,0.3\n") == {}
    assert found(TWICE, subset="score < 0.001 or score > 0.0185") == {}


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "a,1,0.5\nb,0,0.2\nc,0,0.2\n",
        "patient_id,sample_id,truth,score\na,1,1,0.5\na,2,0,0.2\nb,1,0,0.2\n",  # two make one
        "truth,score\n1,0.5\n1,0.5\n0,0.2\n0,0.2\n0,0.2\n",  # scores that were rounded
        "fold,truth,score\n1,1,0.51\n1,1,0.5\n2,0,0.2\n2,0,0.3\n",
    ],
)
def test_that_what_belongs_there_is_no_repeat(text: str) -> None:
    assert found(text) == {}


def test_that_rows_that_are_the_same_are_counted() -> None:
    rows = HEADER + "a,1,0.5\na,1,0.5\nb,0,0.2\nc,0,0.1\n"
    assert found(rows)["repeated_rows"].text.startswith("1 row repeats another one")
    exact = "truth,score\n1,0.512345\n1,0.512345\n0,0.234561\n0,0.2345617\n1,0.512345\n"
    assert found(exact)["repeated_rows"].count == 2
    doubled = "truth,score\n" + "1,0.5\n0,0.2\n1,0.7\n" * 2
    assert found(doubled)["repeated_rows"].text == "every row occurs twice in the file"


def stacked(header: str, *, ids: bool) -> str:
    lines = [
        ",".join([*([f"p{n}"] if ids else []), model, str(n % 2), f"0.{n}{place}"])
        for place, model in enumerate(("ours", "theirs", "third"))
        for n in range(6)
    ]
    return "\n".join([header, *lines, ""])


@pytest.mark.parametrize(
    ("header", "ids"),
    [("id,arm,truth,score", True), ("id,model,truth,score", True), ("Model,truth,score", False)],
)
def test_that_models_below_each_other_are_pointed_out(header: str, ids: object) -> None:
    seen = found(stacked(header, ids=bool(ids)))
    assert set(seen) == {"stacked_models"}
    name = header.split(",")[1 if ids else 0]
    assert seen["stacked_models"].text.startswith(f"'{name}' has 3 values with the same rows each")
    assert f'{name} == "ours"' in seen["stacked_models"].text
    assert found(stacked(header, ids=bool(ids)), subset=f'{name} == "ours"') == {}


@pytest.mark.parametrize("occasion", ["visit", "Eye", "time point"])
def test_that_several_rows_of_a_subject_are_no_models(occasion: str) -> None:
    seen = found(stacked(f"patient,{occasion},truth,score", ids=True))
    assert set(seen) == {"repeated_ids"}
    assert seen["repeated_ids"].columns == ("patient",)


@pytest.mark.parametrize("sets", ["train test", "Training Validation", "Entwicklung Prüfung"])
def test_that_rows_of_training_are_pointed_out(sets: str) -> None:
    learnt, tested = sets.split()
    rows = [f"{tested if n % 4 else learnt},{n % 2},0.{n}51" for n in range(1, 13)]
    seen = found("\n".join(["split,truth,score", *rows, ""]))
    assert set(seen) == {"training_rows"}
    assert (seen["training_rows"].count, seen["training_rows"].columns) == (3, ("split",))
    assert f'split == "{tested}"' in seen["training_rows"].text


def test_that_other_groups_are_no_training() -> None:
    for name, groups in (("split", "train other"), ("split", "test other"), ("site", "train test")):
        rows = [f"{groups.split()[n % 2]},{n // 2 % 2},0.{n}51" for n in range(1, 13)]
        assert found("\n".join([f"{name},truth,score", *rows, ""])) == {}


def test_that_groups_of_other_sizes_are_no_models() -> None:
    text = "model,truth,score\na,1,0.51\na,0,0.52\nb,1,0.53\nb,1,0.54\n"
    assert found(text) == {}
    arm = "arm,truth,score\na,1,0.51\na,0,0.52\nb,1,0.53\nb,0,0.54\n"
    assert found(arm) == {}


def test_that_the_command_line_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "twice.csv"
    path.write_text(TWICE, encoding="utf-8")
    command: Any = parse(["evaluate", str(path), "--positive", "1", "--format", "json"])
    assert command.run() == 0
    answer = json.loads(capsys.readouterr().out)
    assert "repeated_ids" in {one["code"] for one in answer["findings"]}
    warnings = inspect([path]).as_json()["warnings"]
    assert "repeated_ids" in {one["code"] for one in warnings}


def test_that_the_samples_repeat_nothing_and_stay_as_they_are() -> None:
    for sample in samples():
        loaded = load_source(
            Source.from_bytes(sample.path.name, sample.path.read_bytes()), roles=sample.roles
        )
        assert with_repeats(loaded) is loaded
