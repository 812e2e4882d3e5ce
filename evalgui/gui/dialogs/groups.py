"""Compare > Groups: the values of a column, or what an expression chooses; two are crossed."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QWidget,
)

from evalgui.core import digits
from evalgui.core.consequences.settings import LARGEST, PAIRS, POOLED
from evalgui.core.groups import MISSING, MOST_GROUPS, named, sides_of
from evalgui.core.languages import tr
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.look import text
from evalgui.gui.panels.fields import Choice, CountField

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from evalgui.core.consequences.settings import Consequences
    from evalgui.io.proposing.column_facts import ColumnFacts

_MOST_FEW = 1_000_000
_WORDS = {
    LARGEST: tr("the largest group"),
    POOLED: tr("all rows together"),
    PAIRS: tr("every other group"),
}
_NONE = tr("(none)")
_NOTE = tr(
    "All rows have the same threshold. Each group is told with its intervals, and how far groups "
    "lie apart beside what equal groups would show by chance."
)
_TARGET = tr(
    "Of comparisons by the groups of probe and reference: what each pair of groups is set beside"
)
_NUMBER = tr("A target lies between 0 and 1, such as 1e-4.")


class GroupsDialog(AskingDialog):
    """Asks for a column or an expression, and for a second one where each pair is a group.

    Parameters
    ----------
    said
        What is said already.
    rate
        What a field calls the rate that has a target.
    why_not
        Returns why what was typed makes no groups; "" where it does.
    parent
        The window.
    """

    given = Signal(object)  # the `Consequences` that come of it

    def __init__(
        self,
        said: Consequences,
        rate: str,
        why_not: Callable[[str], str] = lambda _typed: "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("groups", tr("Groups"), _NOTE, parent)
        self._said, self._why_not = said, why_not
        self._facts: dict[str, ColumnFacts] = {}
        self._is_offered = False
        self.column = self._field("groups_column", tr("Column, or which rows"))
        self.crossed = self._field("groups_crossed", tr("Crossed with"))
        self.against = Choice("groups_against", tr("What each group is set beside"))
        self.few = CountField(
            "groups_few", tr("Rows of the class that a group needs for gaps and p")
        )
        self.few.setRange(1, _MOST_FEW)
        self.few.setValue(said.few)
        target = said.fmr_target
        self.target = QLineEdit("" if target is None else text.localised(digits.exact(target)))
        self.target.setObjectName("groups_target")
        self.target.setAccessibleName(tr("{rate} target", rate=rate))
        self.target.setPlaceholderText(tr("that of the rule"))
        self.target.setToolTip(_TARGET)
        self.target.textChanged.connect(self._look)
        self.form.addRow(tr("&Column, or which rows"), self.column)
        self.form.addRow(tr("Crossed &with"), self.crossed)
        self.form.addRow(tr("Set &beside"), self.against)
        self.form.addRow(tr("Compared &from rows"), self.few)
        self.form.addRow(tr("{rate} &target", rate=rate), self.target)
        self.column.currentTextChanged.connect(self._on_column)
        self.crossed.currentTextChanged.connect(self._offer_references)
        self.column.addItem(tr("Looking at the columns\N{HORIZONTAL ELLIPSIS}"), "")
        self.show_button.setEnabled(False)

    @staticmethod
    def _field(name: str, purpose: str) -> Choice:
        """Return a field for a column that is chosen, or an expression that is typed."""
        box = Choice(name, purpose)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.setCompleter(None)  # type: ignore[arg-type] # which takes it away
        return box

    def offer(self, columns: Sequence[ColumnFacts]) -> None:
        """Let one of these be chosen, the likeliest first."""
        self._facts = {one.name: one for one in columns}
        asked, usual = self._said.groups, columns[0].name if columns else ""
        wanted = (*asked, "") if asked else (usual, "")
        for box, name in zip((self.column, self.crossed), wanted, strict=False):
            box.clear()
            box.addItem(_NONE, "")
            for one in columns:
                box.addItem(
                    tr("{name}: {n} values", name=text.elided(one.name), n=len(one.values)),
                    one.name,
                )
            place = box.findData(name)
            box.setCurrentIndex(max(0, place))
            if place < 0:
                box.setEditText(name)  # an expression
            field = box.lineEdit()
            if field is not None:
                field.setPlaceholderText(tr('such as  age > 60 and site == "A"'))
                field.selectAll()  # what is typed takes its place
        self._on_column()
        if not columns:
            self.note.setText(
                tr("No column has 2 to 200 different values; which rows can be typed.")
            )
        self._is_offered = True
        self.show_button.setEnabled(self._has_target)
        self.column.setFocus()

    def _on_column(self) -> None:
        self.crossed.setEnabled(bool(_chosen(self.column)))
        self._offer_references()

    @property
    def _columns(self) -> tuple[str, ...]:
        chosen = _chosen(self.column), _chosen(self.crossed)
        return tuple(dict.fromkeys(filter(None, chosen))) if chosen[0] else ()

    def _references(self) -> Iterator[tuple[str, str]]:
        """Return what groups can be set beside: as it is kept, and in words."""
        yield from _WORDS.items()
        each: list[tuple[str, ...]] = []
        for name in self._columns:
            one = self._facts.get(name)
            known = sides_of(name) if one is None else one.values
            each.append((*known, "") if one is None or one.n_missing else known)
        for parts in product(*each) if each else ():
            name = named(parts)
            yield f"={name}" if name in _WORDS else name or MISSING, name or tr("without a value")

    def _offer_references(self) -> None:
        asked = self.against.currentData() or self._said.against
        found = [*self._references()][: len(_WORDS) + MOST_GROUPS]
        self.against.clear()
        for kept, words in found:
            self.against.addItem(text.elided(words), kept)
        self.against.setCurrentIndex(max(0, self.against.findData(asked)))

    @property
    def _wanted(self) -> float | None:
        """The target that is typed; None for none, NaN for what is no such number."""
        typed = self.target.text().strip()
        if not typed:
            return None
        found = text.read_number(typed)
        return found if found is not None and 0 < found < 1 else math.nan

    @property
    def _has_target(self) -> bool:
        return self._wanted is None or not math.isnan(self._wanted)

    def _look(self) -> None:
        """Let what is typed be given where it is a target, and say what it has to be."""
        self.show_button.setEnabled(self._is_offered and self._has_target)
        self.note.setText(_NOTE if self._has_target else _NUMBER)

    def _on_accepted(self) -> None:
        columns = self._columns
        why = next(filter(None, map(self._why_not, columns)), "")
        if why:
            self.note.setText(why)
            return
        said = replace(
            self._said,
            groups=columns,
            against=self.against.currentData(),
            few=self.few.value(),
            fmr_target=self._wanted,
        )
        self.accept()
        self.given.emit(said)


def _chosen(box: Choice) -> str:
    """Return the column that is chosen, or the expression that was typed; "" for neither."""
    typed = box.currentText()
    place = box.findText(typed)
    return str(box.itemData(place)) if place >= 0 else typed.strip()
