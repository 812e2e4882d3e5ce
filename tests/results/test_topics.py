"""Topics and renderers know nothing of each other, and no text of a result is finished."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from evalgui.core.registry import UnknownIdError
from evalgui.core.snapshot import EMPTY
from evalgui.results.topic import NOTHING_BESIDE
from evalgui.results.topics import TOPICS
from tests.support.registries import with_entry

SOURCES = Path(__file__).parents[2] / "evalgui"
RENDERERS = sorted((SOURCES / "render").glob("*.py"))
RESULTS = sorted((SOURCES / "results").rglob("*.py"))
FILES_OF_TOPICS = sorted((SOURCES / "results" / "topics").glob("*.py"))
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
    assert set(TOPICS.ids) == {path.stem for path in FILES_OF_TOPICS} - {"__init__"}


def test_that_a_topic_has_nothing_to_say_of_no_data():
    assert [topic.make(EMPTY, NOTHING_BESIDE) for topic in TOPICS] == [None] * len(TOPICS)


def test_that_windows_are_offered_what_a_snapshot_says_alone():
    beside = {topic.id for topic in TOPICS if not topic.is_of_snapshot}
    assert {"origin", "comparison"} <= beside  # of the file that was read, and of other scores
    assert {"criterion", "scores", "rows", "matrix"} <= beside  # no tables of a few rows
    assert beside.isdisjoint({"measures", "classes", "zone"})


def loaded_after(statements):
    """Return the topics whose files a program has loaded after some statements."""
    told = f"import sys; {statements}; print(*sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", told], check=True, capture_output=True, text=True, timeout=60
    )
    package = "evalgui.results.topics."
    names = found.stdout.splitlines()[-1].split()
    return {name.removeprefix(package) for name in names if name.startswith(package)}


def test_that_a_topic_is_loaded_when_it_is_asked_for():
    known = "from evalgui.results.topics import TOPICS; "
    assert loaded_after(f"{known} list(TOPICS.ids)") == set()
    assert loaded_after(f"{known} TOPICS.by_id('matrix')") == {"matrix"}


def test_that_an_evaluation_loads_no_topic_that_it_does_not_tell():
    file = SOURCES.parent / "resources" / "samples" / "tharwat-2018.csv"
    run = f"from evalgui.__main__ import main; main(['evaluate', {str(file)!r}])"
    assert loaded_after(run).isdisjoint({"criterion", "scores", "comparison"})


def test_that_an_entry_that_comes_later_is_behind_those_that_are_named():
    known = tuple(TOPICS)

    class Later:
        id = "later"

    with with_entry(TOPICS, Later):
        assert tuple(TOPICS) == (*known, Later)
        assert tuple(TOPICS.ids) == (*(topic.id for topic in known), "later")
        assert TOPICS.by_id("later") is Later
    with pytest.raises(UnknownIdError, match=r"no topic 'matrx'.*matrix"):
        TOPICS.by_id("matrx")
