"""The options of the command line, and their help."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.cli import values
from evalgui.cli.data_options import add_data
from evalgui.cli.drawing import add_bootstrap
from evalgui.cli.intervals import add_intervals
from evalgui.cli.rule_options import add_placing
from evalgui.core import curves
from evalgui.core.api import DEFAULT_SETTINGS, Over, Parameters, Vocabulary
from evalgui.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

REFUSED = 2
HANDED_OVER = "--handed-over"
"""The only word where another program hands data over (`evalgui.cli.handing_over`)."""
APPEARANCES = ("system", "light", "dark", "high-contrast")
"""Those of `evalgui.gui.theme`, which imports Qt."""
LAYOUTS = ("clinical", "biometrics", "teaching", "machine-learning", "overview")
"""Those of `evalgui.gui.layouts`."""

_EPILOG = """\
without a window:
  evalgui evaluate FILE [options]   print the numbers that the window shows
  evalgui evaluate --help           explain the options
  evalgui inspect FILE [options]    print what is understood of a file
  evalgui report FILE --out R.html  write a report on a file or a workspace, or a PDF
  evalgui compare FILE [options]    print the differences of two scores and more
  evalgui rules FILE [options]      print the threshold that each rule chooses
  evalgui table FILE [options]      write results as tables: what each threshold does, and others
  evalgui replay W.evalgui          compute a workspace again: is it what was stored?
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

    refuse: Callable[[str], NoReturn] | None = None
    """What takes a mistake where no command line is read; it raises."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and end."""
        if self.refuse is not None:
            self.refuse(message)
        self.exit(REFUSED, f"evalgui: {message}; see {self.prog} --help\n")


def window_parser() -> Parser:
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
    parser.add_argument("--theme", choices=APPEARANCES, help="the appearance")
    parser.add_argument("--layout", choices=LAYOUTS, default="", help="the layout of the window")
    add_data(parser)
    parser.add_argument("--version", action="version", version=f"evalgui {__version__}")
    return parser


def evaluate_parser() -> Parser:
    """Return the parser of ``evalgui evaluate``."""
    parser = data_parser("evalgui evaluate", "Print the numbers that the window shows.")
    add_assessment(parser)
    _add_output(parser)
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
        help="the ends of a grey zone: add what lies below, within and above it",
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
        help=f"a number in the formula of a measure, such as beta=0.5; may be repeated, of "
        f"{', '.join(field.name for field in fields(Parameters))}",
    )
    _add_averages(parser)
    add_intervals(parser)


def data_parser(
    prog: str,
    description: str,
    n_files: str = "+",
    help_of_files: str = "the files of predictions; - is the standard input",
    **known: Any,  # noqa: ANN401 - as of the parser
) -> Parser:
    """Return the parser of a command that assesses scores: files, columns, rows, words."""
    parser = _parser_of_files(prog, description, n_files, help_of_files, **known)
    parser.add_argument(
        "--apart",
        action="store_true",
        help="of several files: take each for a data set of its own, whatever they hold",
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
        help="in .csv and .tsv put an apostrophe before text that a spreadsheet may take for a "
        "formula; without it cells stay as they are, and .xlsx keeps them as text in any case",
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
    add_format(parser)
    parser.add_argument(
        "--curve",
        action="append",
        default=[],
        choices=[curve.id for curve in curves.CURVES],
        help="add the vertices of a curve; may be repeated",
    )


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
    parser = _parser_of_files(
        "evalgui inspect",
        "Read a file as the window would, and print what was understood of it.",
        "+",
        "the files to look at; - is the standard input",
        epilog=_INSPECT_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--roles",
        default="",
        metavar="JSON",
        help='what the columns mean, such as {"truth": "diagnosis", "score": "marker"}',
    )
    add_format(parser)
    return parser


def _add_several_files(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unmatched",
        type=Path,
        metavar="OUT.csv",
        help="of several files: write all rows that have no partner in another file",
    )
