"""Scores against each other, in Python."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from evalgui.core.errors import DataError
from evalgui.core.linked_thresholds import Link
from evalgui.core.vocabulary import words_in
from evalgui.interface.arguments import Answer, asked
from evalgui.interface.spelling import told_in_python
from evalgui.io.assessing import answered
from evalgui.io.assessing.classifiers import (
    Classifier,
    classifier,
    comparison,
    differences,
    in_common,
    told_of,
)
from evalgui.io.in_memory import given
from evalgui.io.loading import assess
from evalgui.io.writers.compared import comparison_text
from evalgui.io.writers.marked import as_json
from evalgui.io.writers.tables import TABLES, Contents
from evalgui.io.writers.tables.blocks import whole
from evalgui.render.frames import arrow_frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from evalgui.core.comparing import Pair
    from evalgui.core.metrics import Vocabulary
    from evalgui.interface.plotted import Plot
    from evalgui.io.assessing import Assessed, Drawing, Placing, Request
    from evalgui.io.loading import Loaded


@dataclass(frozen=True, eq=False, repr=False)  # what is cached needs a place
class Comparison:
    """Differences of scores, each of the first less the second. It never changes.

    It is made by `Evaluation.compare`.
    """

    _classifiers: tuple[Classifier, ...]
    _level: float
    _drawing: Drawing | None
    _link: Link
    _is_paired: bool
    _vocabulary: Vocabulary
    _made_of: tuple[Answer, Sequence[Any], How]
    """What `compared` makes it of, in a copy, too."""

    @cached_property
    def _pairs(self) -> list[Pair]:
        return differences(self._classifiers, self._level, self._drawing, is_paired=self._is_paired)

    @cached_property
    def _numbers(self) -> dict[str, Any]:
        names = dict.fromkeys(one.loaded.table.name for one in self._classifiers)
        known = self._classifiers, self._pairs, self._level, self._link
        return {"file": " + ".join(names), **comparison(*known)}

    @property
    def paired(self) -> bool:
        """Whether the scores are of the same rows."""
        return self._is_paired

    @property
    def differences(self) -> pd.DataFrame:
        """Every difference: a row for the areas, for each rate and for McNemar's test.

        Columns as of ``evalgui compare --out``: ``a``, ``b``, ``id``, the values and their
        difference with ``low`` and ``high``, the tests with ``p`` and ``p_holm``, and why
        something is undefined.
        """
        return frame_of("comparison", self._contents)

    @property
    def discordant(self) -> pd.DataFrame:
        """The rows that one of two scores alone calls rightly, those of each pair in their order.

        Columns as of ``evalgui compare --table discordant``: ``row``, the number in the file from
        1, all columns of the file, then ``a``, ``score_a``, ``call_a``, ``b``, ``score_b``,
        ``call_b``, and in ``right`` which of both is right.

        Raises
        ------
        DataError
            If each score has rows of its own.
        """
        return frame_of("discordant", self._contents)

    @property
    def _contents(self) -> Contents:
        first, words = self._classifiers[0], words_in(self._vocabulary)
        return Contents(first.snapshot, first.loaded, words, pairs=lambda: self._pairs)

    @property
    def decision_curve(self) -> pd.DataFrame:
        """Net benefit of each score, of treating all and of nobody, and how probable it is best.

        A row for each per cent of risk; of declared probabilities, or thresholds where a risk was
        asked about. `to_dict` has them at these risks, and where one is clearly the best.

        Raises
        ------
        DataError
            If nobody asked, or nothing can be drawn: each has rows of its own, or subjects.
        """
        told = told_of(self._classifiers, self._pairs)
        for table in told.long_tables:
            return arrow_frame(whole(table))
        message = "nobody asked what acting on these scores is worth, or nothing can be drawn"
        hint = 'Say score_kind="probability", or risk_threshold, in evaluate'
        raise DataError(message, hint=hint)

    def plot(self, plot: str | None = None) -> Plot:
        """Return a curve of all scores as SVG, with the operating point of the first.

        Parameters
        ----------
        plot
            ``"roc"``, ``"pr"`` or ``"det"``; None as of `Evaluation.plot`.

        Raises
        ------
        DataError
            If there is no such plot of several scores, and which there are.
        """
        from evalgui.interface.plotted import plot as drawn

        rankings = ((one.name, one.snapshot.ranking) for one in self._classifiers)
        lines = [(name, one.table) for name, one in rankings if one is not None]
        with told_in_python():
            return drawn(self._made_of[0], plot, lines)

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers as ``evalgui compare --format json`` prints them."""
        found: dict[str, Any] = json.loads(self.to_json())
        return found

    def to_json(self) -> str:
        """Return all numbers as ``evalgui compare --format json`` prints them, as text."""
        return as_json("compare", self._numbers)

    def __copy__(self) -> Self:
        return self  # which never changes

    def __deepcopy__(self, _known: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return compared, self._made_of

    def __repr__(self) -> str:
        names = ", ".join(one.name for one in self._classifiers)
        return f"Comparison of {names}{' on the same rows' if self._is_paired else ''}"

    def __str__(self) -> str:
        told = told_of(self._classifiers, self._pairs)
        return comparison_text(told, words_in(self._vocabulary))


def frame_of(table_id: str, contents: Contents) -> pd.DataFrame:
    """Return a table of results as a data frame.

    Raises
    ------
    DataError
        If there is nothing that it could hold.
    """
    kind = TABLES.by_id(table_id)
    lacking = kind.lacking(contents)
    if lacking:
        raise DataError(str(lacking), where=contents.dataset.name)
    return arrow_frame(whole(kind.make(contents)))


@dataclass(frozen=True, slots=True)
class How:
    """How scores are compared.

    Parameters
    ----------
    placing
        Where the thresholds of scores are that have none yet.
    link
        What they have in common with that of the first instead.
    level, drawing
        As of `evalgui.io.assessing.classifiers.differences`.
    paired
        Whether they are scores of the same rows; None to find out.
    """

    placing: Placing
    link: Link
    level: float
    drawing: Drawing | None
    paired: bool | None


def how(
    request: Request,
    options: dict[str, Any],
    link: str,
    paired: bool | None,  # noqa: FBT001 - handed on
) -> How:
    """Return how scores are compared, by the arguments of `Evaluation.compare`.

    Raises
    ------
    DataError
        If one is not understood.
    """
    if link not in set(Link):
        known = ", ".join(one.value for one in Link)
        raise DataError(f"there is no link '{link}'", hint=f"Give one of {known}")
    level = options.pop("level")
    given_level = {} if level is None else {"level": level}
    found = asked({**options, **given_level})[0]
    placing = found.placing if found.placing.is_said else request.placing
    wanted = request.intervals.level if level is None else found.intervals.level
    return How(placing, Link(link), wanted, found.drawing, paired)


def compared(answer: Answer, others: Sequence[Any], wanted: How) -> Comparison:
    """Return an evaluation against other scores.

    Parameters
    ----------
    answer
        The evaluation.
    others
        Columns of its data, scores for its rows, or other answers.
    wanted
        How.

    Raises
    ------
    DataError
        If there is nothing to compare with, or scores cannot be compared.
    """
    found = answer.assessed
    if not others:
        raise DataError("there is nothing to compare with", hint="Name another score")
    first = _of(found, _name(found))
    classifiers = [first, *(_other(first, found, other, wanted) for other in others)]
    names = [one.name for one in classifiers]
    if len(set(names)) < len(names):
        classifiers = [
            Classifier(f"{one.loaded.table.name} {number}: {one.name}", one.loaded, one.snapshot)
            for number, one in enumerate(classifiers, 1)
        ]
    evaluations = [other for other in others if isinstance(other, Answer)]
    is_paired = wanted.paired
    if is_paired is None:
        is_paired = all(_are_same_rows(answer, one) for one in evaluations)
    elif is_paired:
        _require_same_truth(first, classifiers)
    return Comparison(
        tuple(classifiers),
        wanted.level,
        wanted.drawing,
        wanted.link,
        is_paired,
        answer.vocabulary,
        (answer, [_kept(other) for other in others], wanted),
    )


def _kept(other: Any) -> Any:  # noqa: ANN401 - names, columns or answers
    """Return what nobody else can change."""
    if isinstance(other, (str, Answer)):
        return other
    return list(other) if isinstance(other, (list, tuple)) else deepcopy(other)


def _name(found: Assessed) -> str:
    return "" if found.snapshot.score is None else found.snapshot.score.name


def _of(found: Assessed, name: str) -> Classifier:
    if found.snapshot.ranking is None:
        hint = "Name a column with --score, or a class with --positive"
        where = found.loaded.table.name
        raise DataError("there is no score of one class to compare", where=where, hint=hint)
    return Classifier(name, found.loaded, found.snapshot)


def _other(first: Classifier, found: Assessed, other: Any, wanted: How) -> Classifier:  # noqa: ANN401
    """Return what the first is compared with."""
    if isinstance(other, Answer):
        return _of(other.assessed, _name(other.assessed))
    name, loaded = _with_score(found, other)
    if wanted.link is not Link.NONE:
        return in_common(wanted.link, first, name, loaded)
    return classifier(name, loaded, wanted.placing, first.snapshot.inputs)


def _with_score(found: Assessed, other: Any) -> tuple[str, Loaded]:  # noqa: ANN401 - any column
    """Return the same rows with another score: a column of theirs, or one that is given."""
    loaded, roles = found.loaded, found.request.decided
    table, digest, name = loaded.table, loaded.digest, other
    if not isinstance(other, str):
        from evalgui.io.formats import registry

        columns = {column.name: column.cells() for column in table.columns}
        added = given(columns, [("score", other)], table.name)
        (name,) = added.names
        table, digest = registry.read(added.source), added.source.digest
        own = loaded.proposal.roles
        roles = replace(roles, truth=own.truth, positive=own.positive)
    fresh = assess(table, replace(roles, scores=(name,)), digest=digest)
    answered(fresh)
    return name, fresh


def _are_same_rows(first: Answer, other: Answer) -> bool:
    """Return whether two evaluations are known to be of the same rows.

    Rows with the same classes in the same order may be others: sorted files often are.
    """
    one, two = first.assessed.loaded, other.assessed.loaded
    is_same_truth = first.truth is not None and first.truth is other.truth
    return one.table is two.table or is_same_truth or one.sha256 == two.sha256


def _require_same_truth(first: Classifier, classifiers: Sequence[Classifier]) -> None:
    """Refuse rows that are said to be the same, and are not."""
    for other in classifiers:
        truths = [_truth_by_row(one) for one in (first, other)]
        shared = truths[0].keys() & truths[1].keys()
        sizes = {one.dataset.n_rows_in_file for one in (first, other)}
        if len(sizes) > 1 or any(truths[0][row] != truths[1][row] for row in shared):
            message = f"{first.name} and {other.name} are not of the same rows"
            raise DataError(message, hint="Leave out paired=True")


def _truth_by_row(one: Classifier) -> dict[int, str]:
    """Return the class of each row, by its number."""
    classes = one.dataset.classes
    rows, truth = one.file_rows().tolist(), one.dataset.truth.tolist()
    return {row: classes[place] for row, place in zip(rows, truth, strict=True)}
