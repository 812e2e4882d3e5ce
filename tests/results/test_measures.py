"""The topic of the measures: what it says is what the core computes, and every way shows it."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace

import numpy as np
import pytest

from evalgui.core.dataset import Dataset, Score
from evalgui.core.intervals.settings import AT_PREVALENCE, IntervalSettings
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import METRICS, Parameters
from evalgui.core.provenance_words import FIXED
from evalgui.core.ranking_metrics import RANKING_METRICS, Shown
from evalgui.core.redraw import resample
from evalgui.core.snapshot import Inputs, resolve
from evalgui.core.stability import Stability
from evalgui.core.texts import Given, Joined, Listed, Name, Style, Text, as_text
from evalgui.core.vocabulary import MACHINE_LEARNING, Vocabulary, phrase, words_in
from evalgui.io.writers.evaluation import evaluation
from evalgui.render import columns, frames
from evalgui.render import json as as_json
from evalgui.render import text as as_lines
from evalgui.results.result import THRESHOLD, Column, Row, Table
from evalgui.results.topics.measures import (
    INTERVAL,
    drawn,
    every_row,
    live,
    measures,
    on_show,
    quantities,
)
from evalgui.results.topics.measures import VALUE as OF_MEASURES
from evalgui.results.topics.ranking import ranking
from tests.support.exported import measures_table

STYLE = Style(MACHINE_LEARNING)
BIOMETRICS = Style(words_in(Vocabulary.BIOMETRICS))


def resolved(**inputs):
    scores = Score("marker", np.array([0.9, 0.8, 0.7, 0.3, 0.2, 0.1]))
    truth = np.array([1, 1, 0, 1, 0, 0], dtype=np.int8)
    return resolve(Inputs(Dataset("some.csv", ("b", "a"), truth, 1, (scores,)), **inputs))


@pytest.fixture
def snapshot():
    return resolved(threshold=0.75)


def test_that_a_cell_is_what_the_core_computed(snapshot):
    table = measures(snapshot).table("metrics")
    found = {row.id: cell for row, cell in table.cells("value")}
    assert list(found) == [metric.id for metric in METRICS]
    for metric_id, cell in found.items():
        known = snapshot.point.measured[metric_id]
        assert cell[:3] == known[:3] or math.isnan(known.value)
        interval = snapshot.point.all_intervals[metric_id]
        assert cell.interval._replace(assumes="") == interval._replace(assumes="")


def test_that_intervals_at_a_threshold_chosen_here_say_so():
    table = measures(resolved()).table("metrics")
    found = {row.id: cell.interval for row, cell in table.cells("value")}
    assert FIXED in found["TPR"].assumes
    assert FIXED not in found["PREV"].assumes  # which no threshold changes


def test_that_what_is_expected_of_new_rows_is_a_column_of_its_own(snapshot):
    left_out = np.array([[1, 0, 4, 0], [3, 0, 4, 0], [0, 0, 0, 0]])  # TP, FP, P, N
    choice = snapshot.ranking.choice("youden", {})
    found = Stability(choice, 3, 7, np.full(3, 0.75), left_out, math.nan, ())
    table = measures(replace(snapshot, stability=found)).table("metrics")
    assert [column.id for column in table.columns] == ["value", "out_of_bag"]
    told = {row.id: cell.value for row, cell in table.cells("out_of_bag")}
    assert told["TPR"] == (1 / 4 + 3 / 4) / 2
    assert "PREV" not in told
    assert "TNR" not in told  # which has no rows
    (line,) = (line for line in as_lines.lines(table, STYLE) if line.startswith("TPR "))
    assert "0.667 (out of bag 0.500) " in line


def test_that_every_way_shows_every_cell(snapshot):
    """A value that a way left out, or showed beside another row, would differ."""
    result, over_all = measures(snapshot), ranking(snapshot)
    numbers, tables = evaluation(snapshot), (*result.tables, *over_all.tables)
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(measures_table(snapshot)))}
    frame = frames.frame(("id", "value", "reason"), frames.cells_of(tables), STYLE)
    by_id = frame.set_index("id")
    for table in (result.table("metrics"), over_all.table("areas")):
        lines = {line.split()[0]: line for line in as_lines.lines(table, STYLE)}
        for row, cell in table.cells("value"):
            if table.id == "metrics":
                told = numbers["metrics"][row.id]
                assert (told["value"], told["infinite"]) == (
                    as_json.finite(cell.value),
                    as_json.infinity(cell.value),
                )
                assert (told["undefined"] is None) == cell.is_defined
            else:
                assert numbers["areas"][row.id] == as_json.number(cell.value)
            assert as_lines.measured_text(cell, MACHINE_LEARNING, row.kind.written) in lines[row.id]
            written = rows[row.id]["value"]
            assert (written == "") == (not cell.is_defined)
            assert not written or float(written) == cell.value
            assert rows[row.id]["undefined"] == str(cell.reason or "")
            shown = by_id.loc[row.id, "value"]
            assert shown == cell.value or (math.isnan(shown) and not cell.is_defined)


def test_that_predictive_values_at_a_prevalence_are_a_table():
    snapshot = resolved(threshold=0.75, intervals=IntervalSettings(prevalence=0.1))
    table = measures(snapshot).table("at_prevalence")
    lines = list(as_lines.lines(table, STYLE))
    assert lines[0].startswith("PPV_at_prevalence  Precision at the prevalence 0.1 ")
    told = evaluation(snapshot)["at_prevalence"]
    assert told["prevalence"] == 0.1
    cells = {row.json_key: cell for row, cell in table.cells("value")}
    assert {name: told[name]["value"] for name in AT_PREVALENCE} == {
        name: cell.value for name, cell in cells.items()
    }
    # Bayes' theorem by hand: sensitivity 2/3, specificity 1
    assert cells["NPV"].value == pytest.approx(0.9 / (0.9 + 0.1 / 3), rel=1e-15)


def test_that_there_are_no_tables_of_what_there_is_not():
    truth = np.array([0, 1, 2, 0], dtype=np.int8)
    called = np.array([0, 1, 1, 0], dtype=np.int8)
    dataset = Dataset("k.csv", ("a", "b", "c"), truth, 0, predicted=called)
    result = measures(resolve(Inputs(dataset)))
    assert [table.id for table in result.tables] == ["counts", "metrics"]
    assert [row.id for row in result.table("counts").rows] == ["n", "n_missing"]
    assert result.title.told(STYLE) == "Measures of k.csv, all classes"
    table = result.table("metrics")
    notes = [table.note(row) for row in table.rows]
    told = {note.told(STYLE) for note in notes if note is not None}
    assert told  # of the class c, which nothing is called
    assert all(one.startswith(("left out: ", "counted as 0: ")) for one in told)


def test_that_counts_are_whole_as_text(snapshot):
    lines = as_lines.lines(measures(snapshot).table("counts"), STYLE)
    assert [line.split()[-1] for line in lines] == ["6", "3", "3", "0", "2", "0", "1", "3"]


def test_that_rows_of_one_family_stand_together(snapshot):
    groups = measures(snapshot).table("metrics").groups()
    titles = [title.told(STYLE) for title, _rows in groups]
    assert len(titles) == len(set(titles))
    assert titles[0] == "Rates"
    assert sum(len(rows) for _title, rows in groups) == len(METRICS)


# ---------------------------------------------------------------------- while the line moves


def same(one, other):
    return one.value == other.value or (math.isnan(one.value) and math.isnan(other.value))


def test_that_what_moves_is_what_is_written(snapshot):
    """Windows and files have one value, one reason and one interval of a measure."""
    settings = IntervalSettings(prevalence=0.1)
    for shown in (snapshot, resolved(threshold=0.75, intervals=settings), classes_snapshot()):
        table, result = live(shown), measures(shown)
        rows = {row.id.casefold(): row for row in table.rows}
        for name in ("metrics", "at_prevalence"):
            written = result.table(name)
            for row, cell in () if written is None else written.cells("value"):
                moving = table.cell(rows[row.id.casefold()], INTERVAL)
                assert same(moving, cell)
                assert moving.reason == cell.reason
                if moving.interval is not None and moving.interval.is_defined:
                    assert moving.interval[:4] == cell.interval[:4]


def classes_snapshot():
    truth = np.array([0, 1, 2, 0], dtype=np.int8)
    called = np.array([0, 1, 1, 0], dtype=np.int8)
    return resolve(Inputs(Dataset("k.csv", ("a", "b", "c"), truth, 0, predicted=called)))


def test_that_rows_stay_where_only_the_line_moves(snapshot):
    rows = live(snapshot).rows
    moved = resolved(threshold=0.25)
    assert on_show(moved) == on_show(snapshot)
    table = live(moved, rows)
    assert table.rows is rows
    sensitivity = next(row for row in rows if row.id == "TPR")
    assert table.cell(sensitivity, OF_MEASURES).value == 1
    assert table.cell(sensitivity, OF_MEASURES).interval is None
    assert table.cell(sensitivity, INTERVAL).interval.n == (3,)


def test_that_numbers_at_a_prevalence_stand_behind_those_of_the_file():
    shown = resolved(threshold=0.75, intervals=IntervalSettings(prevalence=0.025))
    ids = [row.id for row in live(shown).rows]
    assert ids.index("PPV_AT_PREVALENCE") == ids.index("PPV") + 1
    row = next(row for row in every_row(shown) if row.id == "PPV_AT_PREVALENCE")
    style = Style(words_in(Vocabulary.CLINICAL))
    assert row.title.told(style) == "Positive predictive value at 2.5 %"
    assert row.short.told(style) == "PPV at 2.5 %"
    assert row.says.told(style) == (
        "From sensitivity and specificity, by Bayes' theorem, at prevalence 2.5 %"
    )
    assert not row.is_plotted
    assert live(shown).cell(row, INTERVAL).fraction is None
    assert drawn(row, shown) == ()


def test_that_settings_and_places_stand_beside_values(snapshot):
    table = live(snapshot)
    told = {row.id: note.told(STYLE) for row in table.rows if (note := table.note(row))}
    assert told["FBETA"] == "beta 2"
    assert told["eer"].startswith("at 0.")
    assert {"TPR", "ACC", "roc_auc"}.isdisjoint(told)
    assert {row.id for row in table.rows if row.kind.is_share} >= {"TPR", "PPV", "eer"}


def test_that_what_is_not_of_the_panel_has_no_row(snapshot):
    ids = {row.id for row in every_row(snapshot)}
    hidden = {one.id for one in RANKING_METRICS if Shown.PANEL not in one.shown}
    assert hidden
    assert not hidden & ids
    assert {one.id for one in RANKING_METRICS} - hidden <= ids


def test_that_room_is_kept_for_what_stands_beside_a_value_as_a_rule():
    shown = resolved(threshold=0.75, intervals=IntervalSettings(prevalence=0.1))
    rows = {row.id: row for row in every_row(shown)}
    assert all(rows[one].has_note for one in ("TPR", "FBETA", "COST", "eer"))
    others = ("F1", "roc_auc", "PPV_AT_PREVALENCE", "COST_AT_PREVALENCE")
    assert not any(rows[one].has_note for one in others)
    table = live(shown)
    assert table.note(rows["COST"]).told(STYLE).startswith("cost_TP 0, ")
    assert table.note(rows["COST_AT_PREVALENCE"]) is None
    assert quantities(rows["COST_AT_PREVALENCE"], shown) == {}


def test_that_numbers_in_a_formula_are_whole_where_they_can_be():
    parameters = Parameters(tversky_alpha=0.5, beta=3.0)
    shown = resolved(threshold=0.75, parameters=parameters)
    rows = {row.id: row for row in every_row(shown)}
    beta = quantities(rows["FBETA"], shown)["beta"]
    assert (beta, type(beta)) == (3, int)
    assert quantities(rows["TVERSKY"], shown)["alpha"] == 0.5
    assert quantities(rows["TPR"], shown)["P"] == 3


def test_that_rows_that_were_drawn_again_say_so(snapshot):
    found = resample(snapshot, lambda _share, _words: None, 40)
    shown = replace(snapshot, resampled=found)
    rows = {row.id: row for row in every_row(shown)}
    told = [one.told(STYLE) for one in drawn(rows["roc_auc"], shown)]
    limits = found.areas["roc_auc"]["bca"]
    assert told[0].startswith("Bootstrap BCa, 95 %: ")
    assert limits.reason in told[0]
    assert told[1].startswith("Bootstrap percentile, 95 %: ")
    assert told[-1] == "40 replicates"
    assert drawn(rows["TPR"], shown) == ()
    grouped = replace(shown, resampled=replace(found, n_bins=7))
    assert drawn(rows["roc_auc"], grouped)[-1].told(STYLE) == "40 replicates of scores in 7 groups"


def test_that_limits_too_short_are_warned_of_beside_the_area_alone():
    shown = resolved(threshold=0.75)
    apart = replace(shown.inputs.dataset, truth=np.array([1, 1, 1, 0, 0, 0], dtype=np.int8))
    shown = resolve(Inputs(apart))
    shown = replace(shown, resampled=resample(shown, lambda _share, _words: None, 40))
    rows = {row.id: row for row in every_row(shown)}
    told = {
        name: "\n".join(one.told(STYLE) for one in drawn(rows[name], shown))
        for name in shown.resampled.areas
    }
    assert [name for name, words in told.items() if "near 0 or 1" in words] == ["roc_auc"]
    assert len(told) > 1


# ------------------------------------------------------------------------------ any result

ONE = Row("one", Text("{positive} ones"))
SOME = Row("some", Text("of {name}", {"name": Given("a<b>\n")}))
VALUE, PLACE = Column("value", Text("Value")), Column("place", Text("place"), THRESHOLD)
CELLS = {
    ("one", "value"): Measured(0.5, "", (1, 2), Interval(0.9, "made", 0.25, math.inf, (2,))),
    ("one", "place"): Measured(0.12345678),
    ("some", "value"): Measured(math.nan, phrase("no {actual_positives}")),
}
TABLE = Table(
    "made",
    (VALUE, PLACE),
    (ONE, SOME),
    lambda row, column: CELLS.get((row.id, column.id)),
    note=lambda row: Joined((Text("say"), Text("more"))) if row is ONE else None,
    keys={"state": "states", "interval": "limits"},
)


def test_that_lines_show_a_table_that_nobody_knows():
    first, second = as_lines.lines(TABLE, BIOMETRICS)
    assert first.split(maxsplit=3)[:3] == ["one", "genuine", "ones"]
    assert "0.500 (place 0.12345678) 0.250 to +inf (made) (say; more)" in first
    assert second.endswith("undefined: no genuine comparisons")


def test_that_json_has_the_keys_that_are_declared():
    told = as_json.keyed(TABLE)
    assert list(told) == ["states", "limits"]
    assert told["states"]["one"] == {
        "value": 0.5, "infinite": None, "undefined": None, "numerator": 1, "denominator": 2
    }  # fmt: skip
    assert told["states"]["some"]["undefined"] == "no actual positives"
    assert told["limits"] == {"one": as_json.interval_entry(CELLS["one", "value"].interval)}
    assert told["limits"]["one"]["high"] == "+inf"
    assert json.loads(json.dumps(told, allow_nan=False)) == told


def test_that_facets_are_rows_named_for_their_columns():
    names = ("id", "name", "value", "x", "n", "undefined", "low", "high", "level", "method")
    rows = list(columns.facet_rows([TABLE], BIOMETRICS, names))
    assert rows == [
        ("one_value", "genuine ones", 0.5, 1, 2, None, 0.25, math.inf, 0.9, "made"),
        ("one_place", "genuine ones, place", 0.12345678, *[None] * 7),
        ("some_value", "of a<b>\n", None, None, None, "no genuine comparisons", *[None] * 4),
    ]


def test_that_no_double_stands_for_a_threshold_that_it_does_not_tell():
    table = Table("t", (VALUE, PLACE), (ONE,), lambda _row, _column: Measured(2**60 + 1))
    assert [row[0] for row in columns.facet_rows([table], STYLE, ("id",))] == ["one_value"]


def test_that_a_frame_has_types():
    names = ("id", "name", "value", "lower", "upper", "reason", "numerator", "place")
    frame = frames.frame(names, frames.cells_of([TABLE, None]), STYLE)
    assert [str(one) for one in frame.dtypes] == [
        "str", "str", "float64", "float64", "float64", "str", "Int64", "float64"
    ]  # fmt: skip
    assert frame["reason"].tolist() == ["", "no actual positives"]
    assert frame["upper"].iloc[0] == math.inf
    assert frame["numerator"].isna().tolist() == [False, True]


# ------------------------------------------------------------------------------------ texts


def test_that_a_style_tells_numbers_names_and_words():
    text = Text(
        "{Recall} of {who}: {n} and {rest}",
        {"who": Given("x"), "n": 0.5, "rest": Listed((Given("y"), Name(METRICS.ids["TPR"])))},
    )
    style = Style(words_in(Vocabulary.CLINICAL), lambda n: f"<{n}>", str.upper)
    assert text.told(style) == "Sensitivity of X: <0.5> and 'Y', 'Sensitivity'"


def test_that_a_reason_of_the_core_is_told_in_any_field():
    assert as_text(phrase("no {actual_positives}")).told(BIOMETRICS) == "no genuine comparisons"
    assert as_text("as {it} is").told(STYLE) == "as {it} is"


def test_that_an_interval_has_one_denominator_or_the_numbers_of_both_classes():
    one, both = Interval(0.95, "Wilson", 0.1, 0.9, (3,)), Interval(0.95, "DeLong", 0.1, 0.9, (3, 4))
    assert as_json.interval_entry(one)["n"] == 3
    assert as_json.interval_entry(both)["n"] == [3, 4]


def test_that_a_field_shows_what_is_foreign_to_it_only_where_it_is_sought(snapshot):
    rows = {row.id: row for row in live(snapshot).rows}
    foreign = {name for name, row in rows.items() if row.is_foreign(Vocabulary.CLINICAL)}
    assert "TPR" not in foreign
    assert foreign == {
        name for name, row in rows.items() if Vocabulary.CLINICAL in row.about.foreign_to
    }
    assert foreign
    assert not rows["TPR"].is_foreign(Vocabulary.MACHINE_LEARNING)
