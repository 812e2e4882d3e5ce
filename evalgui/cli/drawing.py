"""Bootstrap intervals on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from evalgui.cli import values
from evalgui.core.bootstrap.sizes import BINS, REPLICATES

if TYPE_CHECKING:
    import argparse
    from argparse import _ArgumentGroup
    from collections.abc import Callable, Sequence

    from evalgui.core.api import Snapshot
    from evalgui.core.comparing import Candidate
    from evalgui.core.comparing.drawn import DrawnDifference


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be drawn again.

    Parameters
    ----------
    n_replicates
        How often.
    seed
        Where the random numbers begin.
    measures
        The ids of the measures whose intervals are wanted beside those of the areas.
    binned
        Whether the scores are put into groups first.
    """

    n_replicates: int
    seed: int
    measures: tuple[str, ...] = ()
    binned: bool = False

    def of(self, snapshot: Snapshot, curves: Sequence[str] = ()) -> dict[str, Any]:
        """Return the intervals of what is shown (`evalgui.io.writers.bootstrap.bootstrapped`).

        With ids of curves, the bands of these, too.

        Raises
        ------
        DataError
            If nothing can be drawn.
        """
        # When it is wanted, and after the options are read.
        from evalgui.core.bootstrap.run import bootstrap
        from evalgui.core.redraw import plan_of
        from evalgui.io.writers.bootstrap import bands, bootstrapped

        plan = plan_of(
            snapshot,
            n_replicates=self.n_replicates,
            seed=self.seed,
            n_bins=BINS if self.binned else None,
            with_lines=bool(curves) and snapshot.ranking is not None,
        )
        drawn, level = bootstrap(plan), snapshot.inputs.intervals.level
        found = bootstrapped(drawn, snapshot, self.measures, level)
        return found | bands(drawn, snapshot, curves, level)

    def of_difference(
        self, first: Candidate, second: Candidate, *, is_paired: bool
    ) -> DrawnDifference:
        """Return the difference of the areas of two scores, of rows that are drawn again.

        Parameters
        ----------
        first, second
            As of `evalgui.core.comparing.compare_paired`.
        is_paired
            Whether both are scores of the same rows.

        Raises
        ------
        DataError
            If nothing can be drawn.
        """
        from evalgui.core.comparing.drawn import draw_paired, draw_unpaired  # when asked for

        n, seed = self.n_replicates, self.seed
        rows = first.has_score, second.has_score
        if is_paired:
            rows = rows[0] & rows[1], rows[0] & rows[1]
        one, other = first.of_rows(rows[0]), second.of_rows(rows[1])
        draw = draw_paired if is_paired else draw_unpaired
        return draw(one, other, n_replicates=n, seed=seed)


@dataclass(frozen=True, slots=True)
class Reselection:
    """What is drawn again to see how stable the rule of the threshold is.

    Parameters
    ----------
    n_replicates, seed
        As of `Drawing`.
    """

    n_replicates: int
    seed: int

    def of(self, snapshot: Snapshot) -> dict[str, Any]:
        """Return how stable the rule is (`evalgui.io.writers.stability.stability`).

        Raises
        ------
        DataError
            If no rule chose the threshold, or nothing can be drawn.
        """
        from evalgui.io.writers.stability import stability  # after the options are read

        return stability(snapshot, self.n_replicates, self.seed)


def add_replicates(parser: argparse.ArgumentParser, title: str, of: str) -> _ArgumentGroup:
    """Add the options that say how often something is drawn again, and return their group."""
    drawn = parser.add_argument_group(title)
    drawn.add_argument(
        "--bootstrap",
        type=values.replicates,
        metavar="N",
        help=f"draw the data again N times ({REPLICATES} are usual), as they were sampled, and add "
        f"the percentile and the BCa interval of {of}",
    )
    drawn.add_argument(
        "--seed",
        type=values.seed,
        metavar="S",
        help="where the random numbers begin (default: 0): the same seed gives the same numbers",
    )
    return drawn


def add_bootstrap(parser: argparse.ArgumentParser) -> None:
    """Add the options of bootstrap intervals."""
    title = "bootstrap intervals, of one class against the rest"
    drawn = add_replicates(parser, title, "each area")
    drawn.add_argument(
        "--stability",
        type=values.replicates,
        metavar="N",
        help=f"let the rule of --at choose again in N replicates ({REPLICATES} are usual), and add "
        "where its thresholds lie, and what to expect of new rows (out of bag)",
    )
    drawn.add_argument(
        "--measures",
        type=values.measures,
        default=(),
        metavar="ID,...",
        help="measures at the threshold that get bootstrap intervals, too, such as TPR,PPV",
    )
    drawn.add_argument(
        "--binned",
        action="store_true",
        help=f"put the scores into some {BINS} groups first: much faster with many rows, and the "
        "bracket that this adds is stated",
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
            refuse(f"{option} needs --bootstrap")
    return None


def reselection_of(options: argparse.Namespace) -> Reselection | None:
    """Return how often the rule is to choose again, None where nobody wants to know."""
    return None if options.stability is None else Reselection(options.stability, options.seed or 0)
