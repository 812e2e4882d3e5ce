"""``evalgui count``: from data larger than the machine to a count table."""

from __future__ import annotations

import argparse
import math
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.cli import values
from evalgui.cli.commands import printed
from evalgui.cli.data_options import add_data_of_rows, reading_of, roles_or_refused
from evalgui.cli.rule_options import asked
from evalgui.cli.strict_parser import Parser
from evalgui.cli.telling import counted_in_words, plainly
from evalgui.core.digits import grouped
from evalgui.core.languages import tr
from evalgui.core.progress import Watch
from evalgui.io.counting.bins import MOST_BINS, USUAL_BINS
from evalgui.io.counting.count import Counting, count, statement_of
from evalgui.io.counting.expression import DIALECTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from evalgui.io.assessing import RuleAsked

_EPILOG = tr("""\
examples:
  evalgui count scores/ --out counts.parquet
  evalgui count run1.parquet run2.parquet --exact --out counts.parquet
  evalgui count 'run*/part-*.parquet' --truth genuine --score s --bins 4194304 --out counts.parquet
  evalgui count tuesday/ --edges monday.parquet --out tuesday.parquet
  evalgui count scores/ --by system site --out counts.parquet
  evalgui count scores.csv.gz --score s --decimal , --subset 'site == "A"' --out counts.parquet
  evalgui count part1.parquet --edges ends.txt --bins 1048576 --print-sql spark
  evalgui count scores/ --subject probe --subject-b reference --at fmr=1e-4 0.8 --out counts.parquet
  evalgui counts.parquet

It needs the extra packages of evalgui[big]. The count table opens like any file of rows.
""")
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT]?)(?:i?B)?", re.IGNORECASE)
_POWERS = {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}


@dataclass(frozen=True, slots=True)
class Count:
    """Count files into a count table.

    Parameters
    ----------
    files
        Files, folders and globs.
    out
        Where the count table goes.
    asked
        What is asked.
    """

    files: tuple[str, ...]
    out: Path
    asked: Counting

    def run(self) -> int:
        """Count, and say what was counted; return the exit code."""
        return printed(self._text)

    def _text(self) -> str:
        watch = Watch(_told if sys.stderr.isatty() else None)
        said = count(self.files, self.out, self.asked, watch, _noted)
        if watch.progress is not None:
            sys.stderr.write("\r\x1b[K")
        return counted_in_words(said, self.out)


@dataclass(frozen=True, slots=True)
class Statement:
    """Print the statement that counts on another engine.

    Parameters
    ----------
    files
        Files, folders and globs.
    asked
        What is asked.
    engine
        The engine.
    """

    files: tuple[str, ...]
    asked: Counting
    engine: str

    def run(self) -> int:
        """Print it; return the exit code."""
        return printed(lambda: statement_of(self.files, self.asked, self.engine))


def _told(share: float, text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{plainly(text)}: {int(100 * share)} %")
    sys.stderr.flush()


def _noted(text: str) -> None:
    told = plainly(text)
    sys.stderr.write(f"\r\x1b[K{told}\n" if sys.stderr.isatty() else f"{told}\n")
    sys.stderr.flush()


def count_parser() -> Parser:
    """Return the parser of ``evalgui count``."""
    parser = Parser(
        prog="evalgui count",
        description=tr(
            "Count the scores of each class in data of any size: a count table, which "
            "opens and is assessed like the rows."
        ),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="INPUT",
        help=tr("a file of Parquet, delimited text or Arrow, a folder or a glob"),
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=tr("the count table, Parquet"),
    )
    parser.add_argument(
        "--print-sql",
        choices=[*DIALECTS],
        help=tr(
            "count nothing, and print the statement that counts a table or view 'scores' with "
            "the columns of INPUT, of which a part is enough, where the data are; with --edges or "
            "--exact"
        ),
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--exact", action="store_true", help=tr("count every distinct score"))
    parser.add_argument(
        "--bins",
        dest="n_bins",
        type=_bins,
        metavar="N",
        help=tr(
            "count in so many bins of equal width, of each of which the smallest and the "
            "largest score are kept (default: {usual}); with --edges, so many between "
            "each two edges (1)",
            usual=USUAL_BINS,
        ),
    )
    parser.add_argument(
        "--by",
        action="extend",
        nargs="+",
        default=[],
        metavar="COL",
        help=tr(
            "keep these columns, such as the system or the site: counts go by each of their "
            "values, which are then chosen and compared as those of rows"
        ),
    )
    parser.add_argument(
        "--at",
        action="extend",
        nargs="+",
        default=[],
        type=_threshold,
        metavar="RULE[=X]|T",
        help=tr(
            "keep, for intervals by subject (--subject, --subject-b), how many rows of each class "
            "each subject has on either side of these thresholds: typed ones, or what rules choose "
            "from all counts, such as fmr=1e-4; at other thresholds, and of areas, intervals take "
            "rows as independent. With --edges and --subject it is the edges (default: none is "
            "kept)"
        ),
    )
    kinds.add_argument(
        "--edges",
        type=Path,
        metavar="FILE",
        help=tr(
            "count in bins between these edges: a file with one number a line, rising, or a "
            "count table made before, so that both add up"
        ),
    )
    parser.add_argument(
        "--edges-from-data",
        action="store_true",
        help=tr(
            "look first for edges where 1, 2, 3... scores of either class lie beyond, closer than "
            "the root of that count, so that small error rates keep their resolution; the data are "
            "read up to five times. --bins tells in how many bins in all"
        ),
    )
    parser.add_argument(
        "--memory",
        type=_size,
        default=0,
        metavar="SIZE",
        help=tr("how much may be used, such as 4GB"),
    )
    parser.add_argument(
        "--spill",
        type=Path,
        metavar="FOLDER",
        help=tr(
            "where to put aside what does not fit into the memory; it is removed again "
            "(default: the folder of the count table)"
        ),
    )
    add_data_of_rows(parser)
    return parser


def parse_count(arguments: Sequence[str]) -> Count | Statement:
    """Return what ``evalgui count`` is asked for."""
    parser = count_parser()
    options = parser.parse_args(arguments)
    if options.edges_from_data and (options.exact or options.edges):
        parser.error(tr("--edges-from-data looks for bins: not with --exact or --edges"))
    if options.exact and options.n_bins:
        parser.error(tr("argument --bins: not allowed with argument --exact"))
    if (options.out is None) == (options.print_sql is None):
        parser.error(tr("one of the arguments --out and --print-sql is required"))
    if options.at and options.print_sql:
        parser.error(tr("--at keeps totals of subjects: not with --print-sql"))
    counting = Counting(
        roles=roles_or_refused(options, parser.error),
        reading=reading_of(options),
        is_exact=options.exact,
        n_bins=options.n_bins,
        is_from_data=options.edges_from_data,
        edges=options.edges,
        by=tuple(dict.fromkeys(options.by)),
        at=tuple(options.at),
        memory=options.memory,
        spill=options.spill,
    )
    if options.print_sql:
        return Statement(tuple(options.files), counting, options.print_sql)
    return Count(tuple(options.files), options.out, counting)


def _bins(text: str) -> int:
    n = values.positive(text)
    if n > MOST_BINS:
        message = tr("the number of bins is a whole number from 1 to {n}", n=grouped(MOST_BINS))
        raise argparse.ArgumentTypeError(message)
    return n


def _threshold(text: str) -> RuleAsked | float:
    try:
        number = float(text)
    except ValueError:
        return asked(text)
    if not math.isfinite(number):
        message = tr(
            "at an infinite threshold nothing is called, or everything: nothing is kept of it"
        )
        raise argparse.ArgumentTypeError(message)
    return number


def _size(text: str) -> int:
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise argparse.ArgumentTypeError(tr("a size is a number of bytes, or such as 500MB or 4GB"))
    return int(float(found[1]) * 2 ** _POWERS[found[2].casefold()])
