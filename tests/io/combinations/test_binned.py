"""Two files of a score and a count in each row: a histogram is asked about, and counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from evalgui.core.snapshot import rank
from evalgui.io.loading import assess
from evalgui.io.loading_together import load_together
from evalgui.io.meaning.roles import Roles

if TYPE_CHECKING:
    from pathlib import Path

BINS = np.arange(21)
GENUINE = np.round(90 * np.exp(-(((BINS - 14) / 4) ** 2))).astype(int)
IMPOSTOR = np.round(500 * np.exp(-(((BINS - 6) / 3) ** 2))).astype(int)


def area_of(genuine: np.ndarray, impostor: np.ndarray) -> float:
    above = [impostor[:k].sum() + impostor[k] / 2 for k in BINS]
    return float((genuine * above).sum() / genuine.sum() / impostor.sum())


def write(
    folder: Path, names: tuple[str, str], header: str = "", *, is_turned: bool = False
) -> list[Path]:
    paths = []
    for name, counts in zip(names, (GENUINE, IMPOSTOR), strict=True):
        rows = [
            f"{b / 20:.2f},{n}" if not is_turned else f"{n},{b / 20:.2f}"
            for b, n in zip(BINS, counts, strict=True)
        ]
        path = folder / name
        path.write_text("\n".join([*filter(None, [header]), *rows]) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("header", ["", "score,count", "value,n", "bin,frequency"])
def test_that_scores_with_counts_are_asked_about_and_counted(
    tmp_path: Path, header: str, *, is_turned: bool
) -> None:
    if header and is_turned:
        header = ",".join(header.split(",")[::-1])
    paths = write(tmp_path, ("genuine.csv", "impostor.csv"), header, is_turned=is_turned)
    (asked,) = load_together(paths).results
    assert asked.dataset is None
    assert "a score and how often it occurs, as in a histogram" in asked.proposal.question
    confirmed = assess(asked.table, asked.proposal.roles, before=asked.proposal)
    stated = load_together(paths, roles=Roles(weight="count")).results[0]
    for dataset in (confirmed.dataset, stated.dataset):
        assert dataset is not None
        assert dataset.class_sizes.tolist() == [GENUINE.sum(), IMPOSTOR.sum()]
        found = rank(dataset, 0).value("roc_auc")
        assert found == pytest.approx(area_of(GENUINE, IMPOSTOR), abs=1e-15)
    alone = load_together(paths, roles=Roles(weight="")).results[0].dataset
    assert alone is not None
    assert alone.class_sizes.tolist() == [21, 21]


def test_that_a_name_of_a_file_says_that_it_is_a_histogram(tmp_path: Path) -> None:
    paths = write(tmp_path, ("genuine_hist.csv", "impostor_hist.csv"))
    dataset = load_together(paths).results[0].dataset
    assert dataset is not None
    assert dataset.n_instances == GENUINE.sum() + IMPOSTOR.sum()


def test_that_single_scores_beside_a_histogram_count_once(tmp_path: Path) -> None:
    paths = write(tmp_path, ("genuine.csv", "impostor.csv"))
    scores = np.repeat(BINS, GENUINE) / 20
    paths[0].write_text("\n".join(map(str, scores)) + "\n", encoding="utf-8")
    (asked,) = load_together(paths).results
    assert "Is each row of 'impostor.csv' a score and how often" in asked.proposal.question
    dataset = assess(asked.table, asked.proposal.roles, before=asked.proposal).dataset
    assert dataset is not None
    assert dataset.class_sizes.tolist() == [GENUINE.sum(), IMPOSTOR.sum()]
    assert rank(dataset, 0).value("roc_auc") == pytest.approx(area_of(GENUINE, IMPOSTOR), abs=1e-15)


@pytest.mark.parametrize(
    "rows",
    [
        ["id,score", "1,4", "2,3", "3,5"],
        ["0.1,a1", "0.2,a2", "0.3,a0"],
        ["age,score", "41,3", "42,1"],
    ],
)
def test_that_other_pairs_of_columns_are_no_histogram(tmp_path: Path, rows: list[str]) -> None:
    paths = [tmp_path / "genuine.csv", tmp_path / "impostor.csv"]
    for path in paths:
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    (found,) = load_together(paths).results
    assert "histogram" not in found.proposal.question
    assert not found.proposal.roles.weight
