"""Many runs: a folder of files as one row each, from the command line and from Python."""

from __future__ import annotations

import csv
import gc
import hashlib
import io
import json
import weakref
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

import evalgui
from evalgui.__main__ import main
from evalgui.core.errors import CancelledError
from evalgui.core.progress import Watch
from evalgui.io import runs as runs_module
from evalgui.io.assessing import Placing, Request
from evalgui.io.folders import files_of
from evalgui.io.runs import read_runs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Ask = Callable[..., tuple[int, str, str]]

ROLES = ("--truth", "ill", "--score", "risk", "--positive", "yes", "--threshold", "0.5")
N_RUNS = 11


def frame(seed: int, n: int = 80) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    ill = rng.random(n) < 0.4
    risk = np.round(rng.random(n) * 0.6 + 0.3 * ill, 4)
    day = pd.Timestamp("2025-01-01") + pd.to_timedelta(seed * 31 + rng.integers(0, 20, n), "D")
    return pd.DataFrame(
        {"visit": day.strftime("%Y-%m-%d"), "ill": np.where(ill, "yes", "no"), "risk": risk}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "runs"
    (found / "more").mkdir(parents=True)
    for place in range(N_RUNS):
        frame(place).to_csv(found / f"run{place}.csv", index=False)
    frame(50).to_csv(found / "more" / "last.csv", index=False)
    frame(51).rename(columns={"risk": "mark"}).to_csv(found / "other.csv", index=False)
    (found / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
    (found / "empty.csv").write_bytes(b"")
    (found / ".hidden.csv").write_text("a")
    return found


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Ask:
    def ask(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([str(one) for one in arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return ask


def rows_of(said: Ask, *arguments: object) -> list[dict[str, str]]:
    code, out, err = said("table", "--table", "runs", *arguments, "--format", "csv")
    assert code == 0, err
    return [*csv.DictReader(io.StringIO(out))]


def test_that_each_file_is_a_row_and_none_is_dropped(said: Ask, folder: Path) -> None:
    found = rows_of(said, folder, *ROLES)
    names = [one["run"] for one in found]
    known = [f"run{place}.csv" for place in range(N_RUNS)]
    assert [one for one in names if one.startswith("run")] == known  # 10 behind 9
    assert set(names) - {*known} == {"more/last.csv", "other.csv", "picture.png", "empty.csv"}
    by_name = {one["run"]: one for one in found}
    for name in ("other.csv", "picture.png", "empty.csv"):
        assert by_name[name]["note"]
        assert by_name[name]["n"] == by_name[name]["TPR"] == ""
    assert "risk" in by_name["other.csv"]["note"]
    for place in range(N_RUNS):
        rows, one = frame(place), by_name[f"run{place}.csv"]
        ill = rows[rows.ill == "yes"]
        assert (int(one["n"]), int(one["n_positive"])) == (len(rows), len(ill))
        assert float(one["TPR"]) == pytest.approx((ill.risk >= 0.5).mean())
        assert float(one["threshold"]) == 0.5
        assert float(one["TPR_low"]) < float(one["TPR"]) < float(one["TPR_high"])


def test_that_a_run_has_the_numbers_of_its_file(said: Ask, folder: Path) -> None:
    by_name = {one["run"]: one for one in rows_of(said, folder, *ROLES)}
    asked = {"truth": "ill", "score": "risk", "positive": "yes"}
    alone = evalgui.evaluate(str(folder / "run3.csv"), **asked, threshold=0.5).to_dict()  # type: ignore[arg-type]
    one = by_name["run3.csv"]
    for metric_id in ("TPR", "TNR", "PPV", "F1", "MCC"):
        assert float(one[metric_id]) == alone["metrics"][metric_id]["value"]
        assert float(one[f"{metric_id}_low"]) == alone["intervals"][metric_id]["low"]
    assert float(one["roc_auc"]) == alone["areas"]["roc_auc"]
    assert float(one["roc_auc_high"]) == alone["area_intervals"]["roc_auc"]["high"]
    content = (folder / "run3.csv").read_bytes()
    assert one["sha256"] == hashlib.sha256(content).hexdigest()


def test_that_what_is_asked_is_asked_once_and_holds_for_all(said: Ask, folder: Path) -> None:
    unsaid = folder.parent / "unsaid"
    unsaid.mkdir()
    for place in range(2):
        rows = frame(place).drop(columns="visit").replace({"yes": "u", "no": "v"})
        rows.set_axis(["x1", "x2"], axis=1).to_csv(unsaid / f"{place}.csv", index=False)
    code, _out, err = said("table", "--table", "runs", unsaid)
    assert code == 2
    assert "0.csv" in err
    assert "1.csv" not in err
    assert len(rows_of(said, unsaid, "--truth", "x1", "--positive", "u")) == 2
    turned = frame(3)
    turned["ill"] = np.where(turned.ill == "yes", "no", "yes")  # a file alone would be turned round
    turned.to_csv(folder / "run3.csv", index=False)
    by_name = {one["run"]: one for one in rows_of(said, folder, *ROLES)}
    assert float(by_name["run3.csv"]["roc_auc"]) < 0.5


def test_that_runs_beyond_equal_ones_are_told(said: Ask, folder: Path) -> None:
    rows = frame(4, 400)
    rows["risk"] = np.where(rows.ill == "yes", 0.1, 0.2)  # none is found
    rows.to_csv(folder / "run4.csv", index=False)
    code, out, err = said("table", "--table", "runs", folder, *ROLES, "--format", "paper")
    assert code == 0, err
    line = next(one for one in out.splitlines() if one.startswith("True positive rate\t"))
    assert "run4.csv" in line


def test_that_dates_of_a_column_are_told(said: Ask, folder: Path) -> None:
    (folder / "run5.csv").write_text(frame(5).assign(visit="soon").to_csv(index=False))
    by_name = {one["run"]: one for one in rows_of(said, folder, *ROLES, "--over", "visit")}
    days = frame(3).visit
    one = by_name["run3.csv"]
    assert (one["first"], one["last"]) == (days.min(), days.max())
    assert by_name["run5.csv"]["TPR"]
    assert "no cell of 'visit' is a date" in by_name["run5.csv"]["note"]


def test_that_it_is_written_in_every_format(said: Ask, folder: Path, tmp_path: Path) -> None:
    for suffix in ("csv", "json", "xlsx", "parquet"):
        out = tmp_path / f"runs.{suffix}"
        code, _out, err = said("table", "--table", "runs", folder, *ROLES, "--out", out)
        assert code == 0, err
        assert out.stat().st_size
    found = json.loads((tmp_path / "runs.json").read_text())
    assert len(found["rows"]) == N_RUNS + 4
    assert found["about"]["files"] == N_RUNS + 4
    assert len(pd.read_parquet(tmp_path / "runs.parquet")) == N_RUNS + 4
    about = json.loads((tmp_path / "runs.csv.about.json").read_text())["about"]
    assert about["score"] == "risk"


def test_that_python_returns_the_same(said: Ask, folder: Path) -> None:
    asked = {"truth": "ill", "score": "risk", "positive": "yes", "threshold": 0.5}
    found = evalgui.runs(folder, **asked)
    of_files = rows_of(said, folder, *ROLES)
    assert found["run"].tolist() == [one["run"] for one in of_files]
    for one, row in zip(found.to_dict("records"), of_files, strict=True):
        assert one["note"] == row["note"]
        if row["TPR"]:
            assert one["TPR"] == float(row["TPR"])
    with pytest.raises(evalgui.DataError, match="no file"):
        evalgui.runs(folder.parent / "nowhere", **asked)


def test_that_one_table_is_in_memory_at_a_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alive: list[weakref.ref[object]] = []
    most = 0
    before = runs_module._assessed

    def watched(request: Request, path: Path) -> object:
        nonlocal most
        gc.collect()
        most = max(most, sum(1 for one in alive if one() is not None))
        found = before(request, path)
        alive.append(weakref.ref(found))
        return found

    monkeypatch.setattr(runs_module, "_assessed", watched)
    found = [*read_runs(files_of([folder]), Request(placing=Placing(typed="0.5")))]
    assert sum(one.numbers is not None for one in found) > N_RUNS
    assert most == 0


def test_that_reading_can_be_given_up(folder: Path) -> None:
    n_read = 0

    def is_cancelled() -> bool:
        return n_read >= 3

    found = read_runs(files_of([folder]), Request(), Watch(None, is_cancelled))
    for _run in range(3):
        next(found)
        n_read += 1
    with pytest.raises(CancelledError):
        next(found)


def test_that_words_say_why_there_are_no_runs(said: Ask, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    code, _out, err = said("table", "--table", "runs", tmp_path / "nothing", *ROLES)
    assert code == 2
    assert "no file" in err
    code, _out, err = said("table", "--table", "runs", folder, "--truth", "age")
    assert code == 2
    assert "none of" in err
    code, _out, err = said("table", "--table", "runs", "--table", "measures", folder, *ROLES)
    assert code == 2
    assert "by itself" in err
