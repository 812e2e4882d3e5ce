"""Run the benchmarks by name, all by default: ``python packaging/dev.py bench [NAME ...]``.

``bench against FOLDER [ROUNDS]`` measures this checkout in turn with another one, figure by figure.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from evalgui.start import prefer_fast_sorting, share_one_arena

NAMES = (
    *("bootstrap", "choosing", "counting", "counting-larger", "dragging", "exporting", "least"),
    "opening",
    *("reporting", "saving", "searching", "starting", "ties"),
)


def main(wanted: list[str]) -> int:
    """Run the benchmarks and print a table of each; return the exit code."""
    if wanted[:1] == ["against"]:
        return _against(wanted[1:])
    if wanted[:1] == ["one_round"]:
        prefer_fast_sorting()
        share_one_arena()
        importlib.import_module("one_round").main(Path(wanted[1]))
        return 0
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        sys.stderr.write(f"no benchmark {', '.join(unknown)}; there are {', '.join(NAMES)}\n")
        return 2
    prefer_fast_sorting()  # as the program does
    share_one_arena()
    for name in wanted or NAMES:
        sys.stdout.write(f"\n{name}\n{'-' * len(name)}\n")
        sys.stdout.flush()
        importlib.import_module(name.replace("-", "_")).main()
    return 0


def _against(arguments: list[str]) -> int:
    """Compare with another checkout."""
    if len(arguments) not in {1, 2} or not all(word.isdigit() for word in arguments[1:]):
        sys.stderr.write("usage: bench against FOLDER [ROUNDS]\n")
        return 2
    other, rounds = Path(arguments[0]), int(arguments[1]) if arguments[1:] else 15
    if not (other / "evalgui" / "__init__.py").is_file():
        sys.stderr.write(f"{other} is no checkout of evalgui\n")
        return 2
    importlib.import_module("against").main(other.resolve(), rounds)
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main(sys.argv[1:]))
