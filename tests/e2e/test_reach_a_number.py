"""A number is asked for where it stands: the line goes to the threshold that a recount confirms."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from pyarrow.parquet import write_table
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit, QPushButton
from scipy.stats import beta

from evalgui.core.digits import SPACE
from evalgui.core.intervals.at_prevalence import measures_at_prevalence
from evalgui.core.requests import ApplyRule, SetLocked, SetThreshold, SetVocabulary
from evalgui.core.sampling import Sampling
from evalgui.core.vocabulary import Vocabulary
from evalgui.gui import text
from evalgui.gui.models.rule_cells import BETWEEN
from evalgui.gui.plots.histogram_layer import ErrorLayer
from evalgui.gui.text import as_number
from evalgui.io.writers.evaluation import evaluation
from evalgui.workspace.file_requests import AssignRoles, SetRowsAside
from tests.io.formats.test_workbook import workbook
from tests.support.layers import layer_of

LEFT = Qt.MouseButton.LeftButton
ENTER, ESCAPE = Qt.Key.Key_Return, Qt.Key.Key_Escape


class Hands:
    """Mouse and keys of a user, counted: a click, a chord, or a typed value with Enter is one."""

    def __init__(self, program):
        self.program = program
        self.n_actions = 0

    def click(self, widget, place=None):
        self.n_actions += 1
        QTest.mouseClick(widget, LEFT, pos=place or widget.rect().center())

    def double_click(self, widget, place=None):
        """Click twice; the first click is an event of its own, as from a mouse."""
        self.n_actions += 1
        place = place or widget.rect().center()
        QTest.mouseClick(widget, LEFT, pos=place)
        QTest.mouseDClick(widget, LEFT, pos=place)

    def chord(self, widget, keys, modifier):
        self.n_actions += 1
        QTest.keyClick(widget, keys, modifier)

    def type(self, field, words):
        self.n_actions += 1
        QTest.keyClicks(field, words)
        QTest.keyClick(field, ENTER)

    def ask(self, metric_id):
        """Double-click a number of the decision; return the field that opens over it."""
        numbers = self.program.window.decision.numbers
        model = numbers.model()
        row = next(
            row for row in range(model.rowCount()) if model.entry(model.index(row)).id == metric_id
        )
        self.double_click(numbers.viewport(), numbers.visualRect(model.index(row)).center())
        editor = self.program.application.commands.deciding.editor
        assert editor.isVisible()
        return editor


def lower_limit(x, n, level):
    return 0.0 if x == 0 else float(beta.ppf(1 - level, x, n - x + 1))


def upper_limit(x, n, level):
    return 1.0 if x == n else float(beta.ppf(level, x + 1, n - x))


def test_that_a_clinician_reaches_a_limit_of_sensitivity_in_eight_actions(program, tmp_path):
    program.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    rng = np.random.default_rng(11)
    ill = np.arange(150) % 3 == 0
    marker = np.round(rng.normal(8 + 5 * ill, 3), 1)
    cells = [["patient", "diagnosis", "marker"]] + [
        [f"P{n:03}", "ill" if ill[n] else "healthy", float(marker[n])] for n in range(150)
    ]
    path = tmp_path / "marker study.xlsx"
    path.write_bytes(workbook({"Data": cells}))
    hands = Hands(program)

    hands.chord(program.window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    program.qtbot.waitUntil(lambda: bool(program.window.findChildren(QFileDialog)))
    dialog = program.window.findChildren(QFileDialog)[-1]
    field = dialog.findChild(QLineEdit, "fileNameEdit")
    dialog.activateWindow()  # as a window manager does
    program.qtbot.waitUntil(field.hasFocus)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        hands.type(field, str(path))
    program.settle()
    assert program.snapshot.dataset.positive_class == "ill"
    head = program.window.decision.head
    assert head.origin.text() == "Start, chosen on these patients"

    editor = hands.ask("TPR")
    hands.click(editor.limit)
    hands.type(editor.field, "0,90")
    assert not editor.isVisible()
    prevalence = program.window.metrics.prevalence.field
    hands.click(prevalence)
    hands.type(prevalence, "5 %")
    assert hands.n_actions <= 8, hands.n_actions

    snapshot = program.snapshot
    counts, n_ill = snapshot.point.counts, int(ill.sum())

    def recount(threshold):
        return int((ill & (marker >= threshold)).sum())

    assert counts.tp == recount(snapshot.point.threshold)
    assert lower_limit(counts.tp, n_ill, 0.95) >= 0.9
    stricter = [value for value in np.unique(marker) if value > snapshot.point.threshold]
    assert all(lower_limit(recount(value), n_ill, 0.95) < 0.9 for value in stricter)
    assert "because sensitivity is at least 0.9 " in head.sentence
    told = "95 %, one-sided: sensitivity at least 0.909"
    assert head.limits.toolTip().replace(SPACE, " ") == told
    assert head.origin.text().startswith("Chosen on these ")
    assert evaluation(snapshot)["provenance"]["parameters"] == {"sensitivity": 0.9, "level": 0.95}

    # Specificity, and PPV at 5 % with its interval, stand in the decision.
    model = program.window.decision.model
    shown = {
        model.entry(model.index(row)).id: model.numbers(model.index(row))
        for row in range(model.rowCount())
    }
    healthy_right = int((~ill & (marker < snapshot.point.threshold)).sum())
    assert shown["TNR"].detail == f"{healthy_right}/100"
    expected = measures_at_prevalence(counts, 0.05, 0.95, Sampling.COHORT)["PPV"]
    at_prevalence = shown["PPV_AT_PREVALENCE"]
    assert as_number(at_prevalence.value) == pytest.approx(expected.value, abs=5e-4)
    low, high = at_prevalence.interval.split("\N{EN DASH}")
    assert as_number(low) == pytest.approx(expected.interval.lower, abs=5e-4)
    assert as_number(high) == pytest.approx(expected.interval.upper, abs=5e-4)


def test_that_an_engineer_reaches_a_limit_of_fmr_of_ten_million_comparisons_in_four_actions(
    program, tmp_path
):
    program.workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    n, rng = 10_000_000, np.random.default_rng(3)
    is_genuine = np.arange(n) % 100 == 0
    score = np.round(rng.standard_normal(n) + 4.0 * is_genuine, 4)
    path = tmp_path / "scores.parquet"
    columns = {"genuine": is_genuine.astype(np.int8), "score": score}
    write_table(pa.table(columns), path, use_dictionary=False, compression="none")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.application.commands.open_path(path)
    program.settle()
    hands = Hands(program)

    editor = hands.ask("FPR")
    hands.chord(editor.field, Qt.Key.Key_L, Qt.KeyboardModifier.AltModifier)
    hands.type(editor.field, "1e-4")
    assert hands.n_actions <= 4

    impostors = score[~is_genuine]
    n_impostors, strictest = len(impostors), np.sort(impostors[impostors > 2.0])[::-1]
    most = next(k for k in range(n) if upper_limit(k + 1, n_impostors, 0.95) > 1e-4)
    # The most lenient score that no more impostors reach: that after the first one too many.
    lowest = score[score > strictest[most]].min()
    fp, threshold = program.snapshot.point.counts.fp, program.snapshot.point.threshold
    assert threshold == lowest
    assert fp == int((impostors >= threshold).sum())
    assert program.snapshot.point.counts.n == n
    head = program.window.decision.head
    assert head.rule.text() == "false match rate is at most 0.0001"


def test_that_cells_and_measures_take_numbers_and_say_what_they_do_not_understand(program):
    program.open_sample("clinical")
    hands, editor = Hands(program), program.application.commands.deciding.editor
    view = program.window.confusion.matrix_view
    before = program.snapshot
    rows_shown = program.snapshot.choices.cells

    hands.double_click(view, view.cell_rect(0, 1).center())
    assert editor.isVisible()
    assert program.snapshot.choices.cells == rows_shown  # the clicks chose nothing
    assert editor.field.text() == str(before.point.counts.fn)
    hands.type(editor.field, "some")
    assert editor.isVisible()
    assert "not a number" in editor.message.text()
    hands.type(editor.field, "1000000")
    assert "whole number" in editor.message.text()
    assert program.snapshot.point is before.point
    hands.type(editor.field, "5")
    assert not editor.isVisible()
    truth = program.snapshot.dataset.is_positive()
    values = program.snapshot.score.values
    missed = int((truth & (values < program.snapshot.point.threshold)).sum())
    assert missed <= 5
    stricter = np.unique(values[values > program.snapshot.point.threshold])[0]
    assert int((truth & (values < stricter)).sum()) > 5
    assert program.snapshot.provenance.rule == "fnmr"

    tree = program.window.metrics.tree
    index = program.window.metrics.model.index_of("F1")
    tree.scrollTo(index)
    hands.double_click(tree.viewport(), tree.visualRect(index).center())
    hands.type(editor.field, "99,9 %")
    assert editor.isVisible()
    assert len(editor._offers) == 2
    best = max(
        2 * tp / (2 * tp + fp + fn)
        for tp, fp, fn in (
            (int((truth & (values >= t)).sum()), int((~truth & (values >= t)).sum()),
             int((truth & (values < t)).sum()))
            for t in np.unique(values)
        )
    )  # fmt: skip
    QTest.mouseClick(editor._offers[0], LEFT)
    assert not editor.isVisible()
    assert program.snapshot.point.measured["F1"].value == pytest.approx(best)
    QTest.keyClick(program.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert program.snapshot.provenance.rule == "fnmr"

    tree.setFocus()
    tree.setCurrentIndex(program.window.metrics.model.index_of("TNR"))
    QTest.keyClick(tree, Qt.Key.Key_F2)
    assert editor.isVisible()
    QTest.keyClick(editor.field, ESCAPE)
    assert not editor.isVisible()


def test_that_totals_take_numbers_and_those_of_the_data_say_that_they_stay(program):
    program.workspace.ask(SetVocabulary(Vocabulary.CLINICAL))
    program.open_sample("clinical")
    hands, editor = Hands(program), program.application.commands.deciding.editor
    place = program.window.confusion.matrix_view.geometry_of_cells
    view, values = program.window.confusion.matrix_view, program.snapshot.score.values
    before, diseased = program.snapshot.point, int(program.snapshot.dataset.is_positive().sum())

    hands.double_click(view, place.row_total(0).center())
    assert editor.prompt.text() == "Diseased subjects near"
    assert editor.field.text() == str(diseased)
    hands.type(editor.field, "70")
    assert editor.message.text() == "That stands in the data: no threshold changes it."
    assert program.snapshot.point is before
    QTest.keyClick(editor.field, ESCAPE)

    for column, prompt, typed in (
        (0, "Positive tests at most", 70),
        (1, "Negative tests at least", len(values) - 40),
    ):
        hands.double_click(view, place.column_total(column).center())
        assert editor.prompt.text() == prompt
        hands.type(editor.field, str(typed))
        assert not editor.isVisible()
        called = np.sort(values)[::-1][: typed if column == 0 else 40]
        following = np.sort(values)[::-1][len(called)]
        assert called[-1] > following  # no tie: just so many are called
        assert following < program.snapshot.point.threshold <= called[-1]
        assert program.snapshot.provenance.rule == "queue"


def test_that_a_number_becomes_a_rule_that_is_followed_and_a_lock_keeps_the_line(program):
    program.open_sample("clinical")
    hands, window = Hands(program), program.window
    editor = hands.ask("TPR")
    hands.click(editor.follow)
    hands.type(editor.field, "0.95")
    head = window.decision.head
    assert program.snapshot.inputs.is_followed
    assert window.actions_by_id["follow_threshold_rule"].isChecked()
    assert head.origin.text().endswith(f"{BETWEEN}followed")
    there = program.snapshot.point.threshold

    hands.click(head.lock)
    assert program.snapshot.inputs.is_locked
    assert not window.actions_by_id["follow_threshold_rule"].isEnabled()
    assert not window.threshold_bar.slider.isEnabled()
    assert not window.actions_by_id["lower"].isEnabled()
    QTest.mouseDClick(window.decision.numbers.viewport(), LEFT, pos=QPoint(20, 20))
    assert not editor.isVisible()
    assert "locked" in head.message.text()
    program.drag("far-frr", [0.2, 0.8], lambda: None)
    assert program.snapshot.point.threshold == there
    QTest.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert not program.snapshot.inputs.is_locked
    program.drag("far-frr", [0.2, 0.8], lambda: None)
    assert program.snapshot.point.threshold != there
    assert head.rule.text() == "Put here by hand"


def place_of(numbers, metric_id):
    """Return where a number of the decision stands in its list."""
    model = numbers.model()
    indexes = map(model.index, range(model.rowCount()))
    return numbers.visualRect(next(one for one in indexes if model.entry(one).id == metric_id))


def test_that_a_number_that_is_taken_somewhere_leads_there_by_its_rule(program):
    program.workspace.ask(SetVocabulary(Vocabulary.BIOMETRICS))
    program.open_sample("biometric")
    hands, window = Hands(program), program.window
    numbers, head = window.decision.numbers, window.decision.head
    taken_at = program.snapshot.ranking.taken_at
    start = program.snapshot.point.threshold
    rules = {
        "eer": ("eer", {}),
        "fmr100": ("fmr", {"fmr": 0.01}),
        "fmr1000": ("fmr", {"fmr": 0.001}),
    }
    for metric_id, rule in rules.items():
        hands.double_click(numbers.viewport(), place_of(numbers, metric_id).center())
        made = program.snapshot.provenance
        assert (made.rule, dict(made.parameters)) == rule
        assert program.snapshot.point.threshold == taken_at[metric_id]
    program.workspace.history.undo()
    assert program.snapshot.point.threshold == taken_at["fmr100"]
    program.workspace.history.undo()
    assert program.snapshot.point.threshold == taken_at["eer"]
    program.workspace.history.undo()
    assert program.snapshot.point.threshold == start

    tree = window.metrics.tree
    section = window.metrics.model.index(window.metrics.model.rowCount() - 1, 0)
    rows = (window.metrics.model.index(row, 0, section) for row in range(20))
    tree.setCurrentIndex(next(one for one in rows if tree.model().entry(one).id == "fmr1000"))
    QTest.keyClick(tree, Qt.Key.Key_F2)
    assert program.snapshot.point.threshold == taken_at["fmr1000"]

    hands.click(head.lock)
    hands.double_click(numbers.viewport(), place_of(numbers, "eer").center())
    assert program.snapshot.point.threshold == taken_at["fmr1000"]
    assert head.message.text() == "The threshold is locked: press Lock to let it move"


def test_that_a_frozen_threshold_stands_beside_its_development(program, tmp_path):
    program.open_sample("clinical")
    program.workspace.ask(SetThreshold(0.7))
    program.workspace.ask(SetLocked(is_locked=True))
    frozen, then = program.snapshot.point.threshold, program.snapshot.point.counts
    values, truth = program.snapshot.score.values, program.snapshot.dataset.is_positive()
    name = program.snapshot.score.name
    names = program.snapshot.rest_name, program.snapshot.positive_name
    rows = "\n".join(
        f"{names[t]},{v!r}" for t, v in zip(truth[::2].tolist(), values[::2].tolist(), strict=True)
    )
    other = tmp_path / "other site.csv"
    other.write_text(f"truth,{name}\n{rows}\n", encoding="utf-8")
    program.open_path(other)
    assert program.snapshot.point.threshold == frozen
    head = program.window.decision.head
    assert head.origin.text() == f"Frozen from clinical.csv{BETWEEN}locked"
    assert evaluation(program.snapshot)["provenance"]["kind"] == "frozen"

    program.window.actions_by_id["show_development"].trigger()
    page = program.window.findChild(object, "comparison")
    now, rates = program.snapshot.point.counts, page.table.model()
    assert rates.index(0, 0).data() == "ROC AUC"
    first, second, gap, p = (rates.index(1, column) for column in range(1, 5))
    assert first.siblingAtColumn(0).data() == "True positive rate"
    for index, counts in ((first, then), (second, now)):
        assert f"({counts.tp}/{counts.actual_positives})" in index.data(Qt.ItemDataRole.ToolTipRole)
        assert rates.limits(index)
    expected = now.tp / now.actual_positives - then.tp / then.actual_positives
    assert as_number(gap.data()) == pytest.approx(expected, abs=5e-4)
    assert math.isfinite(as_number(p.data()))
    assert "one file" not in page.note.text()
    shown = page.errors.model()
    for row, counts in enumerate((then, now)):
        told = [shown.index(row, column).data() for column in range(1, 5)]
        assert told == [str(n) for n in (counts.tp, counts.fp, counts.fn, counts.tn)]
    page.findChild(QPushButton, "comparison_copy").click()
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert copied[0][:4] == ["Measure", "Development", "Development lower", "Development upper"]
    assert float(copied[2][1]) == then.tp / then.actual_positives
    page.close()
    program.workspace.ask(SetLocked(is_locked=False))
    program.workspace.ask(SetThreshold(0.6))  # which is of these data: others are asked for
    program.window.actions_by_id["show_development"].trigger()
    dialog = program.window.findChild(QFileDialog, "compared_file_dialog")
    assert "0.6" in dialog.windowTitle()
    dialog.reject()


def test_that_a_threshold_that_was_chosen_on_other_rows_says_so(program, tmp_path):
    other = tmp_path / "sites.csv"
    lines = [f"{'AB'[n % 2]},{int(n * 7 % 20 > 12)},{n * 7 % 20 + n % 3}" for n in range(60)]
    other.write_text("\n".join(["site,truth,score", *lines]) + "\n", encoding="utf-8")
    program.open_path(other)
    head = program.window.decision.head
    program.workspace.ask(ApplyRule("youden"))
    for subset, told in (
        ('site == "A"', "Frozen from all of sites.csv"),
        ("", "Chosen on these rows"),
    ):
        roles = replace(program.workspace.opened.loaded.proposal.roles, subset=subset)
        with program.qtbot.waitSignal(program.workspace.file_opened):
            program.workspace.ask(AssignRoles(roles))
        assert head.origin.text() == told
        assert "Youden" in head.rule.text()
        if not subset:
            assert program.snapshot.inputs.development is None
            continue
        program.window.actions_by_id["show_development"].trigger()
        page = program.window.findChild(object, "comparison")
        note = page.note.text()
        assert 'frozen on sites.csv, evaluated on sites.csv [site == "A"]' in note
        assert "without intervals and p values" in note
        assert "both are of one file and share 30 rows" in note
        page.close()


@pytest.mark.parametrize(
    ("there", "here", "n_shared"),
    [
        ('site == "A"', 'site == "B"', 0),
        ('site == "A"', "score > 9", 16),
        ('site == "A"', "", 30),
        ("", 'site == "B"', 30),
    ],
)
def test_that_a_difference_of_data_that_share_rows_has_no_interval(
    program, tmp_path, there, here, n_shared
):
    path = tmp_path / "sites.csv"
    rows = [("AB"[n % 2], int(n * 7 % 20 > 12), n * 7 % 20 + n % 3) for n in range(60)]
    lines = (f"{site},{truth},{score}" for site, truth, score in rows)
    path.write_text("\n".join(["site,truth,score", *lines]) + "\n", encoding="utf-8")
    program.open_path(path)

    def assess(subset):
        roles = program.workspace.opened.loaded.proposal.roles
        with program.qtbot.waitSignal(program.workspace.file_opened):
            program.workspace.ask(AssignRoles(replace(roles, subset=subset)))

    if there:
        assess(there)
    program.workspace.ask(ApplyRule("youden"))
    assess(here)
    chosen = {"": range(60), 'site == "A"': range(0, 60, 2), 'site == "B"': range(1, 60, 2)}
    chosen["score > 9"] = [n for n in range(60) if rows[n][2] > 9]
    assert len({*chosen[there]} & {*chosen[here]}) == n_shared
    program.window.actions_by_id["show_development"].trigger()
    page = program.window.findChild(object, "comparison")
    gap, p = (page.table.model().index(1, column) for column in (3, 4))
    assert math.isfinite(as_number(gap.data()))
    assert (page.table.model().limits(gap) == "") == (n_shared > 0)
    assert (p.data() == text.UNDEFINED) == (n_shared > 0)
    told = f"share {n_shared} rows" if n_shared else "both are rows of one file, and share none"
    assert told in page.note.text()
    assert ("taken for independent" in page.note.text()) == (n_shared == 0)
    page.close()


@pytest.mark.parametrize(
    ("first", "told", "source"),
    [
        ([], "share 59 rows", "all of sites.csv"),
        ([3, 4, 9], "share 56 rows", "sites.csv without rows 3-4, 9"),
        (range(1, 40, 2), "share at least 19 rows", "sites.csv without 20 rows"),
        (range(1, 60, 2), "may share rows", "sites.csv without 30 rows"),
    ],
)
def test_that_rows_set_aside_afterwards_are_none_that_it_was_chosen_on(
    program, tmp_path, first, told, source
):
    path = tmp_path / "sites.csv"
    rows = ((n // 3 % 4 > 1, n * 7 % 20 + n % 3) for n in range(60))
    lines = (f"{int(truth)},{score}" for truth, score in rows)
    path.write_text("\n".join(["truth,score", *lines]) + "\n", encoding="utf-8")
    program.open_path(path)
    workspace = program.workspace

    def set_aside(rows):
        with program.qtbot.waitSignal(workspace.file_opened):
            workspace.ask(SetRowsAside(tuple(rows), "a copy"))

    if first:
        set_aside(first)
    workspace.ask(ApplyRule("youden"))
    set_aside([2])
    assert program.window.decision.head.origin.text() == f"Frozen from {source}"
    program.window.actions_by_id["show_development"].trigger()
    page = program.window.findChild(object, "comparison")
    assert f"both are of one file and {told}" in page.note.text()
    assert page.table.model().index(1, 4).data() == text.UNDEFINED
    page.close()


def read_out_of(header):
    """Return the numbers of a read-out, each with a place where it stands."""
    header.grab()  # what is not painted stands nowhere
    box, _shown, _font = header._shown_at
    places = {}
    for x in range(box.left(), box.right(), 4):
        found = header.number_at(QPoint(x, box.center().y()))
        if found is not None:
            places.setdefault(found[0], QPoint(x + 1, box.center().y()))
    return places


def test_that_the_numbers_of_a_read_out_are_asked_for(program):
    program.open_sample("clinical")
    hands, editor = Hands(program), program.application.commands.deciding.editor
    header = program.window.plots.plots()["roc"].header
    asked = []
    for number, place in read_out_of(header).items():
        asked.append(number)
        hands.double_click(header, place)
        assert editor.isVisible()
        hands.type(editor.field, {"FPR": "2 %", "TPR": "0.9", "": "0.5"}[number])
        assert not editor.isVisible()
    assert asked == ["FPR", "TPR", ""]
    assert program.snapshot.point.threshold == 0.5
    rules = []
    for _step in range(2):
        program.workspace.history.undo()
        rules.append(program.snapshot.provenance.rule)
    assert rules == ["sensitivity", "fmr"]


def test_that_numbers_on_plots_that_are_chosen_later_are_asked_for(program):
    program.open_sample("biometric")
    plots = program.window.plots
    assert "tails" not in plots.plots()
    plots.choose([["det"], ["tails"]])
    program.settle()
    hands, editor = Hands(program), program.application.commands.deciding.editor
    tails = plots.plots()["tails"]
    for number, place in read_out_of(tails.header).items():
        hands.double_click(tails.header, place)
        assert editor.isVisible(), number
        QTest.keyClick(editor.field, ESCAPE)
    errors = layer_of(tails, ErrorLayer).counts
    scene = tails.view_box.mapToScene(errors.shown[1][0].center())
    hands.double_click(tails.canvas.viewport(), tails.canvas.mapFromScene(scene))
    hands.type(editor.field, "100")
    assert not editor.isVisible()
    values, is_genuine = program.snapshot.score.values, program.snapshot.dataset.is_positive()
    impostors = np.sort(values[~is_genuine])[::-1]
    assert program.snapshot.point.counts.fp == 100
    assert impostors[100] < program.snapshot.point.threshold <= impostors[99]
