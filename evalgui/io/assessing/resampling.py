"""What is drawn again, without a window: for intervals, and to see how stable a rule is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.bootstrap.sizes import BINS
from evalgui.core.errors import DataError
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.bootstrap.run import Replicates
    from evalgui.core.comparing import Candidate, Pair
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.stability import Stability


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
        The ids of the measures whose intervals are wanted beside those of the areas; of
        differences those that are usual where none are named.
    binned
        Whether the scores are put into groups first.
    """

    n_replicates: int
    seed: int
    measures: tuple[str, ...] = ()
    binned: bool = False

    def of(self, snapshot: Snapshot, *, with_lines: bool = False) -> Replicates:
        """Return what comes of drawing what is shown again, with the lines of curves or without.

        Raises
        ------
        DataError
            If nothing can be drawn.
        """
        # When it is wanted, and after the options are read.
        from evalgui.core.bootstrap.run import bootstrap
        from evalgui.core.redraw import plan_of

        plan = plan_of(
            snapshot,
            n_replicates=self.n_replicates,
            seed=self.seed,
            n_bins=BINS if self.binned else None,
            with_lines=with_lines and snapshot.ranking is not None,
        )
        return bootstrap(plan)

    def on(self, pair: Pair, first: Candidate, second: Candidate) -> Pair:
        """Return a comparison with the differences in rows that are drawn again.

        Parameters
        ----------
        pair
            The comparison.
        first, second
            What is compared.

        Raises
        ------
        DataError
            If nothing can be drawn.
        """
        from evalgui.core.comparing import draw_again  # when asked for

        return draw_again(
            pair,
            first,
            second,
            n_replicates=self.n_replicates,
            seed=self.seed,
            measures=self.measures,
            n_bins=BINS if self.binned else None,
        )


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

    def of(self, snapshot: Snapshot) -> Stability:
        """Let the rule of the threshold choose again in every replicate.

        Raises
        ------
        DataError
            If no rule chose the threshold, or nothing can be drawn.
        """
        # When it is wanted, and after the options are read.
        from evalgui.core.bootstrap.reselection import reselect
        from evalgui.core.redraw import plan_of

        ranking, source = snapshot.ranking, snapshot.provenance
        where = "" if snapshot.dataset is None else snapshot.dataset.name
        if ranking is None or source is None or not source.is_by_rule:
            message = phrase("no rule chose the threshold, so that nothing can be chosen again")
            raise DataError(message, where=where, hint=phrase("Name a rule with --at"))
        rule = rule_by_id(source.rule or "")
        choice = choose(rule, ranking.table.steps, ranking.score, dict(source.parameters))
        return reselect(choice, plan_of(snapshot, n_replicates=self.n_replicates, seed=self.seed))
