"""The tree of measures: what it says, and that a threshold changes numbers alone."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from statsmodels.stats.proportion import proportion_confint

from evalgui.core import digits
from evalgui.core.dataset import Dataset
from evalgui.core.intervals.at_point import IntervalsAt
from evalgui.core.intervals.pending import AwaitedIntervals
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.measured import Interval
from evalgui.core.metrics import METRICS, Family, Parameters, Vocabulary
from evalgui.core.snapshot import Inputs, resolve
from evalgui.gui import text
from evalgui.gui.models.metrics_model import MetricsModel
from evalgui.gui.results.intervals import Bar
from evalgui.gui.results.tree_columns import ColumnOf
from evalgui.gui.results.tree_model import FAVOURITES
from evalgui.gui.theme import LIGHT
from evalgui.render.columns import bare, tsv
from tests.gui.models.tables import make_dataset, moved, snapshot_of
from tests.support.locales import use_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("qapp")

TIP, WHAT = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.WhatsThisRole


@pytest.fixture
def model() -> Iterator[MetricsModel]:
    """The measures of the textbook's twenty rows at the threshold 0.5."""
    made = MetricsModel()
    tester = QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.set_snapshot(snapshot_of(make_dataset(), 0.5))
    yield made
    tester.deleteLater()


def line(model: MetricsModel, metric_id: str) -> tuple[str, str, str]:
    index = model.index_of(metric_id)
    columns = (ColumnOf.NAME, ColumnOf.VALUE, ColumnOf.DETAIL)
    return tuple(model.data(index.siblingAtColumn(column)) for column in columns)


def shown(model: MetricsModel) -> list[str]:
    return [entry.id for section in model.sections for entry in section.rows]


def test_that_every_measure_has_its_row_in_its_family(model: MetricsModel) -> None:
    titles = [model.data(model.index(row, 0)) for row in range(model.rowCount())]
    assert titles == [*(family.value for family in Family), "Ranking"]
    for metric in METRICS:
        index = model.index_of(metric.id)
        assert model.data(index) == metric.name
        assert model.data(index.parent()) == metric.family.value


def test_that_degrees_of_freedom_are_whole_and_a_p_value_is_no_0() -> None:
    truth = np.repeat([0, 1, 2], 2_000)
    dataset = Dataset("three", ("a", "b", "c"), truth, positive=0, predicted=truth)
    model = MetricsModel()
    model.set_snapshot(resolve(Inputs(dataset)))
    assert line(model, "CHI2_P")[1] == "< 0.001"
    assert line(model, "CHI2_DF")[1] == "4"


def test_that_a_proportion_has_its_two_counts(model: MetricsModel) -> None:
    assert line(model, "TPR") == ("True positive rate", "0.500", "5/10")
    assert line(model, "PPV") == ("Precision", "0.625", "5/8")
    assert line(model, "ACC") == ("Accuracy", "0.600", "12/20")


def test_that_the_ranking_is_that_of_the_textbook(model: MetricsModel) -> None:
    assert line(model, "roc_auc") == ("ROC AUC", "0.680", "")
    assert line(model, "eer") == ("Equal error rate", "0.400", "at 0.45")
    assert float(model.copied([model.index_of("roc_auc")], bare)) == pytest.approx(0.68)


def test_that_undefined_is_a_dash_with_its_reason(model: MetricsModel) -> None:
    model.set_snapshot(snapshot_of(make_dataset(), math.inf))
    assert line(model, "PPV") == ("Precision", text.UNDEFINED, "0/0")
    index = model.index_of("PPV")
    assert model.data(index.siblingAtColumn(ColumnOf.INTERVAL)) == "no positive calls"
    assert "Undefined: no positive calls" in model.data(index, TIP)
    spoken = model.data(index.siblingAtColumn(ColumnOf.VALUE), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Precision, Value: undefined: no positive calls"
    detail = index.siblingAtColumn(ColumnOf.DETAIL)
    assert model.data(detail, Qt.ItemDataRole.ForegroundRole).name() == LIGHT.faint_text
    assert model.copied([index], tsv) == "Metric\tValue\tx/n\nPrecision\t\tno positive calls\n"
    assert model.copied([index], bare) == "undefined"


def test_that_a_class_without_scores_leaves_no_ranking(model: MetricsModel) -> None:
    model.set_snapshot(snapshot_of(make_dataset([0.1, 0.2], [0, 0]), 0.15))
    assert line(model, "roc_auc") == ("ROC AUC", text.UNDEFINED, "")
    told = model.index_of("roc_auc").siblingAtColumn(ColumnOf.INTERVAL)
    assert model.data(told) == "no actual positives"


def test_that_copies_have_a_point_in_every_locale(model: MetricsModel) -> None:
    use_numbers("de")
    copied = model.copied([model.index_of(one) for one in ("eer", "FBETA")], tsv).splitlines()
    assert copied[1].split("\t")[::5] == ["Equal error rate", "at 0.45"]
    parameters = Parameters(tversky_alpha=0.5, beta=0.5)
    inputs = replace(model.snapshot.inputs, parameters=parameters)
    model.set_snapshot(resolve(inputs, model.snapshot))
    assert model.copied([model.index_of("FBETA")], tsv).endswith("\tbeta 0.5\n")


def test_that_what_is_kept_is_what_is_told(model: MetricsModel) -> None:
    model.keep_snapshot(moved(model.snapshot, 0.2))
    point = model.snapshot.point
    assert point is not None
    assert float(model.copied([model.index_of("TNR")], bare)) == point.measured["TNR"].value


def test_that_infinity_is_a_value(model: MetricsModel) -> None:
    model.set_snapshot(snapshot_of(make_dataset(), 0.8))
    assert line(model, "LRP")[1] == text.INFINITE


def test_that_a_threshold_is_one_announcement_of_values_and_nothing_else(
    model: MetricsModel,
) -> None:
    announced: list[str] = []
    for name in ("values_changed", "dataChanged", "modelReset", "layoutChanged"):
        getattr(model, name).connect(lambda *_, name=name: announced.append(name))
    model.set_snapshot(moved(model._snapshot, 0.4))
    assert announced == ["values_changed"]


def test_that_a_filter_finds_any_alias(model: MetricsModel) -> None:
    for words in ("recall", "hit rate", "TMR", "sensitivity"):
        model.set_filter(words)
        assert "TPR" in {entry.id for section in model.sections for entry in section.rows}
    model.set_filter("c-statistic")
    assert [entry.id for section in model.sections for entry in section.rows] == ["roc_auc"]
    model.set_filter("no such thing")
    assert model.rowCount() == 0
    assert not model.index_of("TPR").isValid()
    model.set_filter("")
    assert model.rowCount() == len(Family) + 1


def test_that_a_vocabulary_renames_and_changes_nothing_else(model: MetricsModel) -> None:
    model.set_vocabulary(Vocabulary.CLINICAL)
    assert line(model, "TPR") == ("Sensitivity", "0.500", "5/10")
    copied = model.copied([model.index_of("PPV")], tsv).splitlines()
    assert copied[1].startswith("Positive predictive value\t")
    model.set_vocabulary(Vocabulary.MACHINE_LEARNING)
    assert line(model, "TPR")[0] == "True positive rate"


def test_that_a_tip_tells_formula_range_direction_aliases_and_source(model: MetricsModel) -> None:
    tip = model.data(model.index_of("FPR"), WHAT)
    for part in (
        "False positive rate (FPR)",
        "Formula: FP / (FP + TN)",
        "Range: 0 to 1, lower is better",
        "fall-out",
        "tharwat-2018, eq. 4",
        "Value: 0.3",
    ):
        assert part in tip
    assert tip.startswith("<span>")


def test_that_a_family_is_one_line_without_a_value(model: MetricsModel) -> None:
    family = model.index(0, 0)
    assert model.entry(family) is None
    assert model.numbers(family, with_pinned=True) is None
    assert model.copied([family], tsv) == ""
    assert model.data(family.siblingAtColumn(ColumnOf.VALUE)) is None
    assert model.entry(QModelIndex()) is None


def test_that_favourites_stand_on_top_and_in_their_family(model: MetricsModel) -> None:
    model.set_favourites(["MCC", "TPR", "no such measure", "MCC"])
    assert model.sections[0].title == FAVOURITES
    assert [entry.id for entry in model.sections[0].rows] == ["MCC", "TPR"]
    assert model.section_of(model.index_of("MCC")).title == FAVOURITES
    own = model.index_of("MCC", Family.ASSOCIATION.value)
    assert model.section_of(own).title == Family.ASSOCIATION.value
    assert shown(model).count("TPR") == 2
    spoken = model.data(own, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Matthews correlation coefficient, favourite"
    model.set_filter("sensitivity")
    assert shown(model).count("TPR") == 2
    model.set_filter("")
    model.set_favourites([])
    assert model.sections[0].title == Family.RATES.value


def test_that_the_pinned_column_stays_while_the_threshold_moves(model: MetricsModel) -> None:
    model.set_pinned(moved(model.snapshot, 0.45).point)
    index = model.index_of("TPR").siblingAtColumn(ColumnOf.PINNED)
    header = model.headerData(ColumnOf.PINNED, Qt.Orientation.Horizontal)
    assert (model.data(index), header) == ("0.600", "at 0.45")
    model.set_snapshot(moved(model.snapshot, 0.2))
    assert model.data(index) == "0.600"
    heads = model.copied([model.index_of("TPR")], tsv).splitlines()[0].split("\t")
    assert "Value at 0.45" in heads
    heads = model.copied([model.index_of("roc_auc")], tsv).splitlines()[0].split("\t")
    assert not any(head.startswith("Value at") for head in heads)
    area = model.index_of("roc_auc").siblingAtColumn(ColumnOf.PINNED)
    assert model.data(area) == ""
    model.set_pinned(None)
    assert model.data(index) == ""
    heads = model.copied([model.index_of("TPR")], tsv).splitlines()[0].split("\t")
    assert "Value" in heads
    assert not any(head.startswith("Value at") for head in heads)


def test_that_a_measure_shows_the_numbers_that_the_user_set(model: MetricsModel) -> None:
    assert line(model, "FBETA")[2] == "beta 2"
    parameters = Parameters(beta=0.5, cost_fn=10.0)
    inputs = replace(model.snapshot.inputs, parameters=parameters)
    model.set_snapshot(resolve(inputs, model.snapshot))
    assert line(model, "FBETA")[2] == "beta 0.5"
    assert line(model, "COST")[1:] == ("2.650", "cost_TP 0, cost_FP 1, cost_FN 10, cost_TN 0")


@pytest.mark.usefixtures("usual_numbers")
def test_that_all_classes_together_have_measures_of_their_own(model: MetricsModel) -> None:
    truth = np.array([0, 0, 1, 1, 2, 2], dtype=np.int8)
    called = np.array([0, 0, 1, 2, 2, 2], dtype=np.int8)
    three = Dataset("three", ("a", "b", "c"), truth, 0, predicted=called)
    model.set_snapshot(resolve(Inputs(three)))
    titles = [section.title for section in model.sections]
    assert "All classes: Agreement" in titles
    assert Family.RATES.value not in titles
    assert line(model, "SMC_K") == ("Accuracy", "0.833", "5/6")
    text.use(text.Numbers(text.Shares.PERCENT))
    assert line(model, "SMC_K")[1] == f"83.3{digits.SPACE}%"
    assert line(model, "KAPPA_K")[1] == "0.750"  # of no row a share
    text.use(text.Numbers())
    model.set_snapshot(resolve(replace(Inputs(three), positive=0)))
    titles = [section.title for section in model.sections]
    assert {"All classes: Agreement", Family.RATES.value} <= set(titles)
    assert "Ranking" not in titles
    assert line(model, "TPR") == ("True positive rate", "1.000", "2/2")


@pytest.mark.parametrize(
    ("vocabulary", "first_line", "formula", "reason"),
    [
        (Vocabulary.CLINICAL, "1 - specificity", "FP / (FP + TN)", "no positive tests"),
        (Vocabulary.BIOMETRICS, "FMR (false match rate)", "FM / (FM + TNM)", "no matches"),
        (
            Vocabulary.SPEAKER,
            "P_fa (false alarm probability)",
            "FA / (FA + CR)",
            "no accepted trials",
        ),
    ],
)
def test_that_tips_and_reasons_have_the_words_of_the_field(
    model: MetricsModel, vocabulary: Vocabulary, first_line: str, formula: str, reason: str
) -> None:
    model.set_vocabulary(vocabulary)
    lines = model.data(model.index_of("FPR"), WHAT).removeprefix("<span>").split("<br>")
    assert lines[:2] == [first_line, f"Formula: {formula}"]
    assert "False positive rate" in next(line for line in lines if line.startswith("Also: "))
    model.set_snapshot(snapshot_of(make_dataset(), 2.0))
    assert model.data(model.index_of("PPV").siblingAtColumn(ColumnOf.INTERVAL)) == reason
    assert f"Undefined: {reason}" in model.data(model.index_of("PPV"), TIP)


def interval(model: MetricsModel, metric_id: str, role: int = 0) -> str:
    return str(model.data(model.index_of(metric_id).siblingAtColumn(ColumnOf.INTERVAL), role))


def test_that_a_proportion_has_its_interval_with_level_method_and_n(model: MetricsModel) -> None:
    lower, upper = proportion_confint(5, 10, method="wilson")
    assert interval(model, "TPR") == f"{lower:.3f}\N{EN DASH}{upper:.3f}"
    spoken = interval(model, "TPR", Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith(f": {lower:.3f} to {upper:.3f}, 95{digits.SPACE}% interval, Wilson")
    tip = interval(model, "TPR", WHAT)
    assert f"95{digits.SPACE}% interval: {lower:.6f} to {upper:.6f}<br>Wilson, n = 10<br>" in tip
    assert "Assumes: the rows are independent" in tip


def test_that_an_interval_that_is_none_says_why(model: MetricsModel) -> None:
    model.set_snapshot(snapshot_of(make_dataset([0.9, 0.8, 0.2], [1, 1, 0]), 0.5))
    assert line(model, "LRP")[1] == text.INFINITE
    model.set_snapshot(snapshot_of(make_dataset([0.9, 0.8], [1, 1]), 0.5))
    assert line(model, "ACC")[1] == "1.000"
    assert interval(model, "MK") == "no negative calls"


def test_that_the_head_names_the_level_and_all_intervals_follow_it(model: MetricsModel) -> None:
    wider = replace(model.snapshot.inputs, intervals=IntervalSettings(0.999))
    model.set_snapshot(resolve(wider, model.snapshot))
    head = model.headerData(ColumnOf.INTERVAL, Qt.Orientation.Horizontal)
    assert head == f"99.9{digits.SPACE}% interval"
    lower, upper = proportion_confint(5, 10, alpha=0.001, method="wilson")
    assert interval(model, "TPR") == f"{lower:.3f}\N{EN DASH}{upper:.3f}"


def test_that_a_frame_asks_for_the_intervals_of_the_rows_it_shows_alone(
    model: MetricsModel,
) -> None:
    asked: list[str] = []

    class Watched(dict[str, Interval]):
        def get(self, metric_id: str, _default: object = None) -> Interval:
            asked.append(metric_id)
            return Interval(0.95, "Wilson", 0.25, 0.75, (10,))

    point = model.snapshot.point
    assert point is not None
    model.set_snapshot(replace(model.snapshot, point=replace(point, intervals=Watched())))
    assert asked == []
    found = model.numbers(model.index_of("TPR"))
    assert found is not None
    assert (found.interval, found.bar) == ("0.250\N{EN DASH}0.750", Bar(0.25, 0.5, 0.75))
    model.numbers(model.index_of("PPV"), with_interval=False)
    assert asked == ["TPR"]


def test_that_summaries_of_the_scores_have_the_names_of_the_field(model: MetricsModel) -> None:
    names = {}
    for vocabulary in Vocabulary:
        model.set_vocabulary(vocabulary)
        names[vocabulary] = [line(model, entry)[0] for entry in ("roc_auc", "eer", "log_loss")]
    assert names[Vocabulary.MACHINE_LEARNING] == ["ROC AUC", "Equal error rate", "Log loss"]
    assert names[Vocabulary.CLINICAL] == [
        "AUC (c-statistic)",
        "Error where sensitivity = specificity",
        "Log score",
    ]
    assert names[Vocabulary.SPEAKER] == ["ROC AUC", "EER (equal error rate)", "Log loss"]
    model.set_filter("sensitivity = specificity")
    assert shown(model) == ["eer"]


def test_that_a_cost_of_each_outcome_has_the_mark_of_the_field(model: MetricsModel) -> None:
    model.set_vocabulary(Vocabulary.SPEAKER)
    name, _value, detail = line(model, "COST")
    assert name == "C_det (detection cost) at this prior"
    assert detail == "cost_Hit 0, cost_FA 1, cost_Miss 1, cost_CR 0"
    first_line = model.data(model.index_of("COST"), TIP).partition(">")[2].split("<br>")[0]
    assert first_line == name  # which holds the symbol


def test_that_limits_of_the_file_never_stand_for_those_at_a_prevalence(model: MetricsModel) -> None:
    before = model.snapshot
    settings = replace(before.inputs.intervals, prevalence=0.01)
    now = resolve(replace(before.inputs, intervals=settings))
    assert now.point is not None
    assert isinstance(now.point.intervals, IntervalsAt)
    awaited = AwaitedIntervals(now.point.intervals, now.point.intervals)
    model.set_snapshot(replace(now, point=replace(now.point, intervals=awaited)))
    of_file, at_prevalence = (model.index_of(one) for one in ("PPV", "PPV_AT_PREVALENCE"))
    numbers = [model.numbers(index) for index in (of_file, at_prevalence)]
    assert [one.is_outdated for one in numbers if one is not None] == [True, False]
    assert numbers[1] is not None
    assert numbers[1].interval == "\N{HORIZONTAL ELLIPSIS}"


def test_that_limits_of_before_stand_for_those_that_are_worked_out(model: MetricsModel) -> None:
    before = model.snapshot.point
    assert before is not None
    after = moved(model.snapshot, 0.3)
    point = after.point
    assert point is not None
    assert isinstance(point.intervals, IntervalsAt)
    awaited = AwaitedIntervals(point.intervals, before.intervals)
    index = model.index_of("TPR")
    was, now = model.numbers(index), replace(after, point=replace(point, intervals=awaited))
    model.set_snapshot(now)
    numbers = model.numbers(index)
    assert was is not None
    assert numbers is not None
    assert (numbers.interval, numbers.is_outdated) == (was.interval, True)
    assert numbers.value != was.value
    assert model.data(index.siblingAtColumn(ColumnOf.INTERVAL)) == "\N{HORIZONTAL ELLIPSIS}"
    assert "being worked out" in model.data(index, WHAT)
    nothing_known = replace(point, intervals=AwaitedIntervals(point.intervals))
    model.set_snapshot(replace(after, point=nothing_known))
    numbers = model.numbers(index)
    assert numbers is not None
    assert (numbers.interval, numbers.is_outdated) == ("\N{HORIZONTAL ELLIPSIS}", False)
    model.set_snapshot(after)
    numbers = model.numbers(index)
    assert numbers is not None
    assert not numbers.is_outdated


def test_that_measures_of_other_fields_are_no_clinical_ones_unless_they_are_sought(
    model: MetricsModel,
) -> None:
    everything = shown(model)
    foreign = {"P4", "min_dcf_001", "min_dcf_005", "fmr1000", "AGM", "SS5"}
    assert foreign <= {*everything}
    model.set_vocabulary(Vocabulary.CLINICAL)
    assert not foreign & {*shown(model)}
    assert {"TPR", "TNR", "PPV", "NPV", "LRP", "DOR", "YI", "KAPPA", "roc_auc"} <= {*shown(model)}
    model.set_filter("minDCF")
    assert {"min_dcf_001", "min_dcf_005"} <= {*shown(model)}
    model.set_filter("")
    model.set_all(has_all=True)
    assert shown(model) == everything
    model.set_all(has_all=False)
    model.set_favourites(["P4"])
    assert shown(model)[0] == "P4"
    model.set_vocabulary(Vocabulary.BIOMETRICS)
    assert foreign <= {*shown(model)}
