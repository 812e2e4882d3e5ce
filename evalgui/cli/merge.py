"""``evalgui merge``: from many count tables to one."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.cli.commands import printed
from evalgui.cli.strict_parser import Parser
from evalgui.cli.telling import counted_in_words
from evalgui.core.languages import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

_EPILOG = tr("""\
examples:
  evalgui merge monday.parquet tuesday.parquet --out both.parquet
  evalgui merge 'counts/*.parquet' --out all.parquet

The result is what `evalgui count` makes of all files at once. It needs nothing but evalgui itself.
To keep the parts apart in one data set, open their folder: evalgui counts/ --together stacked
""")


@dataclass(frozen=True, slots=True)
class Merge:
    """Add up count tables.

    Parameters
    ----------
    files
        Count tables, folders of them, and globs.
    out
        Where the result goes.
    """

    files: tuple[str, ...]
    out: Path

    def run(self) -> int:
        """Merge them, and say what came of it; return the exit code."""
        return printed(self._text)

    def _text(self) -> str:
        from evalgui.io.counting.merge import merge  # and Arrow

        said = merge(self.files, self.out)
        return counted_in_words(said, self.out)


def merge_parser() -> Parser:
    """Return the parser of ``evalgui merge``."""
    parser = Parser(
        prog="evalgui merge",
        description=tr(
            "Add up count tables with the same classes, score, direction, groups and bins: "
            "what a count of all their files at once would be."
        ),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="COUNTS",
        help=tr(
            "a count table that evalgui count or evalgui merge made, a folder of them, or a glob"
        ),
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help=tr("the count table of all, Parquet"),
    )
    return parser


def parse_merge(arguments: Sequence[str]) -> Merge:
    """Return what ``evalgui merge`` is asked for."""
    options = merge_parser().parse_args(arguments)
    return Merge(tuple(options.files), options.out)
