"""Every number of a page is that of `evaluate --format json`, in every digit."""

from __future__ import annotations

from dataclasses import replace

import pytest
from statsmodels.stats.proportion import proportion_confint

from evalgui.core.bootstrap.limits import percentile
from evalgui.core.choices import NO_CHOICES
from evalgui.core.consequences.settings import Consequences, Scale
from evalgui.core.digits import SPACE, Written, exact, percentage, rounded
from evalgui.core.intervals.settings import IntervalSettings
from evalgui.core.metrics import Vocabulary, metric_by_id
from evalgui.core.pins import Pins, Placed
from evalgui.core.provenance import START
from evalgui.core.provenance_words import FIXED
from evalgui.core.singled_out import singled_out
from evalgui.io.assessing import Placing, Reselection
from evalgui.io.reporting.material import Material, OtherPoint
from evalgui.io.samples import sample_by_id
from tests.io.reporting.reports import (
    X,
    assess,
    at_rule,
    in_json,
    looked_up,
    material,
    page,
    same,
    text_of,
    written,
)

ROWS = "truth,score\n" + "".join(
    f"{'ab'[place % 3 == 0]},{score}\n"
    for place, score in enumerate([0.1, 0.4, 0.35, 0.8, 0.7, 0.2, 0.9, 0.35, 0.6, 0.55, "", 0.5])
)
LABELS = "truth,call\n" + "a,a\n" * 5 + "a,b\n" * 2 + "b,b\n" * 7 + "b,a\n"
COUNTED = "score,n_pos,n_neg\n0.1,0,90\n0.4,3,40\n0.7,30,8\n0.9,60,1\n"
ALONE = "truth,score\n" + "".join(f"a,{score}\n" for score in (0.1, 0.5, 0.9))
SUBJECTS = "truth,score,person\n" + "".join(
    f"{'ab'[place % 2]},{(place * 7 % 11) / 10 + place % 2 / 5},{place // 4}\n"
    for place in range(48)
)


def cases(tmp_path):
    samples = {
        name: (sample_by_id(name).path, {})
        for name in ("tharwat-2018", "validation-post", "biometric", "iris")
    }
    tied = {"truth": "class", "scores": ("score",), "positive": "c1", "higher_is_positive": True}
    return samples | {
        "binu-2022": (sample_by_id("binu-2022").path, tied),
        "clinical": (
            sample_by_id("clinical").path,
            {
                "scores": ("logistic_regression",),
                "placing": at_rule("sensitivity", sensitivity=0.95),
            },
        ),
        "probabilities": (
            sample_by_id("clinical").path,
            {
                "scores": ("logistic_regression",),
                "intervals": IntervalSettings(prevalence=0.05, prevalence_of=100),
                "consequences": Consequences(Scale.PROBABILITY, (0.1, 0.2)),
            },
        ),
        "missing": (
            written(tmp_path / "r.csv", ROWS),
            {"positive": "b", "truth": "truth", "scores": ("score",), "higher_is_positive": True},
        ),
        "labels": (
            written(tmp_path / "l.csv", LABELS),
            {"truth": "truth", "predicted": "call", "positive": "b"},
        ),
        "counted": (
            written(tmp_path / "c.csv", COUNTED),
            {
                "scores": ("score",),
                "n_positive": "n_pos",
                "n_negative": "n_neg",
                "higher_is_positive": True,
            },
        ),
        "alone": (
            written(tmp_path / "a.csv", ALONE),
            {"truth": "truth", "scores": ("score",), "positive": "a", "higher_is_positive": True},
        ),
        "subjects": (
            written(tmp_path / "s.csv", SUBJECTS),
            {
                "truth": "truth",
                "scores": ("score",),
                "positive": "b",
                "subjects": ("person",),
                "higher_is_positive": True,
            },
        ),
    }


NAMES = (
    *("tharwat-2018", "binu-2022", "validation-post", "biometric", "iris", "clinical"),
    "probabilities",
    *("missing", "labels", "counted", "alone", "subjects"),
)


@pytest.mark.parametrize("name", NAMES)
def test_that_a_page_has_the_numbers_of_the_evaluation(name, tmp_path):
    path, asked = cases(tmp_path)[name]
    one = assess(path, **asked)
    numbers = in_json(one)
    found = page(Material.of(one, vocabulary=Vocabulary.CLINICAL))
    shown = {}
    for data in found.iter(f"{X}data"):
        place = data.get("data-of")
        if place is None or place.startswith(("figures", "bootstrap")):
            continue
        known = looked_up(numbers, "threshold_infinite") or looked_up(numbers, "threshold")
        value = known if place == "threshold" else looked_up(numbers, place)
        assert same(data.get("value"), value), place
        shown.setdefault(place, []).append("".join(data.itertext()))
    for metric_id, state in numbers["metrics"].items():
        place = f"metrics.{metric_id}.{'infinite' if state['infinite'] else 'value'}"
        assert place in shown, "every measure is in the report"
        if isinstance(state["value"], float):
            value = state["value"]
            texts = {
                f"{percentage(value)}{SPACE}%".replace("-", "\N{MINUS SIGN}"),
                rounded(value).replace("-", "\N{MINUS SIGN}"),
                str(value),
                rounded(value, Written.WHOLE),
                rounded(value, Written.P_VALUE).replace(" ", "\N{NO-BREAK SPACE}"),
            }
            assert {text.partition(" (")[0] for text in shown[place]} <= texts, metric_id
    for metric_id in numbers["areas"] or {}:
        assert f"areas.{metric_id}" in shown


def test_that_what_is_undefined_says_why(tmp_path):
    path, asked = cases(tmp_path)["alone"]
    found = page(Material.of(assess(path, **asked), vocabulary=Vocabulary.BIOMETRICS))
    texts = ["".join(data.itertext()) for data in found.iter(f"{X}data")]
    assert "undefined: no impostor comparisons" in texts
    assert "There are no curves: no impostor comparisons." in "".join(found.itertext())


@pytest.mark.parametrize("subset", ["", "mean_radius > 12"])
def test_that_every_pin_is_listed_with_its_counts_and_intervals_in_a_subgroup_too(subset):
    path, column = sample_by_id("clinical").path, "logistic_regression"
    asked = {"scores": (column,), "subset": subset or None, "placing": Placing("0.5")}
    of = material(path, **asked, others=())
    pins = Pins(tuple(Placed(one, START) for one in (0.25, 0.4, 0.7)), 2)
    of = replace(of, snapshot=singled_out(of.snapshot, replace(NO_CHOICES, pins=pins)))
    again = OtherPoint(of.snapshot.pins[1], START)  # as of --pin, of what is pinned
    (table,) = page(replace(of, others=(again,)), sections=("points",)).iter(f"{X}table")
    caption = "".join(table.find(f"{X}caption").itertext())
    assert ("mean_radius > 12" in caption) is bool(subset)
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter(f"{X}tr")][1:]
    assert [row[0] for row in rows] == ["A: 0.25", "B: 0.4", "C: 0.7"]
    dataset = of.dataset
    scores, truth = dataset.scores[0].values, dataset.truth == dataset.positive
    for row, threshold in zip(rows, (0.25, 0.4, 0.7), strict=True):
        called = scores >= threshold
        counts = [(called & truth), (~called & truth), (called & ~truth), (~called & ~truth)]
        tp, fn, fp, tn = (int(one.sum()) for one in counts)
        assert row[1:5] == [str(tp), str(fn), str(fp), str(tn)]
        limits = proportion_confint(tp, tp + fn, method="wilson")
        rate, low, high = map(percentage, (tp / (tp + fn), *limits))
        assert row[5] == f"{rate}{SPACE}% ({low} to {high}{SPACE}%)"


def test_that_what_to_expect_stands_beside_each_measure_and_intervals_say_what_they_assume():
    clinical = sample_by_id("clinical").path
    roles = {"truth": "diagnosis", "positive": "malignant", "scores": ("mean_radius",)}
    asked = {"placing": at_rule("maximise", maximise="F1"), "reselection": Reselection(60, 0)}
    found = material(clinical, **roles, **asked)
    read = page(found, sections=["threshold", "measures"])
    rows = [[text_of(cell) for cell in row] for row in read.iter(f"{X}tr")]
    stable, f1 = found.snapshot.stability, metric_by_id("F1")
    assert stable is not None
    value, expected = rounded(stable.apparent(f1)), rounded(stable.expected(f1))
    assert ["Measure", "x/n", "Value", "On new rows", "From", "To", "Method"] in rows
    (row,) = (row for row in rows if row[0].startswith("F1 score"))
    assert row[2:4] == [value, expected]
    text = text_of(read)
    assert f"These intervals assume that {FIXED}." in text
    (limits,) = (row[1] for row in rows if row[0] == "Threshold" and "(" in row[1])
    low, high, _reason = percentile(stable.thresholds, 0.95)
    assert limits == f"{exact(stable.choice.threshold)} ({exact(low)} to {exact(high)})"
    assert ["Drawn again", "60 replicates, seed 0"] in rows
    before = material(clinical, **roles, placing=Placing("15", is_prespecified=True))
    text = text_of(page(before, sections=["threshold", "measures"]))
    assert "On new rows" not in text
    assert FIXED not in text
