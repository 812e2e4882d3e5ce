"""Make the site: write its pages, take its pictures, and let Sphinx make HTML of them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import gallery
import pages


def main(work: Path, target: Path) -> int:
    """Make the site anew in a folder, by way of another one; return the exit code of Sphinx."""
    sources = work / "pages"
    for folder in (sources, target):
        shutil.rmtree(folder, ignore_errors=True)
    pages.write(sources)
    gallery.write(sources)
    options = ["--nitpicky", "--fail-on-warning", "--keep-going", "--quiet", "--jobs", "auto"]
    places = ["-c", pages.SOURCES, "-d", work / "doctrees", sources, target]
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", *options, *map(str, places)]
    return subprocess.run(sphinx, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(*map(Path, sys.argv[1:])))
