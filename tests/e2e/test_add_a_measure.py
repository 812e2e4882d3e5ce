"""Adding is one place: a measure that is declared here alone is seen wherever measures are."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from evalgui.__main__ import main
from evalgui.core.counts import divide
from evalgui.core.curves import vertices
from evalgui.core.metrics import METRICS, Family, Invariance, Metric, Vocabulary, named
from evalgui.core.metrics.any_metric import SIGNED_UNIT
from evalgui.core.metrics.metric import BOTH_CLASSES, ROWS
from evalgui.core.metrics.properness import Proper
from evalgui.core.ranking_metrics import RANKING_METRICS, RankingMetric
from evalgui.core.requests import SetThreshold
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.gui import text
from evalgui.gui.activity import under_way
from evalgui.gui.plots.compared_curves import Way
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.io.samples import sample_by_id
from tests.support.exported import measures_table
from tests.support.registries import with_entry

THARWAT = str(sample_by_id("tharwat-2018").path)
NET = Metric(
    id="NET",
    proper=Proper.HALF,
    name="Net yield",
    family=Family.UTILITY,
    formula="(TP - FP) / n",
    compute=lambda c: divide(c.tp - c.fp, c.n),
    needs=(ROWS,),
    range=SIGNED_UNIT,
    invariance=Invariance(),
    names=named("Net diseased found"),
    aliases=("surplus of hits",),
    symbol="NY",
    sources=("a text of tomorrow, eq. 1",),
)
GINI = RankingMetric(
    id="gini",
    proper=Proper.ORDER,
    name="Gini coefficient",
    short="Gini",
    formula="2 AUC - 1",
    compute=lambda ranked: 2 * ranked.table.auc - 1,
    needs=BOTH_CLASSES,
    range=SIGNED_UNIT,
    names=named("Gini coefficient of the marker"),
    aliases=("accuracy ratio",),
    sources=("a text of tomorrow, eq. 2",),
    heads=("roc",),
)


@pytest.fixture
def net():
    with with_entry(METRICS, NET):
        yield NET


@pytest.fixture
def gini():
    with with_entry(RANKING_METRICS, GINI):
        yield GINI


def row_of(program, metric_id):
    """Return what the row of a measure in the panel shows: name, value, tool-tip."""
    model = program.window.metrics.model
    index = model.index_of(metric_id)
    assert index.isValid()
    value = index.siblingAtColumn(ColumnOf.VALUE)
    return (
        model.data(index),
        model.data(value),
        model.data(index, int(Qt.ItemDataRole.WhatsThisRole)),
    )


def evaluated(capsys, *arguments):
    assert main(["evaluate", *arguments]) == 0
    return capsys.readouterr().out


def exported(snapshot, vocabulary=Vocabulary.MACHINE_LEARNING):
    """Return the lines of the export by their ids."""
    return {line[0]: line for line in csv.reader(io.StringIO(measures_table(snapshot, vocabulary)))}


# ----------------------------------------------------------------- a measure of two classes


def test_that_an_added_measure_has_a_row_with_a_tool_tip(net, program):
    program.open_sample("tharwat-2018")
    program.workspace.ask(SetThreshold(0.45))  # 6 true and 4 false positives of 20
    name, value, tip = row_of(program, net.id)
    assert (name, value) == ("Net yield", "0.100")
    for line in (
        "Net yield (NY)",
        "Formula: (TP - FP) / n",
        "\N{MINUS SIGN}1 to 1, higher is better",
    ):
        assert line in tip
    assert "Source: a text of tomorrow, eq. 1" in tip
    assert "Value: 0.1" in tip
    program.window.metrics.model.set_filter("surplus")
    assert program.window.metrics.model.index_of(net.id).isValid()
    program.window.findChild(object, "vocabulary_clinical").trigger()
    assert row_of(program, net.id)[0] == "Net diseased found"


@pytest.mark.usefixtures("net")
def test_that_an_added_measure_is_exported_and_printed(program, capsys):
    program.open_sample("tharwat-2018")
    program.workspace.ask(SetThreshold(0.45))
    assert exported(program.snapshot)["NET"][:6] == ["NET", "Net yield", "0.1", "", "", ""]
    assert exported(program.snapshot, Vocabulary.CLINICAL)["NET"][1] == "Net diseased found"
    found = json.loads(evaluated(capsys, THARWAT, "--threshold", "0.45", "--format", "json"))
    assert found["metrics"]["NET"] == {
        "value": 0.1,
        "infinite": None,
        "undefined": None,
        "numerator": None,
        "denominator": None,
    }
    assert found["per_class"]["negative"]["metrics"]["NET"]["value"] == 0.1
    lines = evaluated(capsys, THARWAT, "--threshold", "0.45").splitlines()
    assert any(line.split()[:4] == ["NET", "Net", "yield", "0.100"] for line in lines)


def test_that_an_added_measure_is_plotted_against_the_threshold(net, program):
    program.open_sample("tharwat-2018")
    program.window.actions_by_id["plot_measures"].trigger()
    panel = program.window.measures_plot
    action = panel.findChild(object, f"plot_{net.id}")
    assert action.text() == "Net yield"
    panel.set_measures([])
    action.trigger()
    program.qtbot.waitUntil(lambda: panel.plot is not None and panel.plot.isVisible())
    (series,) = panel.plot.main.curve.series
    assert series.name == "Net yield"
    table = program.snapshot.ranking.table
    drawn = vertices(panel.plot.main.curve, table)
    counts = table.steps.counts()
    np.testing.assert_array_equal(drawn.ys[0], (counts.tp - counts.fp) / 20)


def test_that_an_added_measure_is_explained_with_what_leaves_it_as_it_is(net, program):
    program.open_sample("tharwat-2018")
    program.workspace.ask(SetThreshold(0.45))
    panel = program.window.explain
    panel.show_metric(net.id, program.snapshot)
    assert panel.title.text() == "Net yield"
    assert panel.filled.accessibleDescription() == "(6 \N{MINUS SIGN} 4) / 20 = 0.100"
    assert panel.facts["properties"].text().splitlines() == [
        "Prevalence: changes it",
        "Classes swapped: another value",
        "Truth and call swapped: another value",
    ]


@pytest.mark.usefixtures("net")
def test_that_an_added_measure_is_a_column_of_the_classes(program):
    program.open_sample("iris")
    model = program.window.classes.model
    heads = [model.head(column) for column in range(model.columnCount())]
    column = heads.index("NY")
    for row in range(model.rowCount()):
        counts = program.snapshot.overall.matrix.one_versus_rest(model.index_at(row))
        assert model.cell(model.index(row, column)).value == (counts.tp - counts.fp) / counts.n


# --------------------------------------------------------------------- a measure of a ranking


def test_that_an_added_summary_heads_its_curve_and_has_a_row(gini, program):
    program.open_sample("tharwat-2018")
    assert program.snapshot.ranking.value(gini.id) == 2 * (17 / 25) - 1
    plots = program.window.plots.plots()
    assert plots["roc"].header.summary == "AUC 0.680, Gini 0.360"
    assert "Gini" not in plots["pr"].header.summary
    name, value, tip = row_of(program, gini.id)
    assert (name, value) == ("Gini coefficient", "0.360")
    assert "Formula: 2 AUC - 1" in tip
    assert "Over all thresholds: it does not follow the line" in tip
    program.window.findChild(object, "vocabulary_clinical").trigger()
    assert row_of(program, gini.id)[0] == "Gini coefficient of the marker"


@pytest.mark.usefixtures("gini")
def test_that_an_added_summary_is_exported_and_printed(program, capsys):
    program.open_sample("tharwat-2018")
    assert float(exported(program.snapshot)["gini"][2]) == 2 * (17 / 25) - 1
    found = json.loads(evaluated(capsys, THARWAT, "--format", "json"))
    assert found["areas"]["gini"] == 2 * (17 / 25) - 1
    assert found["areas_undefined"] == {}
    lines = evaluated(capsys, THARWAT).splitlines()
    told = ["gini", "Gini", "coefficient", f"{2 * (17 / 25) - 1:.3f}"]
    assert told in [line.split() for line in lines]


@pytest.mark.usefixtures("gini")
def test_that_an_added_summary_says_why_it_has_no_value(tmp_path, capsys):
    path = tmp_path / "one.csv"
    path.write_text("truth,score\n1,0.5\n1,0.7\n", encoding="utf-8")
    options = ("--truth", "truth", "--score", "score", "--positive", "1")
    found = json.loads(evaluated(capsys, str(path), *options, "--format", "json"))
    assert found["areas"]["gini"] is None
    assert found["areas_undefined"]["gini"] == "no actual negatives"


def test_that_an_added_summary_is_told_of_what_is_compared(gini, program, tmp_path):
    random = np.random.default_rng(3)
    truth = np.arange(40) % 2
    for name, better in (("left.csv", 0.5), ("right.csv", 2.0)):
        scores = np.round(random.normal(truth * better), 2)
        rows = "".join(f"{t},{s}\n" for t, s in zip(truth, scores, strict=True))
        (tmp_path / name).write_text(f"truth,score\n{rows}", encoding="utf-8")
    with program.qtbot.waitSignal(program.workspace.data_sets_changed):
        paths = [tmp_path / "left.csv", tmp_path / "right.csv"]
        program.application.commands.open_paths(paths)
    program.settle()
    program.qtbot.waitUntil(lambda: not under_way(program.workspace))
    listed = program.window.data.data_sets
    heads = [listed.horizontalHeaderItem(column).text() for column in range(listed.columnCount())]
    assert heads == ["Data set", "Rows", "AUC", "EER", "Gini"]
    ranking = program.snapshot.ranking
    assert listed.item(0, 4).text() == text.measure(ranking.value(gini.id))
    (other,) = program.snapshot.comparison.others
    beside = program.window.plots.plots()["roc"].main.beside
    told = f"Gini {text.measure(other.ranking.value(gini.id))}"
    assert told in beside.words_of(0, MACHINE_LEARNING).splitlines()[0].split(", ")
    legend = beside.entries(ranking, QPen(), Way(n_named=1, length=20))
    assert legend[1].name.endswith(f"  {text.measure(other.ranking.value(gini.id))}")
