"""The options of the command line, and their help."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import NoReturn, get_args

from evalgui import __version__
from evalgui.cli import values
from evalgui.cli.drawing import add_bootstrap
from evalgui.core import curves
from evalgui.core.api import DEFAULT_SETTINGS, RULES, Over, Parameters, Vocabulary
from evalgui.io.meaning import DecimalSign, LimitMeaning, MatrixRows, MissingScores, ThousandsSign

REFUSED = 2
APPEARANCES = ("system", "light", "dark", "high-contrast")
"""Those of `evalgui.gui.theme`, which imports Qt."""

_EPILOG = """\
without a window:
  evalgui evaluate FILE [options]   print the numbers that the window shows
  evalgui evaluate --help           explain the options
  evalgui inspect FILE [options]    print what is understood of a file
  evalgui sample-size --help        how many rows a study needs

Several files that belong together are one data set: scores and their key, one file for each
class, scores of several systems, a score matrix and its ids.

Nothing is sent anywhere: the program works offline and has no network code.
"""

_INSPECT_EPILOG = """\
Every role comes with its reason, what that rests on, and how sure it is:
  open      nothing in the file answers it, so that it is asked
  guess     one of several answers, so that it is asked
  likely    the only candidate by its name or contents, or what is usual
  stated    the rules of the file's format say it
  decided   with an option such as --truth, with --roles or with --import-spec
The whole is as sure as its least sure part. In JSON, "proposal" lists the reasons as
{"role", "column", "reason", "by", "confidence"}, and "confidence" is that of the whole.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose mistakes are one line and exit code 2, as every refusal."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        self.exit(REFUSED, f"evalgui: {message}; see {self.prog} --help\n")


def window_parser() -> argparse.ArgumentParser:
    """Return the parser of what opens the window."""
    parser = Parser(
        prog="evalgui",
        description="Decide where to put a threshold, and prove it.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a file to open")
    parser.add_argument("--sample", default="", metavar="ID", help="open a bundled sample")
    parser.add_argument(
        "--screenshot",
        type=Path,
        metavar="OUT.png",
        help="write a picture of the window and end; needs no display with "
        "QT_QPA_PLATFORM=offscreen",
    )
    parser.add_argument(
        "--size", type=values.size, metavar="WxH", help="the size of the window, such as 1280x720"
    )
    _add_import_spec(parser)
    parser.add_argument("--theme", choices=APPEARANCES, help="the appearance")
    parser.add_argument("--version", action="version", version=f"evalgui {__version__}")
    return parser


def evaluate_parser() -> argparse.ArgumentParser:
    """Return the parser of ``evalgui evaluate``."""
    parser = Parser(prog="evalgui evaluate", description="Print the numbers that the window shows.")
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="the files of predictions; - is the standard input",
    )
    _add_roles(parser)
    _add_rows(parser)
    _add_numbers(parser)
    _add_import_spec(parser)
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--threshold",
        type=values.threshold,
        metavar="T",
        help="positive when score >= T; none calls nothing positive, not even infinite scores",
    )
    chosen.add_argument(
        "--at",
        choices=[rule.id for rule in RULES],
        help="let a rule choose the threshold (default: youden)",
    )
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        type=values.parameter,
        metavar="NAME=NUMBER",
        help=f"a number in the formula of a measure, such as beta=0.5; may be repeated, of "
        f"{', '.join(field.name for field in fields(Parameters))}",
    )
    _add_averages(parser)
    add_bootstrap(parser)
    _add_output(parser)
    _add_several_files(parser)
    return parser


def _add_roles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--truth", metavar="COL", help="the column with the true class")
    score = parser.add_mutually_exclusive_group()
    score.add_argument(
        "--score",
        action="append",
        default=[],
        metavar="COL",
        help="the column with the score; with several, each is evaluated by itself",
    )
    score.add_argument(
        "--no-score",
        action="store_true",
        default=None,
        help="assess the predicted class and no score",
    )
    parser.add_argument("--predicted", metavar="COL", help="the column with the predicted class")
    parser.add_argument(
        "--probability",
        action="append",
        default=[],
        type=values.pair,
        metavar="CLASS=COL",
        help="a class and the column with its probability, or another score of it; once for each",
    )
    _add_counts(parser)
    parser.add_argument(
        "--weight",
        metavar="COL",
        help="the column that says how many each row stands for, in whole numbers; '' for none",
    )
    parser.add_argument(
        "--missing-label",
        action="append",
        metavar="LABEL",
        help="a class that means that the label is missing, such as 9 or unknown; may be "
        "repeated; '' where every label is a class",
    )
    _add_direction(parser)
    parser.add_argument(
        "--rows-are",
        choices=get_args(MatrixRows),
        dest="matrix_rows",
        help="of a confusion matrix as the file: what its rows are",
    )


def _add_direction(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--positive",
        metavar="LABEL",
        help="the class that counts as positive; a direction that an earlier import has for the "
        "other one of two classes turns with it, unless one is given, too",
    )
    direction = parser.add_mutually_exclusive_group()
    direction.add_argument(
        "--lower-is-positive",
        action="store_false",
        dest="higher_is_positive",
        default=None,
        help="lower scores speak for the positive class: positive when score <= threshold",
    )
    direction.add_argument(
        "--higher-is-positive",
        action="store_true",
        dest="higher_is_positive",
        default=None,
        help="higher scores do, as is usual: positive when score >= threshold",
    )


def _add_counts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--n-positive", metavar="COL", help="of a count table: the column that counts positives"
    )
    parser.add_argument(
        "--n-negative", metavar="COL", help="of a count table: the column that counts negatives"
    )
    parser.add_argument(
        "--bins",
        nargs=2,
        default=(),
        metavar=("LOW", "HIGH"),
        help="of a count table: the columns with the lower and the upper edge of its bins",
    )


def _add_rows(parser: argparse.ArgumentParser) -> None:
    rows = parser.add_argument_group("which rows are assessed")
    rows.add_argument(
        "--sheet", metavar="NAME", help="the sheet, or the table, of a file that has several"
    )
    rows.add_argument(
        "--subset",
        default="",
        metavar="EXPRESSION",
        help="the rows to assess, such as 'site == \"A\" and age > 60'",
    )
    rows.add_argument(
        "--set-aside",
        action="append",
        default=[],
        type=values.rows_and_reason,
        metavar="ROWS=REASON",
        help="rows to set aside by hand, counted from 1 after the header, and why, such as "
        "'4,10-12=consent withdrawn'; may be repeated",
    )
    rows.add_argument(
        "--missing-scores",
        choices=get_args(MissingScores),
        help="what a missing score means: no result (default), a score that is never called "
        "positive, or a reason to refuse the file",
    )
    rows.add_argument(
        "--set-aside-unreadable",
        action="store_true",
        default=None,
        help="set rows aside whose score is neither a number nor missing, and rows that have more "
        "or fewer cells than the table has columns",
    )


def _add_numbers(parser: argparse.ArgumentParser) -> None:
    numbers = parser.add_argument_group("how the numbers of scores are written")
    numbers.add_argument("--decimal", choices=get_args(DecimalSign), help="the decimal sign")
    numbers.add_argument(
        "--thousands",
        choices=get_args(ThousandsSign),
        help="what separates thousands; '' for nothing, ' ' for any blank",
    )
    numbers.add_argument(
        "--limits",
        choices=get_args(LimitMeaning),
        help="what scores such as <0.05 and >100 are: below (above) all numbers, at the limit, "
        "half of it, or rows to be set aside",
    )


def _add_averages(parser: argparse.ArgumentParser) -> None:
    averages = parser.add_argument_group("three classes and more, all together")
    averages.add_argument(
        "--average-over",
        choices=[kind.value for kind in Over],
        help="the classes of averages: all that have a name, those present in the truth or the "
        "predictions (default), those in the truth, or the chosen ones",
    )
    averages.add_argument(
        "--classes",
        action="append",
        default=[],
        metavar="NAME",
        help="a class to average over; may be repeated, and means --average-over chosen",
    )
    averages.add_argument(
        "--undefined-as-zero",
        action="store_true",
        help="let a class without a value count as 0 in an average; else it is left out",
    )
    averages.add_argument(
        "--class-order",
        type=values.names,
        default=(),
        metavar="A,B,C",
        help="all classes from the lowest to the highest, for weighted kappa (default: that of "
        "their numbers, if they are numbers); a name with a comma stands between quotes",
    )
    averages.add_argument(
        "--top-k",
        type=values.positive,
        metavar="N",
        help=f"the k of top-k accuracy (default: {DEFAULT_SETTINGS.top_k})",
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    parser.add_argument(
        "--curve",
        action="append",
        default=[],
        choices=[curve.id for curve in curves.CURVES],
        help="add the vertices of a curve; may be repeated",
    )
    add_vocabulary(parser)


def add_vocabulary(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the words."""
    parser.add_argument(
        "--vocabulary",
        choices=[vocabulary.value for vocabulary in Vocabulary],
        default=Vocabulary.MACHINE_LEARNING.value,
        help="whose words the table has (default: %(default)s)",
    )


def inspect_parser() -> argparse.ArgumentParser:
    """Return the parser of ``evalgui inspect``."""
    parser = Parser(
        prog="evalgui inspect",
        description="Read a file as the window would, and print what was understood of it.",
        epilog=_INSPECT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="the files to look at; - is the standard input",
    )
    parser.add_argument(
        "--roles",
        default="",
        metavar="JSON",
        help='what the columns mean, such as {"truth": "diagnosis", "score": "marker"}',
    )
    _add_roles(parser)
    _add_rows(parser)
    _add_numbers(parser)
    _add_import_spec(parser)
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")
    add_vocabulary(parser)
    return parser


def _add_several_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--apart",
        action="store_true",
        help="of several files: take each for a data set of its own, whatever they hold",
    )
    parser.add_argument(
        "--unmatched",
        type=Path,
        metavar="OUT.csv",
        help="of several files: write all rows that have no partner in another file",
    )


def _add_import_spec(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--import-spec",
        type=Path,
        metavar="FILE",
        help="read the data and its columns as was chosen, and saved, in the import dialog",
    )
