#!/usr/bin/env python3
"""Make the pictures of the window in README.md and in the pages of help.

The program takes them of itself without a display. They are kept with a palette of 256 colours:
the most frequent ones, then one of each kind, and for every other the nearest of these.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "help"
PICTURES = {
    "window": ("clinical", "clinical", "light", "1280x720"),
    "layout-clinical-dark": ("clinical", "clinical", "dark", "1920x1080"),
    "layout-biometrics": ("biometric", "biometrics", "light", "1280x720"),
    "layout-biometrics-high-contrast": ("biometric", "biometrics", "high-contrast", "1920x1080"),
    "layout-teaching": ("tharwat-2018", "teaching", "light", "1024x700"),
    "layout-machine-learning": ("iris", "machine-learning", "light", "1280x720"),
}
"""The name of each, with its sample, layout, appearance and size."""
N_COLOURS, N_EXACT = 256, 128
ALIKE = 0xF0F0F0  # the bits of a colour that tell it from those that look alike


def with_palette(image: QImage) -> QImage:
    """Return a picture with the most frequent of its colours, and one of those that look alike."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    ordered = colours[np.argsort(-counts, kind="stable")]
    first = np.unique(ordered & ALIKE, return_index=True)[1]
    places = dict.fromkeys((*range(N_EXACT), *np.sort(first)))
    kept = ordered[[place for place in places if place < len(ordered)][:N_COLOURS]]
    return image.convertToFormat(QImage.Format.Format_Indexed8, [int(one) for one in kept])


def take(name: str, sample: str, layout: str, appearance: str, size: str) -> None:
    """Write one picture."""
    looks = ("--layout", layout, "--theme", appearance, "--size", size)
    options = ("--sample", sample, *looks)
    target = FOLDER / f"{name}.png"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "window.png"
        command = [sys.executable, "-m", "evalgui", *options, "--screenshot", str(path)]
        homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME"), folder)  # no settings of a user's
        environment = {**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        with_palette(QImage(str(path))).save(str(target))
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


def main() -> int:
    """Write the pictures, or those that are named."""
    for name in sys.argv[1:] or PICTURES:
        take(name, *PICTURES[name])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
