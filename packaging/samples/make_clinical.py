#!/usr/bin/env python3
"""Make resources/samples/clinical.csv: two classifiers and a marker on the breast-cancer data.

Needs scikit-learn. Every score of a classifier is out of fold: the model that gave it has not
seen the row. The same versions give the same file; others agree to rounding.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING

from sklearn.datasets import load_breast_cancer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGET = Path(__file__).resolve().parents[2] / "resources" / "samples" / "clinical.csv"
HEADER = ("id", "diagnosis", "logistic_regression", "decision_tree", "mean_radius")
N_FOLDS = 10
SEED = 20220228


def rows() -> list[tuple[str, ...]]:
    """Return the data rows as text, in the order of the source data."""
    source = load_breast_cancer()
    is_malignant = source.target == list(source.target_names).index("malignant")
    folds = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=SEED)
    # The strong penalty keeps the probabilities away from 0 and 1, where rounding makes ties.
    regression = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, tol=1e-10))
    # Large leaves give few distinct scores: a sample with many ties.
    tree = DecisionTreeClassifier(max_depth=4, min_samples_leaf=15, random_state=SEED)
    scores = [
        cross_val_predict(model, source.data, is_malignant, cv=folds, method="predict_proba")[:, 1]
        for model in (regression, tree)
    ]
    radius = source.data[:, list(source.feature_names).index("mean radius")]
    return [
        (
            f"P{number:03d}",
            "malignant" if truth else "benign",
            f"{regressed:.8f}",
            f"{grown:.8f}",
            f"{marker:g}",
        )
        for number, (truth, regressed, grown, marker) in enumerate(
            zip(is_malignant, *scores, radius, strict=True), start=1
        )
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Make the clinical sample.")
    parser.add_argument("target", nargs="?", type=Path, default=TARGET)
    target = parser.parse_args(arguments).target
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(rows())


if __name__ == "__main__":
    main()
