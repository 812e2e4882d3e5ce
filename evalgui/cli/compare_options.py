"""The options of ``evalgui compare``, and their help."""

from __future__ import annotations

import argparse
from pathlib import Path

from evalgui.cli import values
from evalgui.cli.data_options import add_data
from evalgui.cli.options import Parser, add_vocabulary
from evalgui.cli.rule_options import asked
from evalgui.core.comparing import Link

_EPILOG = """\
Scores of one file, and of two files that are joined by their ids, are compared on the rows that
have both (paired); scores of two other files each on rows of its own. Differences are those of
the first score less the second.

  areas             DeLong, with the p value of the normal distribution
  rates             Newcombe's method 10, and McNemar's test where the rows are the same: exact
                    below 25 rows on which one score alone is right
  predictive values the generalised score of Leisenring, Alonzo and Pepe

Of three scores and more each pair is compared, and Holm's p stands beside p.

Below the differences stand the equal error rate and FNMR at each FMR of every score, with
intervals.
"""


def compare_parser() -> argparse.ArgumentParser:
    """Return the parser of ``evalgui compare``."""
    parser = Parser(
        prog="evalgui compare",
        description="Compare scores: their areas by DeLong, their rates at a threshold of each.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="one file with several scores, or two files; - is the standard input",
    )
    add_data(parser)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--threshold",
        action="append",
        default=[],
        type=values.threshold,
        metavar="T",
        help="positive when score >= T; once for all scores, or once for each in their order",
    )
    chosen.add_argument(
        "--at",
        action="append",
        default=[],
        type=asked,
        metavar="RULE[=X]",
        help="let a rule choose the threshold (default: youden), such as sensitivity=0.95; once "
        "for all scores, or once for each",
    )
    parser.add_argument(
        "--link",
        choices=[link.value for link in Link],
        default=Link.NONE.value,
        help="what the thresholds of the others have in common with that of the first: its value, "
        "its false positive rate (the most lenient with at most that), its sensitivity (the "
        "strictest with at least that), or nothing (default: %(default)s)",
    )
    parser.add_argument(
        "--level",
        type=values.level,
        default=0.95,
        metavar="C",
        help="the confidence of the intervals, from 0.8 to 0.999 (default: %(default)s)",
    )
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    add_vocabulary(parser)
    parser.add_argument(
        "--apart",
        action="store_true",
        help="of two files: compare rows of their own, even if the files belong together",
    )
    return parser
