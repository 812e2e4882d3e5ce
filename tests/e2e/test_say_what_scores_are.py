"""Scores are probabilities when somebody says so: asked once for per cent, else where refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from evalgui.__main__ import main
from evalgui.core.consequences.settings import Scale

if TYPE_CHECKING:
    from pathlib import Path

    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.panels.findings_strip import FindingsStrip

LEFT = Qt.MouseButton.LeftButton


def rows(n: int = 60) -> list[tuple[int, float]]:
    rng = np.random.default_rng(4)
    risks = np.round(rng.uniform(2, 50, n), 1)
    return [(int(rng.random() < risk / 100), float(risk)) for risk in risks]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "risks.csv"
    lines = [f"{truth},{risk}" for truth, risk in rows()]
    path.write_text("\n".join(["died,risk (%)", *lines]) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def opened(program: Any, file: Path) -> Any:
    program.open_path(file)
    return program


def scale(program: Any) -> Scale | None:
    snapshot: Snapshot = program.snapshot
    return snapshot.inputs.consequences.scale


def test_that_per_cent_is_asked_once_answered_and_taken_back(opened: Any) -> None:
    strip: FindingsStrip = opened.window.findings
    assert strip.scale.isVisible()
    assert strip.scale.text().endswith("are these probabilities in per cent?")
    assert "--" not in strip.scale.text()
    assert strip.badge.text().endswith("to decide")
    QTest.mouseClick(strip.per_cent, LEFT)
    opened.settle()
    assert scale(opened) is Scale.PERCENT
    assert not strip.scale.isVisible()
    assert opened.window.actions_by_id["scale_percent"].isChecked()
    opened.window.actions_by_id["undo"].trigger()
    opened.settle()
    assert scale(opened) is None
    assert strip.scale.isVisible()
    QTest.mouseClick(strip.no_scale, LEFT)
    opened.settle()
    assert scale(opened) is Scale.OTHER
    assert strip.isHidden()


def test_that_the_list_of_findings_answers_it_too(opened: Any) -> None:
    opened.window.actions_by_id["findings"].trigger()
    dialog = opened.window.findChild(object, "findings_dialog")
    button = dialog.findChild(object, "remedy_scale_percent")
    QTest.mouseClick(button, LEFT)
    opened.settle()
    assert scale(opened) is Scale.PERCENT


def test_that_the_command_line_names_the_option(file: Path, capsys: Any) -> None:
    asked = (str(file), "--truth", "died", "--positive", "1", "--score", "risk (%)")
    assert main(["evaluate", *asked]) == 0
    assert "Say so with --score-kind percent, or other" in capsys.readouterr().out
    assert main(["evaluate", *asked, "--score-kind", "percent", "--format", "json"]) == 0
    out = capsys.readouterr().out
    assert "percent_scores" not in out
    told = json.loads(out)["calibration"]
    of_rows = rows()
    ratio = sum(truth for truth, _risk in of_rows) / sum(risk / 100 for _truth, risk in of_rows)
    assert told["observed_expected"]["value"] == pytest.approx(ratio, rel=1e-12)


def test_that_what_refuses_has_the_answers_as_buttons(program: Any) -> None:
    program.open_sample("clinical")
    program.window.docks["results"].show()
    panel = program.window.findChild(object, "results_panel")
    box = panel.topic_box
    box.setCurrentIndex(box.findData("decision_curve"))
    box.activated.emit(box.currentIndex())
    assert "are these scores probabilities?" in panel.facts.text()
    names = {button.text(): button for button in panel.ways.buttons}
    assert list(names) == ["These are probabilities", "They are not"]
    QTest.mouseClick(names["They are not"], LEFT)
    program.settle()
    assert scale(program) is Scale.OTHER
    assert not panel.ways.isVisible()
    assert "typed point or envelope only" in panel.facts.text()
    program.window.actions_by_id["undo"].trigger()
    program.settle()
    QTest.mouseClick(panel.ways.buttons[0], LEFT)
    program.settle()
    assert scale(program) is Scale.PROBABILITY
    assert panel.facts.text()
    assert "probabilities?" not in panel.facts.text()
