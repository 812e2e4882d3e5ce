"""What comes of an evaluation: all numbers of one operating point, and the way to others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.curves import curve_by_id
from evalgui.core.errors import DataError
from evalgui.core.vocabulary import words_in
from evalgui.interface.shown import Shown
from evalgui.interface.spelling import told_in_python
from evalgui.render.frames import long_frame
from evalgui.results.topics.curves import points

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    import pandas as pd

    from evalgui.core.ranking import Ranking
    from evalgui.interface.comparison import Comparison
    from evalgui.interface.plotted import Plot


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evaluation(Shown):
    """All numbers of a data set at one operating point. It never changes.

    It is made by `evalgui.evaluate`. Undefined numbers are NaN with a reason beside them;
    intervals have the level and the methods that were asked for.

    Examples
    --------
    >>> import evalgui
    >>> found = evalgui.evaluate(truth=[1, 1, 0, 0, 1], score=[0.9, 0.8, 0.7, 0.2, 0.1])
    >>> found
    Evaluation of arrays: positive (1) when score >= 0.8, by youden; TP 2, FP 0, FN 1, TN 2
    >>> found.value("TPR")
    0.6666666666666666
    >>> found.at(0.15).counts
    Counts(tp=2, fp=2, fn=1, tn=0)
    >>> found.at("sensitivity", sensitivity=1).threshold
    0.1
    """

    # ---------------------------------------------------------------------------------- curves

    @property
    def roc(self) -> pd.DataFrame:
        """Every vertex of the ROC curve: ``threshold``, ``FPR``, ``TPR``."""
        return self.curve("roc")

    def curve(self, curve: str) -> pd.DataFrame:
        """Return every vertex of a curve.

        Parameters
        ----------
        curve
            ``"roc"``, ``"pr"``, ``"det"`` or any other id of ``evalgui evaluate --curve``.

        Returns
        -------
        pandas.DataFrame
            ``threshold`` in the units of the score, then a column for each measure, under its
            id. The first vertex calls nothing positive; NaN is an undefined value.

        Raises
        ------
        DataError
            If there is no such curve, or no score.
        """
        with told_in_python():
            wanted = curve_by_id(curve)
        return long_frame(points(wanted, self._ranking()))

    def _ranking(self) -> Ranking:
        ranking = self._snapshot.ranking
        if ranking is None:
            hint = "Name a column with score=, or a class with positive="
            raise DataError("there is no score of one class", where=self.name, hint=hint)
        return ranking

    # --------------------------------------------------------------------- other operating points

    def at(
        self, place: float | str, *, prespecified: bool = False, **parameters: float | str
    ) -> Evaluation:
        """Return the same data at another operating point.

        Parameters
        ----------
        place
            A threshold in the units of the score, ``"none"`` for the one that calls nothing; or
            a rule, such as ``"youden"`` or ``"sensitivity=0.95"``.
        prespecified
            Whether a threshold that is given was settled before these data were seen. No rule
            chooses such a one again, so that it has no out-of-bag values.
        **parameters
            What is set in the rule, by the ids of `rules`, with ``_`` for ``-``:
            ``at("cost", cost_fn=5)``.

        Raises
        ------
        DataError
            If there is no score or no such rule, or it finds no threshold.
        """
        from evalgui.interface.threshold_argument import placing

        with told_in_python():
            placed = placing(place, parameters, prespecified=prespecified)
            found = self._answer.assessed
            again = found.request.reselection if placed.rule is not None else None
            request = replace(found.request, placing=placed, reselection=again)
            snapshot = placed.on(found.snapshot, self.name, needs_score=True)
            known = replace(found, snapshot=snapshot, request=request)
        return Evaluation(replace(self._answer, assessed=known))

    def compare(  # noqa: PLR0913 - as on the command line, all by name
        self,
        *others: Any,  # noqa: ANN401 - names, columns or evaluations
        threshold: float | str | None = None,
        at: str | None = None,
        link: str = "none",
        level: float | None = None,
        bootstrap: int | None = None,
        seed: int | None = None,
        paired: bool | None = None,
    ) -> Comparison:
        """Compare this score with others: areas, rates, and tests of their differences.

        Parameters
        ----------
        *others
            Columns of the same data by name, other scores of the same rows, or evaluations.
            Evaluations keep their thresholds.
        threshold, at
            Where the thresholds of scores are that have none yet; by default where this
            evaluation was asked to have its own.
        link
            What these thresholds have in common with this one instead: its ``"value"``, its
            ``"fpr"`` or its ``"sensitivity"``.
        level, bootstrap, seed
            As of `evaluate`; the level is that of this evaluation.
        paired
            Whether an evaluation is of the same rows. By default it is if it is of the same
            data, or of the same array of true classes.

        Raises
        ------
        DataError
            If there is no such score, or they cannot be compared.
        """
        from evalgui.interface.comparison import compared, how

        known = {"threshold": threshold, "at": at, "level": level}
        known |= {"bootstrap": bootstrap, "seed": seed}
        with told_in_python():
            wanted = how(self._answer.assessed.request, known, link, paired)
            columns = [
                one._answer if isinstance(one, Evaluation) else one  # noqa: SLF001 - of its kind
                for one in others
            ]
            return compared(self._answer, columns, wanted)

    # --------------------------------------------------------------------------------- tables

    def table(self, table: str) -> pd.DataFrame:
        """Return a table of results, as ``evalgui table --table`` writes it.

        Parameters
        ----------
        table
            ``"measures"``, ``"matrix"``, ``"classes"``, ``"rules"``, ``"criterion"``,
            ``"rows"``, ``"import-log"`` or ``"curve-"`` with the id of a curve.

        Raises
        ------
        DataError
            If there is no such table, or nothing that it could hold.
        """
        from evalgui.interface.comparison import frame_of
        from evalgui.io.writers.tables import Contents

        answer = self._answer
        contents = Contents(
            answer.assessed.snapshot, answer.assessed.loaded, words_in(answer.vocabulary)
        )
        with told_in_python():
            return frame_of(table, contents)

    def rules(self) -> pd.DataFrame:
        """Return the threshold that each rule chooses, with what it does there."""
        return self.table("rules")

    def rows(self) -> pd.DataFrame:
        """Return the rows that are assessed, with score, call and outcome."""
        return self.table("rows")

    def plot(self, plot: str | None = None) -> Plot:
        """Return a plot as SVG: notebooks show it, and it can be saved.

        Parameters
        ----------
        plot
            ``"roc"``, ``"pr"``, ``"det"``, ``"histogram"``, ``"calibration"`` or any other plot of
            the window that there is of these data, in the words of the vocabulary. None for the ROC
            curve, in the words of biometrics for the DET curve.

        Raises
        ------
        DataError
            If there is no such plot, or nothing to draw, and why.
        """
        from evalgui.interface.plotted import plot as drawn

        with told_in_python():
            return drawn(self._answer, plot)

    def report(
        self,
        path: str | PathLike[str],
        *,
        sections: Sequence[str] | None = None,
        preset: str | None = None,
        card: bool = False,
    ) -> None:
        """Write a report that can be read without this program.

        Parameters
        ----------
        path
            A name that ends in ``.html`` or ``.pdf``.
        sections
            The ids of the sections that are wanted; None for all.
        preset
            Whose checklist it has; None for that of the vocabulary.
        card
            Whether the card of one page is wanted.

        Raises
        ------
        EvalguiError
            If there is no such section or preset, or the file cannot be written.
        """
        from evalgui.interface.reporting import write

        with told_in_python():
            write(self._answer, path, sections, preset, is_card=card)
