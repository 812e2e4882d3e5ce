"""Every number of a page is that of `evaluate --format json`, in every digit."""

from __future__ import annotations

import pytest

from evalgui.core.api import SPACE, Vocabulary, Written
from evalgui.core.digits import percentage, rounded
from evalgui.io.reporting.material import Material
from evalgui.io.samples import sample_by_id
from tests.io.reporting.reports import X, assess, at_rule, in_json, looked_up, page, same, written

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
