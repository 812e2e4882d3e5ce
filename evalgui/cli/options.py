"""The options of the command line, and their help."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import Any

from evalgui.cli import values
from evalgui.cli.bootstrap_options import add_bootstrap
from evalgui.cli.data_options import add_data
from evalgui.cli.intervals import add_intervals
from evalgui.cli.rule_options import add_placing
from evalgui.cli.strict_parser import Parser
from evalgui.core import curves
from evalgui.core.languages import tr
from evalgui.core.metrics import Parameters, Vocabulary
from evalgui.core.multiclass import DEFAULT_SETTINGS, Over

_INSPECT_EPILOG = tr("""\
Every role comes with its reason, what that rests on, and how sure it is:
  open      nothing in the file answers it, so that it is asked
  guess     one of several answers, so that it is asked
  accepted  a guess that was asked about in an earlier import and left as it was
  likely    the only candidate by its name or contents, or what is usual
  stated    the rules of the file's format say it
  decided   with an option such as --truth, with --roles or with --import-spec
The whole is as sure as its least sure part. In JSON, "proposal" lists the reasons as
{"role", "column", "reason", "by", "confidence"}, and "confidence" is that of the whole.
""")


def evaluate_parser() -> Parser:
    """Return the parser of ``evalgui evaluate``."""
    parser = data_parser("evalgui evaluate", tr("Print the numbers that the window shows."))
    add_assessment(parser)
    _add_output(parser)
    parser.add_argument(
        "--junit",
        type=Path,
        metavar="OUT.xml",
        help=tr(
            "write what --require asks for as JUnit XML, which servers of continuous integration "
            "show: what cannot be told is a failure, too"
        ),
    )
    _add_several_files(parser)
    return parser


def add_assessment(parser: argparse.ArgumentParser) -> None:
    """Add the options of all that can be asked of data: also a grey zone, and drawing again."""
    add_evaluation(parser)
    parser.add_argument(
        "--grey",
        nargs=2,
        type=values.threshold,
        metavar=("LOW", "HIGH"),
        help=tr("the ends of a grey zone: add what lies below, within and above it"),
    )
    add_bootstrap(parser)


def add_evaluation(parser: argparse.ArgumentParser) -> None:
    """Add the options of what is evaluated: the threshold, the measures, and their intervals."""
    add_placing(parser)
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        type=values.parameter,
        metavar="NAME=NUMBER",
        help=tr(
            "a number in the formula of a measure, such as beta=0.5; may be repeated, of {names}",
            names=", ".join(field.name for field in fields(Parameters)),
        ),
    )
    _add_averages(parser)
    add_intervals(parser)


def data_parser(
    prog: str,
    description: str,
    n_files: str = "+",
    help_of_files: str = tr(
        "the files of predictions, or a folder of them; - is the standard input"
    ),
    **known: Any,  # noqa: ANN401 - as of the parser
) -> Parser:
    """Return the parser of a command that assesses scores: files, columns, rows, words."""
    parser = _parser_of_files(prog, description, n_files, help_of_files, **known)
    parser.add_argument(
        "--apart",
        action="store_true",
        help=tr("of several files: take each for a data set of its own, whatever they hold"),
    )
    return parser


def _parser_of_files(
    prog: str,
    description: str,
    n_files: str,
    help_of_files: str,
    **known: Any,  # noqa: ANN401 - as of the parser
) -> Parser:
    parser = Parser(prog=prog, description=description, **known)
    parser.add_argument("files", nargs=n_files, type=Path, metavar="FILE", help=help_of_files)
    add_data(parser)
    add_vocabulary(parser)
    return parser


def add_format(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses between words and JSON."""
    parser.add_argument("--format", choices=("json", "table"), default="table", dest="output")


def add_guard(parser: argparse.ArgumentParser) -> None:
    """Add the option that guards text which looks like a formula."""
    parser.add_argument(
        "--guard-formulas",
        action="store_true",
        help=tr(
            "in .csv and .tsv put an apostrophe before text that a spreadsheet may take for a "
            "formula; without it cells stay as they are, and .xlsx keeps them as text in any case"
        ),
    )


def _add_averages(parser: argparse.ArgumentParser) -> None:
    averages = parser.add_argument_group(tr("three classes and more, all together"))
    averages.add_argument(
        "--average-over",
        choices=[kind.value for kind in Over],
        help=tr(
            "the classes of averages: all that have a name, those present in the truth or the "
            "predictions (default), those in the truth, or the chosen ones"
        ),
    )
    averages.add_argument(
        "--classes",
        action="append",
        default=[],
        metavar="NAME",
        help=tr("a class to average over; may be repeated, and means --average-over chosen"),
    )
    averages.add_argument(
        "--undefined-as-zero",
        action="store_true",
        help=tr("let a class without a value count as 0 in an average; else it is left out"),
    )
    averages.add_argument(
        "--class-order",
        type=values.names,
        default=(),
        metavar="A,B,C",
        help=tr(
            "all classes from the lowest to the highest, for weighted kappa (default: that of "
            "their numbers, if they are numbers); a name with a comma stands between quotes"
        ),
    )
    averages.add_argument(
        "--top-k",
        type=values.positive,
        metavar="N",
        help=tr("the k of top-k accuracy (default: {top_k})", top_k=DEFAULT_SETTINGS.top_k),
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    add_format(parser)
    parser.add_argument(
        "--curve",
        action="append",
        default=[],
        choices=[curve.id for curve in curves.CURVES],
        help=tr("add the vertices of a curve; may be repeated"),
    )


def add_vocabulary(parser: argparse.ArgumentParser) -> None:
    """Add the option that chooses the words."""
    parser.add_argument(
        "--vocabulary",
        choices=[vocabulary.value for vocabulary in Vocabulary],
        default=Vocabulary.MACHINE_LEARNING.value,
        help=tr("whose words the table has (default: %(default)s)"),
    )


def inspect_parser() -> Parser:
    """Return the parser of ``evalgui inspect``."""
    parser = _parser_of_files(
        "evalgui inspect",
        tr("Read a file as the window would, and print what was understood of it."),
        "+",
        tr("the files to look at; - is the standard input"),
        epilog=_INSPECT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--roles",
        default="",
        metavar="JSON",
        help=tr('what the columns mean, such as {"truth": "diagnosis", "score": "marker"}'),
    )
    add_format(parser)
    return parser


def _add_several_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unmatched",
        type=Path,
        metavar="OUT.csv",
        help=tr("of several files: write all rows that have no partner in another file"),
    )
