"""A topic is one file and one entry: every way of telling numbers has it, and lays out none."""

from __future__ import annotations

import csv
import io
import json
import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidget
from python_calamine import CalamineWorkbook

import evalgui
from evalgui.__main__ import main
from evalgui.core.measured import Interval, Measured
from evalgui.core.requests import MoveThreshold
from evalgui.core.texts import Text
from evalgui.core.vocabulary import Vocabulary, words_in
from evalgui.gui import text
from evalgui.gui.dialogs.tables import TablesDialog
from evalgui.io.writers.tables import TABLES
from evalgui.results.result import COUNT, Column, Fact, Kind, Result, Row, Table
from evalgui.results.topic import Topic
from evalgui.results.topics import TOPICS
from tests.support.registries import with_entry

SHARE = Column("share", Text("Share of {positives}"), Kind(is_share=True))
ROWS = Column("rows", Text("Rows"), COUNT)


def harm(snapshot, _beside):
    """Say how many positives are missed, at the threshold and where all are called negative."""
    point = snapshot.point
    if point is None:
        return None
    counts = point.counts
    cells = {
        ("here", "share"): Measured(
            counts.fn / counts.actual_positives,
            "",
            (counts.fn, counts.actual_positives),
            Interval(0.95, "made", 0.125, 0.625, (counts.actual_positives,)),
        ),
        ("here", "rows"): Measured(counts.fn),
        ("never", "share"): Measured(math.nan, "no <b>{braces}</b>"),
        ("never", "rows"): Measured(counts.actual_positives),
    }
    rows = (Row("here", Text("At {t}", {"t": 0.25})), Row("never", Text("Nothing is called")))
    table = Table(
        "missed", (SHARE, ROWS), rows, lambda row, column: cells[row.id, column.id], Text("where")
    )
    n = {"n": counts.fn}
    why = Fact("why", Text("why"), Text("{n} {positives}", n), {"n_missed": counts.fn})
    return Result("harm", Text("Missed {positives}"), (table,), (why,))


HARM = Topic(
    id="harm", name=Text("Harm"), explanation=Text("How many positives are missed."), make=harm
)


@pytest.fixture(autouse=True)
def _added():
    with with_entry(TOPICS, HARM):
        yield


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "data.csv"
    rows = [(1, 0.9), (0, 0.8), (1, 0.7), (0, 0.3), (1, 0.2), (0, 0.1), (1, 0.4), (1, 0.6)]
    lines = "".join(f"{truth},{score}\n" for truth, score in rows)
    path.write_text(f"truth,score\n{lines}", encoding="utf-8")
    return str(path)


def said(capsys, *arguments):
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_that_json_has_it_under_its_id(file, capsys):
    told = json.loads(said(capsys, "evaluate", file, "--threshold", "0.5", "--format", "json"))
    here, never = told["harm"]["missed"]["here"], told["harm"]["missed"]["never"]
    assert (here["share"]["numerator"], here["share"]["denominator"]) == (2, 5)
    assert (here["share_interval"]["low"], here["share_interval"]["high"]) == (0.125, 0.625)
    assert never["share"]["undefined"] == "no <b>{braces}</b>"
    assert never["rows"]["value"] == 5
    assert told["harm"]["n_missed"] == 2


def test_that_the_text_has_it_in_the_words_of_a_field(file, capsys):
    lines = said(
        capsys, "evaluate", file, "--threshold", "0.5", "--vocabulary", "clinical"
    ).splitlines()
    positives = words_in(Vocabulary.CLINICAL).known["positives"]
    start = lines.index(f"Missed {positives}")
    assert lines[start + 1] == f"why: 2 {positives}"
    assert lines[start + 2].startswith("here               At 0.25 ")
    assert "0.400 (Rows 2)           0.125 to 0.625 (made)" in lines[start + 2]
    assert "undefined: no <b>{braces}</b>" in lines[start + 3]


def test_that_it_is_a_table_in_every_format(file, capsys, tmp_path):
    assert "harm" in TABLES.ids
    asked = ("table", file, "--threshold", "0.5", "--table", "harm")
    rows = list(csv.DictReader(io.StringIO(said(capsys, *asked, "--format", "csv"))))
    assert [row["id"] for row in rows] == [
        "here_share", "here_rows", "never_share", "never_rows"
    ]  # fmt: skip
    assert (rows[0]["value"], rows[0]["low"], rows[0]["method"]) == ("0.4", "0.125", "made")
    assert rows[2]["undefined"] == "no <b>{braces}</b>"
    for form in ("json", "markdown", "latex"):
        told = said(capsys, *asked, "--format", form)
        assert "Nothing is called" in told
        assert "0.625" in told
    book = tmp_path / "harm.xlsx"
    assert main([*asked, "--out", str(book)]) == 0
    sheet = CalamineWorkbook.from_path(book).get_sheet_by_name("harm")
    assert 0.625 in {cell for row in sheet.to_python() for cell in row}


def test_that_the_report_has_a_section_of_it(file, capsys, tmp_path):
    target = tmp_path / "report.html"
    said(capsys, "report", file, "--threshold", "0.5", "--out", str(target))
    page = target.read_text(encoding="utf-8")
    assert ">Harm<" in page
    assert "no &lt;b&gt;{braces}&lt;/b&gt;" in page
    assert "Nothing is called" in page
    assert ">Why: 2 positives.<" in page
    said(capsys, "report", file, "--threshold", "0.5", "--sections", "matrix", "--out", str(target))
    assert ">Harm<" not in target.read_text(encoding="utf-8")


def test_that_python_has_it(file):
    found = evalgui.evaluate(file, threshold=0.5)
    frame = found.table("harm").set_index("id")
    assert frame.loc["here_share", "value"] == 0.4
    assert found.to_dict()["harm"]["missed"]["here"]["rows"]["value"] == 2


def test_that_the_window_offers_its_table(program):
    program.open_sample("tharwat-2018")
    program.window.actions_by_id["export_tables"].trigger()
    (dialog,) = program.window.findChildren(TablesDialog, "tables_dialog")
    tree = dialog.findChild(QTreeWidget, "tables_list")
    (item,) = tree.findItems("Harm", Qt.MatchFlag.MatchExactly, 0)
    assert item.text(1) == "How many positives are missed."
    dialog.reject()


def test_that_the_window_shows_it_and_follows_the_threshold(program):
    program.open_sample("tharwat-2018")
    program.window.docks["results"].show()
    program.settle()
    panel = program.window.results
    panel.topic_box.setCurrentIndex(panel.topic_box.findText("Harm"))
    panel.topic_box.activated.emit(panel.topic_box.currentIndex())
    (model,) = panel.models

    def is_of_the_line():
        counts = program.snapshot.point.counts
        cells = [model.index(0, section).data() for section in range(model.columnCount())]
        share = text.rate(counts.fn / counts.actual_positives)
        assert cells == ["At 0.25", share, text.count(counts.fn)]

    is_of_the_line()
    assert model.head(1) == "Share of positives"
    assert model.limits(model.index(0, 1)) == text.rate_interval(0.125, 0.625)
    assert model.index(1, 1).data() == text.UNDEFINED
    tip = model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "no &lt;b&gt;{braces}&lt;/b&gt;" in tip
    before = program.snapshot.point.counts.fn
    program.workspace.ask(MoveThreshold(2))
    program.settle()
    assert program.snapshot.point.counts.fn != before
    is_of_the_line()


def test_that_nothing_is_said_of_what_it_does_not_know(capsys, tmp_path):
    path = tmp_path / "classes.csv"
    path.write_text("truth,predicted\na,a\nb,b\nc,a\na,a\n", encoding="utf-8")
    told = json.loads(said(capsys, "evaluate", str(path), "--format", "json"))
    assert "harm" not in told
    assert main(["table", str(path), "--table", "harm"]) == 2
    assert "there is nothing to say of it: Harm" in capsys.readouterr().err
