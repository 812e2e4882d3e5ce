"""Data > Failures to Acquire and Enrol: counts, or the column that says of each attempt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QLineEdit,
    QWidget,
)

from evalgui.core.languages import tr
from evalgui.gui.dialogs.asking import AskingDialog
from evalgui.gui.look import text
from evalgui.gui.panels.field_message import FieldMessage

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.consequences.settings import Consequences

_NOTE = tr(
    "Attempts of which nothing was acquired, and people who could not be enrolled, fold into the "
    "error rates of transactions. Type how many of how many failed, such as 12/600, or the column "
    "that says so of each row (1 or 0, yes or no, failed or ok), rows without a score among them; "
    'an expression such as status == "FTA" chooses which failed. What is empty was not measured, '
    "and is asked for where it is needed."
)
_FIELDS = {
    "genuine": (tr("&Genuine attempts"), tr("such as 12/600, or a column")),
    "impostor": (tr("&Impostor attempts"), tr("the same; of a column by the truth")),
    "enrolments": (tr("&Enrolments"), tr("such as 3/200, or a column")),
}
_SLASH = tr("Type how many of how many failed, such as 12/600: the column counts both")


class FailuresDialog(AskingDialog):
    """Asks for failures to acquire and to enrol.

    Parameters
    ----------
    said
        What was said before.
    why_not
        Returns why what was typed cannot be: for attempts, and for enrolments; "" where it can.
    parent
        The window.
    """

    given = Signal(object)  # the `Consequences`

    def __init__(
        self,
        said: Consequences,
        why_not: Callable[[Consequences], tuple[str, str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("failures", tr("Failures to acquire and enrol"), _NOTE, parent)
        self._said, self._why_not = said, why_not
        shown = [f"{k}/{n}" for k, n in said.acquiring] or [said.acquiring_by]
        shown += [""] * (2 - len(shown))
        enrolling = said.enrolling
        shown.append(said.enrolling_by if enrolling is None else f"{enrolling[0]}/{enrolling[1]}")
        self.fields: dict[str, QLineEdit] = {}
        self._messages: dict[str, FieldMessage] = {}
        for (name, (label, hint)), words in zip(_FIELDS.items(), shown, strict=True):
            field = self.fields[name] = QLineEdit(words)
            field.setObjectName(f"failures_{name}")
            field.setAccessibleName(tr("Failures: {what}", what=label.replace("&", "").lower()))
            field.setPlaceholderText(hint)
            self._messages[name] = FieldMessage(field, f"failures_{name}_message")
            field.textEdited.connect(self._messages[name].take_back)
            self.form.addRow(label, field)

    def _on_accepted(self) -> None:
        typed = {name: field.text().strip() for name, field in self.fields.items()}
        counts = {name: _counts(words) for name, words in typed.items()}
        by_column = typed["genuine"] if counts["genuine"] is None else ""
        if typed["impostor"] and (counts["impostor"] is None or by_column or not typed["genuine"]):
            self._refuse("impostor", _SLASH)
            return
        attempts = [counts[name] for name in ("genuine", "impostor")]
        enrolments = counts["enrolments"]
        try:
            found = replace(
                self._said,
                acquiring=tuple(one for one in attempts if one is not None),
                acquiring_by=by_column,
                enrolling=enrolments,
                enrolling_by=typed["enrolments"] if enrolments is None else "",
            )
        except ValueError as error:
            self._refuse(_wrong(counts), text.why(error))
            return
        for name, why in zip(("genuine", "enrolments"), self._why_not(found), strict=True):
            if why:
                self._refuse(name, why)
                return
        self.accept()
        self.given.emit(found)

    def _refuse(self, name: str, why: str) -> None:
        self.fields[name].setFocus()
        self._messages[name].say(why)


def _counts(typed: str) -> tuple[int, int] | None:
    """Return k and n of "k/n"; None for anything else."""
    k, slash, n = typed.partition("/")
    is_counted = slash and k.strip().isdecimal() and n.strip().isdecimal()
    return (int(k), int(n)) if is_counted else None


def _wrong(counts: dict[str, tuple[int, int] | None]) -> str:
    """Return the field whose counts are no share."""
    return next(
        (name for name, one in counts.items() if one is not None and not 0 <= one[0] <= one[1] > 0),
        "genuine",
    )
