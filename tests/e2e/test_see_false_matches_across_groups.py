"""False matches of groups with groups in the window: asked, dragged, selected, told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from evalgui.core.crossed_groups import chance_at_hand, own_by_chance
from evalgui.core.requests import DragThreshold, SetThreshold
from evalgui.gui.plots.picture_layer import PictureLayer, TilesLayer
from evalgui.results.cross_groups_picture import FMR_MATRIX
from evalgui.results.picture import Mark, Region
from tests.support.layers import layer_of

if TYPE_CHECKING:
    from pathlib import Path

LEFT = Qt.MouseButton.LeftButton


def write(path: Path, names: str = "ABC", n: int = 30) -> pd.DataFrame:
    rng = np.random.default_rng(6)
    group = [names[k % len(names)] for k in range(n)]
    subjects = pd.DataFrame({"who": [f"p{k}" for k in range(n)], "group": group})
    rows = subjects.merge(subjects, how="cross", suffixes=("", "_b"))
    same = rows["who"] == rows["who_b"]
    near = 0.8 * (rows["group"] == rows["group_b"])
    rows["score"] = np.round(rng.normal(size=len(rows)) + 3 * same + near, 3)
    rows["label"] = np.where(same, "genuine", "impostor")
    rows = rows.rename(columns={"who": "probe", "who_b": "reference"})
    rows.to_csv(path, index=False)
    return rows


@pytest.fixture
def rows(tmp_path: Path) -> pd.DataFrame:
    return write(tmp_path / "pairs.csv")


@pytest.fixture
def opened(program: Any, rows: pd.DataFrame, tmp_path: Path) -> Any:
    assert len(rows)
    program.open_path(tmp_path / "pairs.csv")
    program.workspace.ask(SetThreshold(1.5))
    program.rest()
    return program


def ask(program: Any, *columns: str, target: str = "") -> None:
    program.window.actions_by_id["compare_groups"].trigger()
    program.rest()
    (dialog,) = (one for one in program.window.findChildren(QDialog, "groups_dialog"))
    for box, name in zip((dialog.column, dialog.crossed), columns, strict=True):
        box.setCurrentIndex(box.findData(name))
    dialog.target.setText(target)
    QTest.mouseClick(dialog.show_button, LEFT)
    program.rest()


def main_of(program: Any) -> PictureLayer:
    found = program.window.plots.plots()[FMR_MATRIX].main
    assert isinstance(found, PictureLayer)
    return found


def counted(rows: pd.DataFrame, threshold: float) -> pd.Series:
    wrong = rows[rows["label"] == "impostor"]
    called = (wrong["score"] >= threshold).groupby([wrong["group"], wrong["group_b"]])
    return called.mean()


def test_that_each_pair_of_groups_has_a_tile(opened: Any, rows: pd.DataFrame) -> None:
    ask(opened, "group", "group_b", target="0.05")
    assert opened.snapshot.inputs.consequences.fmr_target == 0.05
    (tiles,) = main_of(opened).tiles
    rates = counted(rows, 1.5).to_numpy().reshape(3, 3)
    assert tiles.ratios == pytest.approx(rates / 0.05)
    assert tiles.is_own.tolist() == np.eye(3, dtype=bool).tolist()


def test_that_tiles_follow_the_line(opened: Any, rows: pd.DataFrame) -> None:
    ask(opened, "group", "group_b", target="0.05")
    with opened.qtbot.waitSignal(opened.workspace.changed):
        opened.workspace.ask(DragThreshold(0.7))
    opened.settle()
    (tiles,) = main_of(opened).tiles
    assert tiles.ratios == pytest.approx(counted(rows, 0.7).to_numpy().reshape(3, 3) / 0.05)


def test_that_a_click_on_a_tile_selects_its_rows(opened: Any, rows: pd.DataFrame) -> None:
    ask(opened, "group", "group_b", target="0.05")
    plot = opened.window.plots.plots()[FMR_MATRIX]
    at = QPointF(*plot.viewport.pixels(2.5, 2.5))  # A with C
    assert (layer_of(plot, TilesLayer).words_at(at) or "").startswith("A with C: ")
    place = plot.canvas.mapFromScene(plot.view_box.mapToScene(at))
    QTest.mouseClick(plot.canvas.viewport(), LEFT, pos=place)
    opened.rest()
    expected = int(((rows["group"] == "A") & (rows["group_b"] == "C")).sum())
    snapshot = opened.snapshot
    has = snapshot.lit.selected.has(slice(None), snapshot.ranking.score, snapshot.point.threshold)
    assert int(has.sum()) == expected


def test_that_the_pooled_rate_hides_nothing(opened: Any) -> None:
    ask(opened, "group", "group_b", target="0.05")
    told = main_of(opened).sentence.words
    assert "Within their own group 3 of 3 are above it" in told
    assert "is above the target" in told
    opened.workspace.ask(SetThreshold(4.5))
    opened.rest()
    assert "meets the target" in main_of(opened).sentence.words


def test_that_a_target_is_a_share(opened: Any) -> None:
    opened.window.actions_by_id["compare_groups"].trigger()
    opened.rest()
    (dialog,) = (one for one in opened.window.findChildren(QDialog, "groups_dialog"))
    dialog.target.setText("2")
    assert not dialog.show_button.isEnabled()
    assert "between 0 and 1" in dialog.note.text()
    dialog.target.setText("1e-4")
    assert dialog.show_button.isEnabled()
    dialog.reject()


def test_that_equal_groups_come_once_the_line_rests(opened: Any) -> None:
    ask(opened, "group", "group_b", target="0.05")
    opened.window.plots.maximise("own-fmr")
    opened.settle()
    plot = opened.window.plots.plots()["own-fmr"]

    def bands() -> list[Region]:
        return [one for one in plot.main.moved.layers if isinstance(one, Region)]

    opened.qtbot.waitUntil(lambda: len(bands()) == 3, timeout=60_000)
    with opened.qtbot.waitSignal(opened.workspace.changed):
        opened.workspace.ask(DragThreshold(0.9))
    opened.settle()
    assert not bands()
    assert len([one for one in plot.main.moved.layers if isinstance(one, Mark)]) == 3
    opened.qtbot.waitUntil(lambda: len(bands()) == 3, timeout=60_000)
    chance = chance_at_hand(opened.snapshot)
    assert chance is not None
    assert "labels of 30 subjects dealt out 9999 times" in plot.main.sentence.words + chance.words


def test_that_a_subject_in_two_groups_is_not_dealt_out(opened: Any, tmp_path: Path) -> None:
    rows = write(tmp_path / "two.csv")
    rows.loc[rows["probe"] == "p4", "group"] = np.where(
        rows.index[rows["probe"] == "p4"] % 2, "A", "B"
    )
    rows.to_csv(tmp_path / "two.csv", index=False)
    opened.open_path(tmp_path / "two.csv")
    opened.workspace.ask(SetThreshold(1.5))
    ask(opened, "group", "group_b", target="0.05")
    found = own_by_chance(opened.snapshot)
    assert found.found is None
    assert "in two groups" in found.words
