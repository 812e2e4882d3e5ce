"""Heads of columns that are painted whole whenever a table is scrolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView


def paint_heads_whole(table: QTableView) -> None:
    """Paint all heads anew after each scroll to the side.

    Qt moves what was painted and adds the strip that came into view: a letter that the edge of
    the strip runs through, or that stands behind it, may then stand beside its place.
    """
    heads = table.horizontalHeader().viewport()
    table.horizontalScrollBar().valueChanged.connect(lambda _place: heads.update())
