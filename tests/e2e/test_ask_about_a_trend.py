"""Numbers over time, from the command line and from Python."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import evalgui
from evalgui.__main__ import main
from evalgui.core.intervals.proportions import wilson

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Ask = Callable[..., tuple[int, str, str]]

ROLES = ("--truth", "ill", "--score", "risk", "--positive", "yes", "--threshold", "0.4")


@pytest.fixture
def rows() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    since = rng.integers(0, 400, 900)
    since = since[(since < 152) | (since >= 213)]  # no row in June and July
    day = pd.Timestamp("2024-01-01") + pd.to_timedelta(since, unit="D")
    ill = rng.random(len(day)) < 0.3
    shift = 1.2 * (since >= 305)
    risk = 1 / (1 + np.exp(1.2 - 2 * ill + shift - rng.normal(size=len(day))))
    visit = day.strftime("%Y-%m-%d").to_numpy().astype(object)
    visit[3], visit[4], visit[5] = "", "unknown", "2024-02-30"
    return pd.DataFrame({"visit": visit, "ill": np.where(ill, "yes", "no"), "risk": risk.round(4)})


@pytest.fixture
def path(tmp_path: Path, rows: pd.DataFrame) -> Path:
    found = tmp_path / "visits.csv"
    rows.to_csv(found, index=False)
    return found


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Ask:
    def ask(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([str(one) for one in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return ask


def told(said: Ask, path: Path, *more: str) -> dict[str, Any]:
    code, out, err = said("evaluate", path, *ROLES, "--format", "json", *more)
    assert code == 0, err
    found: dict[str, Any] = json.loads(out)["trend"]
    return found


def test_that_each_month_is_counted_under_the_one_threshold(
    said: Ask, path: Path, rows: pd.DataFrame
) -> None:
    found = told(said, path, "--over", "visit", "--score-kind", "probability")
    month = rows.visit.where(rows.visit.str.match(r"2024-(?!02-30)|2025"), "").str[:7]
    dated = rows[month != ""].assign(month=month)
    names = [str(one) for one in pd.period_range("2024-01", "2025-02", freq="M")]
    assert list(found["each"]) == [*names, "(undated)"]
    assert found["without_rows"] == ["2024-06", "2024-07"]
    assert isinstance(found["each"]["2024-01"]["n_positive"], int)
    assert found["undated"] == {"n": 3, "empty": 1, "unreadable": 2}
    for name in names:
        ill = dated[(dated.month == name) & (dated.ill == "yes")]
        every, one = dated[dated.month == name], found["each"][name]
        assert one["n_positive"] + one["n_negative"] == len(every)
        if not len(every):
            assert one["TPR"]["undefined"] == "no rows that can be assessed"
            continue
        k = int((ill.risk >= 0.4).sum())
        assert one["TPR"]["value"] == pytest.approx(k / len(ill))
        assert [one["TPR"][end] for end in ("low", "high")] == pytest.approx(
            list(wilson(k, len(ill), 0.95))
        )
        assert one["PPR"]["value"] == pytest.approx((every.risk >= 0.4).mean())
        ratio = len(ill) / every.risk.sum()
        assert one["observed_expected"]["value"] == pytest.approx(ratio)
    counted = sum(one["n_positive"] + one["n_negative"] for one in found["each"].values())
    assert counted == len(rows)


def test_that_months_beyond_equal_ones_are_counted(
    said: Ask, path: Path, rows: pd.DataFrame
) -> None:
    found = told(said, path, "--over", "visit")
    month = rows.visit.where(rows.visit.str.match(r"2024-(?!02-30)|2025"), "").str[:7]
    ill = rows[(month != "") & (rows.ill == "yes")].assign(month=month)
    by_month = (ill.risk >= 0.4).groupby(ill.month).agg(["sum", "size"])
    rate = (ill.risk >= 0.4).mean()
    m = len(by_month)
    control = found["control"]["TPR"]
    assert control["rate"] == pytest.approx(rate)
    assert (control["compared"], control["expected"]) == (m, pytest.approx(0.05 * m))
    for key, outside in (("beyond", 0.05), ("beyond_all", 0.05 / m)):
        low = binom.ppf(outside / 2, by_month["size"], rate)
        high = binom.ppf(1 - outside / 2, by_month["size"], rate)
        is_beyond = (by_month["sum"] < low) | (by_month["sum"] > high)
        assert control[key] == is_beyond.sum()
        if key == "beyond":
            assert control["which"] == list(by_month.index[is_beyond])
    assert control["beyond_all"] >= 1  # sensitivity falls from November


def test_that_the_table_has_a_row_a_period_with_the_limits(said: Ask, path: Path) -> None:
    code, out, err = said(
        *("table", path, *ROLES, "--table", "trend", "--over", "visit", "--every", "quarter"),
        *("--format", "csv"),
    )
    assert code == 0, err
    lines = [*csv.DictReader(io.StringIO(out))]
    assert [one["period"] for one in lines] == [
        *("2024-Q1", "2024-Q2", "2024-Q3", "2024-Q4", "2025-Q1"),
        "",
    ]
    for one in lines[:-1]:
        n = int(one["n_positive"])
        low, high = (float(one[f"TPR_equal_{end}"]) * n for end in ("low", "high"))
        assert low == pytest.approx(round(low))
        assert low < high
    assert lines[-1]["TPR_equal_low"] == ""


def test_that_python_tells_the_same(said: Ask, path: Path, rows: pd.DataFrame) -> None:
    asked: dict[str, Any] = {"truth": "ill", "score": "risk", "positive": "yes", "threshold": 0.4}
    found = evalgui.evaluate(rows, **asked, over="visit", every="week")
    of_file = told(said, path, "--over", "visit", "--every", "week")
    assert found.to_dict()["trend"] == of_file
    assert list(of_file["each"])[:2] == ["2024-W01", "2024-W02"]
    of_days = rows.assign(visit=pd.to_datetime(rows.visit, errors="coerce"))
    typed = evalgui.evaluate(of_days, **asked, over="visit", every="week").to_dict()["trend"]
    assert typed["each"] == of_file["each"]


@pytest.mark.parametrize(
    ("cells", "more", "why"),
    [
        (["03/04/2025", "05/06/2025"], (), "--date-order day-first"),
        (["13/04/2025", "04/13/2025"], (), "contradict"),
        (["a", "b"], (), "no cell of 'visit' is a date"),
        (["2024-01-01", "2025-01-01"], ("--every", "year", "--over", "when"), "no column 'when'"),
        (["1850-01-01", "2100-01-01"], ("--every", "month"), "more than 2000 periods"),
    ],
)
def test_that_words_say_why_there_is_no_trend(
    said: Ask, tmp_path: Path, cells: list[str], more: tuple[str, ...], why: str
) -> None:
    path = tmp_path / "few.csv"
    lines = [f"{cell},{one},{score}" for cell, one, score in zip(cells, "yn", "83", strict=True)]
    path.write_text("\n".join(["visit,ill,risk", *lines]), encoding="utf-8")
    asked = (path, "--positive", "y", "--over", "visit", *more, "--table", "trend")
    code, _out, err = said("table", *asked)
    assert code == 2
    assert why in err


def test_that_one_month_and_months_of_one_class_are_said(said: Ask, tmp_path: Path) -> None:
    path = tmp_path / "few.csv"
    lines = ["2025-01-03,y,8", "2025-01-04,n,3", "2025-03-01,y,2"]
    path.write_text("\n".join(["visit,ill,risk", *lines]), encoding="utf-8")
    roles = ("--truth", "ill", "--score", "risk", "--positive", "y", "--over", "visit")
    code, out, _err = said("evaluate", path, *roles)
    assert code == 0
    assert "alone, so that AUC is undefined: 2025-03" in out
    code, out, _err = said("evaluate", path, *roles, "--every", "year")
    assert code == 0
    assert "one period: there is no trend" in out
    assert "one period alone has such rows" in out


def test_that_rows_of_subjects_and_fractional_weights_have_no_limits(
    said: Ask, tmp_path: Path, rows: pd.DataFrame
) -> None:
    path = tmp_path / "more.csv"
    rows = rows.assign(who=np.arange(len(rows)) // 2, weight=np.where(rows.risk > 0.5, 0.5, 1.5))
    rows.to_csv(path, index=False)
    for more, why in (
        (("--subject", "who", "--sampling", "by-subject"), "not independent"),
        (("--weight", "weight"), "weights with fractions"),
    ):
        found = told(said, path, "--over", "visit", *more)
        assert why in found["control"]["TPR"]["why"]
        assert found["control"]["TPR"]["beyond"] is None
        assert found["each"]["2024-01"]["TPR"]["value"] is not None
