"""Menus: what is made of their actions, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QMainWindow

from evalgui.gui.actions import ACTIONS
from evalgui.gui.menus import Menus
from evalgui.gui.theme import DARK, LIGHT, icon

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

WITH_ICONS = [entry for entry in ACTIONS if entry.icon]


@pytest.fixture
def menus(qtbot: QtBot) -> Menus:
    window = QMainWindow()
    qtbot.addWidget(window)
    made = Menus(window, ACTIONS)
    made.add_toolbar()
    return made


def drawn(menus: Menus) -> set[str]:
    every = menus.actions_by_id
    return {entry.id for entry in WITH_ICONS if not every[entry.id].icon().isNull()}


def test_that_icons_of_menus_are_drawn_when_one_is_opened(menus: Menus) -> None:
    menus.set_theme(LIGHT)
    assert drawn(menus) == {entry.id for entry in WITH_ICONS if entry.in_toolbar}
    next(iter(menus.menus.values())).aboutToShow.emit()
    assert drawn(menus) == {entry.id for entry in WITH_ICONS}


def test_that_icons_are_those_of_the_theme_however_often_it_changes(menus: Menus) -> None:
    menu = next(iter(menus.menus.values()))
    for theme in (DARK, LIGHT, DARK):
        menus.set_theme(theme)
        for _ in range(2):
            menu.aboutToShow.emit()
        for entry in WITH_ICONS:
            own = menus.actions_by_id[entry.id].icon()
            assert own.cacheKey() == icon(entry.icon, theme).cacheKey()
