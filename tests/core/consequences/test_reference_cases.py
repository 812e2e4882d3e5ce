"""Consequences against numbers that were computed twice, elsewhere."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from evalgui.core.consequences import (
    corp,
    gain,
    logistic,
    net_benefit,
    people,
    recalibration,
    smooth,
)
from evalgui.core.consequences.places import Places
from evalgui.core.counts import Counts
from evalgui.core.intervals.at_prevalence import Share, measures_at_prevalence
from evalgui.core.intervals.moving import Moving
from evalgui.core.intervals.proportions import wilson
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics.metric import Parameters
from evalgui.core.probabilities import Probabilities
from evalgui.core.rules import rule_by_id
from evalgui.core.score_table import ScoreTable, Steps

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[3]
CASES = json.loads((ROOT / "tests/data/core/consequences.json").read_text(encoding="utf-8"))
Inputs = dict[str, Any]
LEVEL = 0.95


def rows(inputs: Inputs) -> tuple[np.ndarray, np.ndarray]:
    """Return the scores and whether each row is positive."""
    if "file" in inputs:
        with (ROOT / inputs["file"]).open(encoding="utf-8", newline="") as file:
            table = list(csv.DictReader(file))
        scores = np.array([float(row[inputs["score"]]) for row in table])
        return scores, np.array([row[inputs["truth"]] == inputs["positive"] for row in table])
    return np.array(inputs["p"]), np.array(inputs["y"], dtype=bool)


def places(inputs: Inputs) -> Places:
    return Places.of(Probabilities(*rows(inputs)))


def steps(inputs: Inputs) -> Steps:
    return ScoreTable(*rows(inputs)).steps


def counts(inputs: Inputs) -> Counts:
    return Counts(**{name: inputs[name] for name in ("tp", "fp", "fn", "tn")})


def subjects(inputs: Inputs) -> logistic.BySubject | None:
    if "subject" not in inputs:
        return None
    _, codes = np.unique(inputs["subject"], return_inverse=True)
    values, truth = rows(inputs)
    n = int(codes.max()) + 1
    return logistic.BySubject(
        values, truth.astype(float), lambda told: np.bincount(codes, told, n).astype(float), n
    )


def curve(inputs: Inputs) -> net_benefit.DecisionCurve:
    return net_benefit.DecisionCurve(steps(inputs), inputs.get("prevalence"))


def risks(inputs: Inputs) -> np.ndarray:
    return np.array(inputs["risks"], dtype=float)


def worth(inputs: Inputs) -> net_benefit.Worthwhile:
    share = Share(inputs["prevalence"]) if "prevalence" in inputs else None
    if "subject" not in inputs:
        return net_benefit.worthwhile(Moving(counts(inputs), LEVEL), inputs["risk"], share)
    values, truth = rows(inputs)
    called = values >= inputs["risk"]
    cells = [called & truth, called & ~truth, ~called & truth, ~called & ~truth]
    _, codes = np.unique(inputs["subject"], return_inverse=True)
    by_subject = np.stack(
        [np.bincount(codes, cell, int(codes.max()) + 1).astype(float) for cell in cells]
    )
    all_counts = Counts(*(int(cell.sum()) for cell in cells))
    return net_benefit.worthwhile(Moving(all_counts, LEVEL), inputs["risk"], share, by_subject)


def at_prevalence(inputs: Inputs, metric_id: str) -> Measured:
    given = counts(inputs)
    if "prevalence_k" in inputs:
        share = Share(inputs["prevalence_k"], inputs["prevalence_n"])
    elif "prevalence" in inputs:
        share = Share(inputs["prevalence"])
    else:
        share = Share(
            inputs["tp"] + inputs["fn"], sum(inputs[one] for one in ("tp", "fp", "fn", "tn"))
        )
    costs = {name: inputs[name] for name in inputs if name.startswith("cost_")}
    found = measures_at_prevalence(given, share, LEVEL, parameters=Parameters(**costs))
    return found[metric_id]


def around_the_test(inputs: Inputs) -> tuple[Measured, Measured]:
    return people.thresholds_of_testing(
        Moving(counts(inputs), LEVEL), inputs["harm"], inputs["benefit"], inputs["test_harm"]
    )


def natural(inputs: Inputs) -> dict[str, int]:
    found = people.natural_frequencies(
        inputs["prevalence"], inputs["sensitivity"], inputs["specificity"], inputs["N"]
    )
    return {
        "with_condition": found.with_condition,
        "true_positive": found.tp,
        "false_negative": found.fn,
        "false_positive": found.fp,
        "true_negative": found.tn,
        "positive": found.called,
    }


def ratios(inputs: Inputs) -> people.RatioRange:
    known = steps(inputs)
    row = int(np.flatnonzero(known.thresholds == inputs["threshold"])[0])
    return people.best_for_ratios(known, row, inputs.get("prevalence"))


def cheapest(inputs: Inputs) -> list[float]:
    given = {"cost-fn": float(inputs["cost_fn"]), "cost-fp": float(inputs["cost_fp"])}
    if "prevalence" in inputs:
        given["prevalence"] = inputs["prevalence"]
    known, rule = steps(inputs), rule_by_id("cost")
    found = rule.find(known, rule.values(given))
    return [known.threshold(row) for row in (found.tied if len(found.tied) else [found.row])]


def decomposed(inputs: Inputs, *, of_log: bool) -> list[float]:
    known = places(inputs)
    return list(corp.decompose(known, corp.isotonic(known), of_log=of_log))


def spline(inputs: Inputs) -> list[Any]:
    known = places(inputs)
    at = 1 / (1 + np.exp(-np.array(inputs["at_logit"])))
    found = smooth.spline(known, at, LEVEL, inputs["knots"])
    over_rows = smooth.spline(known, known.inside.values, LEVEL, inputs["knots"]).risk
    inside = known.inside
    mean = smooth.distances(inside, over_rows).ici
    return [*([*one] for one in zip(found.risk, found.lower, found.upper, strict=True)), mean]


def recalibrated(inputs: Inputs, make: Callable[[Places], recalibration.Map]) -> list[float]:
    known = places(inputs)
    risk = make(known)(known.values)
    return [known.brier(risk), known.log_score(risk)]


def shifted(inputs: Inputs) -> np.ndarray:
    values, truth = rows(inputs)
    return recalibration.prior_shift(inputs["prevalence"], float(truth.mean()))(values)


def loess(inputs: Inputs) -> list[float]:
    known = places(inputs)
    return list(smooth.distances(known, smooth.loess(known)))


def dirichlet(inputs: Inputs) -> list[float]:
    found = net_benefit.useful(counts(inputs), inputs["risk"])
    return [found.over_none, found.over_all, found.both]


def discordant(inputs: Inputs) -> Measured:
    a = inputs["positives_only_a"], inputs["negatives_only_a"]
    b = inputs["positives_only_b"], inputs["negatives_only_b"]
    return net_benefit.paired_difference(a, b, inputs["n"], inputs["risk"], LEVEL)


def linear(inputs: Inputs) -> logistic.Linear:
    return logistic.linear(places(inputs), LEVEL, subjects(inputs))


def likelihood(inputs: Inputs) -> list[float]:
    found = linear(inputs)
    return [found.statistic, found.p]


SAID: dict[tuple[str, str], Callable[[Inputs], Any]] = {
    ("natural frequencies", "counts of N people"): natural,
    ("post-test probability, prevalence estimated elsewhere", "PPV"): lambda i: at_prevalence(
        i, "PPV"
    ),
    ("post-test probability, prevalence estimated elsewhere", "NPV"): lambda i: at_prevalence(
        i, "NPV"
    ),
    ("post-test probability", "post-test probability"): lambda i: people.post_test(
        i["pre_test"], i["likelihood_ratio"]
    ),
    ("expected cost", "expected cost of a row"): lambda i: at_prevalence(i, "COST"),
    (
        "cost-optimal threshold",
        "thresholds of least expected cost (all ties; +inf: call none)",
    ): cheapest,
    (
        "cost-optimal threshold",
        "range of (C_FN - C_TP) / (C_FP - C_TN) for which this point costs least",
    ): ratios,
    (
        "test and treatment thresholds",
        "pre-test probabilities between which testing is best",
    ): lambda i: [one.value for one in around_the_test(i)],
    ("test and treatment thresholds", "test threshold"): lambda i: around_the_test(i)[0],
    ("test and treatment thresholds", "treatment threshold"): lambda i: around_the_test(i)[1],
    ("decision curve", "net benefit"): lambda i: curve(i).at(risks(i)),
    ("decision curve", "net benefit at a given prevalence (case-control)"): lambda i: curve(i).at(
        risks(i)
    ),
    ("decision curve", "net benefit of treating all"): lambda i: curve(i).of_all(risks(i)),
    ("decision curve", "net interventions avoided, per person"): lambda i: (
        (curve(i).at(risks(i)) - curve(i).of_all(risks(i))) * (1 - risks(i)) / risks(i)
    ),
    ("decision curve", "standardised net benefit"): lambda i: (
        curve(i).at(risks(i)) / places(i).share
    ),
    (
        "decision curve",
        "greatest net benefit of any threshold at each risk (upper envelope)",
    ): lambda i: curve(i).envelope(risks(i)),
    ("net benefit interval", "net benefit, cohort"): lambda i: worth(i).net_benefit,
    ("net benefit interval", "net benefit at a given prevalence"): lambda i: worth(i).net_benefit,
    ("net benefit interval", "net benefit, rows by subject"): lambda i: worth(i).net_benefit,
    ("net benefit interval", "net benefit minus that of treating all, cohort"): lambda i: (
        worth(i).over_all
    ),
    ("net benefit difference", "net benefit of A minus B, same rows"): discordant,
    (
        "probability of usefulness",
        "P(better than none), P(better than all), P(useful)",
    ): dirichlet,
    ("expected value of perfect information", "EVPI in net benefit per person"): lambda i: (
        net_benefit.expected_value_of_information(counts(i), i["risk"], 1)
    ),
    ("CORP decomposition", "Brier score, MCB, DSC, UNC"): lambda i: decomposed(i, of_log=False),
    ("K classes", "one class against the rest: Brier score, MCB, DSC, UNC"): lambda i: decomposed(
        i, of_log=False
    ),
    ("CORP decomposition", "log score (nats), MCB, DSC, UNC"): lambda i: decomposed(i, of_log=True),
    ("CORP curve", "calibrated probability at each distinct score, ascending"): lambda i: (
        corp.isotonic(places(i)).at_places()
    ),
    ("observed : expected", "O:E with interval"): lambda i: logistic.observed_expected(
        places(i), LEVEL
    ),
    ("observed : expected", "O:E with interval, rows by subject"): lambda i: (
        logistic.observed_expected(places(i), LEVEL, subjects(i))
    ),
    ("calibration intercept and slope", "slope"): lambda i: linear(i).slope,
    ("calibration intercept and slope", "slope, rows by subject"): lambda i: linear(i).slope,
    ("calibration in the large", "intercept with slope 1"): lambda i: linear(i).in_the_large,
    ("calibration in the large", "intercept with slope 1, rows by subject"): lambda i: (
        linear(i).in_the_large
    ),
    (
        "test of calibration",
        "likelihood ratio of intercept 0 and slope 1 (2 df): statistic, p",
    ): likelihood,
    ("test of calibration", "Spiegelhalter z"): lambda i: logistic.spiegelhalter(places(i)),
    ("Brier score", "Brier score with interval"): lambda i: logistic.brier_interval(
        places(i), LEVEL
    ),
    ("Brier score", "scaled Brier score (1 - Brier / UNC)"): lambda i: (
        1 - decomposed(i, of_log=False)[0] / decomposed(i, of_log=False)[3]
    ),
    (
        "binned calibration error",
        "ECE and MCE, 10 equal widths, bins (a, b]",
    ): lambda i: list(corp.binned(places(i), i["bins"])),
    (
        "binned calibration error",
        "ECE and MCE, 5 bins of equal mass, ties kept together by mean rank",
    ): lambda i: list(corp.binned(places(i), i["bins"], equal_mass=True)),
    (
        "smooth calibration curve",
        "ICI, E50, E90, Emax (loess, span 0.75, degree 2, exact surface)",
    ): loess,
    (
        "recalibration (what-if)",
        "logistic recalibration: Brier score and log score after",
    ): lambda i: recalibrated(i, recalibration.logistic),
    (
        "recalibration (what-if)",
        "beta calibration (a, b >= 0): Brier score and log score after",
    ): lambda i: recalibrated(i, recalibration.beta),
    ("recalibration (what-if)", "probabilities moved to a given prevalence"): shifted,
    (
        "gain and lift",
        "share of positives found at these depths (ties in proportion)",
    ): lambda i: gain.gain(steps(i), np.array(i["depths"])),
    ("gain and lift", "lift at these depths"): lambda i: gain.lift(steps(i), np.array(i["depths"])),
    (
        "cost curve",
        "lower envelope of normalised expected cost at these probability-cost values",
    ): lambda i: gain.cost_envelope(steps(i), np.array(i["pc"])),
    ("cost curve", "area under the lower envelope"): lambda i: gain.area_of_cost(steps(i)),
    (
        "predictiveness curve",
        "standardised total gain of the calibrated risks",
    ): lambda i: gain.predictiveness(steps(i)).total_gain,
    (
        "precision-recall-gain",
        "area under the precision-recall-gain curve from recall gain 0",
    ): lambda i: gain.area_of_gains(steps(i)),
    (
        "gain and lift",
        "accuracy ratio of the cumulative accuracy profile (Gini)",
    ): lambda i: 2 * ScoreTable(*rows(i)).auc - 1,
}
SAID_IN_WORDS = {case["id"] for case in CASES if case["id"].startswith("edge-")}


def wald(inputs: Inputs, place: int) -> Measured:
    """Return a coefficient with its Wald limits, which are offered from 20 rows a class only."""
    found = logistic.fit(places(inputs).inside)
    half = 1.959963984540054 * math.sqrt(np.linalg.inv(found.information)[place, place])
    value = (found.intercept, found.slope)[place]
    return Measured(value, interval=Interval(LEVEL, "Wald", value - half, value + half))


def said(case: dict[str, Any]) -> Callable[[Inputs], Any]:
    if case["quantity"].startswith("logistic restricted cubic spline"):
        return spline
    if case.get("method") == "Wald" and case["kind"] == "calibration intercept and slope":
        return lambda inputs: wald(inputs, int(case["quantity"] == "slope"))
    return SAID[case["kind"], case["quantity"]]


def number(value: Any) -> Any:
    """Return a value of the file as numbers."""
    if isinstance(value, list):
        return [number(one) for one in value]
    return float(value) if isinstance(value, str) else value


@pytest.mark.parametrize(
    "case", [one for one in CASES if one["id"] not in SAID_IN_WORDS], ids=lambda one: one["id"]
)
def test_that_what_was_computed_twice_elsewhere_is_said_here(case: dict[str, Any]) -> None:
    found, near = said(case)(case["inputs"]), case["abs_tol"]
    if isinstance(found, people.RatioRange):
        found = {"low": found.low, "high": found.high}
        assert found["low"] == pytest.approx(float(case["low"]), abs=near)
        assert found["high"] == pytest.approx(float(case["high"]), abs=near)
        return
    if isinstance(found, Measured):
        wanted = case.get("value", case.get("estimate"))
        if wanted is not None:
            assert found.value == pytest.approx(float(wanted), abs=near)
        if "low" in case:
            assert found.interval is not None
            assert found.interval.lower == pytest.approx(float(case["low"]), abs=near)
            assert found.interval.upper == pytest.approx(float(case["high"]), abs=near)
        return
    if isinstance(found, dict):
        assert found == case["value"]
        return
    flat_found, flat_wanted = _flat(found), _flat(number(case["value"]))
    assert flat_found == pytest.approx(flat_wanted, abs=near)


def _flat(value: Any) -> list[float]:
    if isinstance(value, (list, np.ndarray)):
        return [one for part in value for one in _flat(part)]
    return [float(value)]


def case(case_id: str) -> dict[str, Any]:
    return next(one for one in CASES if one["id"] == case_id)


def test_that_what_has_no_number_is_said_in_words() -> None:
    inputs = {name: case(f"edge-{name}")["inputs"] for name in ("risk-0", "one-class", "separated")}
    assert np.isnan(curve(inputs["risk-0"]).at(risks(inputs["risk-0"]))).all()
    nothing = net_benefit.worthwhile(Moving(Counts(1, 1, 1, 1), LEVEL), 0.0)
    assert nothing.net_benefit.reason == case("edge-risk-0")["reason"]
    for name in ("one-class", "separated"):
        slope = linear(inputs[name]).slope
        assert math.isnan(slope.value)
        assert slope.reason == case(f"edge-{name}")["reason"]


def test_that_an_impossible_row_makes_the_log_score_infinite_and_no_more() -> None:
    score, mcb, dsc, unc = decomposed(case("edge-log-inf")["inputs"], of_log=True)
    assert (score, mcb) == (math.inf, math.inf)
    assert math.isfinite(dsc)
    assert math.isfinite(unc)


def test_that_no_event_gives_an_upper_limit() -> None:
    found = logistic.observed_expected(places(case("edge-oe-zero")["inputs"]), LEVEL)
    assert found.interval is not None
    assert (found.value, found.interval.lower) == (0, 0)
    assert found.interval.upper == pytest.approx(wilson(0, 20, LEVEL)[1] * 20, abs=1e-12)


def test_that_costs_must_be_in_order() -> None:
    refused = people.refused_costs(Parameters(cost_fn=1, cost_tp=2, cost_fp=1, cost_tn=0))
    assert refused == case("edge-cost-order")["reason"]
    assert people.refused_costs(Parameters(cost_fn=10)) == ""
