"""The menu of a plot: what can be done with the point under the pointer, and with the picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from evalgui.core.languages import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtWidgets import QWidget

    from evalgui.core.rules.rule import Choice
    from evalgui.gui.plots.header import Switch


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a menu.

    Parameters
    ----------
    name
        Its object name.
    text
        What it is called, with its key.
    run
        What it does; None where that cannot be done now.
    checked
        Whether it is on; None for what is neither on nor off.
    starts_group
        Whether a line parts it from those above.
    """

    name: str
    text: str
    run: Callable[[], object] | None
    checked: bool | None = None
    starts_group: bool = False


def uses(
    choices: Sequence[Choice], names: Sequence[str], use: Callable[[Choice], object] | None
) -> tuple[Entry, ...]:
    """Return an entry for each rule that can be used, by its name; none can be without `use`."""
    return tuple(
        Entry(
            f"use_rule_{number}",
            tr("Use {name}", name=name).replace("&", "&&"),
            None if use is None else partial(use, choice),
        )
        for number, (choice, name) in enumerate(zip(choices, names, strict=True))
    )


def axis_entries(
    switches: Sequence[Switch], ask: Callable[[str, bool], object]
) -> tuple[Entry, ...]:
    """Return an entry for each switch of the axes of a plot; `ask` takes its id, and how it is."""
    return tuple(
        Entry(
            one.id,
            one.tip,
            partial(ask, one.id, not one.is_on),
            checked=one.is_on,
            starts_group=number == 0,
        )
        for number, one in enumerate(switches)
    )


def menu_of(entries: tuple[Entry, ...], parent: QWidget) -> QMenu:
    """Return a menu that ends when it is closed."""
    menu = QMenu(parent)
    menu.setObjectName("plot_menu")
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for entry in entries:
        if entry.starts_group:
            menu.addSeparator()
        action = menu.addAction(entry.text)
        action.setObjectName(entry.name)
        action.setEnabled(entry.run is not None)
        if entry.checked is not None:
            action.setCheckable(True)
            action.setChecked(entry.checked)
        if entry.run is not None:
            action.triggered.connect(lambda _checked=False, run=entry.run: run())
    return menu
