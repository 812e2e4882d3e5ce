"""The bars above and below the panels: their words in each field, and the room for them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton

from evalgui.core.checks import Exclusion, Finding, Level
from evalgui.core.dataset import Dataset, Score
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.thresholds import CALLS_NOTHING
from evalgui.core.vocabulary import Vocabulary, phrase
from evalgui.gui.models.listed_findings import Remedy, listed_findings
from evalgui.gui.panels.data_bar import DataBar
from evalgui.gui.panels.findings_strip import FindingsStrip
from evalgui.gui.panels.threshold_bar import ThresholdBar
from tests.gui.models.tables import make_dataset, moved, snapshot_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from evalgui.core.snapshot import Snapshot

SPACE = "\N{NARROW NO-BREAK SPACE}"


@pytest.fixture
def snapshot() -> Snapshot:
    return snapshot_of(make_dataset(), 0.5)


def positive_label(bar: DataBar) -> str:
    (label,) = (label for label in bar.findChildren(QLabel) if label.buddy() is bar.positive)
    return label.text()


@pytest.mark.parametrize(
    ("vocabulary", "label", "accessible", "tip"),
    [
        (
            Vocabulary.MACHINE_LEARNING,
            "&Positive",
            "Positive class",
            "positive: malignant<br>negative: benign",
        ),
        (
            Vocabulary.CLINICAL,
            "D&iseased",
            "Diseased class",
            "diseased: malignant<br>healthy: benign",
        ),
        (
            Vocabulary.BIOMETRICS,
            "&Genuine",
            "Genuine class",
            "genuine: malignant<br>impostor: benign",
        ),
        (
            Vocabulary.SPEAKER,
            "&Target",
            "Target class",
            "target: malignant<br>non-target: benign",
        ),
    ],
)
def test_that_the_data_bar_names_classes_and_rule(
    *,
    qtbot: QtBot,
    snapshot: Snapshot,
    vocabulary: Vocabulary,
    label: str,
    accessible: str,
    tip: str,
) -> None:
    bar = DataBar()
    qtbot.addWidget(bar)
    bar.show_snapshot(EMPTY, snapshot)
    bar.set_vocabulary(vocabulary)
    assert positive_label(bar) == label
    assert bar.positive.accessibleName() == accessible
    assert bar.positive.toolTip().endswith(f">{tip}</span>")
    assert bar.direction.text() == "\N{GREATER-THAN OR EQUAL TO}"
    assert bar.positive.currentText() == "malignant"  # the user's own word


def test_that_the_box_of_thousands_of_scores_is_made_at_once(qtbot: QtBot) -> None:
    dataset = make_dataset()
    scores = [replace(dataset.scores[0], name=f"score {place}") for place in range(3_000)]
    told: list[int] = []
    chosen: list[int | None] = []
    bar = DataBar()
    qtbot.addWidget(bar)
    bar.score.model().rowsInserted.connect(lambda *_: told.append(bar.score.count()))
    bar.score_selected.connect(chosen.append)
    bar.show_snapshot(EMPTY, snapshot_of(replace(dataset, scores=tuple(scores)), 0.5))
    assert told == [3_000]
    bar.score.activated.emit(2_999)
    assert chosen == [2_999]
    letters = bar.fontMetrics().horizontalAdvance("score 2999")
    assert letters < bar.score.sizeHint().width() < 3 * letters


def test_that_lower_scores_and_no_scores_are_said_so(qtbot: QtBot) -> None:
    bar = DataBar()
    qtbot.addWidget(bar)
    bar.set_vocabulary(Vocabulary.BIOMETRICS)
    lower = snapshot_of(make_dataset(higher=False), 0.5)
    bar.show_snapshot(EMPTY, lower)
    assert bar.direction.text() == "\N{LESS-THAN OR EQUAL TO}"
    bar.show_snapshot(lower, EMPTY)
    assert not bar.direction.text()


def rule_texts(bar: ThresholdBar) -> list[str]:
    names = ("rule_eer_button", "rule_youden_button", "rule_half_button", "rule_middle_button")
    buttons = [bar.findChild(QToolButton, name) for name in names]
    return [button.text() for button in buttons if isinstance(button, QToolButton)]


@pytest.mark.parametrize(
    ("vocabulary", "counts", "first_rule", "tip"),
    [
        (
            Vocabulary.MACHINE_LEARNING,
            "TP 5  FP 3  FN 5  TN 7",
            "EER",
            "The attainable threshold nearest to the crossing of both error rates",
        ),
        (
            Vocabulary.CLINICAL,
            "TP 5  FP 3  FN 5  TN 7",
            "Sens = Spec",
            "The attainable threshold nearest to where sensitivity = specificity",
        ),
        (
            Vocabulary.BIOMETRICS,
            "TM 5  FM 3  FNM 5  TNM 7",
            "EER",
            "The attainable threshold nearest to where FMR = FNMR",
        ),
        (
            Vocabulary.SPEAKER,
            "Hit 5  FA 3  Miss 5  CR 7",
            "EER",
            "The attainable threshold nearest to where P_miss = P_fa",
        ),
    ],
)
def test_that_the_threshold_bar_names_counts_and_rules(
    *,
    qtbot: QtBot,
    snapshot: Snapshot,
    vocabulary: Vocabulary,
    counts: str,
    first_rule: str,
    tip: str,
) -> None:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.show_snapshot(EMPTY, snapshot)
    bar.set_vocabulary(vocabulary)
    assert bar.counts.text() == counts
    assert rule_texts(bar) == [first_rule, "Youden", "0.5", "Middle"]
    button = bar.findChild(QToolButton, "rule_eer_button")
    assert isinstance(button, QToolButton)
    assert (button.toolTip(), button.accessibleName()) == (tip, f"Go to {first_rule}")


@pytest.mark.parametrize("vocabulary", list(Vocabulary))
def test_that_the_counts_have_room_at_every_threshold(
    qtbot: QtBot, snapshot: Snapshot, vocabulary: Vocabulary
) -> None:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.set_vocabulary(vocabulary)
    bar.show_snapshot(EMPTY, snapshot)
    metrics = bar.counts.fontMetrics()
    for threshold in (-1.0, 0.5, 2.0):
        after = moved(snapshot, threshold)
        bar.show_snapshot(snapshot, after)
        assert metrics.horizontalAdvance(bar.counts.text()) <= bar.counts.width()


def test_that_findings_keep_the_names_of_the_user(qtbot: QtBot) -> None:
    scores = Score("FN", np.array([0.2, 0.4, 0.6, 0.8]))
    data = Dataset("some.csv", ("TP", "FN"), np.array([0, 0, 1, 1]), 1, (scores,))
    strip = FindingsStrip()
    qtbot.addWidget(strip)
    strip.set_vocabulary(Vocabulary.BIOMETRICS)
    text = phrase("2 rows of '{name}' and no {actual_negatives}", name="TP")
    odd = replace(data, findings=(Finding("made_up", text),))
    strip.show_snapshot(EMPTY, resolve(Inputs(odd)))
    said = strip.badge.accessibleDescription()
    assert said == "2 rows of 'TP' and no impostor comparisons"


def test_that_nothing_is_asked_before_a_file_is_open(qtbot: QtBot) -> None:
    strip = FindingsStrip()
    qtbot.addWidget(strip)
    strip.show()
    assert not strip.turn.isVisible()
    assert not strip.question.isVisible()


def test_that_rows_set_aside_are_said_and_counted_once() -> None:
    exclusion = Exclusion("missing_label", "the label is missing", np.array([3]))
    dataset = make_dataset()
    n_rows = dataset.n_rows_in_file + 1
    dataset = replace(dataset, exclusions=(exclusion,), findings=(), n_rows_in_file=n_rows)
    (alone,) = listed_findings(dataset, ())
    assert (alone.words, alone.count) == ("1 row excluded: the label is missing", 1)
    finding = Finding("missing_label", "1 row is set aside: the label is missing", 1)
    (listed,) = listed_findings(dataset, [finding])
    assert (listed.words, listed.excluded) == (finding.text, (exclusion,))


def test_that_rows_of_several_reasons_go_to_their_findings() -> None:
    gone = [Exclusion("not_a_number", f"no number in {one}", np.array([4])) for one in "ab"]
    by_hand = [Exclusion("set_aside_by_hand", f"by hand: {one}", np.array([5])) for one in "cd"]
    n_rows = make_dataset().n_rows_in_file + 4
    excluded = (*gone, *by_hand)
    dataset = replace(make_dataset(), exclusions=excluded, findings=(), n_rows_in_file=n_rows)
    of_each = [Finding("not_a_number", f"no number in {one}", 1) for one in "ab"]
    of_all = Finding("set_aside_by_hand", "2 rows are set aside by hand", 2, Level.INFO)
    listed = listed_findings(dataset, [of_all, *of_each])
    assert [one.excluded for one in listed] == [(gone[0],), (gone[1],), tuple(by_hand)]
    assert [one.remedy for one in listed] == [Remedy.COLUMNS, Remedy.COLUMNS, Remedy.BY_HAND]


def test_that_the_badge_counts_what_is_to_be_decided(qtbot: QtBot) -> None:
    strip = FindingsStrip()
    qtbot.addWidget(strip)
    assert not strip.badge.isEnabled()
    strip.show_snapshot(EMPTY, resolve(Inputs(make_dataset())))
    assert (strip.badge.text(), strip.badge.isEnabled()) == ("No findings", True)
    odd = replace(make_dataset(), findings=(Finding("a", "odd", 1), Finding("b", "odder", 2)))
    strip.show_snapshot(EMPTY, resolve(Inputs(odd)))
    strip.show_files([Finding("file_changed", "made.csv has changed")])
    assert strip.badge.text() == "1 to decide"
    assert strip.listed[0].remedy is Remedy.RELOAD
    strip.show_files([])
    assert strip.badge.text() == "2 notes"
    assert strip.isHidden()


@pytest.mark.parametrize(
    ("higher", "shown"), [(True, "> \N{INFINITY}"), (False, "< \N{MINUS SIGN}\N{INFINITY}")]
)
def test_that_nothing_called_is_shown_and_can_be_typed(
    qtbot: QtBot, *, higher: bool, shown: str
) -> None:
    infinity = np.inf if higher else -np.inf
    score = Score("s", np.array([infinity, 3.0, 2.0]), higher)
    dataset = Dataset("odd", ("0", "1"), np.array([0, 1, 0], dtype=np.int8), 1, (score,))
    nothing = resolve(Inputs(dataset, threshold=CALLS_NOTHING))
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.show_snapshot(EMPTY, nothing)
    field = bar.spin_box.lineEdit()
    assert field.text() == shown
    assert bar.slider.value() == (bar.slider.maximum() if higher else 0)
    asked: list[float] = []
    bar.threshold_requested.connect(asked.append)
    for typed in (shown, "none"):
        field.setText(typed)
        field.setModified(True)
        qtbot.keyClick(bar.spin_box, Qt.Key.Key_Return)
    assert len(asked) == 2
    assert all(map(math.isnan, asked))


@pytest.mark.parametrize("higher", [True, False])
def test_that_the_slider_goes_by_the_ranks_of_the_scores(qtbot: QtBot, *, higher: bool) -> None:
    values = np.array([-np.inf, 1.0, 1.001, 1.002, 5.0e6, 5.0e6, np.inf, np.nan])
    truth = np.array([0, 1, 0, 1, 0, 1, 1, 0], dtype=np.int8)
    dataset = Dataset("far.csv", ("0", "1"), truth, 1, (Score("s", values, higher),))
    snapshot = resolve(Inputs(dataset, threshold=1.001))
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    bar.show_snapshot(EMPTY, snapshot)
    asked: list[float] = []
    bar.threshold_requested.connect(asked.append)
    assert bar.slider.maximum() == 3
    assert bar.slider.value() == 1
    for place, score in ((0, 1.0), (2, 1.002), (3, 5.0e6)):
        bar.slider.setValue(place)
        table = snapshot.ranking.table if snapshot.ranking else None
        assert table is not None
        assert table.counts_at(asked[-1]) == table.counts_at(score)


def test_that_one_score_and_none_leave_the_slider_at_rest(qtbot: QtBot) -> None:
    bar = ThresholdBar()
    qtbot.addWidget(bar)
    for values in ([2.0, 2.0], [np.inf, np.inf], [np.nan, np.nan]):
        truth = np.array([0, 1], dtype=np.int8)
        score = Score("s", np.array(values))
        bar.show_snapshot(EMPTY, resolve(Inputs(Dataset("few", ("0", "1"), truth, 1, (score,)))))
        assert bar.slider.maximum() == bar.slider.value() == 0
