"""Log-likelihood ratios along priors as pictures: the numbers of the core, or what is lacking."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from evalgui.core import ratios_worth as worth
from evalgui.core.biometrics.detection_cost import DetectionCost
from evalgui.core.consequences.likelihood_ratios import LikelihoodRatios, bayes_errors
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.snapshot import resolve
from evalgui.core.texts import Style
from evalgui.core.vocabulary import MACHINE_LEARNING
from evalgui.results.picture import Picture
from evalgui.results.ratio_pictures import BAYES_ERROR, ENTROPY
from evalgui.results.ways import ARE_RATIOS, OTHERS
from tests.gui.plots.bench import make_snapshot

if TYPE_CHECKING:
    from evalgui.core.snapshot import Snapshot

TENS = math.log(10.0)
STYLE = Style(MACHINE_LEARNING)


def ratios(scale: Scale | None, n: int = 300, *, higher: bool = True) -> Snapshot:
    rng = np.random.default_rng(3)
    truth = np.arange(n) % 3 == 0
    scores = np.round(rng.normal(4.0 * truth - 2.0, 2.0), 2)
    found = make_snapshot(scores, truth.astype(int), higher=higher)
    return resolve(replace(found.inputs, consequences=Consequences(scale)))


def picture(snapshot: Snapshot, of=ENTROPY) -> Picture:
    found = of.picture(snapshot, STYLE)
    assert isinstance(found, Picture)
    return found


@pytest.mark.parametrize(("scale", "base"), [(Scale.LLR, "e"), (Scale.LOG10_LLR, "10")])
def test_that_lines_are_the_entropies_and_the_errors_of_the_core(scale, base):
    snapshot = ratios(scale)
    steps = snapshot.ranking.table.steps
    known = LikelihoodRatios.of_steps(steps, base)
    entropies = {one.name: one.x_y for one in map(Drawn, picture(snapshot).lines)}
    errors = {one.name: one.x_y for one in map(Drawn, picture(snapshot, BAYES_ERROR).lines)}
    for place in (3, 70, 101):
        odds = float(worth.PRIOR_ODDS[place])
        prior = 1 / (1 + math.exp(-odds))
        of_prior = known.entropy(prior)
        assert entropies["As they are"][0][place] == pytest.approx(odds / TENS)
        assert entropies["As they are"][1][place] == pytest.approx(of_prior.actual)
        assert entropies["Calibrated"][1][place] == pytest.approx(of_prior.least)
        actual, least = bayes_errors(steps, DetectionCost(prior), base)
        assert errors["As they are"][1][place] == pytest.approx(actual)
        assert errors["Least"][1][place] == pytest.approx(least)
    assert entropies["As they are"][1][70] == pytest.approx(known.cllr(0.95).value)


class Drawn:
    def __init__(self, line):
        self.name, (self.x_y,) = line.name, line.parts()


@pytest.mark.parametrize(("scale", "unit"), [(Scale.LLR, 1 / TENS), (Scale.LOG10_LLR, 1.0)])
def test_that_the_threshold_stands_at_the_prior_at_which_bayes_decides_by_it(scale, unit):
    snapshot = ratios(scale)
    point = snapshot.point
    standing = BAYES_ERROR.thresholds(snapshot)
    x = float(standing.x_of(np.array([point.threshold]))[0])
    assert x == pytest.approx(-point.threshold * unit)
    assert standing.threshold_at(np.array([x]))[0] == pytest.approx(point.threshold)
    (mark,) = BAYES_ERROR.moved(snapshot, STYLE).layers
    cost = DetectionCost(1 / (1 + 10**-x))
    assert mark.ys[0] == pytest.approx(cost.normalised(point.counts))
    assert mark.ys[1] <= mark.ys[0]


def test_that_presets_stand_above_their_priors():
    named = {name: x for x, name, _more in picture(ratios(Scale.LLR)).top.names}
    assert named["NIST SRE10"] == pytest.approx(math.log10(0.001 / 0.999))
    assert named["NIST SRE08"] == pytest.approx(math.log10(0.01 * 10 / 0.99))
    assert named["VoxSRC"] == pytest.approx(math.log10(0.05 / 0.95))


@pytest.mark.parametrize("of", [ENTROPY, BAYES_ERROR], ids=lambda one: one.id)
def test_that_words_say_what_is_lacking_and_the_base_is_asked(of):
    asked = ratios(None)
    assert of.picture(asked, STYLE) is ARE_RATIOS
    given = [one.request.consequences.scale for one in of.ways(asked)]
    assert given == [Scale.LLR, Scale.LOG10_LLR, Scale.OTHER]
    declared = ratios(Scale.OTHER)
    assert of.picture(declared, STYLE) is OTHERS
    assert of.ways(declared) == ()
    assert "Data > The Scores Are" in OTHERS.told(STYLE)
    turned = of.picture(ratios(Scale.LLR, higher=False), STYLE)
    assert "has to speak for the positive class" in turned.told(STYLE)
    alone = make_snapshot(np.array([1.0, 2.0]), np.array([1, 1]))
    alone = resolve(replace(alone.inputs, consequences=Consequences(Scale.LLR)))
    assert "one class alone" in of.picture(alone, STYLE).told(STYLE)


def test_that_the_head_has_the_interval_or_why_there_is_none():
    told = ENTROPY.summary_with_limits(ratios(Scale.LLR)).told(STYLE)
    assert " to " in told
    assert "no interval of the least value holds" in told
    few = ENTROPY.summary_with_limits(ratios(Scale.LLR, n=20)).told(STYLE)
    assert "trials: no interval" in few


def test_that_an_infinite_ratio_of_the_wrong_class_is_said():
    scores = np.array([math.inf, 2.0, 1.0, -1.0, -2.0, -0.5] * 20)
    truth = np.array([0, 1, 1, 0, 0, 1] * 20)
    found = make_snapshot(scores, truth)
    found = resolve(replace(found.inputs, consequences=Consequences(Scale.LLR)))
    told = ENTROPY.summary_with_limits(found).told(STYLE)
    assert "infinite ratio of the wrong class" in told
    drawn = picture(found)
    assert np.isfinite(drawn.home(100, 100).top)
