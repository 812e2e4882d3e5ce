"""Log-likelihood ratios: Cllr and its least value, from the command line."""

from __future__ import annotations

import csv
import io
import json
import math

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from evalgui.__main__ import main


@pytest.fixture
def file(tmp_path):
    rng = np.random.default_rng(4)
    truth = np.arange(400) < 150
    scores = np.round(np.where(truth, 2.0, -2.0) + 2.5 * rng.normal(size=400), 3)
    path = tmp_path / "llr.csv"
    lines = [
        f"{'genuine' if one else 'impostor'},{score}"
        for one, score in zip(truth, scores, strict=True)
    ]
    path.write_text("\n".join(["label,llr", *lines]) + "\n", encoding="utf-8")
    return path, scores, truth


@pytest.fixture
def said(capsys):
    def ask(*arguments):
        capsys.readouterr()
        assert main([str(one) for one in arguments]) == 0
        return capsys.readouterr().out

    return ask


def asked(path, *more):
    roles = ("--truth", "label", "--score", "llr", "--positive", "genuine")
    return (path, *roles, *more)


def bits(values):
    return np.log2(1 + np.exp(values))


def test_that_ratios_are_told_in_bits(said, file):
    path, scores, truth = file
    told = said("evaluate", *asked(path, "--score-kind", "llr", "--format", "json"))
    found = json.loads(told)["likelihood_ratios"]
    cllr = (bits(-scores[truth]).mean() + bits(scores[~truth]).mean()) / 2
    fit = IsotonicRegression(y_min=0, y_max=1).fit_transform(scores, truth)
    with np.errstate(divide="ignore"):
        calibrated = np.log(fit / (1 - fit)) - math.log(150 / 250)
    least = (bits(-calibrated[truth]).mean() + bits(calibrated[~truth]).mean()) / 2
    assert found["cllr"]["value"] == pytest.approx(cllr)
    assert found["min_cllr"]["value"] == pytest.approx(least)
    assert found["calibration_loss"]["value"] == pytest.approx(cllr - least)
    assert found["cllr"]["low"] < cllr < found["cllr"]["high"]
    assert "no interval" in found["min_cllr"]["none"]


def test_that_a_decimal_logarithm_is_another_ratio(said, file):
    path, scores, truth = file
    told = said("evaluate", *asked(path, "--score-kind", "log10-llr", "--format", "json"))
    scores = scores * math.log(10)
    cllr = (bits(-scores[truth]).mean() + bits(scores[~truth]).mean()) / 2
    assert json.loads(told)["likelihood_ratios"]["cllr"]["value"] == pytest.approx(cllr)


def test_that_other_scores_have_none(said, file):
    path, _scores, _truth = file
    told = said("evaluate", *asked(path, "--format", "json"))
    assert "likelihood_ratios" not in json.loads(told)


def test_that_the_table_has_the_entropy_by_prior(said, file):
    path, _scores, _truth = file
    told = said(
        "table",
        *asked(path, "--score-kind", "llr", "--table", "likelihood-ratios", "--format", "csv"),
    )
    rows = list(csv.DictReader(io.StringIO(told)))
    middle = next(row for row in rows if float(row["prior"]) == pytest.approx(0.5))
    assert float(middle["reference"]) == pytest.approx(1)
    assert all(float(row["least"]) <= float(row["actual"]) + 1e-12 for row in rows)
    assert all(float(row["least_bayes_error"]) <= 1 + 1e-12 for row in rows)
