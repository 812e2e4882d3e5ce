"""The thresholds: what each distinct one does, with intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from evalgui.core.criterion_table import MEASURES, criterion_table
from evalgui.core.metrics import METRICS
from evalgui.core.texts import Given, Name, Text
from evalgui.core.thresholds import on_axis
from evalgui.results.result import COUNT, PLAIN, SHARE, THRESHOLD, Column, LongTable, Result
from evalgui.results.topic import Topic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from evalgui.core.snapshot import Snapshot

PLACE = Column("threshold", Text("Threshold"), THRESHOLD)
COUNTS = tuple(
    Column(name, Text(title), COUNT)
    for name, title in (("tp", "{TP}"), ("fp", "{FP}"), ("fn", "{FN}"), ("tn", "{TN}"))
)
_LIMITS = {"low": Text("{name} (lower limit)"), "high": Text("{name} (upper limit)")}


def criterion(snapshot: Snapshot) -> Result | None:
    """Return what each distinct threshold does, the strictest first; None without scores.

    Returns
    -------
    Result or None
        The long table ``criterion``: see `evalgui.core.criterion_table`.
    """
    ranking, dataset = snapshot.ranking, snapshot.dataset
    if ranking is None or dataset is None:
        return None
    steps, score = ranking.table.steps, ranking.score
    level, fixes_shares = snapshot.inputs.intervals.level, dataset.sampling.fixes_shares

    def values() -> Sequence[NDArray[Any]]:
        found = criterion_table(steps, level, fixes_shares=fixes_shares)
        columns = (found[column.id] for column in _COLUMNS[1:])
        return [on_axis(steps.thresholds, score), *columns]

    title = Text("What each threshold on {score} does", {"score": Given(score.name)})
    columns = tuple(
        replace(one, kind=PLAIN) if steps.is_weighted and one.kind is COUNT else one
        for one in _COLUMNS
    )
    table = LongTable("criterion", title, columns, values, score)
    return Result("criterion", title, long_tables=(table,))


def _measures() -> Iterator[Column]:
    """Yield a column for each measure, and for both of its limits."""
    for metric in map(METRICS.by_id, MEASURES):
        kind = PLAIN if metric.fraction is None else SHARE
        yield Column(metric.id, Name(metric), kind)
        for end, template in _LIMITS.items():
            yield Column(f"{metric.id}_{end}", template.filled({"name": Name(metric)}), kind)


_COLUMNS = (PLACE, *COUNTS, *_measures())
CRITERION = Topic(
    id="criterion",
    name=Text("Criterion table"),
    explanation=Text("What each distinct threshold does: counts, rates, ratios and intervals."),
    make=lambda snapshot, _beside: criterion(snapshot),
    is_of_snapshot=False,
)
