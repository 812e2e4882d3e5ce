"""Every table that can be taken away: the one list of them.

To add one is to write a function that makes it of `Contents`, and an entry here: the dialog, the
command line and the tests find it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from evalgui.core.curves import CURVES as KNOWN_CURVES
from evalgui.core.curves import class_curves, in_vocabulary
from evalgui.core.histogram import finite_range
from evalgui.core.registry import Registry
from evalgui.core.texts import Style, Text
from evalgui.core.vocabulary import Vocabulary, phrase, words_in
from evalgui.io.writers.further import further_topics
from evalgui.io.writers.tables import of_results
from evalgui.results.topics.classes import CLASSES
from evalgui.results.topics.comparison import COMPARISON
from evalgui.results.topics.criterion import CRITERION
from evalgui.results.topics.curves import CURVES, points
from evalgui.results.topics.errors import ERRORS
from evalgui.results.topics.matrix import MATRIX
from evalgui.results.topics.measures import MEASURES
from evalgui.results.topics.rows import ROWS
from evalgui.results.topics.rules import RULES
from evalgui.results.topics.scores import SCORES

if TYPE_CHECKING:
    from collections.abc import Callable

    from evalgui.core.curves import Curve
    from evalgui.core.texts import Told
    from evalgui.core.vocabulary import Words
    from evalgui.io.writers.tables.contents import Contents
    from evalgui.results.result import LongTable, Result
    from evalgui.results.topic import Topic


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableKind:
    """A kind of table.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    named
        Returns what it is called in the words of a field.
    explanation
        What it holds, in one sentence.
    make
        Makes it.
    lacking
        Returns why it cannot be made of something; "" where it can.
    result
        Returns the result whose tables a page prints; None where there is none, since it is of
        any length.
    """

    id: str
    named: Callable[[Words], str]
    explanation: Told
    make: Callable[[Contents], LongTable]
    lacking: Callable[[Contents], str]
    result: Callable[[Contents], Result | None] = lambda _contents: None

    @property
    def explained(self) -> str:
        """What it holds, in the words that are the same in each field."""
        return self.explanation.told(Style(words_in(Vocabulary.MACHINE_LEARNING)))


def _no_call(contents: Contents) -> str:
    return (
        ""
        if contents.snapshot.matrix is not None
        else phrase("nothing says what the rows are called")
    )


def _no_pairs(contents: Contents) -> str:
    if contents.pairs is not None:
        return ""
    return phrase("there is no other score: turn on Compare > Curves to Compare")


def _nobody_apart(contents: Contents) -> str:
    has_readers = len(contents.snapshot.inputs.consequences.readers) > 1
    return "" if has_readers and contents.snapshot.positive is not None else _no_pairs(contents)


def _no_score(contents: Contents) -> str:
    if contents.snapshot.ranking is not None:
        return ""
    if not contents.snapshot.is_one_versus_rest:
        return phrase("all classes are taken together: choose one to be assessed against the rest")
    return phrase("the data have no score")


def _no_finite_score(contents: Contents) -> str:
    reason = _no_score(contents)
    if reason:
        return reason
    low, high = finite_range(contents.ranking.table)
    return "" if low <= high else phrase("no score is finite")


def _no_class_scores(contents: Contents) -> str:
    if contents.snapshot.class_scores is None:
        return phrase("there is no score for each of three classes or more")
    return ""


def _no_rows(contents: Contents) -> str:
    return "" if contents.dataset.n else phrase("the data are counts, without rows of their own")


def _no_cells(topic: Topic, contents: Contents) -> str:
    return _no_rows(contents) or topic.lacks(contents.snapshot)


def _no_log(contents: Contents) -> str:
    return (
        ""
        if contents.loaded is not None
        else phrase("the data come with the program: nothing was read")
    )


def _title(curve: Curve, words: Words) -> str:
    return in_vocabulary(curve, words.vocabulary).title


def curve_table(curve: Curve) -> TableKind:
    """Return the kind of the table of the points of a curve, which may be one of the user's."""
    return TableKind(
        id=f"curve-{curve.id}",
        named=lambda words: words("Points of {curve}", curve=_title(curve, words)),
        explanation=Text("Every vertex of the curve with its threshold, the strictest first."),
        make=lambda contents: points(curve, contents.ranking),
        lacking=_no_score,
    )


def _class_curves_table(curve: Curve) -> TableKind:
    return TableKind(
        id=f"classes-{curve.id}",
        named=lambda words: words("Points of {curve} by class", curve=_title(curve, words)),
        explanation=Text("Every corner of the curve of each class against the rest."),
        make=partial(of_results.long_table_of, CURVES, f"classes-{curve.id}"),
        lacking=_no_class_scores,
    )


def _topic_table(
    topic: Topic,
    lacking: Callable[[Contents], str] | None = None,
    make: Callable[[Contents], LongTable] | None = None,
    result: Callable[[Contents], Result | None] | None = None,
) -> TableKind:
    """Return the kind of the table of a topic; what reads all cells is not made to be offered."""
    if topic.reads_cells:
        lacking = partial(_no_cells, topic)
    return TableKind(
        id=topic.id.replace("_", "-"),
        named=lambda words: topic.name.told(Style(words)),
        explanation=topic.explanation,
        make=make or partial(of_results.topic, topic),
        lacking=lacking or partial(of_results.nothing_said, topic),
        result=result or (lambda contents: topic.make(contents.snapshot, contents.beside)),
    )


TABLES: Registry[TableKind] = Registry(
    phrase("table"),
    _topic_table(MEASURES, _no_call, of_results.measures, of_results.every_measure),
    _topic_table(MATRIX, _no_call),
    _topic_table(CLASSES, _no_call, of_results.classes),
    _topic_table(RULES, _no_score, of_results.rules),
    _topic_table(CRITERION, _no_score),
    *map(curve_table, KNOWN_CURVES),
    *map(_class_curves_table, class_curves()),
    TableKind(
        id="histogram",
        named=lambda words: words("Scores by class"),
        explanation=Text("How many rows of each class have a score in each bin of the plot."),
        make=partial(of_results.long_table_of, SCORES, "histogram"),
        lacking=_no_finite_score,
    ),
    TableKind(
        id="tails",
        named=lambda words: words("Score tails"),
        explanation=Text("The same, in bins of the range in which the classes overlap."),
        make=partial(of_results.long_table_of, SCORES, "tails"),
        lacking=_no_finite_score,
    ),
    TableKind(
        id="scores",
        named=lambda words: words("Every score"),
        explanation=Text("Each distinct score with how many rows of each class have it."),
        make=partial(of_results.long_table_of, SCORES, "scores"),
        lacking=_no_score,
    ),
    _topic_table(COMPARISON, _no_pairs, of_results.comparison),
    TableKind(
        id="discordant",
        named=lambda words: words("Rows that one of both alone calls rightly"),
        explanation=Text("Each such row of two scores or readers, with both scores and calls."),
        make=of_results.discordant,
        lacking=_nobody_apart,
    ),
    _topic_table(ROWS, _no_rows),
    _topic_table(ERRORS, _no_score, of_results.errors),
    TableKind(
        id="import-log",
        named=lambda words: words("Import log"),
        explanation=Text(
            "What became of every row of the file, and why columns mean what they do."
        ),
        make=of_results.import_log,
        lacking=_no_log,
    ),
    more=lambda: map(_topic_table, further_topics()),
)
