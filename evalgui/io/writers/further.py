"""Topics that no way of showing results names: each way shows them behind what it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalgui.render import json, text
from evalgui.results.topic import NOTHING_BESIDE, Beside
from evalgui.results.topics import TOPICS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from evalgui.core.snapshot import Snapshot
    from evalgui.core.texts import Style
    from evalgui.results.result import Result
    from evalgui.results.topic import Topic

PLACED = frozenset(
    {
        "measures",
        "matrix",
        "classes",
        "criterion",
        "scores",
        "zone",
        "origin",
        "comparison",
        "notes",
        "rules",
    }
)
"""The ids of topics whose tables older keys of JSON and sections of their own hold."""

APART = frozenset({"checklist", "flow", "planning", "rows"})
"""The ids of those that the text of an evaluation does not have; their ways are their own."""


def further_topics() -> Iterator[Topic]:
    """Yield the topics that have no place of their own."""
    return (topic for topic in TOPICS if topic.id not in PLACED | APART)


def results_of(snapshot: Snapshot, beside: Beside = NOTHING_BESIDE) -> dict[str, Result]:
    """Return what topics say of a snapshot that the text of an evaluation has, by their ids."""
    made = {topic.id: topic.make(snapshot, beside) for topic in TOPICS if topic.id not in APART}
    return {topic_id: result for topic_id, result in made.items() if result is not None}


def further_objects(snapshot: Snapshot) -> dict[str, Any]:
    """Return what further topics say as JSON types: by their ids, facts and tables by theirs."""
    made = {topic.id: topic.make(snapshot, NOTHING_BESIDE) for topic in further_topics()}
    return {
        topic_id: json.facts(result)
        | {table.id: json.objects(table) for table in result.tables}
        | {matrix.id: json.counts(matrix) for matrix in result.matrices}
        for topic_id, result in made.items()
        if result is not None
    }


def further_lines(results: Mapping[str, Result], style: Style) -> Iterator[str]:
    """Yield further results as lines of text, each below its title."""
    for topic_id, result in results.items():
        if topic_id not in PLACED:
            yield ""
            yield result.title.told(style)
            yield from text.fact_lines(result, style)
            for table in result.tables:
                yield from text.lines(table, style)
            for matrix in result.matrices:
                yield from text.tabbed(matrix, style)
