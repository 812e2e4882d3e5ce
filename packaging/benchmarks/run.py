"""Run the benchmarks by name, all by default: ``python packaging/dev.py bench [NAME ...]``."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from evalgui.processor import prefer_fast_sorting

NAMES = ("counting", "dragging", "opening", "starting")


def main(wanted: list[str]) -> int:
    """Run the benchmarks and print a table of each; return the exit code."""
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        sys.stderr.write(f"no benchmark {', '.join(unknown)}; there are {', '.join(NAMES)}\n")
        return 2
    sys.path.insert(0, str(Path(__file__).parent))
    prefer_fast_sorting()  # as the program does
    for name in wanted or NAMES:
        sys.stdout.write(f"\n{name}\n{'-' * len(name)}\n")
        sys.stdout.flush()
        importlib.import_module(name).main()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
