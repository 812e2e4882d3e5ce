"""The pane that shows any topic, driven with mouse and keys."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from evalgui.core.choices import NO_CHOICES
from evalgui.core.measured import Interval, Measured
from evalgui.core.provenance import Origin, Provenance
from evalgui.core.requests import SelectPositive
from evalgui.core.snapshot import EMPTY, Inputs, resolve
from evalgui.core.texts import Given, Text
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui import text
from evalgui.gui.panels.results_panel import ResultsPanel
from evalgui.gui.results.tree_model import FAVOURITES, TreeModel
from evalgui.gui.theme import DARK, LIGHT
from evalgui.results.result import COUNT, TEXT, Column, Fact, Kind, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics import TOPICS
from tests.gui.models.tables import make_classes, make_dataset, snapshot_of
from tests.support.registries import with_entry

CHOSEN = Provenance(Origin.CHOSEN, rule="youden")


@pytest.fixture
def panel(qtbot):
    made = ResultsPanel()
    qtbot.addWidget(made)
    made.set_theme(LIGHT)
    made.resize(700, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def choose(panel, topic_id):
    panel.topic_box.setCurrentIndex(panel.topic_box.findData(topic_id))
    panel.topic_box.activated.emit(panel.topic_box.currentIndex())


def shown(panel, row_id, place=0, section=1):
    model = panel.models[place]
    if isinstance(model, TreeModel):
        return model.index_of(row_id).siblingAtColumn(section).data()
    rows = [row.id for row in model.table.rows]
    return model.index(model.place_of(rows.index(row_id)), section).data()


def test_that_each_topic_is_offered_and_shows_what_it_says(panel):
    snapshot = snapshot_of(make_dataset(), 0.5)
    panel.show_snapshot(EMPTY, snapshot)
    offered = [panel.topic_box.itemData(at) for at in range(panel.topic_box.count())]
    assert offered == [topic.id for topic in TOPICS if topic.is_of_snapshot]
    assert panel.topic_box.findData("origin") == -1  # it takes the file that was read, too
    for topic in filter(lambda one: one.is_of_snapshot, TOPICS):
        choose(panel, topic.id)
        result = topic.shown(snapshot)
        tables = [] if result is None else [one for one in result.tables if one.rows]
        assert result is None or result.tables or result.facts, topic.id
        assert [model.table.id for model in panel.models] == [table.id for table in tables]
        assert [view.isVisible() for view in panel.views] == [True] * len(tables)
        for model, table in zip(panel.models, tables, strict=True):
            if isinstance(model, TreeModel):
                assert topic.id == "measures"
                assert model.every_row() == table.rows
            else:
                assert model.columnCount() == 1 + len(table.columns) + (table.note is not None)


def test_that_values_follow_the_threshold_in_the_same_rows(panel):
    before, after = (snapshot_of(make_dataset(), at) for at in (0.5, 0.2))
    panel.show_snapshot(EMPTY, before)
    models = list(panel.models)
    value = before.point.measured["TPR"].value
    assert shown(panel, "TPR") == text.measure(value)
    panel.show_snapshot(before, after)
    assert panel.models == models
    assert shown(panel, "TPR") == text.measure(after.point.measured["TPR"].value)
    assert after.point.measured["TPR"].value != value


def test_that_what_nobody_sees_is_made_when_it_is_seen(panel):
    snapshot = snapshot_of(make_dataset(), 0.5)
    panel.hide()
    panel.show_snapshot(EMPTY, snapshot)
    assert panel.models == []
    panel.show()
    assert shown(panel, "TPR") == text.measure(snapshot.point.measured["TPR"].value)


def test_that_words_and_notes_are_those_of_the_field(panel):
    panel.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
    panel.set_vocabulary(Vocabulary.CLINICAL)
    assert "Sensitivity" in shown(panel, "TPR", section=0)
    assert shown(panel, "COST", section=2).startswith("cost_")
    (model,) = panel.models
    assert model.headerData(3, Qt.Orientation.Horizontal).startswith("95")
    panel.set_theme(DARK)
    assert model.faint.name() == DARK.faint_text


def test_that_facts_and_words_in_cells_are_told(qtbot):
    def make(snapshot, _beside):
        if snapshot.point is None:
            return None
        fact = Fact("about", Text("about"), Text("the {positives} <b>"))
        rows = (Row("b", Given("row b")), Row("a", Given("row a")))
        columns = (Column("why", Text("Why"), TEXT), Column("n", Text("Rows"), COUNT))
        told = {"a": Text("zeal"), "b": Text("{Positives} & <i>")}
        table = Table(
            *("t", columns, rows, lambda _row, _column: Measured(3)),
            text=lambda row, _column: told[row.id],
        )
        return Result("told", Text("Told"), (table,), (fact,))

    topic = Topic(id="told", name=Text("Told"), explanation=Text("What is told."), make=make)
    with with_entry(TOPICS, topic):
        panel = ResultsPanel()
        qtbot.addWidget(panel)
        panel.show()
        panel.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
        choose(panel, "told")
        (model,) = panel.models
        panel.set_vocabulary(Vocabulary.CLINICAL)
        words = words_in(Vocabulary.CLINICAL)
        assert panel.facts.text() == f"about: the {words.positives} <b>"
        assert panel.facts.isVisible()
        cell = model.index(0, 1)
        assert cell.data() == words("{Positives} & <i>")
        assert cell.data(Qt.ItemDataRole.ToolTipRole).endswith("&amp; &lt;i&gt;</span>")
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        assert cell.data(Qt.ItemDataRole.TextAlignmentRole) == left
        assert model.headerData(1, Qt.Orientation.Horizontal, 7) == left
        assert (model.limits(cell), model.widest(1)) == ("", cell.data())
        model.sort(1, Qt.SortOrder.DescendingOrder)
        assert shown(panel, "a") == "zeal"
        assert model.index(0, 0).data() == "row a"
        assert model.copied([0], [0, 1, 2]) == [["", "Why", "Rows"], ["row a", "zeal", "3"]]
        choose(panel, "measures")
        assert not panel.facts.isVisible()


def test_that_intervals_say_that_the_threshold_was_chosen_on_these_rows(panel):
    snapshot = snapshot_of(make_dataset(), 0.5)
    chosen = replace(snapshot, inputs=replace(snapshot.inputs, provenance=CHOSEN))
    assert chosen.provenance == CHOSEN
    panel.show_snapshot(EMPTY, chosen)
    (model,) = panel.models
    for metric_id, is_said in (("TPR", True), ("roc_auc", False)):
        tip = model.index_of(metric_id).data(Qt.ItemDataRole.WhatsThisRole)
        assert ("chosen on these rows" in tip) == is_said


def test_that_a_tree_unfolds_takes_favourites_and_is_copied(panel, qtbot):
    snapshot = snapshot_of(make_dataset(), 0.5)
    panel.show_snapshot(EMPTY, snapshot)
    (model,), (tree,) = panel.models, panel.views
    assert all(tree.isExpanded(model.index(row, 0)) for row in range(model.rowCount()))
    for expected in (["MCC"], []):
        tree.star_clicked.emit("MCC")
        assert list(model.favourites) == expected
        assert (model.sections[0].title == FAVOURITES) == bool(expected)
        assert all(tree.isExpanded(model.index(row, 0)) for row in range(model.rowCount()))
    tree.setCurrentIndex(model.index_of("TPR"))
    tree.setFocus()
    QTest.keyClick(tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    (head, line) = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t")[:2] == ["Metric", "Value"]
    assert float(line.split("\t")[1]) == snapshot.point.measured["TPR"].value
    with qtbot.waitSignal(panel.intervals_requested):
        tree.header().sectionDoubleClicked.emit(3)


def test_that_a_row_asks_for_what_it_does_and_is_copied(panel, qtbot):
    panel.show_snapshot(EMPTY, resolve(Inputs(make_classes())))
    choose(panel, "classes")
    (view,) = panel.views
    view.setCurrentIndex(view.model().index(1, 0))
    view.setFocus()
    with qtbot.waitSignal(panel.requested) as asked:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert asked.args == [SelectPositive(1)]
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Class\tSupport\tCalled\t")
    assert lines[1].startswith("dog\t")


def test_that_any_table_is_copied_for_a_paper_and_no_name_in_it_is_html(panel):
    limits = Interval(0.95, "made", 0.8204, 0.9396, (94,))
    cells = {
        "share": Measured(0.894, "", (84, 94), limits),
        "nearly": Measured(0.99996, "", (9, 10), limits._replace(lower=-0.5)),
        "none": Measured(math.nan, "why not"),
    }
    columns = (Column("value", Text("Value"), Kind(is_share=True)), Column("n", Text("n"), COUNT))

    def cell(row, column):
        return cells[row.id] if column is columns[0] else Measured(1234)

    rows = tuple(Row(one, Given(f"<b>{one}</b>")) for one in cells)
    table = Table("t", columns, rows, cell, Text("Name"))
    result = Result("odd", Text("Odd"), (table,))
    topic = Topic(id="odd", name=Text("Odd"), explanation=Text("It is."), make=lambda *_: result)
    with with_entry(TOPICS, topic):
        panel.topic_box.addItem("", "odd")
        panel.show_snapshot(EMPTY, snapshot_of(make_dataset(), 0.5))
        choose(panel, "odd")
        (view,) = panel.views
        assert view.paper_action in view.actions()
        view.paper_action.trigger()
        copied = QGuiApplication.clipboard().mimeData()
        choose(panel, "measures")
    lines = [line.split("\t") for line in copied.text().splitlines()]
    thousand = "1 234"
    assert lines == [
        ["Name", "x/n", "Value (95 % interval)", "n"],
        ["<b>share</b>", "84/94", "0.894 (0.820\N{EN DASH}0.940)", thousand],
        ["<b>nearly</b>", "9/10", "0.999960 (\N{MINUS SIGN}0.500 to 0.940)", thousand],
        ["<b>none</b>", "", text.UNDEFINED, thousand],
    ]
    page = bytes(copied.data("text/html")).decode()
    assert "<b>" not in page
    assert "&lt;b&gt;share&lt;/b&gt;" in page
    assert page.count("<tr>") == len(lines)


def test_that_a_tree_is_copied_for_a_paper_the_selected_rows_or_all(panel):
    snapshot = snapshot_of(make_dataset(), 0.5)
    panel.show_snapshot(EMPTY, snapshot)
    (model,), (tree,) = panel.models, panel.views
    tree.copy_for_paper()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 1 + len(model.every_row())
    tree.setCurrentIndex(model.index_of("TPR"))
    (paper,) = (action for action in tree.actions() if "Paper" in action.text())
    paper.trigger()
    (_head, line) = QGuiApplication.clipboard().text().splitlines()
    found = snapshot.point.all_intervals["TPR"]
    value = text.measure(snapshot.point.measured["TPR"].value)
    assert line.endswith(f"{value} ({text.interval(found.lower, found.upper)})")


def test_that_hidden_answers_are_hidden_here_too(panel):
    snapshot = snapshot_of(make_dataset(), 0.5)
    panel.show_snapshot(EMPTY, snapshot)
    assert panel.models
    hidden = replace(snapshot, choices=replace(NO_CHOICES, hides_answers=True))
    panel.show_snapshot(snapshot, hidden)
    assert panel.models == []
    assert "Hide Answers" in panel._empty.sentence.text()
    panel.show_snapshot(hidden, EMPTY)
    assert panel._empty.sentence.text() == "No results yet"


def test_that_what_looks_at_all_cells_is_made_in_the_background_and_once(panel, qtbot):
    calls = []

    def make(snapshot, _beside):
        calls.append(snapshot)
        return result(len(calls))

    def result(n):
        rows = (Row("n", Text("n"), COUNT),) if n else ()
        table = Table("t", (Column("value", Text("Value")),), rows, lambda *_: Measured(n))
        return Result("slow", Text("Slow"), (table,))

    topic = Topic(
        id="slow",
        name=Text("Slow"),
        explanation=Text("It reads."),
        make=make,
        live=lambda _snapshot: result(len(calls)),
        reads_cells=True,
    )
    with with_entry(TOPICS, topic):
        panel.topic_box.addItem("", "slow")
        snapshot = snapshot_of(make_dataset(), 0.5)
        panel.show_snapshot(EMPTY, snapshot)
        assert not calls, "nobody asked for it"
        choose(panel, "slow")
        qtbot.waitUntil(lambda: bool(panel.models), timeout=60_000)
        assert shown(panel, "n") == "1"
        moved = resolve(replace(snapshot.inputs, threshold=0.6), snapshot)
        panel.show_snapshot(snapshot, moved)
        choose(panel, "measures")
        choose(panel, "slow")
        assert len(calls) == 1
        other = snapshot_of(make_dataset(), 0.5)
        panel.show_snapshot(moved, other)
        qtbot.waitUntil(lambda: len(calls) == 2, timeout=60_000)
        qtbot.waitUntil(lambda: shown(panel, "n") == "2", timeout=60_000)
        choose(panel, "measures")  # which is known when the test has ended
