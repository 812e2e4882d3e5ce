"""Topics that no way of showing results names: each way shows them behind what it names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from evalgui.render import json, text
from evalgui.results.topic import NOTHING_BESIDE, Beside
from evalgui.results.topics import PLACED, TOPICS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style
    from evalgui.results.result import Result
    from evalgui.results.topic import Topic


def further_topics() -> Iterator[Topic]:
    """Yield the topics that have no place of their own; others are not loaded."""
    return (TOPICS.by_id(topic_id) for topic_id in TOPICS.ids if topic_id not in PLACED)


def _told_unasked() -> Iterator[Topic]:
    """Yield those of them that are told although nobody asked for them by name."""
    return (topic for topic in further_topics() if not topic.reads_cells)


class Results(Mapping[str, "Result"]):
    """What topics say of a snapshot, by their ids: each when it is asked for, and once.

    Those that have nothing to say are not there. Some may be known already.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        beside: Beside = NOTHING_BESIDE,
        known: Mapping[str, Result] = MappingProxyType({}),
    ) -> None:
        self._snapshot, self._beside = snapshot, beside
        self._made: dict[str, Result | None] = dict(known)

    def __getitem__(self, topic_id: str) -> Result:
        if topic_id not in self._made:
            self._made[topic_id] = TOPICS.ids[topic_id].make(self._snapshot, self._beside)
        found = self._made[topic_id]
        if found is None:
            raise KeyError(topic_id)
        return found

    def __iter__(self) -> Iterator[str]:
        return (topic_id for topic_id in TOPICS.ids if topic_id in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def further_objects(snapshot: Snapshot) -> dict[str, Any]:
    """Return what further topics say as JSON types: by their ids, facts and tables by theirs."""
    made = {topic.id: topic.make(snapshot, NOTHING_BESIDE) for topic in _told_unasked()}
    told = {
        topic_id: json.facts(result)
        | {table.id: json.objects(table) for table in result.tables if table.id != topic_id}
        | json.measured(result)
        | {matrix.id: json.counts(matrix) for matrix in result.matrices}
        for topic_id, result in made.items()
        if result is not None
    }
    return {topic_id: one for topic_id, one in told.items() if one}


def further_lines(results: Mapping[str, Result], style: Style) -> Iterator[str]:
    """Yield further results as lines of text, each below its title."""
    for topic in _told_unasked():
        result = results.get(topic.id)
        if result is not None and (result.tables or result.facts or result.matrices):
            yield from ("", *text.whole(result, style))
