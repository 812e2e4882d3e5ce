"""A data set with everything that was asked of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from evalgui.io.writers.evaluation import (
    bands_of,
    curve_points,
    evaluation,
    of_replicates,
)
from evalgui.io.writers.further import Results, further_objects
from evalgui.io.writers.grey_zones import grey_numbers, grey_thresholds
from evalgui.io.writers.import_log import log_of
from evalgui.io.writers.origin import source_of
from evalgui.io.writers.rules import stability_entry
from evalgui.render.json import facts
from evalgui.results.topic import Beside
from evalgui.results.topics.curves import curves
from evalgui.results.topics.ranking import ranking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.snapshot import Snapshot
    from evalgui.io.assessing.request import Request
    from evalgui.io.loading import Loaded
    from evalgui.results.result import Result


@dataclass(frozen=True, eq=False)  # what is cached needs a place
class Assessed:
    """A data set at its threshold: what the command line, reports and Python share.

    Parameters
    ----------
    loaded
        What was read, what its columns were taken for and why, its SHA-256.
    snapshot
        All numbers.
    request
        What was asked.
    """

    loaded: Loaded
    snapshot: Snapshot
    request: Request

    @cached_property
    def complete(self) -> Snapshot:
        """All numbers, with what became of the rule where that was asked.

        Raises
        ------
        DataError
            If no rule chose the threshold, or nothing can be drawn again.
        """
        asked = self.request.reselection
        if asked is None:
            return self.snapshot
        return replace(self.snapshot, stability=asked.of(self.snapshot))

    @property
    def import_log(self) -> Result:
        """What became of every row."""
        return log_of(self.loaded)

    @cached_property
    def drawn(self) -> Mapping[str, Result]:
        """What rests on rows that were drawn again, by the ids of topics; nothing unless asked.

        Raises
        ------
        DataError
            If nothing can be drawn.
        """
        snapshot, asked = self.snapshot, self.request.drawing
        if asked is None:
            return {}
        drawn = asked.of(snapshot, with_lines=bool(self.request.curves))
        found = {"ranking": ranking(snapshot, drawn, asked.measures)}
        if self.request.curves:
            found["curves"] = curves(snapshot, drawn, self.request.curves)
        return {topic_id: told for topic_id, told in found.items() if told is not None}

    @cached_property
    def results(self) -> Mapping[str, Result]:
        """What topics say, by their ids.

        Raises
        ------
        DataError
            If nothing can be drawn again, or an end of the grey zone is no threshold.
        """
        from evalgui.io.building.shown_findings import shown_findings  # and Arrow

        asked, snapshot = self.request.grey, self.complete
        ends = None if asked is None else grey_thresholds(snapshot, *asked)
        found = shown_findings(snapshot)
        beside = Beside(ends, source_of(self.loaded), findings=found, choices=())
        return Results(snapshot, beside, self.drawn)

    def numbers(self) -> dict[str, Any]:
        """Return all numbers as JSON types, as ``evaluate --format json`` prints them.

        Those of `evalgui.io.writers.evaluation.evaluation`, with the account of the rows as
        ``import``, and the grey zone, the curves and what was drawn again where that was asked.

        Raises
        ------
        DataError
            If nothing can be drawn again, or an end of the grey zone is no threshold.
        """
        snapshot, asked = self.snapshot, self.request
        numbers = evaluation(snapshot, self.results) | {"import": facts(self.import_log)}
        if asked.grey is not None:
            numbers["grey"] = grey_numbers(snapshot, *grey_thresholds(snapshot, *asked.grey))
        if self.drawn:
            numbers |= of_replicates(self.drawn["ranking"])
        if "curves" in self.drawn:
            numbers["bands"] = bands_of(self.drawn["curves"])
        if asked.reselection is not None:
            numbers |= stability_entry(self.complete)
        numbers |= further_objects(snapshot)
        points = [curve_points(snapshot, curve) for curve in asked.curves]
        if len(points) == 1:
            numbers["curve"] = points[0]
        elif points:
            numbers["curves"] = points
        return numbers
