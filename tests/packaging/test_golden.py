"""A part of the golden outputs: what was said of some inputs is said to the last key and word."""

from __future__ import annotations

import csv
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "tests" / "data" / "golden"
CASES = sorted(path.name for path in KEPT.iterdir())
ROUNDING = 1e-12
"""What other versions of libraries may add to a number."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    target = tmp_path_factory.mktemp("golden") / "made"
    script = ROOT / "packaging" / "golden" / "make.py"
    command = [sys.executable, str(script), str(target), *CASES]
    subprocess.run(command, check=True, capture_output=True, timeout=600)
    return target


def cells_of(path):
    if path.suffix == ".json":
        return json.loads(path.read_text(encoding="utf-8"))
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    return [[number_in(cell) for cell in row] for row in rows]


def number_in(cell):
    try:
        return float(cell)
    except ValueError:
        return cell


def differences(one, other, place=""):
    """Yield where JSON types differ; a key that is new is no difference."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key, value in one.items():
            if key in other:
                yield from differences(value, other[key], f"{place}.{key}")
            else:
                yield f"{place}.{key} is gone"
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            yield f"{place}: {len(one)} became {len(other)}"
        for at, (left, right) in enumerate(zip(one, other, strict=False)):
            yield from differences(left, right, f"{place}[{at}]")
    elif isinstance(one, float) and isinstance(other, (int, float)):
        is_same = math.isnan(one) and math.isnan(other)
        if not is_same and not math.isclose(one, other, rel_tol=ROUNDING, abs_tol=ROUNDING):
            yield f"{place}: {one} became {other}"
    elif one != other:
        yield f"{place}: {one!r} became {other!r}"


@pytest.mark.parametrize("case", CASES)
def test_that_a_case_says_what_it_said(made, case):
    found = {
        path.name: list(differences(cells_of(path), cells_of(made / case / path.name)))
        for path in sorted((KEPT / case).iterdir())
    }
    assert {name: told for name, told in found.items() if told} == {}


def test_that_a_difference_is_seen():
    kept = {"n": 3, "rows": [{"id": "TPR", "value": 0.5}, {"id": "PPV", "value": None}]}
    now = json.loads(json.dumps(kept))
    assert list(differences(kept, now | {"new": 1})) == []
    now["rows"][0]["value"] = 0.5 + 1e-9
    del now["rows"][1]["value"]
    assert [one.partition(":")[0] for one in differences(kept, now)] == [
        ".rows[0].value",
        ".rows[1].value is gone",
    ]
