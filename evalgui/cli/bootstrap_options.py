"""Bootstrap intervals on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from evalgui.cli import values
from evalgui.core.bootstrap.sizes import BINS, REPLICATES
from evalgui.core.languages import tr
from evalgui.io.assessing import Drawing, Reselection

if TYPE_CHECKING:
    import argparse
    from argparse import _ArgumentGroup
    from collections.abc import Callable


def add_replicates(parser: argparse.ArgumentParser, title: str, of: str) -> _ArgumentGroup:
    """Add the options that say how often something is drawn again, and return their group."""
    drawn = parser.add_argument_group(title)
    drawn.add_argument(
        "--bootstrap",
        type=values.replicates,
        metavar="N",
        help=tr(
            "draw the data again N times ({usual} are usual), as they were sampled, and add "
            "the BCa and the percentile interval of {of}",
            usual=REPLICATES,
            of=of,
        ),
    )
    drawn.add_argument(
        "--seed",
        type=values.seed,
        metavar="S",
        help=tr(
            "where the random numbers begin (default: 0): the same seed gives the same numbers"
        ),
    )
    return drawn


def add_bootstrap(parser: argparse.ArgumentParser) -> None:
    """Add the options of bootstrap intervals."""
    title = tr("bootstrap intervals, of one class against the rest")
    drawn = add_replicates(parser, title, tr("each area"))
    drawn.add_argument(
        "--stability",
        type=values.replicates,
        metavar="N",
        help=tr(
            "let the rule of --at choose again in N replicates ({usual} are usual), "
            "and add where its thresholds lie, and what to expect of new rows (out of bag)",
            usual=REPLICATES,
        ),
    )
    add_measures_drawn(drawn)


def add_measures_drawn(drawn: _ArgumentGroup) -> None:
    """Add the options that say of what rows are drawn again, and whether of groups of scores."""
    drawn.add_argument(
        "--measures",
        type=values.measures,
        default=(),
        metavar="ID,...",
        help=tr("measures at the threshold that get bootstrap intervals, too, such as TPR,PPV"),
    )
    drawn.add_argument(
        "--binned",
        action="store_true",
        help=tr(
            "put the scores into some {n} groups first: much faster with many rows, and "
            "the bracket that this adds is stated",
            n=BINS,
        ),
    )


def drawing_of(options: argparse.Namespace, refuse: Callable[[str], NoReturn]) -> Drawing | None:
    """Return what is to be drawn again, None for nothing; refuse what is said without need."""
    measures, binned = getattr(options, "measures", ()), getattr(options, "binned", False)
    if options.bootstrap is not None:
        return Drawing(options.bootstrap, options.seed or 0, measures, binned=binned)
    said = {
        "--seed": options.seed is not None and getattr(options, "stability", None) is None,
        "--measures": bool(measures),
        "--binned": binned,
    }
    for option, is_said in said.items():
        if is_said:
            refuse(tr("{option} needs --bootstrap", option=option))
    return None


def reselection_of(options: argparse.Namespace) -> Reselection | None:
    """Return how often the rule is to choose again, None where nobody wants to know."""
    return None if options.stability is None else Reselection(options.stability, options.seed or 0)
