"""Odd probabilities: numbers or words, on the command line and in the window, and never a 0."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from evalgui.__main__ import main
from evalgui.core.consequences.settings import Scale
from evalgui.core.requests import SetConsequences
from evalgui.io.meaning import Roles
from evalgui.results.topics import TOPICS
from evalgui.workspace.file_requests import OpenFiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

RNG = np.random.default_rng(3)
N = 120
P = np.round(RNG.uniform(0.05, 0.95, N), 2)
Y = (RNG.random(N) < P).astype(int)
ENDS = P.copy()
ENDS[:6] = [0, 0, 0, 1, 1, 1]
Y_ENDS = Y.copy()
Y_ENDS[:6] = [0, 0, 0, 1, 1, 1]
Y_WRONG = Y_ENDS.copy()
Y_WRONG[0] = 1
FEW = np.zeros(N, dtype=int)
FEW[np.argsort(-P)[:5]] = 1
FEW[3] = 1
SPLIT = (P > 0.5).astype(int)

ONE_CLASS = "one class only"
TOO_FEW = "fewer than 20 rows in the smaller class"
APART = "classes do not overlap"
NO_LOGIT = "every probability is 0 or 1"
THE_SAME = "all probabilities are the same"
FRACTIONS = "the weights have fractions"
OF_SUBJECT = "rows of one subject are not independent"

CASES: dict[str, tuple[str, Iterable[Any], tuple[str, ...], Mapping[str, str]]] = {
    "exactly 0 and 1": (
        "truth,p",
        zip(Y_ENDS, ENDS, strict=True),
        (),
        {"calibration.mcb": "none: no interval"},
    ),
    "a 0 that happened": (
        "truth,p",
        zip(Y_WRONG, ENDS, strict=True),
        (),
        {"calibration.log_score": "none: a row was thought impossible"},
    ),
    "nothing but 0 and 1": (
        "truth,p",
        zip([0, 0, 1, 1, 0, 1] * 5, [0, 0, 1, 1, 1, 0] * 5, strict=True),
        (),
        {
            **dict.fromkeys(
                (
                    *("calibration.slope", "calibration.in_the_large", "calibration.ici"),
                    *("calibration.intercept", "calibration.likelihood_ratio"),
                ),
                f"undefined: {NO_LOGIT}",
            ),
            "calibration.spiegelhalter": "undefined: no probability says anything",
        },
    ),
    "fewer than 20 events": (
        "truth,p",
        zip(FEW, P, strict=True),
        (),
        dict.fromkeys(("calibration.intercept", "calibration.scaled_brier"), f"none: {TOO_FEW}"),
    ),
    "one class": (
        "truth,p",
        [(1, p) for p in P[:30]],
        (),
        {
            **dict.fromkeys(
                (
                    *("calibration.slope", "calibration.in_the_large", "calibration.intercept"),
                    *("calibration.scaled_brier", "calibration.likelihood_ratio"),
                    *("calibration.ici", "decision_curve.standardised", "people.test_from"),
                    "people.treat_from",
                    *("people.ratio_low", "people.ratio_high"),
                ),
                f"undefined: {ONE_CLASS}",
            ),
            "people.cost": "undefined: no actual negatives",
        },
    ),
    "separated": (
        "truth,p",
        zip(SPLIT, P, strict=True),
        (),
        dict.fromkeys(
            (
                *("calibration.slope", "calibration.intercept", "calibration.likelihood_ratio"),
                "calibration.ici",
            ),
            f"undefined: {APART}",
        ),
    ),
    "two values": ("truth,p", zip(Y, np.where(P > 0.5, 0.7, 0.2), strict=True), (), {}),
    "one value": (
        "truth,p",
        [(y, 0.3) for y in Y],
        (),
        {
            **dict.fromkeys(
                (
                    *("calibration.slope", "calibration.intercept", "calibration.ici"),
                    "calibration.likelihood_ratio",
                ),
                f"undefined: {THE_SAME}",
            ),
            **dict.fromkeys(
                ("people.ppv", "decision_curve.useful_to"), "undefined: no positive calls"
            ),
            "people.test_from": "undefined: 0/0",
        },
    ),
    "whole weights": (
        "truth,p,weight",
        zip(Y, P, np.arange(N) % 4 + 1, strict=True),
        ("--weight", "weight"),
        {},
    ),
    "fractional weights": (
        "truth,p,weight",
        zip(Y, P, np.round(np.linspace(0.25, 3, N), 3), strict=True),
        ("--weight", "weight"),
        {
            **dict.fromkeys(
                (
                    *("decision_curve.p_useful", "decision_curve.evpi"),
                    *("people.ratio_low", "people.ratio_high"),
                ),
                f"refused: {FRACTIONS}",
            ),
            "calibration.test": "refused: weights with fractions",
        },
    ),
    "subjects": (
        "truth,p,subject",
        zip(Y, P, [f"s{row // 3}" for row in range(N)], strict=True),
        ("--subject", "subject"),
        {
            **dict.fromkeys(
                ("decision_curve.p_useful", "decision_curve.evpi"), "refused: rows by subject"
            ),
            **dict.fromkeys(
                ("calibration.likelihood_ratio", "calibration.spiegelhalter"),
                f"refused: {OF_SUBJECT}",
            ),
            "calibration.test": "refused: weights with fractions, count tables and rows by subject",
        },
    ),
    "a count table": (
        "p,positive,negative",
        [(0.1, 5, 45), (0.3, 12, 30), (0.7, 28, 10), (0.9, 40, 3)],
        (),
        {},
    ),
}


def written(path: Path, name: str) -> Path:
    head, rows, _options, _told = CASES[name]
    lines = [",".join(map(str, row)) for row in list(rows)]
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


def as_told(cell: Mapping[str, Any]) -> str:
    """Return why there is no number, or no interval, as "what: why"."""
    word = next((one for one in ("undefined", "refused", "asked", "none") if cell.get(one)), "")
    return f"{word}: {cell[word]}" if word else ""


@pytest.fixture(scope="module", autouse=True)
def kept_rows() -> None:
    for name, (head, rows, options, told) in CASES.items():
        CASES[name] = head, list(rows), options, told


@pytest.mark.parametrize("name", CASES)
def test_that_the_command_line_says_it_in_words(name: str, tmp_path: Path, capsys: Any) -> None:
    file = written(tmp_path / "odd.csv", name)
    _head, _rows, options, told = CASES[name]
    asked = ["evaluate", str(file), "--score-kind", "probability", "--risk-threshold", "0.2"]
    if name != "a count table":
        asked += ["--truth", "truth", "--positive", "1", "--score", "p", *options]
    assert main([*asked, "--format", "json"]) == 0
    out = capsys.readouterr().out
    assert "NaN" not in out
    found = json.loads(out)
    cells = {
        f"{topic}.{key}": cell
        for topic in ("people", "decision_curve", "calibration")
        for key, cell in found[topic].items()
        if isinstance(cell, dict) and "value" in cell
    }
    for place, words in told.items():
        assert as_told(cells[place]).startswith(words), place
    for place, cell in cells.items():
        if cell["value"] is None:
            assert as_told(cell), place
    lacking = {place: as_told(cell) for place, cell in cells.items() if cell["value"] is None}
    assert {place: why for place, why in lacking.items() if place not in told} == {}
    assert main(asked) == 0
    text = capsys.readouterr().out
    assert " nan" not in text
    for words in told.values():
        assert words.partition(": ")[2] in text


@pytest.mark.parametrize("name", CASES)
def test_that_the_window_says_the_same(name: str, tmp_path: Path, program: Any) -> None:
    file = written(tmp_path / "odd.csv", name)
    roles = Roles(truth="truth", positive="1", scores=("p",), predicted="")
    if name == "a count table":
        roles = Roles(scores=("p",), n_positive="positive", n_negative="negative")
    elif "weights" in name:
        roles = replace(roles, weight="weight")
    elif name == "subjects":
        roles = replace(roles, subjects=("subject",))
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles((file,), roles=roles))
    said = program.snapshot.inputs.consequences
    program.workspace.ask(SetConsequences(replace(said, scale=Scale.PROBABILITY, risks=(0.2,))))
    program.settle()
    snapshot = program.snapshot
    assert snapshot.score is not None
    dataset = snapshot.dataset
    assert dataset.is_weighted is (name == "fractional weights")
    assert (dataset.row_counts is not None) is ("weights" in name or name == "a count table")
    assert (dataset.subjects is not None) is (name == "subjects")
    program.window.docks["results"].show()
    panel = program.window.findChild(object, "results_panel")
    for place, words in CASES[name][3].items():
        topic, _dot, key = place.partition(".")
        if panel.topic_box.findData(topic) < 0:
            continue
        panel.topic_box.setCurrentIndex(panel.topic_box.findData(topic))
        panel.topic_box.activated.emit(panel.topic_box.currentIndex())
        result = TOPICS.by_id(topic).shown(snapshot)
        assert result is not None
        cells = {row.id: cell for table in result.tables for row, cell in table.cells("value")}
        if key not in cells:
            continue  # what is drawn comes later
        cell, (_word, _sign, why) = cells[key], words.partition(": ")
        of_limits = "" if cell.interval is None else cell.interval.reason
        reason = cell.reason if np.isnan(cell.value) else of_limits
        assert reason.startswith(why), place
        model = panel.models[0]
        shown = [model.index(row, 1).data() for row in range(model.rowCount())]
        assert not any("nan" in str(one).lower() for one in shown)
