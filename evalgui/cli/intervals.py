"""Intervals on the command line: their level, their methods, and what they rest on."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from evalgui.cli import values
from evalgui.core.intervals.methods import OFFERED, method_named
from evalgui.core.intervals.settings import DEFAULT_INTERVALS, IntervalSettings
from evalgui.core.registry import UnknownIdError

if TYPE_CHECKING:
    from evalgui.core.kind import Kind


def add_intervals(parser: argparse.ArgumentParser) -> None:
    """Add the options of intervals."""
    group = parser.add_argument_group("how sure the numbers are")
    add_level(group)
    group.add_argument(
        "--interval",
        action="append",
        default=[],
        type=_method,
        metavar="KIND=METHOD",
        help="the method of a kind of number; may be repeated, of "
        + "; ".join(
            f"{kind.value}: {', '.join(method.id for method in methods)}"
            for kind, methods in OFFERED.items()
        ),
    )
    group.add_argument(
        "--prevalence",
        type=_prevalence,
        metavar="P",
        help="add the predictive values where the share P of the cases is positive",
    )


def add_level(parser: argparse._ActionsContainer) -> None:
    """Add the option that says how sure intervals are to be."""
    parser.add_argument(
        "--level",
        type=values.level,
        default=DEFAULT_INTERVALS.level,
        metavar="L",
        help="the confidence of the intervals, from 0.8 to 0.999 (default: %(default)s)",
    )


def interval_settings(options: argparse.Namespace) -> IntervalSettings:
    """Return what was said about intervals."""
    return IntervalSettings(options.level, dict(options.interval), options.prevalence)


def _prevalence(text: str) -> float:
    """Return a prevalence."""
    value = values.number(text)
    try:
        IntervalSettings(prevalence=value)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return value


def _method(text: str) -> tuple[Kind, str]:
    """Return a kind of number and a method of it, such as ``proportion=clopper-pearson``."""
    try:
        return method_named(text)
    except UnknownIdError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
