"""The bar on top: which data, which class is positive, which score, and its direction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from evalgui.core.grey_zone import decision
from evalgui.core.languages import tr
from evalgui.core.snapshot import EMPTY
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, text
from evalgui.gui.panels.elided import ElidedLabel
from evalgui.gui.panels.filter_bar import FilterBar
from evalgui.gui.role_box import RoleBox

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.vocabulary import Words
    from evalgui.gui.look import Theme

_MOST_MEASURED = 200  # scores, whose names say how wide their box is
_LONGEST_NAME = 28
_NARROWEST_BOX = GRID * 9
_KEYS_IN_USE = "fedvcmhsnab"  # by the menus, and by what else is in the window


class DataBar(QWidget):
    """Says what is assessed; the score can be chosen here."""

    score_selected = Signal(object)
    positive_selected = Signal(object)
    turn_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("data_bar")
        self.setAccessibleName(tr("Data"))
        self.rows = ElidedLabel("rows_label", elides=Qt.TextElideMode.ElideMiddle)
        self.filters = FilterBar()
        self.direction = QToolButton()
        self.direction.setObjectName("direction_button")
        self.direction.setAccessibleName(tr("Direction of the score"))
        self.direction.clicked.connect(self._on_direction_clicked)
        self.score = RoleBox()
        self.score.setObjectName("score_choice")
        self.score.setAccessibleName(tr("Score column"))
        self.score.activated.connect(self._on_score_activated)
        self.positive = RoleBox()
        self.positive.setObjectName("positive_choice")
        self.positive.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.positive.activated.connect(self._on_positive_activated)
        for box in (self.score, self.positive):
            box.setMinimumWidth(_NARROWEST_BOX)
        self._positive_label = QLabel()
        self._positive_label.setTextFormat(Qt.TextFormat.PlainText)
        self._positive_label.setBuddy(self.positive)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, 0, GRID, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.rows)
        layout.addWidget(self._positive_label)
        layout.addWidget(self.positive)
        layout.addWidget(self.score)
        layout.addWidget(self.direction)
        layout.addWidget(self.filters, 1)
        self._words = text.AT_FIRST
        self._snapshot = EMPTY
        self.sample = ""  # what stands before the name of data that come with the program
        self._name_classes()
        self._say_rows()
        self._show_choice(EMPTY)

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show the data set and the score of a snapshot."""
        self._snapshot = new
        is_other = new.dataset is not old.dataset
        if is_other or new.ranking is not old.ranking:
            self._say_rows()
        before, after = old.inputs, new.inputs
        if is_other:
            self._show_dataset(new.dataset)
        if is_other or before.score != after.score or before.positive != after.positive:
            self._show_choice(new)

    def say_sample(self, *, is_sample: bool) -> None:
        """Say that the data come with the program, or nothing of where they are from."""
        self.sample = tr("Sample ") if is_sample else ""
        self._say_rows()

    def _say_rows(self) -> None:
        dataset = self._snapshot.dataset
        line = rows_line(self._snapshot, self._words)
        self.rows.setText(line if dataset is None else f"{self.sample}{line}")
        if dataset is None:
            return
        told = tr("{name}\nA sample that comes with evalgui: no data of yours", name=dataset.name)
        set_tip(self.rows, told if self.sample else dataset.name)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the classes and the rule as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._say_rows()
        self._name_classes()
        self._show_choice(self._snapshot)

    def _name_classes(self) -> None:
        adjective = self._words("{Positive}")
        self._positive_label.setText(text.with_key(adjective, _KEYS_IN_USE))
        self.positive.setAccessibleName(tr("{adjective} class", adjective=adjective))

    def set_theme(self, theme: Theme) -> None:
        """Nothing here has a colour of its own."""

    def _show_dataset(self, dataset: Dataset | None) -> None:
        self.score.clear()
        self.positive.clear()
        if dataset is None:
            return
        bare = [item.bare_name for item in dataset.scores]
        told = bare if len(set(bare)) == len(bare) else [item.name for item in dataset.scores]
        names = [text.elided(name, _LONGEST_NAME) for name in told]
        if dataset.called_by and dataset.scores:
            names.append(self._calls(dataset))
        policy = QComboBox.SizeAdjustPolicy  # each of thousands would be measured
        are_few = len(names) <= _MOST_MEASURED
        self.score.setMinimumContentsLength(0 if are_few else max(map(len, names)))
        self.score.setSizeAdjustPolicy(
            policy.AdjustToContents if are_few else policy.AdjustToMinimumContentsLengthWithIcon
        )
        self.score.addItems(names)
        if dataset.n_classes > 2 and dataset.has_calls:
            self.positive.addItem(
                tr("All {n_classes} classes", n_classes=text.count(dataset.n_classes)),
                userData=None,
            )
        for index, name in enumerate(dataset.classes):
            self.positive.addItem(text.elided(name, _LONGEST_NAME), userData=index)

    def show_what_is_in_force(self) -> None:
        """Take back a choice that was given up: it must not look as if it held."""
        self._show_choice(self._snapshot)
        self.filters.show_what_is_in_force()

    def _show_choice(self, snapshot: Snapshot) -> None:
        dataset, positive = snapshot.dataset, snapshot.positive
        has_scores = snapshot.score is not None
        for widget in (self._positive_label, self.positive):
            widget.setVisible(dataset is not None)
        self.score.setVisible(positive is not None and self.score.count() > 0)
        self.direction.setVisible(has_scores)
        self.positive.setCurrentIndex(self.positive.findData(positive))
        set_tip(
            self.positive,
            f"{self._words.positive}: {snapshot.positive_name}\n"
            f"{self._words.negative}: {snapshot.rest_name}"
            if positive is not None
            else tr("All classes together; choose one to assess it against the rest"),
        )
        self._show_score(snapshot)
        self._show_direction(snapshot)

    def _show_score(self, snapshot: Snapshot) -> None:
        """Show which score is assessed, or that it is the calls of the file."""
        dataset, place = snapshot.dataset, snapshot.inputs.score
        self.score.setCurrentIndex(self.score.count() - 1 if place is None else place)
        if dataset is not None and dataset.called_by and dataset.scores:
            self.score.setItemText(len(dataset.scores), self._calls(dataset))
        self.score.setToolTip(
            tr("The score under assessment")
            if place is not None
            else self._words("The {predicted_classes} of the file: they have no threshold")
        )

    def _calls(self, dataset: Dataset) -> str:
        """Return what the calls of the file are called among its scores."""
        name = text.elided(dataset.called_by, _LONGEST_NAME)
        return f"{name} ({self._words('{predicted_class}')})"

    def _show_direction(self, snapshot: Snapshot) -> None:
        score = snapshot.score
        found = None if score is None else decision(score, 0.0, None, str)
        self.direction.setText("" if found is None else found.positive.partition(" ")[0])
        # The score of one class among several speaks for it, whatever it is called.
        may_turn = may_be_turned(snapshot)
        self.direction.setEnabled(may_turn)
        tip = ""
        if score is not None and may_turn:
            ways = (
                (tr("Higher"), tr("lower"))
                if score.higher_is_positive
                else (tr("Lower"), tr("higher"))
            )
            tip = self._words(
                "{way} values of '{name}' mean {positive}; press to let {other} ones mean it",
                way=ways[0],
                name=score.name,
                other=ways[1],
            )
        set_tip(self.direction, tip)

    def _on_direction_clicked(self) -> None:
        score = self._snapshot.score
        if score is not None:
            self.turn_requested.emit(score.name)

    def _on_score_activated(self, index: int) -> None:
        dataset = self._snapshot.dataset
        are_calls = dataset is not None and index >= len(dataset.scores)
        self.score_selected.emit(None if are_calls else index)

    def _on_positive_activated(self, index: int) -> None:
        self.positive_selected.emit(self.positive.itemData(index))


def may_be_turned(snapshot: Snapshot) -> bool:
    """Return whether the score that is shown may run either way: it is one of the file's."""
    dataset, score = snapshot.dataset, snapshot.score
    return dataset is not None and score is not None and bool(dataset.scores)


def rows_line(snapshot: Snapshot, words: Words) -> str:
    """Return how many rows are assessed, of how many in the file, as what a field takes them for.

    Of a count table it says how many instances they count.
    """
    dataset, ranking = snapshot.dataset, snapshot.ranking
    if dataset is None:
        return tr("No data")
    name = text.elided(dataset.name, _LONGEST_NAME)
    if dataset.matrix is not None:
        return tr(
            "{name}: {n} counted in a confusion matrix", name=name, n=text.count(dataset.matrix.n)
        )
    n = dataset.n
    if ranking is not None and not dataset.is_counted:
        n -= ranking.table.n_missing
    of_all = (
        tr(" of {n}", n=text.count(dataset.n_rows_in_file)) if n < dataset.n_rows_in_file else ""
    )
    if dataset.row_counts is not None:
        of_rows = tr("{n}{of_all} rows", n=text.count(n), of_all=of_all)
        return tr(
            "{name}: {of_rows} that count {n_instances}",
            name=name,
            of_rows=of_rows,
            n_instances=text.count(dataset.n_instances),
        )
    said = words("{rows}") if dataset.subjects is None else tr("rows")
    return f"{name}: {text.count(n)}{of_all} {said}"
