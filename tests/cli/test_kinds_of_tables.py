"""Tables of kinds that were once taken for something else: what must come of each.

A case opens, asks, is refused, or any of several; what is said is searched for patterns, without
the hints at options and the names of files, which answer nothing by themselves.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evalgui.__main__ import main

DATA = Path(__file__).parent.parent / "data" / "io"
CASES = [
    {**case, "folder": folder}
    for folder in ("kinds", "tables")
    for case in json.loads((DATA / folder / "expected.json").read_text(encoding="utf-8"))["cases"]
]
FACTS = ("n", "n_positive", "n_negative", "positive", "classes", "matrix", "counts", "score")


def sentences(value):
    """Return all texts with a blank in a JSON value."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in sentences(one)]
    if isinstance(value, list):
        return [text for one in value for text in sentences(one)]
    return [value] if isinstance(value, str) and " " in value else []


def pattern(text):
    return re.compile(text, re.IGNORECASE)


def said(capsys, case, arguments):
    """Return the exit code, what JSON came of a case, and the words about it."""
    files = [str(DATA / case["folder"] / name) for name in (case["file"], *case.get("also", ()))]
    code = main(["evaluate", *files, *arguments, "--format", "json"])
    output = capsys.readouterr()
    words = re.sub(r"Say so with .*|--[a-z-]+", "", output.err + ("" if code == 0 else output.out))
    for name in sorted((case["file"], *case.get("also", ())), key=len, reverse=True):
        words = words.replace(name, "F").replace(Path(name).stem, "F")
    return code, json.loads(output.out) if code == 0 else None, words


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_that_a_kind_of_table_is_what_it_is(capsys, case):
    ((kind, want),) = [
        (k, v) for k, v in case.items() if k not in {"file", "why", "also", "folder"}
    ]
    code, found, words = said(capsys, case, want.get("args", ()))
    assert code in {0, 2}, words
    if kind == "never_the_score":
        assert code or found["score"] != want["column"]
    if code == 0 and (kind == "never_the_score" or "open" in kind):
        assert {key: found[key] for key in FACTS if key in want} == {
            key: want[key] for key in FACTS if key in want
        }
        if "roc_auc" in want:
            area = found["areas"]["roc_auc"]
            area = area["value"] if isinstance(area, dict) else area
            assert area == pytest.approx(want["roc_auc"], abs=1e-9)
        if "finding" in want:
            assert any(map(pattern(want["finding"]).search, [*sentences(found), words]))
        return
    assert code == 2, "opened at once"
    assert kind != "open", words
    assert [one for one in want.get("about", ()) if not pattern(one).search(words)] == [], words
    assert [one for one in want.get("not_about", ()) if pattern(one).search(words)] == [], words
