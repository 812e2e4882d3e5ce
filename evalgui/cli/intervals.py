"""Intervals on the command line: their level, their methods, and what they rest on."""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from evalgui.cli import values
from evalgui.cli.telling import plainly
from evalgui.core.consequences.settings import (
    NO_CONSEQUENCES,
    Consequences,
    DateOrder,
    Every,
    OverTime,
    Scale,
    recalibration,
)
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.intervals.at_prevalence import Share
from evalgui.core.intervals.methods import OFFERED, method_named
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.languages import tr
from evalgui.core.registry import UnknownIdError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.consequences.settings import Recalibration
    from evalgui.core.kind import Kind
    from evalgui.core.requirements import Requirement

LIMIT_LEVEL = 0.95
"""The one-sided confidence of limits where nobody says it."""


def add_intervals(parser: argparse.ArgumentParser) -> None:
    """Add the options of intervals."""
    group = parser.add_argument_group(tr("how sure the numbers are"))
    add_level(group)
    group.add_argument(
        "--interval",
        action="append",
        default=[],
        type=_method,
        metavar="KIND=METHOD",
        help=tr(
            "the method of a kind of number; may be repeated, of {known}",
            known="; ".join(
                f"{kind.value}: {', '.join(method.id for method in methods)}"
                for kind, methods in OFFERED.items()
            ),
        ),
    )
    add_worth(group, tr("add the predictive values where the share P of the cases is positive"))
    group.add_argument(
        "--require",
        action="append",
        default=[],
        type=_requirement,
        metavar="REQUIREMENT",
        help=tr(
            "what is required, such as TPR-limit>=0.9 (its one-sided limit), 0.8<=slope<=1.2,"
            " brier<=0.1, net_benefit-limit at 0.1>=0 (at this risk threshold) or 'TPR>=0.85 in"
            " every site' (in each group of this column, rows without a value among them); may be"
            " repeated. Where one is not met, or cannot be told, the exit code is 1"
        ),
    )
    group.add_argument(
        "--group",
        action="extend",
        default=[],
        nargs="+",
        metavar="COL",
        help=tr(
            "tell the groups of a column beside each other, under the one threshold: rates with"
            " intervals, differences, and how far chance alone puts them apart. An expression such"
            " as 'age > 60' is two groups: where it holds, and where not. Two are crossed"
        ),
    )
    group.add_argument(
        "--over",
        metavar="COL",
        help=tr(
            "tell numbers over time, under the one threshold: by the dates of this column, with"
            " what equal periods would show"
        ),
    )
    group.add_argument(
        "--every",
        choices=list(Every),
        type=Every,
        help=tr("how long a period of --over is (default: month)"),
    )
    group.add_argument(
        "--date-order",
        choices=list(DateOrder),
        type=DateOrder,
        help=tr("how 03/04/2025 is meant in --over, where no cell tells"),
    )
    group.add_argument(
        "--against",
        default=NO_CONSEQUENCES.against,
        metavar="GROUP",
        help=tr(
            "what groups are set beside: pooled (all rows), largest, pairs (each two of them), or"
            " one by its name, '(missing)' for that without a value (default: %(default)s)"
        ),
    )
    group.add_argument(
        "--few",
        type=values.positive,
        default=NO_CONSEQUENCES.few,
        metavar="N",
        help=tr(
            "groups with fewer rows of the class concerned are told, and take no part in gaps and"
            " p (default: %(default)s)"
        ),
    )
    group.add_argument(
        "--fta",
        action="append",
        default=[],
        type=_failures,
        metavar="K/N|COL",
        help=tr(
            "failures to acquire, k of the n attempts: folded into the error rates of"
            " transactions. Given twice, of genuine and of impostor attempts. Or the column, or an"
            " expression, that says of each row whether it failed, those without a score among them"
        ),
    )
    group.add_argument(
        "--fte",
        type=_failures,
        metavar="K/N|COL",
        help=tr(
            "failures to enrol, k of n enrolments, or the column, or an expression, that says of"
            " whom: each subject counts once"
        ),
    )
    group.add_argument(
        "--class-cost",
        action="append",
        default=[],
        type=_class_cost,
        metavar="TRUTH->CALL=COST",
        help=tr(
            "of several classes, what it costs to call a row of one class another one (a right"
            " call costs 0 and a wrong one 1): what the calls cost, and which cost least by the"
            " probabilities; may be repeated"
        ),
    )
    group.add_argument(
        "--reference-accuracy",
        type=_accuracy,
        metavar="SE/SP",
        help=tr(
            "sensitivity and specificity of the reference that stands for the truth, where it"
            " errs: what the test is worth then, and between which bounds"
        ),
    )
    group.add_argument(
        "--calls",
        action="extend",
        default=[],
        nargs="+",
        metavar="COL",
        help=tr(
            "tell what readers call beside each other, each in a column with the names of the"
            " classes, such as without and with help: rates with intervals, paired differences with"
            " their tests, which calls differ and who is right, and how well they agree"
        ),
    )
    group.add_argument(
        "--iapar",
        type=_failures,
        metavar="K/N|COL",
        help=tr(
            "of presentation attacks: k of the n of one species that the comparison matched, or"
            " the column with its decision; with --fta it makes RIAPAR"
        ),
    )
    group.add_argument(
        "--alpha",
        type=_told(lambda found: Consequences(alpha=found)),
        default=NO_CONSEQUENCES.alpha,
        metavar="A",
        help=tr(
            "what FMR counts in a summary of FMR and FNMR by group, such as GARBE"
            " (default: %(default)s)"
        ),
    )
    group.add_argument(
        "--fmr-target",
        type=_told(lambda found: Consequences(fmr_target=found)),
        metavar="F",
        help=tr(
            "the FMR that each group of probes with each group of references is set beside"
            " (default: that of --at fmr=F)"
        ),
    )


def add_worth(group: argparse._ActionsContainer, prevalence: str) -> None:
    """Add the options of what acting on a call is worth, and say what a prevalence does."""
    group.add_argument(
        "--prevalence",
        type=_prevalence,
        metavar="P",
        help=tr(
            "{what}: a number, or K/M of another study, which widens their intervals",
            what=prevalence,
        ),
    )
    group.add_argument(
        "--score-kind",
        choices=list(Scale),
        type=Scale,
        metavar="KIND",
        help=tr("what the scores are: {kinds}", kinds=", ".join(Scale)),
    )
    group.add_argument(
        "--risk-threshold",
        action="append",
        default=[],
        type=_told(lambda found: Consequences(risks=(found,))),
        metavar="T",
        help=tr(
            "the probability from which on acting is worth it: add what the threshold is worth"
            " there; may be repeated"
        ),
    )
    group.add_argument(
        "--recalibrate",
        type=_recalibration,
        metavar="METHOD",
        help=tr(
            "what the score would be, recalibrated on these data: a score beside it, each value of"
            " which was made without its row; logistic, intercept, isotonic, beta or prevalence=P."
            " The scores have to be declared with --score-kind"
        ),
    )


def add_level(parser: argparse._ActionsContainer) -> None:
    """Add the option that says how sure intervals are to be."""
    parser.add_argument(
        "--level",
        type=values.level,
        default=DEFAULT_INTERVALS.level,
        metavar="L",
        help=tr("the confidence of the intervals, from 0.8 to 0.999 (default: %(default)s)"),
    )


def interval_settings(options: argparse.Namespace) -> IntervalSettings:
    """Return what was said about intervals."""
    share = options.prevalence
    methods = dict(getattr(options, "interval", ()))
    if share is None:
        return IntervalSettings(options.level, methods)
    people = None if share.n is None else int(share.n)
    return IntervalSettings(options.level, methods, share.value, people)


def consequences_of(options: argparse.Namespace) -> Consequences:
    """Return what was said about consequences."""
    level, matched = getattr(options, "limit_level", None), getattr(options, "iapar", None)
    acquiring, enrolling = getattr(options, "fta", ()), getattr(options, "fte", None)
    if len(acquiring) > 1 and any(isinstance(one, str) for one in acquiring):
        message = phrase("--fta takes counts, or one column, and not both")
        raise DataError(
            message, hint=phrase("The column tells genuine from impostor attempts by the truth")
        )
    return Consequences(
        options.score_kind,
        tuple(options.risk_threshold),
        tuple(getattr(options, "require", ())),
        LIMIT_LEVEL if level is None else level,
        groups=tuple(getattr(options, "group", ())),
        over=_over(options),
        acquiring=tuple(one for one in acquiring if isinstance(one, tuple)),
        enrolling=enrolling if isinstance(enrolling, tuple) else None,
        acquiring_by=next((one for one in acquiring if isinstance(one, str)), ""),
        enrolling_by=enrolling if isinstance(enrolling, str) else "",
        iapar=matched if isinstance(matched, tuple) else None,
        matched=matched if isinstance(matched, str) else "",
        alpha=getattr(options, "alpha", NO_CONSEQUENCES.alpha),
        against=getattr(options, "against", NO_CONSEQUENCES.against),
        few=getattr(options, "few", NO_CONSEQUENCES.few),
        reference=getattr(options, "reference_accuracy", None),
        fmr_target=getattr(options, "fmr_target", None),
        class_costs=tuple(getattr(options, "class_cost", ())),
        readers=tuple(dict.fromkeys(getattr(options, "calls", ()))),
    )


def _over(options: argparse.Namespace) -> OverTime | None:
    """Return over which dates numbers are told.

    Raises
    ------
    DataError
        If nothing says which column has them.
    """
    column, every = getattr(options, "over", None), getattr(options, "every", None)
    order = getattr(options, "date_order", None)
    if column is None and (every or order):
        message = phrase("{option} needs --over", option="--every" if every else "--date-order")
        raise DataError(message, hint=phrase("Say which column has the dates: --over COLUMN"))
    return None if column is None else OverTime(column, every or Every.MONTH, order)


def _prevalence(text: str) -> Share:
    """Return a prevalence: a number, or k of the m of another study."""
    found, slash, people = text.partition("/")
    if slash and not (found.strip().isdecimal() and people.strip().isdecimal()):
        message = tr("'{text}' is no share such as 12/200", text=text)
        raise argparse.ArgumentTypeError(message)
    share = Share(int(found), int(people)) if slash else Share(values.number(text))
    try:
        IntervalSettings(prevalence=share.value if share.n != 0 else math.nan)
    except ValueError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
    return share


def _told(say: Callable[[float], Consequences]) -> Callable[[str], float]:
    """Return what takes a number that consequences may be told."""

    def found(text: str) -> float:
        number = values.number(text)
        try:
            say(number)
        except ValueError as error:
            raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
        return number

    return found


def _class_cost(text: str) -> tuple[str, str, float]:
    """Return the true class, the called one, and what that costs."""
    pair, equals, cost = text.rpartition("=")
    truth, arrow, call = pair.partition("->")
    if not (equals and arrow):
        message = tr("'{text}' is no cost such as 'ill->well=10'", text=text)
        raise argparse.ArgumentTypeError(message)
    found = truth.strip(), call.strip(), values.number(cost)
    try:
        Consequences(class_costs=(found,))
    except ValueError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
    return found


def _accuracy(text: str) -> tuple[float, float]:
    """Return the sensitivity and the specificity of a reference."""
    sensitivity, slash, specificity = text.partition("/")
    if not slash:
        message = tr("'{text}' is no sensitivity and specificity such as 0.9/0.95", text=text)
        raise argparse.ArgumentTypeError(message)
    found = values.number(sensitivity), values.number(specificity)
    try:
        Consequences(reference=found)
    except ValueError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
    return found


def _failures(text: str) -> tuple[int, int] | str:
    """Return how many of how many attempts failed, or the column that says so."""
    k, slash, n = text.partition("/")
    if not (slash and k.strip().isdecimal() and n.strip().isdecimal()):
        if not text.strip() or slash or text.strip().isdecimal():
            message = tr(
                "'{text}' is no number of failures such as 12/600, and no column", text=text
            )
            raise argparse.ArgumentTypeError(message)
        return text
    found = int(k), int(n)
    try:
        Consequences(enrolling=found)
    except ValueError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
    return found


def _requirement(text: str) -> Requirement:
    """Return a requirement."""
    from evalgui.results.topics.requirements import required  # and what results are made of

    try:
        return required(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None


def recalibrated_of(options: argparse.Namespace) -> tuple[Recalibration, ...]:
    """Return what is to be recalibrated.

    Raises
    ------
    DataError
        If scores are not declared probabilities.
    """
    if options.recalibrate is None:
        return ()
    one = math.nan if options.score_kind is None else options.score_kind.of_one
    if math.isnan(one):
        message = phrase("--recalibrate needs scores that are probabilities")
        raise DataError(
            message, hint=phrase("Say --score-kind probability, or percent, where they are")
        )
    return (replace(options.recalibrate, one=one),)


def _recalibration(text: str) -> Recalibration:
    """Return how a score is recalibrated."""
    try:
        return recalibration(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None


def _method(text: str) -> tuple[Kind, str]:
    """Return a kind of number and a method of it, such as ``proportion=clopper-pearson``."""
    try:
        return method_named(text)
    except UnknownIdError as error:
        raise argparse.ArgumentTypeError(plainly(sentence_of(error))) from None
