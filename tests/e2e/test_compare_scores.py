"""Compare: scores, files, a group against the rest, development and evaluation, in one view."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog
from scipy.stats import norm
from sklearn.metrics import roc_auc_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep

from evalgui.core.comparing import DISCORDANT, ERROR_METRICS, Right
from evalgui.core.consequences.settings import Scale
from evalgui.core.digits import grouped
from evalgui.core.equal_rate import Equal
from evalgui.core.requests import (
    SelectRows,
    SelectScore,
    SetComparing,
    SetConsequences,
    SetThreshold,
)
from evalgui.core.selection import Rows, ScoreRange, Selection
from evalgui.gui.look import text
from evalgui.gui.results.cells import style_of
from evalgui.workspace.file_requests import AssignRoles, OpenFiles


def shown_page(program):
    found = program.window.findChildren(QDialog, "comparison")
    return next(one for one in found if one.isVisible())


def page_of(program, action="compare_scores"):
    program.window.actions_by_id[action].trigger()
    page = shown_page(program)
    program.qtbot.waitUntil(lambda: page.table.model().rowCount() > 0)
    return page


def choose_at(program, page, at):
    """Choose where rates are compared: the value of an `Equal`, or None for each one's own."""
    with program.qtbot.waitSignal(program.workspace.differences.found):
        page.at.setCurrentIndex(page.at.findData(at))
        page.at.activated.emit(page.at.currentIndex())


def choose_other(page, place):
    page.others.setCurrentIndex(place)
    page.others.activated.emit(place)


def rows_of(page):
    """Return the cells of the rows on show, by the ids of rows and columns."""
    model = page.table.model()
    indexes = [model.index(row, 0) for row in range(model.rowCount())]
    ids = [column.id for column in model.table.columns]
    return {
        page.table.row_at(index).id: {
            name: index.siblingAtColumn(at).data() for at, name in enumerate(ids, start=1)
        }
        for index in indexes
    }


def test_that_two_scores_are_seen_at_an_equal_rate_first(program):
    """What they do at cut-offs of their own would let the worse one look better."""
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    assert (page.at.currentData(), page.target.value()) == (Equal.SENSITIVITY, 0.95)
    one, truth = page._found[0], program.snapshot.dataset.is_positive()
    names = [one.pair.first, one.pair.second]
    positive = int(truth.sum())
    told = f"{names[0]} against {names[1]}: 569 rows with both scores, {positive} positive"
    assert page.head.text() == f"{told}, {569 - positive} negative"
    model = page.table.model()
    heads = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
    assert heads[:3] == ["Measure", *names]
    shown = rows_of(page)
    assert list(shown) == ["roc_auc", "threshold", "TPR", "TNR", "PPV", "NPV"]
    scores = [program.snapshot.score, program.snapshot.comparison.others[0].ranking.score]
    for column, score, threshold in zip(
        ("value_a", "value_b"), scores, one.thresholds, strict=True
    ):
        called = score.values >= threshold
        assert float(shown["threshold"][column]) == threshold
        kept, free = called[truth].mean(), (~called[~truth]).mean()
        assert kept >= 0.95
        assert float(shown["TPR"][column]) == pytest.approx(kept, abs=6e-4)
        assert float(shown["TNR"][column]) == pytest.approx(free, abs=6e-4)
    assert shown["TPR"]["test"] == "both thresholds were chosen for it"
    assert shown["TNR"]["test"] == "MOVER of square-and-add limits"
    page.target.setText("0.8")
    page.target.setModified(True)
    with program.qtbot.waitSignal(program.workspace.differences.found):
        page.target.take_over()
    assert page._found[0].pair.equal.at.target == 0.8
    choose_at(program, page, None)
    assert page.target.isHidden()
    assert "differ by where these stand, too" in page.note.text()
    page.close()


def test_that_scores_of_one_file_are_compared_on_the_same_rows(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    choose_at(program, page, None)
    snapshot, dataset = program.snapshot, program.snapshot.dataset
    truth = dataset.is_positive(snapshot.positive)
    for place, beside in enumerate(snapshot.comparison.others):
        one = page._found[place]
        own, other = snapshot.ranking.score.values, beside.ranking.score.values
        areas = [roc_auc_score(truth, values) for values in (own, other)]
        assert (one.pair.area.first, one.pair.area.second) == pytest.approx(areas)
        calls = [values >= at for values, at in zip((own, other), one.thresholds, strict=True)]
        right = [called == truth for called in calls]
        only = [np.flatnonzero(right[0] & ~right[1]), np.flatnonzero(right[1] & ~right[0])]
        for cell, theirs in zip(DISCORDANT, only, strict=True):
            assert one.pair.rows.places(cell).tolist() == theirs.tolist()
        table = [[0, len(only[0])], [len(only[1]), 0]]
        is_exact = one.pair.mcnemar.is_exact
        expected = mcnemar(table, exact=is_exact, correction=False).pvalue
        assert one.pair.mcnemar.p == pytest.approx(expected)
        choose_other(page, place)
        shown = rows_of(page)
        assert len(shown) == 14
        assert shown["roc_auc"]["value_a"].startswith("0.9930")
        assert page.table.model().title(2) == beside.name
        alone, test = shown["mcnemar"], one.pair.mcnemar
        assert (alone["value_a"], alone["value_b"]) == (str(test.first_only), str(test.second_only))
        assert (alone["difference"], alone["test"]) == (text.UNDEFINED, test.method)
        assert {"TPR", "ACC", "PPV"} <= set(shown)
        assert shown["roc_auc"]["test"] == one.pair.area_interval.method
        assert shown["ACC"]["test"] == one.pair.at["ACC"].test
        assert float(shown["threshold"]["value_b"]) == one.thresholds[1]
    page.copy_button.click()
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    names = [page._found[1].pair.first, page._found[1].pair.second]
    heads = [f"{name}{of}" for name in names for of in ("", " lower", " upper")]
    assert copied[0][:7] == ["Measure", *heads]
    assert float(copied[1][1]) == page._found[1].pair.area.first
    assert len(copied) == 1 + 14
    page.close()


def test_that_a_press_on_who_is_right_lists_these_rows_with_both_scores(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    choose_other(page, 1)
    pair, right = page._found[1].pair, page.right
    page.tabs.setCurrentWidget(right)
    counts = [[int(right.model().index(row, at + 1).data()) for at in Right] for row in range(3)]
    assert counts[0] == np.sum(counts[1:], axis=0).tolist()
    assert sum(counts[0]) == 569
    heads = [right.model().title(place + 2) for place in range(2)]
    assert heads == [f"{name} alone right" for name in (pair.first, pair.second)]
    right.activate(right.model().index(1, 0))  # a title has no rows of its own
    assert not program.snapshot.choices.selection
    right.setCurrentIndex(right.model().index(1, 1 + Right.FIRST))
    QTest.keyClick(right, Qt.Key.Key_Return)
    truth = program.snapshot.dataset.is_positive(program.snapshot.positive)
    expected = [row + 1 for row in pair.rows.places(Right.FIRST).tolist() if truth[row]]
    assert counts[1][Right.FIRST] == len(expected) > 1
    assert program.snapshot.choices.selection == Selection.of(Rows(tuple(expected)))
    predictions = program.window.predictions
    model, table = predictions.model, predictions.table
    assert model.file_rows(range(model.rowCount())) == expected
    shown = [model.title(column) for column in range(6) if not table.isColumnHidden(column)]
    assert {"id", pair.first, pair.second} <= set(shown)
    predictions.go_to_selected(forward=True)
    assert model.file_rows(range(table.currentIndex().row() + 1)) == expected[:1]
    program.qtbot.waitUntil(lambda: not program.window.findChildren(QDialog, "comparison"))


def test_that_files_with_rows_of_their_own_are_compared_apart(program, tmp_path):
    paths = []
    for name, shift in (("left", 0.0), ("right", 0.4)):
        rng = np.random.default_rng(3)
        rows = [(n % 2, rng.normal() + n % 2 * (1 + shift)) for n in range(60)]
        path = tmp_path / f"{name}.csv"
        path.write_text(
            "truth,score\n" + "".join(f"{t},{s:.6f}\n" for t, s in rows), encoding="utf-8"
        )
        paths.append(path)
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(OpenFiles(tuple(paths)))
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 1)
    assert not program.window.actions_by_id["compare_scores"].isEnabled()
    page = page_of(program, "compare_files")
    (one,) = page._found
    assert not one.pair.is_paired
    assert page.head.text() == (
        "left.csv 60 (30 positive, 30 negative) against right.csv 60 (30 positive, 30 negative)"
    )
    assert one.pair.rows is None
    assert not page.tabs.isTabVisible(page.tabs.indexOf(page.right))
    assert "rows of its own" in page.note.text()
    page.close()


def test_that_every_score_has_its_errors(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    page.tabs.setCurrentWidget(page.errors)
    errors = page.errors.model()
    assert errors.rowCount() == 3
    eer = program.snapshot.ranking.value("eer")
    cell = errors.index(0, 1)
    assert cell.data() == f"{eer:.3f}"
    assert errors.limits(cell).startswith("0.0")
    assert "95" in cell.data(Qt.ItemDataRole.ToolTipRole)
    assert "FPR" in errors.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert errors.columnCount() == 1 + len(ERROR_METRICS)
    page.errors.selectRow(1)
    page.copy_button.click()
    copied = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert len(copied) == 1 + 3
    assert copied[0][1:4] == [errors.head(1), f"{errors.head(1)} lower", f"{errors.head(1)} upper"]
    assert float(copied[1][1]) == eer
    assert float(copied[1][2]) < eer < float(copied[1][3])
    page.close()


def test_that_each_score_keeps_its_threshold_while_another_is_shown(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    workspace = program.workspace
    workspace.ask(SetThreshold(0.123))
    provenance = program.snapshot.provenance
    workspace.ask(SelectScore(1))
    page = page_of(program)
    choose_at(program, page, None)
    own = [one for one in page._found if one.pair.second == "logistic_regression"]
    assert [one.thresholds[1] for one in own] == [0.123]
    page.close()
    workspace.ask(SelectScore(0))
    assert program.snapshot.point.threshold == 0.123
    assert program.snapshot.provenance == provenance
    workspace.history.undo()
    assert program.snapshot.inputs.score == 1


def test_that_other_scores_follow_the_line_by_the_link_that_was_chosen(program):
    """Several scores whose thresholds are linked: in the menu, the decision and the comparison."""
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    workspace, actions = program.workspace, program.window.actions_by_id
    assert actions["link_none"].isChecked()
    actions["link_fpr"].trigger()
    assert actions["link_fpr"].isChecked()
    workspace.ask(SetThreshold(0.7))
    first = program.snapshot
    workspace.ask(SelectScore(1))
    head = program.window.decision.head
    name = first.score.name
    assert head.rule.text() == f"The same false positive rate, or less, as {name}"
    point, most = program.snapshot.point, first.point.counts.fp
    assert point.counts.fp <= most
    assert program.snapshot.ranking.table.steps.counts_of(point.row + 1).fp > most
    page = page_of(program)
    assert page.at.currentData() is None  # they have something in common
    assert [one.thresholds[1] for one in page._found if one.pair.second == name] == [0.7]
    page.close()
    workspace.ask(SelectScore(0))  # nothing has drifted
    assert program.snapshot.point.threshold == 0.7
    assert program.snapshot.provenance == first.provenance
    workspace.history.undo()
    assert program.snapshot.inputs.score == 1
    actions["link_none"].trigger()
    assert not actions["link_fpr"].isChecked()


@pytest.fixture
def sites(tmp_path):
    """A file of 240 rows with a column of groups, and an age that is missing once."""
    rng = np.random.default_rng(8)
    truth = rng.random(240) < 0.4
    scores = truth * 1.2 + rng.normal(size=240)
    names = np.where(rng.random(240) < 0.4, "w", "m")
    ages = [*map(str, rng.integers(20, 90, 239)), ""]
    path = tmp_path / "sites.csv"
    rows = zip(names, ages, truth, scores, strict=True)
    lines = [f"{sex},{age},{int(of)},{score:.5f}" for sex, age, of, score in rows]
    path.write_text("\n".join(["sex,age,truth,score", *lines]) + "\n", encoding="utf-8")
    return path


def expected_of(program, group, rest):
    """Return areas, the p value of their difference and the limits of that of sensitivities."""
    snapshot = program.snapshot
    truth, values = snapshot.dataset.is_positive(), snapshot.score.values
    areas, variances, counts = [], [], []
    for rows in (group, rest):
        above = values[rows & truth][:, None] > values[rows & ~truth][None, :]
        areas.append(above.mean())
        spreads = [above.mean(axis=axis).var(ddof=1) / above.shape[1 - axis] for axis in (0, 1)]
        variances.append(sum(spreads))
        called = values >= snapshot.point.threshold
        counts += [int((called & truth & rows).sum()), int((truth & rows).sum())]
    p = 2 * norm.sf(abs(areas[0] - areas[1]) / np.sqrt(sum(variances)))
    return areas, p, confint_proportions_2indep(*counts, method="newcomb")


def test_that_a_group_is_compared_with_the_rest_by_choosing_it(program, sites):
    program.open_path(sites)
    page = page_of(program, "compare_subgroup")
    texts = np.array([program.snapshot.dataset.columns[0].text(row) for row in range(240)])
    offered = [page.group.itemText(place) for place in range(page.group.count())]
    assert offered[:2] == ['sex == "m"', 'sex == "w"']
    page.group.setCurrentIndex(1)
    with program.qtbot.waitSignal(program.workspace.differences.found):
        page.group.activated.emit(1)
    group, rest = texts == "w", texts == "m"
    areas, p, limits = expected_of(program, group, rest)
    pair = page._found[0].pair
    assert (pair.first, pair.second, pair.n_left_out) == ("sex: w", "the rest", 0)
    assert pair.n == (group.sum(), rest.sum())
    assert page.head.text().startswith(f"sex: w {group.sum()} (")
    assert f"against the rest {rest.sum()} (" in page.head.text()
    assert (pair.area.first, pair.area.second) == pytest.approx(areas)
    assert pair.area.delong.p == pytest.approx(p)
    rate = pair.at["TPR"]
    assert (rate.interval.lower, rate.interval.upper) == pytest.approx(limits)
    assert page.at.currentText() == "the cut-off in force"
    choose_at(program, page, "specificity")
    assert page._found[0].pair.equal.at.equal is Equal.SPECIFICITY
    page.group.setCurrentText("age > 50")
    with program.qtbot.waitSignal(program.workspace.differences.found):
        page.group.lineEdit().returnPressed.emit()
    older = page._found[0].pair
    assert (older.first, older.n_left_out, sum(older.n)) == ("age > 50", 1, 239)
    page.group.setCurrentText("age > 200")
    with program.qtbot.waitSignal(program.workspace.differences.refused):
        page.group.lineEdit().returnPressed.emit()
    assert page.tabs.isHidden()
    assert "no row with a score is in it" in page.note.text()
    page.close()


def test_that_a_filter_in_force_is_compared_with_all_that_it_leaves_out(program, sites):
    program.open_path(sites)
    texts = np.array([program.snapshot.dataset.columns[0].text(row) for row in range(240)])
    threshold = program.snapshot.point.threshold
    program.workspace.ask(SetThreshold(threshold))
    areas, p, _limits = expected_of(program, texts == "w", texts == "m")
    roles = program.workspace.opened.loaded.proposal.roles
    with program.qtbot.waitSignal(program.workspace.file_opened):
        program.workspace.ask(AssignRoles(replace(roles, subset='sex == "w"')))
    page = page_of(program, "compare_subgroup")
    pair = page._found[0].pair
    assert pair.n == ((texts == "w").sum(), (texts == "m").sum())
    assert (pair.area.first, pair.area.second) == pytest.approx(areas)
    assert pair.area.delong.p == pytest.approx(p)
    page.close()


@pytest.mark.parametrize("picked", [False, True])
def test_that_rows_that_are_selected_are_compared_with_the_others(program, sites, picked):
    program.open_path(sites)
    values = program.snapshot.score.values
    wanted = values > 0.2
    term = ScoreRange(0.2, np.inf)
    if picked:
        wanted = np.arange(240) < 100
        term = Rows(tuple(range(1, 101)))
    program.workspace.ask(SelectRows(Selection.of(term)))
    program.qtbot.waitUntil(lambda: program.snapshot.lit.selected is not None)
    page = page_of(program, "compare_subgroup")
    assert page._found[0].pair.n == (wanted.sum(), (~wanted).sum())
    assert (page._found[0].pair.first == "selected rows") == picked
    page.close()


def written(path, *, seed=1):
    rng = np.random.default_rng(seed)
    truth = rng.random(90) < 0.5
    lines = [
        f"{int(one)},{score:.5f}"
        for one, score in zip(truth, truth + rng.normal(size=90), strict=True)
    ]
    path.write_text("\n".join(["truth,score", *lines]) + "\n", encoding="utf-8")
    return path


def choose_file(program, path):
    dialog = program.window.findChild(QFileDialog, "compared_file_dialog")
    with program.qtbot.waitSignal(program.workspace.file_opened):
        dialog.fileSelected.emit(str(path))
        dialog.close()
    program.rest()


def test_that_a_second_file_is_asked_for_and_compared(program, tmp_path):
    program.workspace.ask(SetComparing(compares=False))
    program.open_path(written(tmp_path / "one.csv"))
    program.window.actions_by_id["compare_files"].trigger()
    choose_file(program, written(tmp_path / "two.csv", seed=2))
    program.qtbot.waitUntil(lambda: bool(program.window.findChildren(QDialog, "comparison")))
    page = shown_page(program)
    program.qtbot.waitUntil(lambda: page.table.model().rowCount() > 0)
    assert page.head.text().startswith("one.csv 90 (")
    assert "against two.csv 90 (" in page.head.text()
    page.close()


def test_that_a_cut_off_is_locked_and_validated_on_another_file(program, tmp_path):
    program.open_path(written(tmp_path / "old.csv"))
    program.workspace.ask(SetThreshold(0.5))
    old, area = program.snapshot.point.counts, program.snapshot.ranking.value("roc_auc")
    program.window.actions_by_id["show_development"].trigger()
    assert not program.snapshot.inputs.is_locked, "nothing was chosen yet"
    choose_file(program, written(tmp_path / "new.csv", seed=2))
    page = shown_page(program)
    assert (program.snapshot.inputs.is_locked, program.snapshot.point.threshold) == (True, 0.5)
    new = program.snapshot.point.counts
    told = [
        f"{one.n} ({one.actual_positives} positive, {one.actual_negatives} negative)"
        for one in (new, old)
    ]
    assert page.head.text() == f"Evaluation new.csv {told[0]} against development old.csv {told[1]}"
    rates = page.table.model()
    cells = [rates.cell(rates.index(0, column)).value for column in (1, 2, 3)]
    assert cells[:2] == pytest.approx([area, program.snapshot.ranking.value("roc_auc")])
    assert cells[2] == pytest.approx(cells[1] - cells[0])
    page.close()


def test_that_flips_stand_in_the_menu_only_with_another_point(program):
    program.open_sample("clinical")
    actions = [program.window.actions_by_id[name] for name in ("flip", "show_flips")]
    assert not any(one.isVisible() for one in actions)
    program.workspace.ask(SetThreshold(0.7))
    assert all(one.isVisible() for one in actions)


def test_that_a_file_that_cannot_be_opened_is_not_waited_for(program, tmp_path):
    program.open_path(written(tmp_path / "old.csv"))
    program.workspace.ask(SetThreshold(0.5))
    program.window.actions_by_id["show_development"].trigger()
    dialog = program.window.findChild(QFileDialog, "compared_file_dialog")
    with program.qtbot.waitSignal(program.workspace.failed):
        dialog.fileSelected.emit(str(tmp_path / "gone.csv"))
        dialog.close()
    program.window.findChild(QDialog, "failure_dialog").close()
    assert not program.window.findChildren(QDialog, "comparison")
    program.open_path(written(tmp_path / "later.csv", seed=2))  # which nobody wanted to compare
    program.rest()
    assert not program.window.findChildren(QDialog, "comparison")


def test_that_declared_probabilities_are_compared_by_what_acting_on_them_is_worth(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    assert not page.tabs.isTabVisible(2)
    assert "net_benefit_0.1" not in rows_of(page)
    page.close()
    said = replace(program.snapshot.inputs.consequences, scale=Scale.PROBABILITY, risks=(0.2,))
    program.workspace.ask(SetConsequences(said))
    page = page_of(program)
    one = page._found[0]
    worth = rows_of(page)["net_benefit_0.2"]
    found = one.pair.worth[0.2]
    assert float(worth["value_a"]) == pytest.approx(found.first.value, abs=6e-4)
    assert page.tabs.isTabVisible(2)
    model = page.best.model()
    ids = [page.best.row_at(model.index(row, 0)).id for row in range(model.rowCount())]
    assert ids == ["0.2.0", "0.2.1", "0.2.2", "0.2.all", "0.2.none"]
    assert "perfect information at a risk of" in page.note.text()
    page.close()


def written_comparisons(path, n_subjects=40):
    """Write comparisons of subjects by two systems, and return the file."""
    rng = np.random.default_rng(5)
    lines = ["probe_subject,reference_subject,comparison,system_a,system_b"]
    for one in range(n_subjects):
        for other in range(one, n_subjects):
            genuine = one == other
            for _ in range(3 if genuine else 1):
                a, b = rng.normal(size=2) + (2.5, 1.5) * np.array(genuine)
                kind = "genuine" if genuine else "impostor"
                lines.append(f"S{one:03},S{other:03},{kind},{a:.4f},{b:.4f}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_that_subjects_are_drawn_again_for_what_has_no_other_interval(program, tmp_path):
    program.open_path(written_comparisons(tmp_path / "two.csv"))
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 1)
    program.window.actions_by_id["compare_scores"].trigger()
    page = shown_page(program)
    program.qtbot.waitUntil(lambda: page.is_drawing, timeout=60_000)
    assert page.progress.isVisible()
    assert page.draw_button.text() == "&Cancel Bootstrap"
    assert page.table.model().rowCount() > 0  # what is known stands there already
    program.qtbot.waitUntil(lambda: not page.is_drawing, timeout=60_000)
    pair = page._found[0].pair
    assert pair.drawn.method == f"paired bootstrap by subject, {grouped(2000)} draws"
    told = page.table.model().table
    rows = {row.id: row for row in told.rows}
    test = next(column for column in told.columns if column.id == "test")
    free = "TPR" if pair.equal.at.equal is Equal.FMR else "TNR"
    for name in (free, "eer", "average_precision"):
        assert told.text(rows[name], test).told(style_of(page._words)) == pair.drawn.method
    assert pair.equal.rates[free].interval.is_defined
    assert not page.draw_button.isEnabled()
    assert not page.progress.isVisible()


def test_that_drawing_again_is_asked_for_and_given_up_at_a_button(program):
    program.open_sample("clinical")
    program.qtbot.waitUntil(lambda: len(program.snapshot.comparison.others) == 2)
    page = page_of(program)
    assert "all areas the same: chi-square" in page.note.text()
    assert page._found[0].pair.drawn is None  # rows have intervals without it
    QTest.mouseClick(page.draw_button, Qt.MouseButton.LeftButton)
    assert page.is_drawing
    QTest.mouseClick(page.draw_button, Qt.MouseButton.LeftButton)
    assert not page.is_drawing
    assert page._found[0].pair.drawn is None
    with program.qtbot.waitSignal(program.workspace.differences.found, timeout=60_000):
        QTest.mouseClick(page.draw_button, Qt.MouseButton.LeftButton)
    method = f"paired bootstrap, {grouped(2000)} draws"
    assert [one.pair.drawn.method for one in page._found] == [method, method]
    assert {"eer", "average_precision"} <= set(rows_of(page))
    assert "F1" not in rows_of(page)  # of thresholds that are not on show
    choose_at(program, page, None)
    assert page._found[0].pair.drawn is None
