"""A measure that lacks a piece is refused with a sentence that says what to write."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import pytest

from evalgui.core.counts import Counts, divide
from evalgui.core.declarations import DeclarationError
from evalgui.core.measured import Measured, made
from evalgui.core.metrics import METRICS, Invariance, Metric, Vocabulary, metric_by_id
from evalgui.core.metrics.any_metric import UNIT, AnyMetric, computes_nothing
from evalgui.core.metrics.metric import ACTUAL_NEGATIVES, ROWS, Family
from evalgui.core.metrics.properness import Proper
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS, OverallMetric
from evalgui.core.probabilities import PROBABILITY_METRICS, ProbabilityMetric
from evalgui.core.ranking_metrics import RANKING_METRICS, RankingMetric, Shown
from evalgui.core.registry import Registry, UnknownIdError
from evalgui.core.vocabulary import phrase

REGISTRIES = (METRICS, MATRIX_METRICS, SCORE_METRICS, PROBABILITY_METRICS, RANKING_METRICS)
ONE_OF_EACH = [registry[0] for registry in REGISTRIES]
KINDS = (Metric, OverallMetric, ProbabilityMetric, RankingMetric)


@pytest.mark.parametrize("metric", ONE_OF_EACH, ids=lambda metric: type(metric).__name__)
@pytest.mark.parametrize(
    ("missing", "what_to_write"),
    [
        ({"id": ""}, 'has no id: write id="..."'),
        ({"name": ""}, 'has no name: write name="..."'),
        ({"formula": ""}, 'has no formula: write formula="..."'),
        ({"range": (math.nan, math.nan)}, "has no range: write range=(lowest, highest)"),
        ({"proper": Proper.UNSAID}, "does not say whether it is proper: write proper="),
        ({"range": (1.0, 0.0)}, "has no range: write range=(lowest, highest)"),
        ({"names": {Vocabulary.CLINICAL: ""}}, "has an empty name in 'clinical': write it"),
        (
            {"names": {"medical": "Yield"}},
            "has a name in 'medical': write one of machine-learning, clinical, biometrics, speaker",
        ),
    ],
)
def test_that_what_every_measure_needs_is_asked_for(metric, missing, what_to_write):
    with pytest.raises(DeclarationError) as refused:
        replace(metric, **missing)
    named = missing.get("id", metric.id) or metric.name
    assert str(refused.value).startswith(f"the measure '{named}' {what_to_write}")


@pytest.mark.parametrize(
    ("place", "missing", "what_to_write"),
    [
        (0, "family", "has no family: write family=Family.RATES"),
        (0, "needs", "needs nothing: write needs=(ROWS,)"),
        (0, "invariance", "does not say what leaves it as it is: write invariance="),
        (0, "fraction", "computes nothing: write compute=, a function of Counts, or fraction="),
        (1, "family", "has no family: write family=OverallFamily.AGREEMENT"),
        (1, "fraction", "computes nothing: write compute="),
        (3, "compute", "computes nothing: write compute=, a function of Probabilities"),
        (4, "compute", "computes nothing: write compute=, a function of Ranked"),
        (4, "needs", "needs nothing: write needs=BOTH_CLASSES"),
        (4, "short", 'has no short name: write short="..."'),
    ],
)
def test_that_what_one_kind_needs_is_asked_for(place, missing, what_to_write):
    metric = ONE_OF_EACH[place]
    default = next(item.default for item in fields(metric) if item.name == missing)
    with pytest.raises(DeclarationError, match="the measure") as refused:
        replace(metric, **{missing: default})
    assert what_to_write in str(refused.value)


def test_that_a_proportion_is_declared_once():
    with pytest.raises(
        DeclarationError, match=r"computes twice: leave out compute=.* or fraction="
    ):
        replace(metric_by_id("PPV"), compute=lambda c: divide(c.tp, c.predicted_positives))


def test_that_parameters_and_settings_are_those_there_are():
    with pytest.raises(DeclarationError, match=r"uses 'gamma': write one of beta, alpha, .* in p"):
        replace(metric_by_id("FBETA"), parameters=("gamma",))
    with pytest.raises(DeclarationError, match=r"uses 'beta': write one of over, .* in settings="):
        replace(MATRIX_METRICS[0], settings=("beta",))


def test_that_an_empty_declaration_is_told_what_to_write_first():
    for kind in KINDS:
        with pytest.raises(DeclarationError, match="has no id"):
            kind()


def test_that_a_short_name_is_asked_for_only_where_it_is_shown():
    hidden = replace(RANKING_METRICS.by_id("roc_auc"), short="", heads=(), shown=Shown.PANEL)
    assert hidden.short == ""
    with pytest.raises(DeclarationError, match="short"):
        replace(hidden, shown=Shown.LIST)


def test_that_a_word_that_a_vocabulary_lacks_is_asked_for():
    with pytest.raises(DeclarationError, match=r"vocabulary has no word 'yield_of_tests'"):
        replace(metric_by_id("PPV"), formula=phrase("{yield_of_tests} / n"))


def test_that_two_entries_cannot_have_one_id():
    with pytest.raises(DeclarationError, match=r"two entries are called 'TPR': write another id"):
        Registry("measure", *METRICS, replace(metric_by_id("FPR"), id="TPR"))


def test_that_an_unknown_id_is_told_which_there_are():
    with pytest.raises(UnknownIdError) as unknown:
        RANKING_METRICS.by_id("gini")
    assert str(unknown.value) == (
        "there is no measure of a ranking 'gini': write one of roc_auc, average_precision,"
        " pr_auc_davis_goadrich, pr_auc_trapezoid, eer, fmr100, fmr1000, min_dcf_001,"
        " min_dcf_005"
    )


def test_that_every_registry_holds_one_kind_with_one_base():
    for registry in REGISTRIES:
        (kind,) = {type(metric) for metric in registry}
        assert kind in KINDS
        assert issubclass(kind, AnyMetric)


def test_that_no_value_ever_comes_without_a_reason():
    def odd(counts):
        return divide(counts.tp, counts.actual_positives)

    careless = Metric(
        id="ODD",
        proper=Proper.SPREAD,
        name="Odd",
        formula="TP / P",
        family=Family.RATES,
        compute=odd,
        needs=(ROWS,),  # and P, which nobody said
        range=UNIT,
        invariance=Invariance(class_ratio=True),
    )
    found = careless.measured(Counts(0, 3, 0, 5))
    assert math.isnan(found.value)
    assert found.reason == "the formula gives no number"
    assert careless.measured(Counts(1, 3, 0, 5)) == Measured(1.0)


def test_that_a_proportion_brings_its_counts_also_where_they_are_nothing():
    ppv = metric_by_id("PPV")
    assert ppv.compute is computes_nothing
    assert ppv.measured(Counts(6, 2, 0, 0)) == Measured(0.75, "", (6, 8))
    nothing = ppv.measured(Counts(0, 0, 3, 5))
    assert (nothing.is_defined, nothing.reason, nothing.fraction) == (
        False,
        "no positive calls",
        (0, 0),
    )


def test_that_a_need_is_not_computed_around():
    one_class = metric_by_id("YI").measured(Counts(0, 3, 0, 5))
    assert one_class.reason == ACTUAL_NEGATIVES.missing.replace("negatives", "positives")


def test_that_the_short_way_to_make_one_makes_the_same():
    assert made((0.5, "", (1, 2), None, None)) == Measured(0.5, fraction=(1, 2))
    assert type(made((0.5, "", None, None, None))) is Measured
    assert len(fields(Invariance)) == 3
