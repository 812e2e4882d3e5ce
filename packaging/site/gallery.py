"""The gallery: pictures that the program makes of its samples, each by one command."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from evalgui.locations import resources


class Shown(NamedTuple):
    """A picture.

    Parameters
    ----------
    file
        Its name.
    text
        What it shows, in one sentence.
    command
        What makes it, in a folder with the samples.
    """

    file: str
    text: str
    command: str


def window(file: str, text: str, options: str) -> Shown:
    """Return a picture of the window."""
    return Shown(file, text, f"evalgui {options} --size 1280x800 --screenshot {file}")


def plot(plot_id: str, text: str, arguments: str) -> Shown:
    """Return a plot."""
    file = f"{plot_id}.svg"
    code = f"evalgui.evaluate({arguments}).plot('{plot_id}').save('{file}')"
    return Shown(file, text, f'python -c "import evalgui; {code}"')


_TUMOURS = "'clinical.csv', truth='diagnosis', score='logistic_regression', positive='malignant'"
_RISKS = f"{_TUMOURS}, score_kind='probability'"
_MATCHES = "'biometric.csv', positive='genuine', vocabulary='biometrics'"

SHOWN = {
    "The window": (
        window(
            "clinical.png",
            "A diagnostic test in the clinical layout: drag the line, and all follows.",
            "--sample clinical --layout clinical --theme light",
        ),
        window(
            "dark.png",
            "A biometric matcher in the layout of its field, dark.",
            "--sample biometric --layout biometrics --theme dark",
        ),
        window(
            "deutsch.png",
            "The diagnostic test in German, with the words and the decimal comma of German papers.",
            "--sample clinical --layout clinical --language de --theme light",
        ),
        window(
            "teaching.png",
            "Twenty scores in front of a class, in the layout for teaching.",
            "--sample tharwat-2018 --layout teaching --theme light",
        ),
        window(
            "classes.png",
            "Three classes of flowers, each against the rest.",
            "--sample iris --layout machine-learning --theme light",
        ),
    ),
    "Plots": (
        plot("roc", "The ROC curve of a test, with the operating point on it.", _TUMOURS),
        plot("pr", "Precision against recall of the same test.", _TUMOURS),
        plot("histogram", "How its scores are distributed in each class.", _TUMOURS),
        plot("calibration", "Whether its probabilities hold.", _RISKS),
        plot("decision-curve", "Between which probabilities acting on it pays.", _RISKS),
        plot("det", "The errors of a biometric matcher, as a DET plot.", _MATCHES),
        plot("far-frr", "The same errors by the threshold.", _MATCHES),
    ),
}
"""The pictures of each part."""


def write(folder: Path) -> None:
    """Make all pictures, and the page that shows them, in a folder."""
    pictures = folder / "gallery"
    pictures.mkdir()
    every = [one for part in SHOWN.values() for one in part]
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as several:
        samples = Path(scratch) / "samples"
        shutil.copytree(resources() / "samples", samples)
        for one, trouble in zip(
            every, several.map(lambda one: _make(one, samples), every), strict=True
        ):
            if trouble:
                raise SystemExit(f"{one.command}\n{trouble}")
            shutil.move(samples / one.file, pictures)
    (folder / "gallery.md").write_text("\n".join(_page()), encoding="utf-8")


def _make(one: Shown, samples: Path) -> str:
    """Carry out a command among the samples, with no settings of a user's; return what is wrong."""
    program, *options = shlex.split(one.command)
    words = ["-m", "evalgui", *options] if program == "evalgui" else options
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME"), str(samples.parent))
    variables = {**os.environ, **homes, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=samples,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or not (samples / one.file).is_file():
        return done.stderr or "it made nothing"
    return ""


def _page() -> list[str]:
    lines = ["# Gallery", ""]
    lines += [
        "Each picture was made by the program of one of its samples, by the line below it.",
        "",
    ]
    for title, part in SHOWN.items():
        lines += [f"## {title}", ""]
        for one in part:
            lines += [one.text, "", f"![{one.text}](gallery/{one.file})", ""]
            lines += ["```sh", one.command, "```", ""]
    return lines
