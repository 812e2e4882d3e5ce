#!/usr/bin/env python3
"""Make resources/help/window.png, the picture of the window in README.md.

The program takes it of itself without a display. It is kept with a palette of 256 colours: the
most frequent ones, and for every other the nearest of them.
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
TARGET = ROOT / "resources" / "help" / "window.png"
OPTIONS = ("--sample", "clinical", "--size", "1280x720")
N_COLOURS = 256


def with_palette(image: QImage) -> QImage:
    """Return a picture with the most frequent of its colours."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32)
    colours, counts = np.unique(pixels, return_counts=True)
    kept = colours[np.argsort(-counts, kind="stable")[:N_COLOURS]]
    return image.convertToFormat(QImage.Format.Format_Indexed8, [int(one) for one in kept])


def main() -> int:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "window.png"
        command = [sys.executable, "-m", "evalgui", *OPTIONS, "--screenshot", str(path)]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        with_palette(QImage(str(path))).save(str(TARGET))
    print(f"{TARGET.relative_to(ROOT)}: {TARGET.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
