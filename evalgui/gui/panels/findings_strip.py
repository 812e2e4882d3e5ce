"""What is odd about the data: a badge with what is to be decided, and a line that asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from evalgui.core.consequences.settings import Scale
from evalgui.core.languages import tr, tr_n
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import words_in
from evalgui.gui.described import set_tip
from evalgui.gui.look import GRID, Theme, icon, text
from evalgui.gui.models.listed_findings import (
    SAYS,
    Remedy,
    asks_sampling,
    findings_line,
    listed_findings,
    repeated_id,
    reversal,
)
from evalgui.gui.panels.elided import ElidedLabel
from evalgui.io.building.alone import of_alone
from evalgui.io.building.per_cent import PER_CENT
from evalgui.io.building.shown_findings import bin_around, shown_findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.core.checks import Finding
    from evalgui.core.dataset import Dataset, Score
    from evalgui.core.metrics import Vocabulary
    from evalgui.core.snapshot import Snapshot
    from evalgui.gui.models.listed_findings import Listed

_APART, _DRAWN = tr("They do not"), tr("No, a cohort")
_CASES = tr(
    "The sizes of the classes were chosen: intervals take them for fixed, and predictive values "
    "can be asked for at another {prevalence}"
)
_INDEPENDENT = tr(
    "Each row stands for itself: intervals take the rows for independent of each other"
)
_ONE_POPULATION = tr(
    "The rows were drawn from one population: the share of {positives} is an estimate"
)
_LISTED = "  \N{MIDDLE DOT}  "
_GROUND = 0.25  # how much of the colour of warnings the ground of the badge has


class FindingsStrip(QWidget):
    """One line that is there while something asks; the badge, which has another place, always."""

    details_requested = Signal()
    turn_requested = Signal(str)
    reload_requested = Signal()
    changes_requested = Signal()
    subject_requested = Signal(str)  # the column that says whose each row is
    sampling_requested = Signal(object)
    scale_requested = Signal(object)  # what the scores are
    moves_others = Signal()  # it is about to come or to go, and all else to be higher or lower

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findings_strip")
        self.setAccessibleName(tr("Questions about the data"))
        self._words = text.AT_FIRST
        self._dataset: Dataset | None = None
        self._score: Score | None = None
        self._found: tuple[Finding, ...] = ()
        self._more: tuple[Finding, ...] = ()
        self._of_files: tuple[Finding, ...] = ()
        self._alone: tuple[Finding, ...] = ()  # of what was told without anything beside it
        self._is_heard = False
        self._kept: tuple[Finding, ...] = ()  # what the user has heard of
        self._against = self._id_column = ""
        self._theme: Theme | None = None
        self.listed: list[Listed] = []
        self.told = ""
        self.badge = QToolButton()
        self.badge.setObjectName("findings_button")
        self.badge.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.badge.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.badge.clicked.connect(self._on_badge_clicked)
        self.hide()  # until something asks: else Qt shows it with the window
        self._make_questions()
        self._lay_out()
        self._show_findings()

    def _make_questions(self) -> None:
        self.notice = ElidedLabel("file_notice")
        self.reload = _button("reload_button", tr("Reload"))
        self.reload.setToolTip(tr("Read the file once more; choices stay as far as they fit"))
        self.reload.clicked.connect(self.reload_requested)
        self.differ = _button("show_changes_button", tr("What Differs\N{HORIZONTAL ELLIPSIS}"))
        self.differ.setToolTip(tr("List the rows that were added, removed or changed since"))
        self.differ.clicked.connect(self.changes_requested)
        self.keep = _button("keep_data_button", tr("Keep"))
        self.keep.setToolTip(tr("Go on with the data as they were read"))
        self.keep.clicked.connect(self._keep)
        self.alone = ElidedLabel("alone_notice")
        self.heard = _button("alone_heard_button", tr("All Right"))
        self.heard.setToolTip(tr("Say it no more of these data"))
        self.heard.clicked.connect(self._hear)
        self.question = ElidedLabel("direction_question")
        self.turn = _button("turn_score_button", "")
        self.turn.clicked.connect(lambda: self.turn_requested.emit(self._against))
        self.sampling = ElidedLabel("sampling_question")
        self.yes = _button("sampling_yes_button", "")
        self.yes.clicked.connect(self._on_yes)
        self.no = _button("sampling_no_button", "")
        self.no.clicked.connect(self._on_no)
        self.scale = ElidedLabel("scale_question")
        self.per_cent = _button("scale_yes_button", tr("Yes, per Cent"))
        self.per_cent.setToolTip(tr("Take them divided by 100 where probabilities are asked for"))
        self.per_cent.clicked.connect(lambda: self.scale_requested.emit(Scale.PERCENT))
        self.no_scale = _button("scale_no_button", tr("No"))
        self.no_scale.setToolTip(tr("Something else, until Data > The Scores Are says what"))
        self.no_scale.clicked.connect(lambda: self.scale_requested.emit(Scale.OTHER))
        self._pairs = (
            (self.notice, self.reload),
            (self.question, self.turn),
            (self.sampling, self.yes),
            (self.scale, self.per_cent),
            (self.alone, self.heard),
        )

    def _lay_out(self) -> None:
        others = {
            self.reload: (self.differ, self.keep),
            self.yes: (self.no,),
            self.per_cent: (self.no_scale,),
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(GRID, GRID // 2, GRID, 0)
        layout.setSpacing(GRID // 2)
        for line, button in self._pairs:
            line.hide()
            button.hide()
            layout.addWidget(line, 1)
            layout.addWidget(button)
            for more in others.get(button, ()):
                more.hide()
                layout.addWidget(more)
            layout.addSpacing(GRID)
        layout.addStretch()

    def _keep(self) -> None:
        """Say no more of files until something else becomes of them; the list still names them."""
        self._kept = self._of_files
        self._show_findings()

    def _on_badge_clicked(self) -> None:
        self.details_requested.emit()

    # --------------------------------------------------------------------------- view

    def show_snapshot(self, old: Snapshot, new: Snapshot) -> None:
        """Show what is said of a data set and of its scores."""
        before, after = old.inputs, new.inputs
        has_same_lock = before.waiting == after.waiting and before.is_locked == after.is_locked
        has_same_data = new.dataset is old.dataset and has_same_lock
        has_same_data &= before.consequences.scale is after.consequences.scale
        is_as_verified = new.dataset is None or new.dataset.unverified is None
        is_as_verified &= new.point is old.point or bin_around(new) == bin_around(old)
        has_same_data &= is_as_verified or new.point is old.point
        if has_same_data and new.ranking is old.ranking is not None:
            return  # what was said of a class and its score
        is_same = has_same_data and new.positive == old.positive
        if is_same and new.score is old.score:
            return
        if new.dataset is not old.dataset:
            self._more, self._alone, self._is_heard = (), (), False
        self._dataset, self._score = new.dataset, new.score
        self._found = shown_findings(new)
        self._show_findings()

    def show_more(self, dataset: Dataset, findings: Sequence[Finding]) -> None:
        """Show what was found about a data set later, where it is still the one that is shown."""
        if dataset is self._dataset:
            self._more = tuple(findings)
            self._show_findings()

    def say_alone(self, ids: Sequence[str]) -> None:
        """Say what measures hide that were copied, or chosen to be shown, without any others."""
        found = tuple(of_alone(ids))
        if found != self._alone and not self._is_heard:
            self._alone = found
            self._show_findings()

    def _hear(self) -> None:
        """Say it no more of these data."""
        self._alone, self._is_heard = (), True
        self._show_findings()

    def show_files(self, findings: Sequence[Finding]) -> None:
        """Say what became of the files that are open; nothing while they are as they were."""
        if tuple(findings) != self._of_files:
            self._of_files = tuple(findings)
            self._show_findings()

    def set_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Say everything as a vocabulary does."""
        self._words = words_in(vocabulary)
        self._show_findings()

    def set_theme(self, theme: Theme) -> None:
        """Recolour the badge."""
        self._theme = theme
        self.badge.setIcon(icon("info", theme))
        self._dress_badge()

    def _show_findings(self) -> None:
        dataset, found = self._dataset, (*self._found, *self._more, *self._of_files)
        found = (*found, *(one for one in self._alone if one not in found))
        self.listed = [] if dataset is None else listed_findings(dataset, found, self._score)
        self.told = "" if dataset is None else self._words.said(findings_line(self.listed))
        self._show_badge()
        texts = () if self._of_files == self._kept else [one.text for one in self._of_files]
        told = _LISTED.join(map(self._words.said, texts))
        self.notice.setText(told)
        is_there = any(finding.code == "file_changed" for finding in self._of_files)
        self.differ.setVisible(bool(told) and is_there)
        self.keep.setVisible(bool(told))
        self.alone.setText(self._words.said(self._alone[0].text) if self._alone else "")
        self._ask_direction(found)
        self._ask_sampling(found)
        self._ask_scale(found)
        for line, button in self._pairs:
            set_tip(line, line.text())
            for part in (line, button):
                part.setVisible(bool(line.text()))
        is_asking = any(line.text() for line, _button in self._pairs)
        if is_asking == self.isHidden():
            self.moves_others.emit()
            self.setVisible(is_asking)

    def _show_badge(self) -> None:
        n, n_asked = len(self.listed), sum(one.needs_decision for one in self.listed)
        words = tr_n(n, "{n} note", "{n} notes", n=text.count(n)) if n else tr("No findings")
        if n_asked:
            words = tr("{n_asked} to decide", n_asked=text.count(n_asked))
        self.badge.setText(words)
        self.badge.setAccessibleName(words)
        self.badge.setToolTip(tr("What is odd about the data, and what can be done about it"))
        self.badge.setAccessibleDescription(self.told)
        self.badge.setEnabled(self._dataset is not None)
        self._dress_badge()

    def _dress_badge(self) -> None:
        """Let the badge stand out where somebody has to decide; else it is quiet."""
        if self._theme is None:
            return
        palette = QPalette(self.palette())
        asks = any(one.needs_decision for one in self.listed)
        if asks:
            palette.setColor(QPalette.ColorRole.Button, _mixed(self._theme))
        letters = self._theme.text if asks else self._theme.faint_text
        palette.setColor(QPalette.ColorRole.ButtonText, QColor(letters))
        self.badge.setAutoRaise(not asks)
        self.badge.setPalette(palette)

    def _ask_direction(self, found: Sequence[Finding]) -> None:
        """Ask about a score that runs against its classes."""
        score = self._score
        against = None if score is None else reversal(found, score)
        self._against = "" if against is None else against.subject
        self.question.setText("" if against is None else self._words.said(against.text))
        if score is None or against is None:
            return
        way = tr("lower") if score.higher_is_positive else tr("higher")
        self.turn.setText(tr("Yes, {way} = {positive}", way=way, positive=self._words.positive))
        tip = self._words("Let {way} values of '{name}' mean {positive}", way=way, name=score.name)
        set_tip(self.turn, tip)

    def _ask_sampling(self, found: Sequence[Finding]) -> None:
        """Ask about ids that occur more than once, or about classes that are alike in size."""
        asked = asks_sampling(found)
        repeated = None if asked is None else repeated_id((asked,))
        self._id_column = "" if repeated is None else repeated.columns[0]
        self.sampling.setText("" if asked is None else self._words.said(asked.text))
        self.no.setVisible(asked is not None)
        tip = self._words(_CASES)
        if repeated is not None:
            tip = tr(
                "Rows with the same '{id_column}' are of one subject: ",
                id_column=text.elided(self._id_column),
            )
            tip += tr("intervals count subjects then, and are wider")
        self.yes.setText(SAYS[Remedy.SAMPLING if repeated is None else Remedy.JOIN])
        set_tip(self.yes, tip)
        self.no.setText(_DRAWN if repeated is None else _APART)
        no_tip = self._words(_ONE_POPULATION) if repeated is None else _INDEPENDENT
        set_tip(self.no, no_tip)

    def _ask_scale(self, found: Sequence[Finding]) -> None:
        """Ask whether scores are probabilities in per cent; the name of the option is not shown."""
        asked = next((one for one in found if one.code == PER_CENT), None)
        said = "" if asked is None else self._words.said(asked.text)
        head, mark, _rest = said.rpartition("?")
        self.scale.setText(f"{head}{mark}")
        self.no_scale.setVisible(asked is not None)

    def _on_yes(self) -> None:
        if self._id_column:
            self.subject_requested.emit(self._id_column)
        else:
            self.sampling_requested.emit(Sampling.CASE_CONTROL)

    def _on_no(self) -> None:
        """Leave it at how rows are taken to be sampled, now that somebody says so."""
        if self._dataset is not None:
            self.sampling_requested.emit(self._dataset.sampling)


def _button(name: str, words: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName(name)
    button.setText(words)
    return button


def _mixed(theme: Theme) -> QColor:
    """Return a ground that is a little of the colour of warnings."""
    ground, colour = QColor(theme.window), QColor(theme.warning)
    pairs = zip(ground.getRgb()[:3], colour.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(one + (other - one) * _GROUND) for one, other in pairs))
