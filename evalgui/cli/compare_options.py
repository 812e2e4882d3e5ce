"""The options of ``evalgui compare``, and their help."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from evalgui.cli import values
from evalgui.cli.bootstrap_options import add_measures_drawn, add_replicates
from evalgui.cli.intervals import add_level, add_worth
from evalgui.cli.options import add_format, add_guard, data_parser
from evalgui.cli.rule_options import asked
from evalgui.cli.tables import OF_PAIRS
from evalgui.core.languages import tr
from evalgui.core.linked_thresholds import Link

if TYPE_CHECKING:
    from evalgui.cli.strict_parser import Parser

_EPILOG = tr("""\
Scores of one file, and of two files that are joined by their ids, are compared on the rows that
have both (paired); scores of two other files each on rows of its own. Differences are those of
the first score less the second.

  areas             DeLong, with the p value of the normal distribution; where subjects were
                    drawn and are named (--subject) with Obuchowski's variance; of three scores
                    and more one chi-square of all areas, too
  rates             Newcombe's method 10, and McNemar's test where the rows are the same: exact
                    below 25 rows on which one score alone is right
  predictive values the generalised score of Leisenring, Alonzo and Pepe
  both by subject   MOVER of Wilson limits with effective n where subjects were drawn, and the p
                    value that follows from it

  at an equal rate  where --at names a sensitivity, a specificity, FMR or FNMR for all: what is left
                    free has an interval that knows how the thresholds were chosen

  --bootstrap N     draws rows, or subjects, again, both scores of a row together: intervals of
                    areas, of AP, EER, FNMR at each FMR, F1, MCC or --measures, with p values,
                    and by subject of the rate that is left free at an equal one

  net benefit       of scores that are declared probabilities (--score-kind) at each
                    --risk-threshold, else of each threshold there: on the same rows with an
                    interval for pairs; how probable it is that each, treating all or nobody is
                    best; and what perfect information would be worth

Of three scores and more each pair is compared, and Holm's p stands beside p.

Below the differences stand the equal error rate and FNMR at each FMR of every score, with
intervals.
""")


def compare_parser() -> Parser:
    """Return the parser of ``evalgui compare``."""
    parser = data_parser(
        "evalgui compare",
        tr("Compare scores: their areas by DeLong, their rates at a threshold of each."),
        help_of_files=tr("one file with several scores, or two files; - is the standard input"),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument(
        "--threshold",
        action="append",
        default=[],
        type=values.threshold,
        metavar="T",
        help=tr("positive when score >= T; once for all scores, or once for each in their order"),
    )
    chosen.add_argument(
        "--at",
        action="append",
        default=[],
        type=asked,
        metavar="RULE[=X]",
        help=tr(
            "let a rule choose the threshold (default: youden; eer where a class is of "
            "impostors), such as sensitivity=0.95; once for all scores, or once for each"
        ),
    )
    parser.add_argument(
        "--link",
        choices=[link.value for link in Link],
        default=Link.NONE.value,
        help=tr(
            "what the thresholds of the others have in common with that of the first: its value, "
            "its false positive rate (the most lenient with at most that), its sensitivity (the "
            "strictest with at least that), or nothing (default: %(default)s)"
        ),
    )
    parser.add_argument(
        "--against-rest",
        default="",
        metavar="EXPR",
        help=tr(
            "compare the rows that an expression chooses, such as 'sex == \"w\"', with all others "
            "under one score: independent groups, at the threshold of all rows"
        ),
    )
    add_level(parser)
    add_worth(parser, tr("compare net benefit where the share P of the cases is positive"))
    drawn = add_replicates(
        parser,
        tr("bootstrap intervals"),
        tr("the difference of each two areas, and the percentile interval of other differences"),
    )
    add_measures_drawn(drawn)
    parser.add_argument(
        "--out",
        type=values.table_file,
        metavar="FILE",
        help=tr("write a table instead, in the format that the name ends in"),
    )
    parser.add_argument(
        "--table",
        choices=OF_PAIRS,
        default="",
        metavar="NAME",
        help=tr(
            "which table: comparison, the differences (with --out the default); or discordant, "
            "the rows that one of both alone calls rightly, with both scores and all columns of "
            "the file. Without --out it is printed"
        ),
    )
    add_guard(parser)
    add_format(parser)
    return parser
