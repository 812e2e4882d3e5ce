#!/usr/bin/env python3
"""Make resources/samples/biometric.csv: 2,000 genuine and 100,000 impostor comparisons.

Synthetic: no person stands behind a row. 200 subjects give one reference and ten probes each;
each probe is compared with the subject's own reference and with those of 50 others. What makes
comparisons of one subject alike is modelled, because intervals that take comparisons as
independent are then too narrow:

- some subjects are hard to recognise (their genuine scores are low),
- some references are easy to match and some probes match much (impostor scores are high),
- some pairs of subjects look alike, in both directions,
- a poor probe is poor in all of its comparisons.

The names of these effects ("sheep, goats, lambs and wolves") are from G. Doddington et al.,
"Sheep, goats, lambs and wolves: a statistical analysis of speaker performance in the NIST 1998
speaker recognition evaluation", ICSLP 1998.
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

TARGET = Path(__file__).resolve().parents[2] / "resources" / "samples" / "biometric.csv"
HEADER = ("probe_subject", "probe_sample", "reference_subject", "comparison", "score")
SEED = 20180817
N_SUBJECTS = 200
N_PROBES = 10
N_OTHERS = 50

GENUINE_MEAN = 0.72
IMPOSTOR_MEAN = 0.05
GENUINE_DEVIATIONS = {"subject": 0.14, "probe": 0.11, "rest": 0.08}
IMPOSTOR_DEVIATIONS = {"reference": 0.04, "probe": 0.04, "pair": 0.10, "rest": 0.09}


def rows() -> Iterator[tuple[str, ...]]:
    """Give the data rows as text: probe by probe, the references in order."""
    random = np.random.default_rng(SEED)
    ease = random.standard_normal(N_SUBJECTS)
    openness = random.standard_normal(N_SUBJECTS)
    likeness = _likeness(random)
    for subject in range(N_SUBJECTS):
        for sample in range(N_PROBES):
            quality = float(random.standard_normal())
            others = np.sort(random.choice(N_SUBJECTS - 1, size=N_OTHERS, replace=False))
            # The subject's own number is left out of the draw.
            others = others + (others >= subject)
            noise = random.standard_normal(N_OTHERS + 1)
            genuine = (
                GENUINE_MEAN
                + GENUINE_DEVIATIONS["subject"] * ease[subject]
                + GENUINE_DEVIATIONS["probe"] * quality
                + GENUINE_DEVIATIONS["rest"] * noise[0]
            )
            impostor = (
                IMPOSTOR_MEAN
                + IMPOSTOR_DEVIATIONS["reference"] * openness[others]
                + IMPOSTOR_DEVIATIONS["probe"] * quality
                + IMPOSTOR_DEVIATIONS["pair"] * likeness[subject, others]
                + IMPOSTOR_DEVIATIONS["rest"] * noise[1:]
            )
            probe = (f"S{subject + 1:03d}", str(sample + 1))
            yield (*probe, probe[0], "genuine", _text(genuine))
            for other, score in zip(others, impostor, strict=True):
                yield (*probe, f"S{other + 1:03d}", "impostor", _text(score))


def _likeness(random: np.random.Generator) -> NDArray[np.float64]:
    """Return how much two subjects look alike: (subjects, subjects), symmetric, deviation 1."""
    drawn = random.standard_normal((N_SUBJECTS, N_SUBJECTS))
    upper = np.triu(drawn, k=1)
    return np.asarray(upper + upper.T)


def _text(similarity: float) -> str:
    """Return a similarity, squeezed into (-1, 1) as a cosine is, with four decimals."""
    # Adding zero turns a rounded "-0.0000" into "0.0000".
    return f"{round(float(np.tanh(similarity)), 4) + 0.0:.4f}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description="Make the biometric sample.")
    parser.add_argument("target", nargs="?", type=Path, default=TARGET)
    target = parser.parse_args(arguments).target
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(rows())


if __name__ == "__main__":
    main()
