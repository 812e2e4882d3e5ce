"""The fields of a question about the size of a study; only those that it needs are seen."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QWidget

from evalgui.core.digits import exact, rounded
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.planning import (
    NOTHING_SAID,
    PLANNED,
    USUAL_PREVALENCE,
    Counted,
    Goal,
    Question,
    check_level,
    other_rate,
)
from evalgui.core.texts import Style
from evalgui.core.vocabulary import words_in
from evalgui.gui.dialogs.import_fields import line
from evalgui.gui.look import GRID, text
from evalgui.gui.role_box import RoleBox
from evalgui.gui.typed_number import NotUnderstoodError, read_typed_share

if TYPE_CHECKING:
    from evalgui.core.planning import Assumed, Planned

_GOALS = {
    Goal.WIDTH: tr("Width of its interval"),
    Goal.LOWER: tr("One-sided lower limit"),
    Goal.UPPER: tr("One-sided upper limit"),
    Goal.STANDARD_ERROR: tr("Standard error"),
    Goal.CLAIM: tr("Claim without an error"),
    Goal.POWER: tr("Power of McNemar's test"),
}
_AIMS = {
    Goal.WIDTH: (tr("At most so &wide"), "0.1"),
    Goal.LOWER: (tr("At &least"), "0.8"),
    Goal.UPPER: (tr("At &most"), "0.02"),
    Goal.STANDARD_ERROR: (tr("At &most"), "0.03"),
    Goal.CLAIM: (tr("Rate &below"), "0.001"),
    Goal.POWER: (tr("Po&wer"), "0.8"),
}
_LONGEST = 24
USUAL_LEVEL = 0.95


class StudyFields(QWidget):
    """Asks for a measure, what is wanted of it, and what is expected."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = text.AT_FIRST
        self.measure = _choice("study_measure", tr("Measure"))
        self.goal = _choice("study_goal", tr("What is wanted"))
        self.expected = _field("study_expected", tr("Expected value"))
        self.one = _field("study_one_alone", tr("Share that only the one calls rightly"), "0.2")
        self.other = _field(
            "study_other_alone", tr("Share that only the other calls rightly"), "0.1"
        )
        self.aim = _field("study_aim", tr("How much of it"))
        self.level = _field("study_level", tr("Level"), "95\N{NARROW NO-BREAK SPACE}%")
        self.prevalence = _field("study_prevalence", tr("Prevalence"))
        self.rate = _field("study_rate", tr("Other rate"))
        self.sd = _field("study_logit_sd", tr("SD of logit p"), "1")
        self.mean = _field("study_logit_mean", tr("Mean of logit p"))
        self.risk = _field("study_risk", tr("Risk threshold"), "0.1")
        self.area = _field("study_other_auc", tr("AUC of the other score"), "0.8")
        self.correlation = _field("study_correlation", tr("Correlation of the scores"), "0.5")
        self._assumed = {
            "sd": self.sd,
            "mean": self.mean,
            "risk": self.risk,
            "other": self.area,
            "correlation": self.correlation,
        }
        self._aims = {goal: text.localised(usual) for goal, (_name, usual) in _AIMS.items()}
        self._expected = {one.usual: text.localised(one.usual) for one in PLANNED}
        self._shown: tuple[Goal, str] | None = None
        self._lay_out()
        for measure in PLANNED:
            self.measure.addItem("", userData=measure.id)
        self.set_vocabulary(Vocabulary.MACHINE_LEARNING)
        self._on_measure_chosen()
        self.measure.currentIndexChanged.connect(self._on_measure_chosen)
        self.goal.currentIndexChanged.connect(self._on_goal_chosen)
        for field in self._lines():
            field.textChanged.connect(self.edited)

    def _lines(self) -> tuple[QLineEdit, ...]:
        shares = (self.expected, self.one, self.other, self.aim)
        return (*shares, self.level, self.prevalence, self.rate, *self._assumed.values())

    def _lay_out(self) -> None:
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setSpacing(GRID)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._form.addRow(tr("&Measure"), self.measure)
        self._form.addRow(tr("What is wan&ted"), self.goal)
        self._form.addRow(tr("&Expected value"), self.expected)
        self._form.addRow(tr("Right by the &one alone"), self.one)
        self._form.addRow(tr("Right by the othe&r alone"), self.other)
        self._aim_label = QLabel(tr("At most so &wide"))
        self._form.addRow(self._aim_label, self.aim)
        self._form.addRow(tr("Le&vel"), self.level)
        self._form.addRow(tr("&Prevalence"), self.prevalence)
        self._rate_label = QLabel()
        self._form.addRow(self._rate_label, self.rate)
        self._form.addRow(tr("&SD of logit p"), self.sd)
        self._form.addRow(tr("Mea&n of logit p"), self.mean)
        self._form.addRow(tr("Ris&k threshold"), self.risk)
        self._form.addRow(tr("A&UC of the other score"), self.area)
        self._form.addRow(tr("Corre&lation of the scores"), self.correlation)
        self.mean.setPlaceholderText(tr("Not given: as the prevalence says"))
        self.mean.setToolTip(tr("Logit p, ln(p / (1 - p)), is taken for normal"))
        self.sd.setToolTip(self.mean.toolTip())
        self.correlation.setToolTip(tr("Within each class, from -1 to 1"))
        for label in (self._aim_label, self._rate_label):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._aim_label.setBuddy(self.aim)
        self._rate_label.setBuddy(self.rate)

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Name the measures as a vocabulary does."""
        self._words = words_in(vocabulary)
        for place, measure in enumerate(PLANNED):
            self.measure.setItemText(place, measure.title.told(Style(self._words)))
        self._name_rate()

    def success(self) -> float | None:
        """Return what is expected of a rate that is good when high; None where nothing is."""
        goal = self._goal
        if goal in {Goal.CLAIM, Goal.POWER}:
            return None
        typed = self._expected[PLANNED.by_id("TPR").usual]
        typed = typed if self._measure.rests_on else self.expected.text()
        try:
            value = Decimal(repr(read_typed_share(typed)))
        except NotUnderstoodError:
            return None
        value = 1 - value if self._measure.is_error_rate else value
        return float(value) if 0 <= value <= 1 else None

    def level_or_usual(self) -> float:
        """Return the level; the usual one while none is typed."""
        try:
            level = self._level()
            check_level(level)
        except (NotUnderstoodError, DataError):
            return USUAL_LEVEL
        return level

    def question(self) -> Question:
        """Return what is asked.

        Raises
        ------
        NotUnderstoodError
            If a field that is needed has no number; the words begin with its name.
        """
        needs_shares = self._goal is Goal.POWER
        return Question(
            measure=self._measure,
            goal=self._goal,
            aim=_read(self.aim),
            expected=_read(self.expected) if self.expected.isVisibleTo(self) else None,
            level=self._level(),
            prevalence=self._read_if_typed(self.prevalence),
            rate=self._read_if_typed(self.rate),
            discordant=(_read(self.one), _read(self.other)) if needs_shares else None,
            assumed=self._read_assumed(),
        )

    def set_spread(self, spread: tuple[float, float] | None) -> None:
        """Take mean and standard deviation of logit p from the data, unless others are typed.

        None of data that say nothing of them gives back what is usual.
        """
        told = ("", "1") if spread is None else [rounded(one, decimals=4) for one in spread]
        for field, value in zip((self.mean, self.sd), told, strict=True):
            if not field.isModified():
                field.setText(text.localised(value))

    # ------------------------------------------------------------------------- inside

    def _level(self) -> float:
        """Return the level that is typed; what is above 1 is in per cent."""
        level = _read(self.level)
        return float(Decimal(repr(level)) / 100) if level > 1 else level

    def _read_assumed(self) -> Assumed:
        """Return what is assumed of the scores, where the measure rests on that."""
        said = {
            name: self._read_if_typed(field)
            for name, field in self._assumed.items()
            if name in self._measure.rests_on
        }
        is_of_data = not self.mean.isModified()
        if is_of_data and self.prevalence.text().strip():
            said["mean"] = None  # which the prevalence that is typed says
        return replace(NOTHING_SAID, **{name: one for name, one in said.items() if one is not None})

    def _read_if_typed(self, field: QLineEdit) -> float | None:
        is_typed = field.isVisibleTo(self) and field.text().strip()
        return _read(field) if is_typed else None

    @property
    def _measure(self) -> Planned:
        return PLANNED.by_id(self.measure.currentData())

    @property
    def _goal(self) -> Goal:
        return Goal(self.goal.currentData())

    def _on_measure_chosen(self) -> None:
        """Offer what can be wanted of the measure; another kind begins with what is usual."""
        goals = [goal.value for goal in self._measure.goals]
        offered = [self.goal.itemData(place) for place in range(self.goal.count())]
        if goals != offered:
            with QSignalBlocker(self.goal):
                self.goal.clear()
                for goal in self._measure.goals:
                    self.goal.addItem(_GOALS[goal], userData=goal.value)
        self._name_rate()
        self._on_goal_chosen()

    def _on_goal_chosen(self) -> None:
        """Show the fields that are needed, with what was last typed into them."""
        if self._shown is not None:
            goal, usual = self._shown
            self._aims[goal] = self.aim.text()
            self._expected[usual] = self.expected.text()
        goal, measure = self._goal, self._measure
        self._shown = (goal, measure.usual)
        self._aim_label.setText(_AIMS[goal][0])
        self.aim.setAccessibleName(_AIMS[goal][0].replace("&", ""))
        is_test = goal is Goal.POWER
        calls = {Counted.POSITIVE_CALLS, Counted.NEGATIVE_CALLS}
        for field, is_needed in (
            (self.expected, goal is not Goal.CLAIM and bool(measure.usual)),
            (self.one, is_test),
            (self.other, is_test),
            (self.prevalence, not is_test),
            (self.rate, measure.counted in calls),
            *((field, name in measure.rests_on) for name, field in self._assumed.items()),
        ):
            self._form.setRowVisible(field, is_needed)
        self.prevalence.setPlaceholderText(
            tr(
                "Not given: {sentence}, or as the mean of logit p says",
                sentence=text.localised(exact(USUAL_PREVALENCE)),
            )
            if measure.is_of_probabilities
            else tr("Not given: as many of each class")
            if measure.rests_on
            else tr("Not given: only what the measure counts")
        )
        with QSignalBlocker(self.aim), QSignalBlocker(self.expected):
            self.aim.setText(self._aims[goal])
            self.expected.setText(self._expected[measure.usual])
        self.edited.emit()

    def _name_rate(self) -> None:
        name = other_rate(self._measure.counted).told(Style(self._words)).removeprefix("the ")
        self._rate_label.setText(tr("E&xpected {name}", name=name))
        self.rate.setAccessibleName(tr("Expected {name}", name=name))
        self.rate.setPlaceholderText(tr("Not given: only what the measure counts"))


def _choice(name: str, purpose: str) -> RoleBox:
    box = RoleBox()
    box.setObjectName(name)
    box.setAccessibleName(purpose)
    return box


def _field(name: str, purpose: str, usual: str = "") -> QLineEdit:
    field = line(name, purpose, "")
    field.setText(text.localised(usual))
    field.setMaxLength(_LONGEST)
    return field


def _read(field: QLineEdit) -> float:
    """Return the number in a field; the words of a refusal begin with the name of the field."""
    try:
        return read_typed_share(field.text())
    except NotUnderstoodError as error:
        why = text.within(text.why(error))
        raise NotUnderstoodError(f"{field.accessibleName()}: {why}") from None
