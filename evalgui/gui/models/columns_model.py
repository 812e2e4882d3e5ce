"""The columns of the open file: what each is taken for, what it holds, what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication

from evalgui.core.languages import tr
from evalgui.core.texts import Text
from evalgui.core.vocabulary import words_in
from evalgui.gui.accessible import named_cell
from evalgui.gui.look import SMALL, scaled_font, text
from evalgui.io.meaning import ROLE_NAMES, ColumnRole, place_of_probe, with_role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.metrics import Vocabulary
    from evalgui.io.meaning import Reason, Roles
    from evalgui.io.proposing.column_facts import ColumnFacts

Index: TypeAlias = QModelIndex | QPersistentModelIndex

NAME, ROLE, KIND, MISSING = range(4)
_TITLES = (tr("Column"), tr("Role"), tr("Type"), tr("Missing"))
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


CHOICES = (
    ColumnRole.NONE,
    ColumnRole.TRUTH,
    ColumnRole.HIGHER,
    ColumnRole.LOWER,
    ColumnRole.PREDICTED,
    ColumnRole.POSITIVES,
    ColumnRole.NEGATIVES,
    ColumnRole.FREQUENCY,
    ColumnRole.SUBJECT,
    ColumnRole.PROBE,
    ColumnRole.REFERENCE,
    ColumnRole.SPECIES,
)
"""The roles that can be given to one column alone."""

MISSING_SCORES = {
    "exclude": Text("Left out, counted as no result"),
    "worst": Text("The worst score: {never_called_positive}"),
    "refuse": Text("A reason to refuse the file"),
}
"""What a missing score may mean, in the words of the window."""


_EXPLANATIONS = {
    ColumnRole.NONE: Text("Shown in the table and used for subgroups only"),
    ColumnRole.TRUTH: Text("The true class of each row"),
    ColumnRole.HIGHER: Text("A score: high values indicate the {positive} class"),
    ColumnRole.LOWER: Text("A score: low values indicate the {positive} class"),
    ColumnRole.PREDICTED: Text("The {predicted_class} of each row"),
    ColumnRole.PROBABILITY: Text("The score of one class of several"),
    ColumnRole.POSITIVES: Text("How many {positives} have the score of the row"),
    ColumnRole.NEGATIVES: Text("How many {negatives} have the score of the row"),
    ColumnRole.EDGE: Text("The other edge of the bins that the scores lie in"),
    ColumnRole.FREQUENCY: Text("How many instances the row stands for, a whole number"),
    ColumnRole.SUBJECT: Text("Whose the row is: rows of one subject belong together"),
    ColumnRole.PROBE: Text("Who is searched for, or claims to be the reference"),
    ColumnRole.REFERENCE: Text("With whom the probe is compared: an entry of the gallery"),
    ColumnRole.SPECIES: Text("Of what kind an attack is: each kind has its own error rate"),
}


class ColumnsModel(QAbstractTableModel):
    """One row a column of the file; its role can be edited, which asks for other roles."""

    roles_requested = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._roles: Roles | None = None
        self._reasons: tuple[Reason, ...] = ()
        self._facts: dict[str, ColumnFacts] = {}
        self._words = text.AT_FIRST

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the roles as a vocabulary does."""
        self._words = words_in(vocabulary)
        if self._names:
            self.dataChanged.emit(self.index(0, ROLE), self.index(len(self._names) - 1, ROLE))

    def role_name(self, role: ColumnRole) -> str:
        """Return what a role is called."""
        return self._words.said(ROLE_NAMES[role])

    def show_roles(
        self, names: Sequence[str], roles: Roles | None, reasons: Sequence[Reason] = ()
    ) -> None:
        """Show the columns of a file under some roles; what they hold is not known yet."""
        self.beginResetModel()
        if tuple(names) != self._names:
            self._facts = {}
        self._names, self._roles, self._reasons = tuple(names), roles, tuple(reasons)
        self.endResetModel()

    def show_facts(self, facts: Sequence[ColumnFacts]) -> None:
        """Show what the columns hold."""
        self._facts |= {one.name: one for one in facts}
        last = self.index(len(self._names) - 1, MISSING)
        self.dataChanged.emit(self.index(0, KIND), last)

    @property
    def has_facts(self) -> bool:
        """Whether it is known what each column holds."""
        return self._facts.keys() >= {*self._names}

    def name(self, row: int) -> str:
        """Return the name of the column in a row."""
        return self._names[row]

    def role(self, name: str) -> ColumnRole:  # noqa: PLR0911 - one for each
        """Return what a column is taken for."""
        roles = self._roles
        if roles is None:
            return ColumnRole.NONE
        own = {
            roles.truth: ColumnRole.TRUTH,
            roles.predicted: ColumnRole.PREDICTED,
            roles.n_positive: ColumnRole.POSITIVES,
            roles.n_negative: ColumnRole.NEGATIVES,
            roles.weight: ColumnRole.FREQUENCY,
        }
        if name in own:
            return own[name]
        if name in roles.scores:
            is_higher = roles.is_higher_positive(name)
            return ColumnRole.HIGHER if is_higher else ColumnRole.LOWER
        if name in roles.probability_columns:
            return ColumnRole.PROBABILITY
        subjects = roles.subjects or ()
        if name in subjects:
            is_probe = subjects.index(name) == place_of_probe(subjects)
            pair = ColumnRole.PROBE if is_probe else ColumnRole.REFERENCE
            return pair if len(subjects) > 1 else ColumnRole.SUBJECT
        if name == roles.species:
            return ColumnRole.SPECIES
        return ColumnRole.EDGE if name in roles.bins else ColumnRole.NONE

    def choices(self, name: str) -> tuple[ColumnRole, ...]:
        """Return what a column may be taken for; the truth stays until another is chosen."""
        is_truth = self.role(name) is ColumnRole.TRUTH
        return tuple(one for one in CHOICES if not (is_truth and one is ColumnRole.NONE))

    # ------------------------------------------------------------------ Qt's questions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - of Qt
        return 0 if parent.isValid() else len(self._names)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - of Qt
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:  # noqa: ANN401 - of Qt
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section == MISSING else _LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - of Qt
        name = self._names[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return named_cell(self, index, str(self.data(index) or ""))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == MISSING:
            return _RIGHT
        if index.column() in {KIND, MISSING} and role in {
            Qt.ItemDataRole.FontRole,
            Qt.ItemDataRole.ForegroundRole,
        }:
            return self._quiet(name, index.column(), role)
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole}:
            facts = self._facts.get(name)
            of_column = {
                ROLE: self._explained(name),
                KIND: self._words.said(facts.kind) if facts else "",
            }
            told = of_column.get(index.column(), name)
            return (text.tip if role == Qt.ItemDataRole.ToolTipRole else text.plain)(told)
        if role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return None
        facts = self._facts.get(name)
        kind, missing = ("", "") if facts is None else (facts.kind, text.count(facts.n_missing))
        is_edited = role == Qt.ItemDataRole.EditRole
        column_role = self.role(name)
        told = column_role.value if is_edited else self.role_name(column_role)
        return (text.elided(name, 48), told, self._brief(kind), missing)[index.column()]

    def _quiet(self, name: str, column: int, role: int) -> Any:  # noqa: ANN401 - of Qt
        """Return how what nobody has to look at is written: small, and grey unless cells lack."""
        if role == Qt.ItemDataRole.FontRole:
            return scaled_font(QGuiApplication.font(), SMALL)
        facts = self._facts.get(name)
        lacks = column == MISSING and facts is not None and facts.n_missing > 0
        return None if lacks else QGuiApplication.palette().placeholderText()

    def _brief(self, kind: str) -> str:
        """Return a type in the one word that a narrow pane has room for."""
        return tr("whole") if kind == "whole numbers" else self._words.said(kind)

    def _explained(self, name: str) -> str:
        """Return what the role of a column means, and why it has it."""
        why = [one.told for one in self._reasons if name in one.columns]
        sentences: list[str | Text] = [_EXPLANATIONS[self.role(name)], *why]
        said = (self._words.said(one) for one in sentences)
        return "\n".join(f"{told[0].upper()}{told[1:]}" for told in said)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.column() == ROLE and self._roles is not None and not self._is_matrix:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    @property
    def _is_matrix(self) -> bool:
        return self._roles is not None and self._roles.matrix_rows is not None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: ANN401 - of Qt
        if role != Qt.ItemDataRole.EditRole or index.column() != ROLE or self._roles is None:
            return False
        name = self._names[index.row()]
        wanted = ColumnRole(value)
        if wanted is not self.role(name) and wanted in self.choices(name):
            self.roles_requested.emit(with_role(self._roles, name, wanted))
        return False  # shown once it is true
