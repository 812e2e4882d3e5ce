"""``evalgui sample-size``: how many are needed, and what data of a size can support."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from evalgui.cli import values
from evalgui.cli.options import add_format, add_vocabulary
from evalgui.cli.streams import say
from evalgui.cli.strict_parser import Parser, refusal
from evalgui.cli.telling import plainly
from evalgui.core.errors import DataError
from evalgui.core.languages import tr
from evalgui.core.metrics import Vocabulary
from evalgui.core.near_names import meant
from evalgui.core.planning import (
    NOTHING_SAID,
    PLANNED,
    Counted,
    Goal,
    Question,
    Sizes,
)
from evalgui.core.vocabulary import words_in
from evalgui.io.writers.marked import as_json
from evalgui.io.writers.measures import style_of
from evalgui.render import json
from evalgui.render.text import fact_lines, notes
from evalgui.results.topics.planning import needs, support

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from evalgui.core.planning import Assumed, Planned

_EPILOG = tr("""\
examples:
  --measure sensitivity --expect 0.9 --width 0.1 --prevalence 0.2
      positives for a 95 % Wilson interval that is 0.1 wide, and the rows that hold them
  --measure specificity --expect 0.95 --lower 0.9
      negatives for a one-sided 95 % lower limit (Clopper-Pearson) of 0.9
  --measure PPV --expect 0.8 --width 0.1 --prevalence 0.1 --rate 0.9
      positive calls, and the rows that hold them where the sensitivity is 0.9
  --measure AUC --expect 0.85 --se 0.03 --prevalence 0.3
      after Hanley and McNeil (1982)
  --measure McNemar --discordant 0.2 0.1 --power 0.8
      rows that two classifiers must both call, after Connor (1987)
  --measure FMR --claim 0.001
      comparisons without an error for the claim of a rate below 0.001
  --measure O:E --width 0.2 --prevalence 0.1 --logit-sd 1.2
  --measure slope --width 0.3 --prevalence 0.1
      rows for the interval that the program has in the mean study, where logit p is normal
  --measure net-benefit --width 0.05 --prevalence 0.2 --risk-threshold 0.1
  --measure AUC-difference --expect 0.85 --other 0.8 --correlation 0.6 --width 0.1
      DeLong's interval in the mean, of normal scores of the same rows
  --have 150 450 --measure slope
      how wide that interval is
  --have 150 450 --expect 0.9
      what 150 positives and 450 negatives can support

n counts all rows where that follows from what is said, else those that the measure counts, such
as positive calls. The formula has the numbers in it.
""")


def sample_size_parser() -> Parser:
    """Return the parser of ``evalgui sample-size``."""
    parser = Parser(
        prog="evalgui sample-size",
        description=tr("Print how many rows a study needs, or what rows at hand can support."),
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--measure",
        type=_measure,
        metavar="NAME",
        help=tr("what is to be estimated: {known}", known=_known()),
    )
    parser.add_argument(
        "--expect",
        type=values.number,
        metavar="P",
        help=tr("the value that is expected, such as 0.9"),
    )
    _add_goals(parser)
    parser.add_argument(
        "--level",
        type=values.number,
        default=0.95,
        metavar="C",
        help=tr("the confidence, from 0.8 to 0.999 (default: %(default)s)"),
    )
    parser.add_argument(
        "--prevalence", type=values.number, metavar="P", help=tr("the expected share of positives")
    )
    parser.add_argument(
        "--rate",
        type=values.number,
        metavar="R",
        help=tr("of PPV the expected sensitivity, of NPV the expected specificity"),
    )
    for option, metavar, told in (
        (
            "--logit-sd",
            "S",
            tr("of probabilities p: the standard deviation of logit p (default: 1)"),
        ),
        ("--logit-mean", "M", tr("its mean (default: the one that makes the prevalence, 0.2)")),
        ("--risk-threshold", "T", tr("of a net benefit: the risk threshold (default: 0.1)")),
        ("--other", "P", tr("of two AUCs: the other one that is expected")),
        ("--correlation", "R", tr("of their scores, within a class (default: 0.5)")),
    ):
        parser.add_argument(option, type=values.number, metavar=metavar, help=told)
    add_format(parser)
    add_vocabulary(parser)
    return parser


def _add_goals(parser: argparse.ArgumentParser) -> None:
    goals = parser.add_mutually_exclusive_group()
    for goal, metavar, told in (
        (Goal.WIDTH, "W", tr("the width of its two-sided interval")),
        (Goal.STANDARD_ERROR, "S", tr("its standard error")),
        (Goal.LOWER, "L", tr("its one-sided lower limit")),
        (Goal.UPPER, "U", tr("the one-sided upper limit of an error rate")),
        (Goal.CLAIM, "X", tr("an error rate: claimed to be below this where no error is seen")),
    ):
        goals.add_argument(f"--{goal}", type=values.number, metavar=metavar, help=told)
    goals.add_argument(
        "--have",
        type=values.count,
        nargs=2,
        metavar=("POSITIVES", "NEGATIVES"),
        help=tr("rows that there are: print what they can support"),
    )
    parser.add_argument(
        "--discordant",
        type=values.number,
        nargs=2,
        metavar=("P10", "P01"),
        help=tr(
            "of McNemar's test: the shares of rows that one classifier alone, and the other "
            "alone, calls rightly"
        ),
    )
    parser.add_argument(
        "--power",
        type=values.number,
        metavar="P",
        help=tr("of McNemar's test: the chance to find the difference (default: 0.8)"),
    )


def _measure(name: str) -> Planned:
    """Return a measure by any of its names."""
    for one in PLANNED:
        if one.is_called(name):
            return one
    near = meant(name, (word for one in PLANNED for word in (one.word, *one.also)))
    message = tr(
        "{name} cannot be planned. {near}There are {known}",
        name=name,
        near=plainly(near),
        known=_known(),
    )
    raise argparse.ArgumentTypeError(message)


def _known() -> str:
    return ", ".join(one.word for one in PLANNED)


@dataclass(frozen=True, slots=True)
class SampleSize:
    """Print how many are needed.

    Parameters
    ----------
    question
        What is wanted.
    output
        ``"json"`` or ``"table"``.
    vocabulary
        Whose words the table has.
    """

    question: Question
    output: str
    vocabulary: Vocabulary

    def run(self) -> int:
        """Print it, or why not on stderr with exit code 2."""
        try:
            told = needs(self.question)
        except DataError as error:
            return refusal(error)
        if self.output == "json":
            say(as_json("sample-size", json.listed(told.tables[0])[0]) + "\n")
        else:
            style = style_of(words_in(self.vocabulary))
            say("".join(f"{line}\n" for line in fact_lines(told, style)))
        return 0


@dataclass(frozen=True, slots=True)
class Supports:
    """Print what data of a size can support.

    Parameters
    ----------
    sizes
        What they count.
    measure
        The one that is asked about, or None for all.
    expected
        The value that is expected; None where claims alone are asked for.
    level
        The confidence.
    assumed
        What is assumed of the scores, where the measure rests on that.
    output, vocabulary
        As of `SampleSize`.
    """

    sizes: Sizes
    measure: Planned | None
    expected: float | None
    level: float
    assumed: Assumed
    output: str
    vocabulary: Vocabulary

    def run(self) -> int:
        """Print it, or why not on stderr with exit code 2."""
        try:
            told = support(self.sizes, self.expected, self.level, self.measure, self.assumed)
        except DataError as error:
            return refusal(error)
        (table,) = told.tables
        if self.output == "json":
            say(as_json("sample-size", {table.id: json.objects(table)}) + "\n")
        else:
            say("\n".join(notes(table, style_of(words_in(self.vocabulary)))) + "\n")
        return 0


def parse_sample_size(arguments: Sequence[str]) -> SampleSize | Supports:
    """Return what is asked for; a mistake in it ends the program with code 2."""
    parser = sample_size_parser()
    options = parser.parse_args(arguments)
    vocabulary = Vocabulary(options.vocabulary)
    assumed = _assumed(options, parser.error)
    if options.have is not None:
        others = options.prevalence, options.rate, options.power, options.discordant
        if {*others, options.logit_mean} != {None}:
            parser.error(
                tr(
                    "--have goes with --measure, --expect, --level and what is assumed of scores "
                    "alone"
                )
            )
        sizes = Sizes(*options.have)
        return Supports(
            sizes,
            options.measure,
            options.expect,
            options.level,
            assumed,
            options.output,
            vocabulary,
        )
    if options.measure is None:
        parser.error(tr("name what is to be estimated with --measure"))
    goal, aim = _goal(options, parser.error)
    question = Question(
        measure=options.measure,
        goal=goal,
        aim=aim,
        expected=options.expect,
        level=options.level,
        prevalence=options.prevalence,
        rate=options.rate,
        discordant=None if options.discordant is None else tuple(options.discordant),
        assumed=assumed,
    )
    return SampleSize(question, options.output, vocabulary)


_ASSUMED = {
    "mean": "logit_mean",
    "sd": "logit_sd",
    "risk": "risk_threshold",
    "other": "other",
    "correlation": "correlation",
}


def _assumed(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Assumed:
    """Return what is assumed of the scores."""
    said = {field: getattr(options, name) for field, name in _ASSUMED.items()}
    rests_on = frozenset() if options.measure is None else options.measure.rests_on
    for field, value in said.items():
        if value is not None and field not in rests_on:
            known = [one.word for one in PLANNED if field in one.rests_on]
            refuse(
                tr(
                    "{option} belongs to {known}",
                    option=f"--{_ASSUMED[field].replace('_', '-')}",
                    known=", ".join(known),
                )
            )
    return replace(NOTHING_SAID, **{key: one for key, one in said.items() if one is not None})


def _goal(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> tuple[Goal, float]:
    """Return what is wanted of the measure, and how much of it."""
    is_test = options.measure.counted is Counted.PAIRS
    if not is_test and (options.power is not None or options.discordant is not None):
        refuse(tr("--power and --discordant belong to --measure McNemar"))
    if options.rate is not None and options.measure.counted not in {
        Counted.POSITIVE_CALLS,
        Counted.NEGATIVE_CALLS,
    }:
        refuse(tr("--rate belongs to --measure PPV and --measure NPV"))
    for goal in Goal:
        aim = getattr(options, goal.value)
        if aim is not None:
            return goal, aim
    if is_test:
        return Goal.POWER, 0.8
    known = ", ".join(f"--{goal}" for goal in options.measure.goals)
    return refuse(tr("say what is wanted of it: one of {known}", known=known))
