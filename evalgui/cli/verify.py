"""``evalgui verify``: whether this installation computes what is known."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from evalgui.cli.commands import UNMET, printed
from evalgui.cli.strict_parser import Parser
from evalgui.core.languages import tr
from evalgui.core.vocabulary import Vocabulary, words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

_EPILOG = tr(
    """\
examples:
  evalgui verify
  evalgui verify --out report.html --qualification form.md

It compares more than 2,000 results that come with the program with what is computed here: worked
examples of the source texts, values and intervals of other programs, operating points, a file of
each format, the window with a line that is dragged, and a report. Nothing is sent anywhere.

exit code: 0 if all are as expected, 1 if one is not, 2 if it could not be carried out.
"""
)
_WINDOW = frozenset({"window"})


@dataclass(frozen=True, slots=True)
class Verify:
    """Compare known results with those of here.

    Parameters
    ----------
    out
        Where the report goes, a web page or PDF; None for none.
    qualification
        Where the form for quality goes, Markdown; None for none.
    without_window
        Whether the window is left out, as where Qt cannot be loaded.
    """

    out: Path | None = None
    qualification: Path | None = None
    without_window: bool = False

    def run(self) -> int:
        """Compare, and say what came of it; return the exit code."""
        failed: list[object] = []
        code = printed(lambda: self._text(failed))
        return UNMET if not code and failed else code

    def _text(self, failed: list[object]) -> str:
        from evalgui.io.keeping.safe_writing import write_safely
        from evalgui.io.reporting.report_file import write
        from evalgui.io.verifying.report import form, lines, report
        from evalgui.io.verifying.verification import verify

        words = words_in(Vocabulary.MACHINE_LEARNING)
        found = verify(without=_WINDOW if self.without_window else frozenset())
        failed += found.failed
        if self.out is not None:
            write(report(found, words), self.out)
        if self.qualification is not None:
            write_safely(self.qualification, form(found, words).encode("utf-8"))
        return "\n".join(lines(found, words))


def verify_parser() -> Parser:
    """Return the parser of ``evalgui verify``."""
    parser = Parser(
        prog="evalgui verify",
        description=tr("Compare results that are known with what this installation computes."),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=tr("write each result beside the known one, as a web page (.html) or PDF (.pdf)"),
    )
    parser.add_argument(
        "--qualification",
        type=Path,
        metavar="FILE",
        help=tr("write a form for a quality department (IQ, OQ, PQ), filled in, as Markdown"),
    )
    parser.add_argument(
        "--without-window",
        action="store_true",
        help=tr("leave the window out, as where there is no Qt"),
    )
    return parser


def parse_verify(arguments: Sequence[str]) -> Verify:
    """Return what ``evalgui verify`` is asked for."""
    options = verify_parser().parse_args(arguments)
    return Verify(options.out, options.qualification, options.without_window)
