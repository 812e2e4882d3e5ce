"""The options of ``evalgui report``, and what they ask for."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from evalgui.cli import values
from evalgui.cli.options import add_assessment, data_parser
from evalgui.cli.telling import plainly
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.languages import spoken, tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.registry import UnknownIdError
from evalgui.core.vocabulary import either
from evalgui.io.reporting.report_file import ENDINGS
from evalgui.io.reporting.sections import PAPERS, SECTIONS, title_of, usual_sections
from evalgui.results.topics.checklist import Preset

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.cli.report import WriteReport
    from evalgui.cli.strict_parser import Parser
    from evalgui.io.assessing import Request

_EPILOG = tr("""\
The web page is one file that needs nothing else: no script, no picture beside it. The PDF has the
same contents and numbers, and fonts of its own. A section that has nothing to say is left out.

sections:
{sections}

A line of a note that begins with "Intended use:", "Reference standard:", "Ethics:",
"Registration:", "Funding:" or "Sample size:" answers what only a person can; everything else of
that kind stays open.
""")


def report_parser() -> Parser:
    """Return the parser of ``evalgui report``."""
    listed = "\n".join(f"  {one.id:14} {title_of(one)}" for one in SECTIONS)
    parser = data_parser(
        "evalgui report",
        tr("Write a report that can be read without this program."),
        help_of_files=tr(
            "files of predictions, or a workspace (.evalgui); - is the standard input"
        ),
        epilog=_EPILOG.format(sections=listed),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--out",
        type=_report_file,
        required=True,
        metavar="REPORT",
        help=tr("the file to write: a name that ends in .html or .pdf"),
    )
    parser.add_argument(
        "--sections",
        type=_sections,
        metavar="ID,...",
        help=tr("the sections that are wanted (default: all but those of gain and costs)"),
    )
    parser.add_argument(
        "--without",
        type=_sections,
        default=(),
        metavar="ID,...",
        help=tr("sections that are not wanted"),
    )
    _add_looks(parser)
    _add_beside(parser)
    _add_workspace(parser)
    add_assessment(parser)
    return parser


def _add_looks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--card", action="store_true", help=tr("the card of one page"))
    parser.add_argument(
        "--preset",
        choices=[preset.value for preset in Preset],
        help=tr("whose checklist it has (default: that of the vocabulary)"),
    )
    parser.add_argument(
        "--paper",
        choices=PAPERS,
        default=spoken().conventions.paper,
        help=tr("the size of paper (default: %(default)s)"),
    )


def _add_beside(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--note",
        action="append",
        default=[],
        metavar="TEXT",
        help=tr('what is to be said of the data, such as "Intended use: triage"; may be repeated'),
    )
    parser.add_argument(
        "--pin",
        action="append",
        default=[],
        type=values.threshold,
        metavar="T",
        help=tr("another threshold to report; may be repeated"),
    )
    parser.add_argument(
        "--subgroup",
        action="append",
        default=[],
        metavar="EXPRESSION",
        help=tr("rows to tell of beside all rows, such as 'age > 60'; may be repeated"),
    )
    parser.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="COLUMN",
        help=tr("another score of the file to compare with; may be repeated"),
    )


def _add_workspace(parser: argparse.ArgumentParser) -> None:
    workspace = parser.add_argument_group(tr("of a workspace"))
    workspace.add_argument(
        "--data-set",
        type=values.positive,
        metavar="N",
        help=tr("which data set, from 1 (default: the one that is shown)"),
    )
    workspace.add_argument(
        "--data",
        action="append",
        default=[],
        type=Path,
        metavar="PLACE",
        help=tr(
            "a file, or a folder, in which data are that are not where they were; may be repeated"
        ),
    )


def _report_file(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in ENDINGS:
        message = tr(
            "{text} does not end in {endings}", text=text, endings=plainly(either(ENDINGS))
        )
        raise argparse.ArgumentTypeError(message)
    return path


def _sections(text: str) -> tuple[str, ...]:
    try:
        return tuple(SECTIONS.by_id(one.strip()).id for one in text.split(","))
    except UnknownIdError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None


def parse_report(
    arguments: Sequence[str],
    request_of: Callable[[argparse.Namespace, Callable[[str], NoReturn]], Request],
) -> WriteReport:
    """Return what a command line asks for; a mistake in it ends the program with code 2."""
    from evalgui.cli.report import WriteReport

    parser = report_parser()
    options = parser.parse_args(arguments)
    try:
        request = request_of(options, parser.error)
    except DataError as error:
        parser.error(error.message)
    wanted = options.sections or usual_sections()
    return WriteReport(
        files=tuple(options.files),
        request=request,
        out=options.out,
        vocabulary=Vocabulary(options.vocabulary),
        sections=tuple(one for one in wanted if one not in options.without),
        preset=None if options.preset is None else Preset(options.preset),
        paper=options.paper,
        is_card=options.card,
        note="\n".join(options.note),
        pins=tuple(options.pin),
        subgroups=tuple(options.subgroup),
        compared=tuple(dict.fromkeys(options.compare)),
        data_set=options.data_set,
        places=tuple(options.data),
    )
