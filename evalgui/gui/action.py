"""One thing that a user can do, as data: what it is called, where it stands, what it does."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from evalgui.core.languages import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction, QKeySequence

    from evalgui.core.rules import Rule
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Text
    from evalgui.core.vocabulary import Words


class Menu(Enum):
    """The menus, in order; one of `WITHIN` stands in another one, where its first entry does."""

    FILE = auto()
    EXPORT = auto()
    EDIT = auto()
    DATA = auto()
    SCALE = auto()
    VIEW = auto()
    DECIDE = auto()
    COMPARE = auto()
    LINK = auto()
    HELP = auto()
    REFERENCE = auto()

    @property
    def title(self) -> str:
        """What it is called."""
        return _TITLES[self]


_TITLES = {
    Menu.FILE: tr("&File"),
    Menu.EXPORT: tr("&Export"),
    Menu.EDIT: tr("&Edit"),
    Menu.DATA: tr("&Data"),
    Menu.SCALE: tr("T&he Scores Are"),
    Menu.VIEW: tr("&View"),
    Menu.DECIDE: tr("De&cide"),
    Menu.COMPARE: tr("Co&mpare"),
    Menu.LINK: tr("Thresholds of Se&veral Scores"),
    Menu.HELP: tr("&Help"),
    Menu.REFERENCE: tr("&Reference"),
}


WITHIN = {
    Menu.EXPORT: Menu.FILE,
    Menu.SCALE: Menu.DATA,
    Menu.LINK: Menu.COMPARE,
    Menu.REFERENCE: Menu.HELP,
}

LEFT_OF_1: tuple[str | Qt.Key, ...] = (
    Qt.Key.Key_Dead_Grave,
    Qt.Key.Key_Dead_Circumflex,
    "\N{SUPERSCRIPT TWO}",
    "\N{SECTION SIGN}",
    "\N{MASCULINE ORDINAL INDICATOR}",
    "\N{VULGAR FRACTION ONE HALF}",
)
"""What the key left of 1 is where it types no grave accent, such as on German and French boards."""


def always(_snapshot: Snapshot) -> bool:
    """Enable an action whatever is open."""
    return True


def with_data(snapshot: Snapshot) -> bool:
    """Enable an action while a file is open."""
    return snapshot.dataset is not None


def with_figures(snapshot: Snapshot) -> bool:
    """Enable an action while there is something to draw."""
    return snapshot.matrix is not None or with_scores(snapshot)


def with_rows(snapshot: Snapshot) -> bool:
    """Enable an action while there are rows, not only counts."""
    return snapshot.dataset is not None and snapshot.dataset.matrix is None


def with_scores(snapshot: Snapshot) -> bool:
    """Enable an action while there are scores to put a threshold on."""
    return snapshot.ranking is not None and snapshot.ranking.table.n > 0


def with_any_scores(snapshot: Snapshot) -> bool:
    """Enable an action while there are scores, of one class or of each of several."""
    return with_scores(snapshot) or snapshot.class_scores is not None


def with_probabilities(snapshot: Snapshot) -> bool:
    """Enable an action while the score on show, of the file itself, is declared a probability."""
    scale, score = snapshot.inputs.consequences.scale, snapshot.score
    is_declared = scale is not None and scale.of_one > 0
    is_own = snapshot.dataset is not None and score is not None and bool(snapshot.dataset.scores)
    return is_declared and is_own and with_scores(snapshot)


def with_several_scores(snapshot: Snapshot) -> bool:
    """Enable an action while the data have more scores than one."""
    dataset = snapshot.dataset
    return with_scores(snapshot) and dataset is not None and len(dataset.scores) > 1


def is_movable(snapshot: Snapshot) -> bool:
    """Enable an action while there is a threshold that is not locked."""
    return with_scores(snapshot) and not snapshot.inputs.is_locked


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a user can do."""

    id: str
    text: str | Text
    menu: Menu
    run: Callable[[Any], None]  # given the commands of the window
    shortcut: str | QKeySequence.StandardKey | None = None
    icon: str = ""
    tip: str | Text = ""
    enabled: Callable[[Snapshot], bool] = always
    starts_group: bool = False
    in_toolbar: bool = False
    rule: Rule | None = None  # that it goes to, and is named after
    checked: Callable[[Snapshot], bool] | None = None  # of what is on or off
    other_keys: tuple[str | Qt.Key, ...] = ()  # that do the same
    hides: bool = False  # where it cannot be done, rather than being grey

    def name(self, action: QAction, words: Words) -> None:
        """Give an action its text and its tip in a vocabulary."""
        shown, tip = words.said(self.text), words.said(self.tip)
        if self.rule is not None:
            shown = tr("Go to {name}", name=words.rule_name(self.rule.id, self.rule.name))
            tip = words.rule_reason(self.rule.id, self.rule.explanation)
        action.setText(shown)
        action.setToolTip(tip or shown.replace("&", ""))
        action.setStatusTip(tip)
        action.setCheckable(self.checked is not None)

    def follow(self, action: QAction, snapshot: Snapshot) -> None:
        """Enable and check an action as a snapshot has it."""
        if self.id not in {"undo", "redo"}:  # they follow the history
            action.setEnabled(self.enabled(snapshot))
        if self.hides:
            action.setVisible(self.enabled(snapshot))
        if self.checked is not None:
            action.setChecked(self.checked(snapshot))
