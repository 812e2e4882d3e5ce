"""What comes of an evaluation: all numbers of one operating point, and the way to others."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.api import (
    DataError,
    curve_by_id,
    in_units,
    limit,
    meant,
    vertices,
    words_in,
)
from evalgui.interface import frames, notebook
from evalgui.interface.spelling import told_in_python
from evalgui.io.writers.measures import names_in
from evalgui.io.writers.printed import as_json

if TYPE_CHECKING:
    import pandas as pd

    from evalgui.core.api import Counts, Ranking, Snapshot
    from evalgui.interface.asking import Answer


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Evaluation:
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

    _answer: Answer

    # ------------------------------------------------------------------------- what it is of

    @property
    def _snapshot(self) -> Snapshot:
        return self._answer.assessed.snapshot

    @property
    def _numbers(self) -> dict[str, Any]:
        with told_in_python():
            return self._answer.numbers()

    @property
    def _names(self) -> dict[str, str]:
        return names_in(self._answer.vocabulary)

    @property
    def name(self) -> str:
        """What the data are called."""
        return self._answer.assessed.loaded.table.name

    @property
    def n(self) -> int:
        """How many rows are assessed; of a count table, how many instances."""
        return int(self._numbers["n"])

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes as the data spell them: those of the rows of `matrix`."""
        matrix = self._snapshot.matrix
        return () if matrix is None else matrix.classes

    @property
    def positive(self) -> str:
        """The class that counts as positive; "" where all classes are taken together."""
        return self._snapshot.positive_name

    @property
    def negative(self) -> str:
        """What stands against it; "" where all classes are taken together."""
        return self._snapshot.rest_name

    @property
    def score(self) -> str:
        """The column with the score; "" where there is none."""
        return "" if self._snapshot.score is None else self._snapshot.score.name

    @property
    def higher_is_positive(self) -> bool | None:
        """Whether higher scores indicate the positive class; None without a score."""
        score = self._snapshot.score
        return None if score is None else score.higher_is_positive

    @property
    def level(self) -> float:
        """The confidence of the intervals."""
        return self._snapshot.inputs.intervals.level

    @property
    def findings(self) -> tuple[str, ...]:
        """What is odd about the data, in sentences."""
        return tuple(one["text"] for one in self._numbers["findings"])

    @property
    def import_log(self) -> str:
        """What became of every row, and why each column is what it was taken for."""
        words = words_in(self._answer.vocabulary)
        return "\n".join(self._answer.assessed.import_log.lines(words=words))

    # ---------------------------------------------------------------------- the operating point

    @property
    def threshold(self) -> float | None:
        """The threshold in the units of the score: positive when score >= threshold.

        Where lower scores are positive: when score <= threshold. It is infinite where no
        number calls nothing (or everything); None without a score.
        """
        ranking, point = self._snapshot.ranking, self._snapshot.point
        if ranking is None or point is None:
            return None
        place = limit(point.threshold, ranking.score)
        return float(in_units(place, ranking.score))

    @property
    def rule(self) -> str | None:
        """The id of the rule that chose the threshold, "typed" where it was given."""
        provenance = self._snapshot.provenance
        return None if provenance is None else provenance.rule

    @property
    def counts(self) -> Counts | None:
        """The four counts ``tp``, ``fp``, ``fn``, ``tn``; None for all classes together."""
        point = self._snapshot.point
        return None if point is None else point.counts

    @property
    def matrix(self) -> pd.DataFrame:
        """The confusion matrix: a row for each true class, a column for each called one."""
        import pandas as pd

        matrix = self._snapshot.matrix
        if matrix is None:
            raise DataError("there is nothing that was called", where=self.name)
        rows, columns = (pd.Index(matrix.classes, name=one) for one in ("actual", "predicted"))
        cells = dict(enumerate(matrix.counts.T.copy()))
        return pd.DataFrame(cells, index=rows).set_axis(columns, axis="columns")

    @property
    def measures(self) -> pd.DataFrame:
        """Every measure: one row each.

        Columns ``id``, ``name``, ``value``, ``lower`` and ``upper`` (the limits of the
        interval), ``method``, ``reason`` (why there is no value, or no interval),
        ``numerator`` and ``denominator`` (of a proportion).
        """
        found = self._numbers
        rows = frames.measure_rows(found["metrics"], found["intervals"], self._names)
        return frames.frame(frames.MEASURES, rows)

    @property
    def areas(self) -> pd.DataFrame:
        """The areas under the curves and the other numbers that need no threshold.

        Columns ``id``, ``name``, ``value``, ``lower``, ``upper``, ``method``, ``reason``. No row
        without a score.
        """
        found = self._numbers
        values = {**(found["areas"] or {})}
        if found["eer"] is not None:
            values["eer"] = found["eer"]["value"]
        reasons = found["areas_undefined"] or {}
        rows = frames.area_rows(values, found["area_intervals"], reasons, self._names)
        return frames.frame(frames.AREAS, rows)

    @property
    def intervals(self) -> pd.DataFrame:
        """Every interval of `measures` and `areas`, with its level and what it assumes.

        Columns ``id``, ``name``, ``lower``, ``upper``, ``level``, ``method``, ``reason``,
        ``sided``, ``assumes``.
        """
        found = self._numbers
        known = {**found["intervals"], **found["area_intervals"]}
        return frames.frame(frames.INTERVALS, frames.interval_rows(known, self._names))

    def value(self, measure: str) -> float:
        """Return a measure or an area by its id, such as ``"TPR"``; NaN where it is undefined.

        Raises
        ------
        DataError
            If there is none of that id.
        """
        found = self._numbers
        known = {
            one: shown["infinite"] or shown["value"] for one, shown in found["metrics"].items()
        }
        known |= found["areas"] or {}
        if found["eer"] is not None:
            known["eer"] = found["eer"]["value"]
        if measure not in known:
            raise _unknown("measure", measure, known)
        return frames.as_float(known[measure])

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
        import numpy as np
        import pandas as pd

        with told_in_python():
            wanted = curve_by_id(curve)
        ranking = self._ranking()
        found = vertices(wanted, ranking.table)
        thresholds, score = found.thresholds.astype(np.float64), ranking.score
        thresholds[np.isnan(thresholds)] = limit(float("nan"), score)
        columns = {"threshold": thresholds + score.base if score.base else thresholds}
        if wanted.x_axis.metric is not None:
            columns[wanted.x_axis.metric.id] = found.x
        for series, values in zip(wanted.series, found.ys, strict=True):
            columns[series.metric.id] = values
        return pd.DataFrame(columns)

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
            Whether a threshold that is given was settled before these data were seen.
        **parameters
            What is set in the rule, by the ids of `rules`, with ``_`` for ``-``:
            ``at("min-cost", cost_fn=5)``.

        Raises
        ------
        DataError
            If there is no score or no such rule, or it finds no threshold.
        """
        from evalgui.interface.placing import placing

        with told_in_python():
            placed = placing(place, parameters, prespecified=prespecified)
            found = self._answer.assessed
            request = replace(found.request, placing=placed)
            snapshot = placed.on(found.snapshot, self.name, needs_score=True)
            known = replace(found, snapshot=snapshot, request=request)
        return Evaluation(replace(self._answer, assessed=known))

    # ------------------------------------------------------------------------------ as data

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as ``evalgui evaluate --format json`` prints them."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_json(self) -> str:
        """Return all numbers as ``evalgui evaluate --format json`` prints them, as text."""
        return as_json(self._numbers)

    def __repr__(self) -> str:
        return notebook.in_words(self._answer)

    def _repr_html_(self) -> str:
        return notebook.in_html(self._answer, self._names)


def _unknown(kind: str, name: str, known: Any) -> DataError:  # noqa: ANN401 - names
    """Return that there is nothing of a name, and what it may have meant."""
    hint = f"{meant(name, known)}There are {', '.join(known)}"
    return DataError(f"there is no {kind} '{name}'", hint=hint)
