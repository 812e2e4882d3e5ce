#!/usr/bin/env python3
"""Make resources/samples/iris.csv: class probabilities of a classifier on the iris data.

Needs scikit-learn. The probabilities are out of fold: the model that gave them has not seen
the row. The same versions give the same file; others agree to rounding.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING

from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = Path(__file__).resolve().parents[2] / "resources" / "samples" / "iris.csv"
HEADER = ("id", "species", "predicted", "p_setosa", "p_versicolor", "p_virginica")
N_FOLDS = 10
SEED = 1936


def rows() -> list[tuple[str, ...]]:
    """Return the data rows as text, in the order of the source data."""
    source = load_iris()
    names = [str(name) for name in source.target_names]
    folds = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=SEED)
    model = make_pipeline(StandardScaler(), LogisticRegression(tol=1e-10))
    probabilities = cross_val_predict(
        model, source.data, source.target, cv=folds, method="predict_proba"
    )
    return [
        (
            f"F{number:03d}",
            names[truth],
            names[int(row.argmax())],
            *(f"{probability:.8f}" for probability in row),
        )
        for number, (truth, row) in enumerate(
            zip(source.target, probabilities, strict=True), start=1
        )
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Make the iris sample.")
    parser.add_argument("target", nargs="?", type=Path, default=TARGET)
    target = parser.parse_args(arguments).target
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(rows())


if __name__ == "__main__":
    main()
