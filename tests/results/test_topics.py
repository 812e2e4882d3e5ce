"""Topics and renderers know nothing of each other, and no text of a result is finished."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from evalgui.core.snapshot import EMPTY
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics import TOPICS

SOURCES = Path(__file__).parents[2] / "evalgui"
RENDERERS = sorted((SOURCES / "render").glob("*.py"))
RESULTS = sorted((SOURCES / "results").rglob("*.py"))
TABLES = {"counts", "metrics", "at_prevalence", "areas", "eer"}


def constants_of(path):
    """Yield the strings of a file that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize("path", RENDERERS, ids=lambda path: path.name)
def test_that_a_renderer_names_no_topic(path):
    assert set(constants_of(path)).isdisjoint({*TOPICS.ids, *TABLES})


@pytest.mark.parametrize("path", RESULTS, ids=lambda path: path.name)
def test_that_no_text_of_a_result_is_glued(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text"
    ]
    glued = [
        ast.unparse(text)
        for text in texts
        for part in ast.walk(text)
        if isinstance(part, (ast.JoinedStr, ast.BinOp))
    ]
    assert glued == []


def test_that_there_are_renderers_and_topics_to_look_at():
    assert len(RENDERERS) > 3
    assert {"measures", "classes"} <= set(TOPICS.ids)


def test_that_a_topic_has_nothing_to_say_of_no_data():
    assert [topic.make(EMPTY, NOTHING_BESIDE) for topic in TOPICS] == [None] * len(TOPICS)


def test_that_windows_are_offered_what_a_snapshot_says_alone():
    beside = {topic.id for topic in TOPICS if not topic.is_of_snapshot}
    assert {"origin", "comparison"} <= beside  # of the file that was read, and of other scores
    assert beside.isdisjoint({"measures", "matrix", "classes", "zone"})
