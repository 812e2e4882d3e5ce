"""Groups, biometrics and imperfect references against numbers computed twice, elsewhere."""

from __future__ import annotations

import json
import math
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from evalgui.core import references
from evalgui.core.between_groups import apart, chance, differentials
from evalgui.core.between_groups.apart import Rate
from evalgui.core.biometrics import (
    failures,
    identification,
    menagerie,
    presentation_attacks,
)
from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.consequences.likelihood_ratios import LikelihoodRatios, bayes_errors
from evalgui.core.counts import Counts
from evalgui.core.intervals.delong import ranked_area
from evalgui.core.intervals.proportions import wilson
from evalgui.core.measured import Measured
from evalgui.core.ordered_classes import volume
from evalgui.core.rules.attacks import met_by_all
from evalgui.core.score_table import ScoreTable, Steps

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[3]
CASES = json.loads((ROOT / "tests/data/core/groups.json").read_text(encoding="utf-8"))
Inputs = dict[str, Any]
LEVEL = 0.95


def groups(inputs: Inputs) -> list[Counts]:
    return [Counts(**one) for one in inputs["groups"].values()]


def rates(inputs: Inputs, rate: str) -> list[Rate]:
    if isinstance(inputs["groups"], list):
        return [Rate(*one) for one in inputs["groups"]]
    if rate == "TPR":
        return [Rate(float(one.tp), float(one.actual_positives)) for one in groups(inputs)]
    return [Rate(float(one.fp), float(one.actual_negatives)) for one in groups(inputs)]


def pairs(inputs: Inputs, rate: str) -> list[apart.Apart]:
    known = rates(inputs, rate)
    return apart.apart(known, apart.all_pairs(len(known)), LEVEL)


def limits(found: Measured) -> list[float]:
    assert found.interval is not None
    return [found.interval.lower, found.interval.upper]


def gap(inputs: Inputs) -> list[float]:
    found = chance.largest_gap(rates(inputs, ""))
    return [found.gap, found.p, found.mean]


def area(inputs: Inputs) -> tuple[float, float]:
    found = ranked_area(ScoreTable(inputs["p"], np.array(inputs["y"], dtype=bool)))
    return found.auc, found.variance


def areas(inputs: Inputs) -> list[float]:
    (one, of_one), (other, of_other) = area(inputs["group_1"]), area(inputs["group_2"])
    half = 1.959963984540054 * math.sqrt(of_one + of_other)
    return [one - other, one - other - half, one - other + half]


def unlike(inputs: Inputs) -> differentials.Differentials:
    return differentials.differentials(inputs["fmr"], inputs["fnmr"], inputs.get("alpha", 0.5))


def zoo(inputs: Inputs) -> list[float]:
    found = menagerie.corners(inputs["genuine_mean"], inputs["impostor_mean"])
    return [part for one in found.values() for part in (one.n, one.p)]


def dispersed(inputs: Inputs) -> list[float]:
    found = menagerie.dispersion(inputs["errors"], inputs["comparisons"])
    return [found.statistic, found.share]


def folded(inputs: Inputs) -> failures.WithFailures:
    fnmr, fmr = Rate(*inputs["fnmr"]), Rate(*inputs["fmr"])
    acquired = Rate(*inputs["fta_genuine"]), Rate(*inputs["fta_impostor"])
    return failures.with_failures(fnmr, fmr, *acquired, Rate(*inputs["fte"]), LEVEL)


def attacks(inputs: Inputs) -> list[Any]:
    species = {name: Rate(*one) for name, one in inputs["species"].items()}
    found = presentation_attacks.worst(species, LEVEL)
    each = [one.value for one in species.values()]
    return [each, found.rate, found.limit, Rate(*inputs["bona_fide"]).value]


def scored_attacks(inputs: Inputs) -> list[float]:
    given = inputs["attacks"]
    species = {name: ScoreTable(one, [False] * len(one)).steps for name, one in given.items()}
    every = [*inputs["bona_fide"], *chain(*given.values())]
    steps = ScoreTable(every, np.arange(len(every)) < len(inputs["bona_fide"])).steps
    one_in = presentation_attacks.ONE_IN
    return [met_by_all(steps, species, 1 / one).value for one in one_in]


def searched(inputs: Inputs) -> identification.Searches:
    mated, others = np.array(inputs["mated_scores"]), np.array(inputs["nonmated_scores"])
    is_mate = np.zeros(mated.shape, dtype=bool)
    is_mate[np.arange(len(mated)), inputs["mate_column"]] = True
    of = np.repeat(np.arange(len(mated) + len(others)), mated.shape[1])
    scores = np.concatenate([mated.ravel(), others.ravel()])
    mates = np.concatenate([is_mate.ravel(), np.zeros(others.size, dtype=bool)])
    order = np.random.default_rng(1).permutation(len(of))
    return identification.searches(of[order], scores[order], mates[order])


def steps(inputs: Inputs) -> Steps:
    genuine, impostor = inputs["genuine"], inputs["impostor"]
    truth = np.arange(len(genuine) + len(impostor)) < len(genuine)
    return ScoreTable([*genuine, *impostor], truth).steps


def ratios(inputs: Inputs) -> LikelihoodRatios:
    return LikelihoodRatios.of_steps(steps(inputs), inputs["base"])


def cllr(inputs: Inputs) -> list[float]:
    found = ratios(inputs)
    value, least = found.cllr(LEVEL).value, found.least_cllr
    return [value, least, value - least]


def cllr_limits(inputs: Inputs) -> list[float]:
    return [ratios(inputs).cllr(LEVEL).value, *ratios(inputs).limits(LEVEL)]


def verified(inputs: Inputs) -> references.Verified:
    names = (
        "n",
        "test_positive",
        "verified_positive",
        "diseased_of_verified_positive",
        "verified_negative",
        "diseased_of_verified_negative",
    )
    return references.Verified(*(inputs[name] for name in names))


def corrected(inputs: Inputs) -> references.Corrected:
    names = ("both_positive", "test_only", "reference_only", "both_negative")
    return references.imperfect(
        references.Crossed(*(inputs[name] for name in names)),
        inputs["reference_sensitivity"],
        inputs["reference_specificity"],
    )


def summaries(inputs: Inputs) -> list[float]:
    return list(apart.summaries(groups(inputs)))[:5]


def volumes(inputs: Inputs) -> float:
    return volume(inputs["low"], inputs["middle"], inputs["high"])


def bounds(inputs: Inputs) -> list[tuple[float, float]]:
    found = corrected(inputs)
    return [found.sensitivity_bounds, found.specificity_bounds]


SAID: dict[str, Callable[[Inputs], Any]] = {
    "demographic parity": summaries,
    "TPR: simultaneous intervals of all pairwise differences": lambda i: [
        limits(one.difference) for one in pairs(i, "TPR")
    ],
    "FPR: simultaneous intervals of all pairwise differences": lambda i: [
        limits(one.difference) for one in pairs(i, "FPR")
    ],
    "TPR: simultaneous intervals of all pairwise ratios": lambda i: [
        limits(one.ratio) for one in pairs(i, "TPR")
    ],
    "FPR: simultaneous intervals of all pairwise ratios": lambda i: [
        limits(one.ratio) for one in pairs(i, "FPR")
    ],
    "TPR: between-group variance": lambda i: apart.variance_beyond_chance(rates(i, "TPR")),
    "largest minus smallest rate": gap,
    "AUC of the first group": areas,
    "GARBE": lambda i: unlike(i).garbe,
    "inequity ratio (": lambda i: [
        unlike(i).inequity,
        unlike(i).fdr,
        unlike(i).over_geometric_mean,
    ],
    "number in each corner": zoo,
    "dispersion of false matches": dispersed,
    "FRR": lambda i: folded(i).frr,
    "FAR": lambda i: folded(i).far,
    "GFRR": lambda i: folded(i).gfrr,
    "GFAR": lambda i: folded(i).gfar,
    "APCER by species": attacks,
    "RIAPAR": lambda i: presentation_attacks.relative_impostor_accept(
        Rate(*i["iapar"]), Rate(*i["frr"]), LEVEL
    ),
    "BPCER10": scored_attacks,
    "true match rate at ranks": lambda i: [searched(i).matched(rank).value for rank in (1, 2, 3)],
    "FNIR(T = 68, R = 2)": lambda i: [
        searched(i).missed(68, 2).value,
        searched(i).false_alarms(68).value,
    ],
    "Cllr, minCllr": cllr,
    "Cllr with interval": cllr_limits,
    "bits at this prior": lambda i: list(ratios(i).entropy(i["prior"])),
    "actual and least normalised error": lambda i: list(
        bayes_errors(steps(i), DetectionCost(i["prior"]))
    ),
    "Begg-Greenes sensitivity and": lambda i: [
        one.value for one in references.begg_greenes(verified(i), LEVEL)
    ],
    "Begg-Greenes sensitivity": lambda i: references.begg_greenes(verified(i), LEVEL)[0],
    "prevalence, sensitivity, specificity": lambda i: list(corrected(i))[:3],
    "bounds of sensitivity": bounds,
    "volume under the surface": volumes,
}


def said(quantity: str) -> Callable[[Inputs], Any]:
    return next(say for start, say in SAID.items() if quantity.startswith(start))


def flat(value: Any) -> list[float]:
    if isinstance(value, Measured):
        return [value.value, *limits(value)]
    if isinstance(value, dict):  # of corners
        order = ("dove", "chameleon", "phantom", "worm")
        return [float(part) for name in order for part in value[name]]
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return [float(value)]


def wanted(case: dict[str, Any]) -> list[float]:
    if "value" in case:
        return flat(case["value"])
    return [case.get("estimate", math.nan), case["low"], case["high"]]


@pytest.mark.parametrize(
    "case", [one for one in CASES if not one["id"].startswith("edge-")], ids=lambda one: one["id"]
)
def test_that_what_was_computed_twice_elsewhere_is_said_here(case: dict[str, Any]) -> None:
    found, expected = flat(said(case["quantity"])(case["inputs"])), wanted(case)
    if math.isnan(expected[0]):
        found, expected = found[1:], expected[1:]
    assert found == pytest.approx(expected, abs=case["abs_tol"])


@pytest.mark.parametrize(
    "case", [one for one in CASES if "wilson" in one], ids=lambda one: one["id"]
)
def test_that_searches_have_intervals_of_their_number(case: dict[str, Any]) -> None:
    found = searched(case["inputs"])
    intervals = [wilson(*rate, LEVEL) for rate in (found.missed(68, 2), found.false_alarms(68))]
    assert flat(intervals) == pytest.approx(flat(case["wilson"]), abs=1e-9)


@pytest.mark.parametrize(
    "case", [one for one in CASES if "worst" in one], ids=lambda one: one["id"]
)
def test_that_the_limit_may_be_of_another_species(case: dict[str, Any]) -> None:
    species = {name: Rate(*one) for name, one in case["inputs"]["species"].items()}
    found = presentation_attacks.worst(species, LEVEL)
    assert (found.species, found.limit_of) == (case["worst"], case["limit_from"])


@pytest.mark.parametrize(
    "case", [one for one in CASES if "carried_by" in one], ids=lambda one: one["id"]
)
def test_that_few_trials_that_carry_a_class_give_no_interval(case: dict[str, Any]) -> None:
    found = ratios(case["inputs"])
    assert found.carried_by == pytest.approx(case["carried_by"], abs=1e-9)
    interval = found.cllr(LEVEL).interval
    assert interval is not None
    assert interval.is_defined == (min(case["carried_by"]) >= 15)
    assert interval.is_defined != bool(interval.reason)


def case(case_id: str) -> dict[str, Any]:
    return next(one for one in CASES if one["id"] == case_id)


def test_that_what_has_no_number_is_said_in_words() -> None:
    nothing = case("edge-gap-pooled")
    assert chance.largest_gap(rates(nothing["inputs"], "")).reason == nothing["reason"]
    zero = case("edge-inequity-zero")
    assert unlike(zero["inputs"]).inequity == math.inf
    assert zero["reason"] == differentials.NO_ERROR


def test_that_pairs_are_each_once() -> None:
    assert apart.all_pairs(4) == list(combinations(range(4), 2))
    assert apart.against(3, 1) == [(0, 1), (2, 1)]
