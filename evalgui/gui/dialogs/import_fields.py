"""The fields of the import dialog, with what can be chosen in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QListView

from evalgui.core.languages import tr
from evalgui.core.texts import Text
from evalgui.gui.models.columns_model import MISSING_SCORES
from evalgui.gui.panels.fields import Choice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.vocabulary import Words

MATRIX = "matrix"
"""What rows are of a confusion matrix."""

_LIMITS = {
    "below": Text("Less (or more) than all numbers"),
    "at": Text("The limit itself"),
    "half": Text("Half of the limit"),
    "set-aside": Text("No score"),
}
_ROWS_ARE = {
    False: Text("One instance, with its class"),
    True: Text("A score, with counts of both classes"),
    MATRIX: Text("A class, with counts of each class (confusion matrix)"),
}
_DIRECTIONS = {
    True: Text("Higher scores mean {positive}"),
    False: Text("Lower scores mean {positive}"),
}
_MATRIX_ROWS = {"actual": Text("True classes"), "predicted": Text("{Predicted_classes}")}
_SHORTEST = 20


def combo(name: str, accessible: str) -> QComboBox:
    """Return a box with nothing in it, as wide as there is room."""
    box = Choice(name, accessible)
    box.setMinimumContentsLength(_SHORTEST)
    entries = QListView()
    entries.setUniformItemSizes(True)  # thousands of columns are measured as one
    box.setView(entries)
    return box


def rows_are(words: Words) -> QComboBox:
    """Return the choice of what a row is."""
    return _filled(combo("import_rows_are", tr("What each row is")), _ROWS_ARE, words)


def direction(words: Words) -> QComboBox:
    """Return the choice of which scores indicate the positive class."""
    return _filled(combo("import_direction", tr("Direction of the score")), _DIRECTIONS, words)


def limits(words: Words) -> QComboBox:
    """Return the choice of what limits such as <0.05 are."""
    return _filled(combo("import_limits", tr("Meaning of limits")), _LIMITS, words)


def missing_scores(words: Words) -> QComboBox:
    """Return the choice of what a missing score means."""
    return _filled(combo("import_missing", tr("Meaning of missing scores")), MISSING_SCORES, words)


def matrix_rows(words: Words) -> QComboBox:
    """Return the choice of what the rows of a confusion matrix are."""
    return _filled(combo("import_matrix_rows", tr("Rows of the matrix")), _MATRIX_ROWS, words)


def _filled(box: QComboBox, choices: Mapping[Any, Text], words: Words) -> QComboBox:
    for meant, told in choices.items():
        box.addItem(words.said(told), userData=meant)
    return box


def label(name: str) -> QLabel:
    """Return an empty text of several lines."""
    one = QLabel()
    one.setObjectName(name)
    one.setTextFormat(Qt.TextFormat.PlainText)
    one.setWordWrap(True)
    return one


def line(name: str, accessible: str, example: str) -> QLineEdit:
    """Return an empty line with an example in it."""
    field = QLineEdit()
    field.setObjectName(name)
    field.setAccessibleName(accessible)
    field.setPlaceholderText(example)
    return field
