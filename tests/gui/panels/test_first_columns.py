"""The columns of the rows that are seen are dressed at once, others in later turns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.core.snapshot import EMPTY
from evalgui.gui.panels.predictions_panel import PredictionsPanel
from tests.gui.models.tables import TextColumn, make_dataset, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

N, AT_ONCE = 40, 12


def test_that_no_turn_looks_at_more_columns_than_are_seen(qtbot: QtBot) -> None:
    panel = PredictionsPanel()
    qtbot.addWidget(panel)
    dataset = make_dataset()
    digits = tuple(f"{place}.123456789012345" for place in range(20))
    more = [TextColumn(f"m{place}", digits) for place in range(N)]
    wide = replace(dataset, columns=(*dataset.columns, *more))
    panel.show()
    panel.show_snapshot(EMPTY, snapshot_of(wide, 0.5))
    header, first = panel.table.horizontalHeader(), len(dataset.columns)
    plain = header.defaultSectionSize()

    def dressed() -> list[int]:
        return [place for place in range(N) if header.sectionSize(first + place) != plain]

    seen = dressed()
    assert seen == [*range(AT_ONCE - first - 2)]  # and outcome, truth, score, call and id
    qtbot.waitUntil(lambda: dressed() == [*range(N)])
    delegates = {panel.table.itemDelegateForColumn(first + place) for place in range(N)}
    assert delegates == {panel.table._number_delegate}
