"""What an evaluation shows: the numbers of one operating point, and what they are of."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from evalgui.core.errors import DataError
from evalgui.core.metrics import METRICS
from evalgui.core.metrics.any_metric import called, names_of_all
from evalgui.core.multiclass import MATRIX_METRICS, SCORE_METRICS
from evalgui.core.near_names import meant
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.texts import Style
from evalgui.core.thresholds import in_units, limit
from evalgui.core.vocabulary import words_in
from evalgui.interface import notebook
from evalgui.interface.spelling import told_in_python
from evalgui.io.writers.import_log import log_lines
from evalgui.io.writers.marked import as_json
from evalgui.render.frames import cells_of, frame, matrix_frame
from evalgui.results.topics.matrix import confusion

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pandas as pd

    from evalgui.core.counts import Counts
    from evalgui.core.measured import Measured
    from evalgui.core.metrics import AnyMetric
    from evalgui.core.snapshot import Snapshot
    from evalgui.interface.arguments import Answer
    from evalgui.results.result import Row

_VALUED = ("id", "name", "value", "lower", "upper", "method", "reason")
_MEASURES = (*_VALUED, "numerator", "denominator")
_INTERVALS = ("id", "name", "lower", "upper", "level", "method", "reason", "sided", "assumes")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Shown:
    """All numbers of a data set at one operating point.

    Parameters
    ----------
    _answer
        What was asked of which data, and what came of it.
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
    def _style(self) -> Style:
        return Style(words_in(self._answer.vocabulary))

    def _cells(self, *tables: str) -> list[tuple[Row, dict[str, Measured]]]:
        """Return the cells of some tables of measures."""
        with told_in_python():
            results = self._answer.results()
        known = (results.get(topic_id) for topic_id in ("measures", "ranking"))
        found = {table.id: table for told in known if told is not None for table in told.tables}
        return cells_of(map(found.get, tables))

    @property
    def name(self) -> str:
        """What the data are called."""
        return self._answer.assessed.loaded.table.name

    @property
    def n(self) -> int:
        """How many rows are assessed; of a count table, how many instances, or their weights."""
        n: int = self._numbers["n"]
        return n

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
        return "\n".join(log_lines(self._answer.assessed.import_log, words=words))

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
    def locked(self) -> bool:
        """Whether the threshold was locked in the window, as `evalgui.show` returns it."""
        return self._snapshot.inputs.is_locked

    @property
    def counts(self) -> Counts | None:
        """The four counts ``tp``, ``fp``, ``fn``, ``tn``; None for all classes together."""
        point = self._snapshot.point
        return None if point is None else point.counts

    @property
    def matrix(self) -> pd.DataFrame:
        """The confusion matrix: a row for each true class, a column for each called one."""
        found = confusion(self._snapshot)
        if found is None:
            raise DataError("there is nothing that was called", where=self.name)
        (matrix,) = found.matrices
        return matrix_frame(matrix, self._style)

    @property
    def measures(self) -> pd.DataFrame:
        """Every measure: one row each.

        Columns ``id``, ``name``, ``value``, ``lower`` and ``upper`` (the limits of the
        interval), ``method``, ``reason`` (why there is no value, or no interval),
        ``numerator`` and ``denominator`` (of a proportion); after ``stability=`` also
        ``out_of_bag``, what to expect of new rows.
        """
        more = ("out_of_bag",) if "stability" in self._numbers else ()
        return frame((*_MEASURES, *more), self._cells("metrics"), self._style)

    @property
    def areas(self) -> pd.DataFrame:
        """The areas under the curves and the other numbers that need no threshold.

        Columns ``id``, ``name``, ``value``, ``lower``, ``upper``, ``method``, ``reason``. No row
        without a score.
        """
        return frame(_VALUED, self._cells("areas", "eer"), self._style)

    @property
    def intervals(self) -> pd.DataFrame:
        """Every interval of `measures` and `areas`, with its level and what it assumes.

        Columns ``id``, ``name``, ``lower``, ``upper``, ``level``, ``method``, ``reason``,
        ``sided``, ``assumes``.
        """
        cells = self._cells("metrics", "areas", "eer")
        known = [(row, found) for row, found in cells if found["value"].interval is not None]
        return frame(_INTERVALS, known, self._style)

    def value(self, measure: str) -> float:
        """Return a measure or an area by its id or any of its names; NaN where it is undefined.

        Names are those of all vocabularies, such as ``"TPR"``, ``"recall"``, ``"sensitivity"``
        or ``"auc"``; capital letters do not matter, and ``_`` is a blank.

        Raises
        ------
        DataError
            If there is none of that name, or several.
        """
        cells = self._cells("metrics", "areas", "eer")
        known = {row.json_key: found["value"].value for row, found in cells}
        found_ids = (measure,) if measure in known else _called(measure, known)
        if len(found_ids) > 1:
            message = f"several measures are called '{measure}'"
            raise DataError(message, hint=f"Name one of {', '.join(found_ids)}")
        if not found_ids:
            raise _unknown(measure, known)
        return float(known[found_ids[0]])

    # ------------------------------------------------------------------------------ as data

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as ``evalgui evaluate --format json`` prints them."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_json(self) -> str:
        """Return all numbers as ``evalgui evaluate --format json`` prints them, as text."""
        return as_json("evaluate", self._numbers)

    def __copy__(self) -> Self:
        return self  # which never changes

    def __deepcopy__(self, _known: dict[int, Any]) -> Self:
        return self

    def __repr__(self) -> str:
        return notebook.in_words(self._answer)

    def _repr_html_(self) -> str:
        return notebook.in_html(self._answer, self._cells("metrics"))


def _called(name: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """Return which of the known ids a name means."""
    return called(name, _measures(known))


def _measures(known: Mapping[str, Any]) -> Iterable[AnyMetric]:
    every = (*METRICS, *MATRIX_METRICS, *SCORE_METRICS, *RANKING_METRICS)
    return {one.id: one for one in every if one.id in known}.values()


def _unknown(name: str, known: Mapping[str, Any]) -> DataError:
    """Return that there is no measure of a name, and which may be meant."""
    near = meant(name, [*known, *names_of_all(_measures(known))])
    hint = f"{near}There are {', '.join(known)}"
    return DataError(f"there is no measure '{name}'", hint=hint)
