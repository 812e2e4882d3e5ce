"""All choices of the import dialog, in one folded form: how the file is read, and every role."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from evalgui.core.languages import tr
from evalgui.gui.dialogs import import_fields as fields
from evalgui.gui.dialogs.class_pairs import ClassPairs
from evalgui.gui.dialogs.import_options import ReadingBar
from evalgui.gui.dialogs.import_table import Preview, ScoreList
from evalgui.gui.look import GRID, text
from evalgui.gui.models.column_names import ColumnNames
from evalgui.io.building.matrix_table import find_matrix
from evalgui.io.meaning import Role, Roles, classes_of

if TYPE_CHECKING:
    from evalgui.core.vocabulary import Words
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import ThousandsSign

_MOST_CLASSES = 50
_NONE = tr("(none)")
_BETWEEN = "; "  # labels that mean missing
_ONCE = tr("(each row counts once)")
_KEYS_IN_USE = "tsdmwafecnhvoyqlk"  # by the other fields and by the buttons


class ImportChoices(QWidget):
    """How a file is read, its first rows, and a field for every role of its columns."""

    changed = Signal()

    def __init__(self, loaded: Loaded, words: Words, reasons: QWidget) -> None:
        super().__init__()
        self._words = words
        self._loaded = loaded
        self._base = loaded.proposal.roles
        self._how = fields.label("import_how")
        self.reading = ReadingBar()
        self.preview = Preview()
        self.rows_are = fields.rows_are(words)
        self.truth = fields.combo("import_truth", tr("Truth column"))
        self.positive = fields.combo(
            "import_positive", tr("{adjective} class", adjective=self._adjective)
        )
        self.scores = ScoreList()
        self.direction = fields.direction(words)
        self.limits = fields.limits(words)
        self.missing = fields.missing_scores(words)
        self.predicted = fields.combo("import_predicted", words("{Predicted_class} column"))
        self.n_positive, self.n_negative = (
            fields.combo(f"import_n_{sign}", told)
            for sign, told in (
                ("positive", words("Column that counts {positives}")),
                ("negative", words("Column that counts {negatives}")),
            )
        )
        self.missing_labels = fields.line(
            "import_missing_labels",
            tr("Labels that mean missing"),
            tr("none, or such as  9; unknown"),
        )
        self.class_pairs = ClassPairs()
        self.weight = fields.combo("import_weight", tr("Column of frequencies"))
        self.subset = fields.line(
            "import_subset",
            tr("Rows to assess"),
            tr('all rows, or such as  site == "A" and age > 60'),
        )
        self.matrix_rows = fields.matrix_rows(words)
        self._form = self._make_form()
        answers = QHBoxLayout()
        answers.setSpacing(GRID * 3)
        answers.addLayout(self._form, 1)
        answers.addWidget(reasons, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._how)
        column.addWidget(self.reading)
        self.preview.setMinimumHeight(GRID * 22)
        column.addWidget(self.preview)
        column.addLayout(answers)
        self._connect()

    @property
    def _adjective(self) -> str:
        return self._words("{Positive}")

    def _make_form(self) -> QFormLayout:
        form = QFormLayout()
        form.setVerticalSpacing(GRID // 2)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(text.with_key(tr("Each row is"), _KEYS_IN_USE), self.rows_are)
        form.addRow(tr("&Truth"), self.truth)
        form.addRow(
            text.with_key(tr("{adjective} class", adjective=self._adjective), _KEYS_IN_USE),
            self.positive,
        )
        form.addRow(tr("Missing &labels"), self.missing_labels)
        form.addRow(tr("&Scores"), self.scores)
        form.addRow(tr("Classes"), self.class_pairs)
        form.addRow(tr("&Direction"), self.direction)
        form.addRow(tr("&Missing scores"), self.missing)
        form.addRow(text.with_key(tr("Limits"), _KEYS_IN_USE + "p"), self.limits)
        called = text.with_key(self._words("{Predicted_class}"), _KEYS_IN_USE + "p")
        form.addRow(called, self.predicted)
        form.addRow(tr("Fre&quencies"), self.weight)
        for label, keys, combo in (
            (tr("Counts of {positives}"), _KEYS_IN_USE, self.n_positive),
            (tr("Counts of {negatives}"), _KEYS_IN_USE + "u", self.n_negative),
        ):
            form.addRow(text.with_key(self._words(label), keys), combo)
        form.addRow(tr("Ro&ws"), self.subset)
        form.addRow(tr("M&atrix rows are"), self.matrix_rows)
        return form

    def _connect(self) -> None:
        self.truth.currentIndexChanged.connect(self._on_truth_changed)
        self.positive.currentIndexChanged.connect(self._on_positive_changed)
        for combo in (
            *(self.predicted, self.weight, self.direction, self.missing, self.n_positive),
            *(self.n_negative, self.limits, self.matrix_rows),
        ):
            combo.currentIndexChanged.connect(self.changed)
        self.rows_are.currentIndexChanged.connect(self._on_rows_are_changed)
        self.scores.changed.connect(self.changed)
        self.class_pairs.changed.connect(self.changed)
        self.subset.textChanged.connect(self.changed)
        self.missing_labels.textChanged.connect(self.changed)
        self.missing_labels.editingFinished.connect(self._on_missing_labels)

    # ------------------------------------------------------------------------- showing

    def show_loaded(self, loaded: Loaded) -> None:
        """Show a file as it was read, and what its columns are thought to be."""
        self._loaded = loaded
        table = loaded.table
        self._how.setText(
            tr(
                "{name}: {n_rows} rows, {describe}",
                name=table.name,
                n_rows=text.count(table.n_rows),
                describe=text.said(table.how.describe()),
            )
        )
        self.preview.show_table(table)
        self.take(loaded.proposal.roles)
        self.show_options_in_force()

    def take(self, roles: Roles) -> None:
        """Take roles as what is chosen in all fields."""
        self._base = roles
        self._fill(roles)
        self._show_questions()

    def show_options_in_force(self) -> None:
        """Show how the file was read, whatever was asked for since."""
        proposal, how = self._loaded.proposal, self._loaded.table.how
        asked = proposal.asks_about(Role.DECIMAL)
        self.reading.show_reading(how, proposal.roles, are_signs_asked=asked)

    def turn(self, score: str) -> None:
        """Turn one score round."""
        turned = self.roles().turned(score)
        self._opposite = set(turned.opposite)
        self.direction.setCurrentIndex(self.direction.findData(turned.higher_is_positive))
        self.changed.emit()

    def _show_questions(self) -> None:
        """Show what there is to decide: of a matrix its sides, of counts no truth."""
        is_matrix, are_counted = self.is_matrix, self.are_rows_counted
        may_be_others = len(self._loaded.table.columns) > 2  # and a score
        for asked, is_shown in (
            ((self.rows_are,), may_be_others or are_counted or is_matrix),
            ((self.scores, self.direction, self.missing, self.subset), not is_matrix),
            ((self.n_positive, self.n_negative), are_counted),
            (
                (self.truth, self.missing_labels, self.predicted, self.weight),
                not (is_matrix or are_counted),
            ),
            ((self.positive,), not are_counted),
            ((self.matrix_rows,), is_matrix),
            (
                (self.class_pairs,),
                self.class_pairs.may_be_shown and not (is_matrix or are_counted),
            ),
            ((self.limits,), self._base.limits is not None and not is_matrix),
        ):
            for widget in asked:
                self._form.setRowVisible(widget, is_shown)

    @property
    def are_rows_counted(self) -> bool:
        return self.rows_are.currentData() is True

    @property
    def is_matrix(self) -> bool:
        """Whether the table is said to be a confusion matrix."""
        found: object = self.rows_are.currentData()
        return found == fields.MATRIX

    def _fill(self, roles: Roles) -> None:
        combos = (
            (self.truth, roles.truth),
            (self.predicted, roles.predicted),
            (self.weight, roles.weight),
            (self.n_positive, roles.n_positive),
            (self.n_negative, roles.n_negative),
        )
        names = self._loaded.table.names  # a new tuple each time
        choices = (self.rows_are, self.scores, self.direction, self.missing, self.limits)
        filled = (*(combo for combo, _ in combos), *choices)
        for widget in filled:
            widget.blockSignals(True)
        is_matrix = roles.matrix_rows is not None
        what = fields.MATRIX if is_matrix else roles.is_count_table
        self.rows_are.setCurrentIndex(self.rows_are.findData(what))
        for combo, chosen in combos:
            columns = ColumnNames(_ONCE if combo is self.weight else _NONE, names, combo)
            combo.setModel(columns)  # which deletes the one before
            combo.setCurrentIndex(columns.place(chosen or ""))
        self.scores.fill(names, roles.scores)
        self._opposite = set(roles.opposite)
        self.direction.setCurrentIndex(0 if roles.higher_is_positive is not False else 1)
        self.limits.setCurrentIndex(max(self.limits.findData(roles.limits), 0))
        self.missing.setCurrentIndex(self.missing.findData(roles.missing_scores or "exclude"))
        labels = _BETWEEN.join(roles.missing_labels or ())
        for field, words in ((self.subset, roles.subset), (self.missing_labels, labels)):
            field.blockSignals(True)
            field.setText(words)
            field.blockSignals(False)
        if roles.matrix_rows is not None:
            self.matrix_rows.setCurrentIndex(self.matrix_rows.findData(roles.matrix_rows))
        for widget in filled:
            widget.blockSignals(False)
        self._fill_classes(roles.positive)
        classes = [self.positive.itemData(place) for place in range(self.positive.count())]
        self.class_pairs.fill(roles.probabilities or (), classes)

    def _fill_classes(self, positive: str | None) -> None:
        """Offer the values of the truth column, or the classes of a matrix, as positive."""
        self.positive.blockSignals(True)
        self.positive.clear()
        is_matrix = self.is_matrix
        matrix = find_matrix(self._loaded.table, is_said=True) if is_matrix else None
        for label in () if matrix is None else matrix.classes:
            self.positive.addItem(text.elided(label, 36), userData=label)
        if matrix is not None:
            self.positive.setCurrentIndex(self.positive.findData(positive))
        name = None if is_matrix else self.truth.currentData()
        found = self._loaded.table.column(name).distinct(_MOST_CLASSES) if name else None
        if found is not None:
            # Spellings of one class, such as 1 and 1.0, are one entry.
            sizes = dict(zip(found.texts, found.counts, strict=True))
            classes = classes_of(sizes, self._labels_without_class())
            for label, size in zip(classes.names, classes.counts, strict=True):
                shown = tr(
                    "{label}  ({size} rows)", label=text.elided(label, 36), size=text.count(size)
                )
                self.positive.addItem(shown, userData=label)
            place = None if positive is None else classes.find(positive)
            self.positive.setCurrentIndex(-1 if place is None else place)
        self._positive_before = self.positive.currentData()
        self.positive.blockSignals(False)

    def field_of(self, role: Role) -> QWidget:
        """Return the field in which a question is answered."""
        fields_of = {
            Role.POSITIVE: self.positive,
            Role.SCORE: self.scores,
            Role.PROBABILITIES: self.class_pairs,
            Role.DIRECTION: self.direction,
            Role.PREDICTED: self.predicted,
            Role.WEIGHT: self.weight,
            Role.MISSING_LABELS: self.missing_labels,
            Role.N_POSITIVE: self.n_positive,
            Role.N_NEGATIVE: self.n_negative,
            Role.SUBSET: self.subset,
            Role.MATRIX_ROWS: self.matrix_rows,
            Role.LIMITS: self.limits,
            Role.MISSING_SCORES: self.missing,
            Role.DECIMAL: self.reading.decimal,
            Role.DELIMITER: self.reading.separator,
            Role.SHEET: self.reading.sheet,
            Role.TOGETHER: self.reading.together,
        }
        return fields_of.get(role, self.truth)

    # ------------------------------------------------------------------------- asking

    def roles(self) -> Roles:
        """Return what the user decided."""
        proposed = self._base
        if self.is_matrix:
            sides, positive = self.matrix_rows.currentData(), self.positive.currentData()
            own = proposed if proposed.matrix_rows is not None else Roles()
            return replace(own, matrix_rows=sides, positive=positive)
        scores, thousands = tuple(self.scores.checked()), self._thousands(proposed)
        decided = replace(
            proposed,
            matrix_rows=None,
            scores=scores,
            higher_is_positive=self.direction.currentData(),
            opposite=tuple(name for name in scores if name in self._opposite),
            decimal=self.reading.decimal_sign or proposed.decimal,
            thousands=thousands,
            limits=proposed.limits and self.limits.currentData(),
            missing_scores=self.missing.currentData(),
            subset=self.subset.text().strip(),
        )
        if self.are_rows_counted:
            return decided.as_counts(self.n_positive.currentData(), self.n_negative.currentData())
        # Scores that were chosen here take the place of one column a class.
        keeps = set(scores) == set(proposed.scores)
        return replace(
            decided.as_rows(),
            truth=self.truth.currentData() or None,
            probabilities=(proposed.probabilities and self.class_pairs.pairs()) if keeps else (),
            predicted=self.predicted.currentData(),
            weight=self._weight(proposed),
            missing_labels=self._labels_without_class(),
            positive=self.positive.currentData(),
        )

    def _labels_without_class(self) -> tuple[str, ...]:
        """Return the labels that mean that there is none."""
        proposed = self._base.missing_labels or ()
        if self.missing_labels.text() == _BETWEEN.join(proposed):
            return proposed  # whatever stands in them
        parts = (part.strip() for part in self.missing_labels.text().split(";"))
        return tuple(part for part in parts if part)

    def _thousands(self, proposed: Roles) -> ThousandsSign | None:
        """Return what separates thousands; nothing is said where nothing was and nothing does."""
        chosen = self.reading.thousands_sign
        return proposed.thousands if (chosen or "") == (proposed.thousands or "") else chosen

    def _weight(self, proposed: Roles) -> str | None:
        """Return the column of frequencies; nothing is said where there was none and is none."""
        chosen: str = self.weight.currentData() or ""
        return proposed.weight if chosen == (proposed.weight or "") else chosen

    @property
    def is_complete(self) -> bool:
        """Whether the choices can be tried."""
        return self.roles().is_complete(self.positive.count())

    def _on_truth_changed(self) -> None:
        self._fill_classes(None)
        self.changed.emit()

    def _on_positive_changed(self) -> None:
        """Turn the scores with the class, as everywhere: low for one of two, high for the other.

        Where the class was asked about, it is an answer and no change: the direction stays.
        """
        before, self._positive_before = self._positive_before, self.positive.currentData()
        dataset, roles = self._loaded.dataset, self.roles()
        is_asked = self._loaded.proposal.asks_about(Role.POSITIVE)
        n_classes = self.positive.count() if dataset is None else dataset.n_classes
        is_change = before is not None and not is_asked and n_classes == 2
        if is_change and not roles.probabilities:  # else the other one speaks for the other class
            turned = roles.for_class(self.positive.currentData(), is_other_of_two=True)
            self.direction.setCurrentIndex(self.direction.findData(turned.higher_is_positive))
        self.changed.emit()

    def _on_rows_are_changed(self) -> None:
        self._fill_classes(self.positive.currentData())
        self._show_questions()
        self.changed.emit()

    def _on_missing_labels(self) -> None:
        """Offer the classes that are left; the positive one stays where it is one of them."""
        self._fill_classes(self.positive.currentData())
