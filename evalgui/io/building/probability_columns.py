"""One column a class: which column is whose, and what the row says by its greatest value."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.checks import Finding
from evalgui.core.digits import grouped, score
from evalgui.core.errors import DataError
from evalgui.core.multiclass import ClassScores
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.meaning import label_key, listed, plain_name, show_hidden, sign_of_class

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from evalgui.io.building.class_columns import ClassColumns

_AROUND = (
    "p|pr|prob|probs|proba|probability|probabilities|score|scores|pred|preds|prediction|predictions|predicted"
    "|posterior|likelihood|llr|logit|logits|confidence|conf|softmax|output|class|label|y|for|of"
)
_BEFORE = re.compile(rf"[\W_]*(?:{_AROUND})(?:[\W_]+?|(?=\d+$))(?=.)", re.IGNORECASE)
_BEHIND = re.compile(rf"(?<![\W_])[\W_]+(?:{_AROUND})[\W_]*$", re.IGNORECASE)
_PROBABILITY = re.compile(
    r"(?:^|[\W_])(?:p|pr|proba?s?|probability|probabilities)(?:$|[\W_])", re.IGNORECASE
)
_CODE = re.compile(r"-?[0-9]{1,9}(?:\.0*)?")
_NUMBERED = re.compile(r"(.*(?<!\d))(\d{1,9})", re.DOTALL)
_SUM_LIMIT = 1e-3
_ABOUT = 0.03
_MOSTLY = 0.9
_SAMPLE = 1_000
_MOST_DIGITS = 6


@dataclass(frozen=True, slots=True)
class ClassMatch:
    """Which column is the score of which class.

    Parameters
    ----------
    pairs
        A class and its column; the class may be one that no row of the truth has.
    n_known
        How many of the classes of the truth have a column.
    by_order
        Whether numbered columns were given to the classes in their order: a guess.
    is_bare
        Whether the columns are called as the classes are, with no words around that could
        tell the column of another class.
    """

    pairs: tuple[tuple[str, str], ...]
    n_known: int
    by_order: bool = False
    is_bare: bool = False

    def lacking(self, classes: Sequence[str]) -> list[str]:
        """Return those of some classes that have no column."""
        own = {name for name, _ in self.pairs}
        return [name for name in classes if name not in own]

    def beyond(self, classes: Sequence[str]) -> list[str]:
        """Return the columns of classes that are none of these."""
        return [column for name, column in self.pairs if name not in classes]


def match_classes(columns: Sequence[str], classes: Sequence[str]) -> ClassMatch:
    """Return which columns carry the names of classes.

    Around the name may stand words such as ``p_``, ``prob.`` or ``score``, and brackets. A
    column with the same words around another name belongs to a class that no row has. Where
    classes are codes, and the numbers of the columns leave one out and go beyond the others,
    they are counted from another first number: that is a guess. So it is where they count
    from 0, and no class is called that.

    Parameters
    ----------
    columns
        The names of the columns that hold numbers.
    classes
        The names of the classes.

    Examples
    --------
    >>> match_classes(["age", "P(cat)", "P(dog)"], ["cat", "dog"]).pairs
    (('cat', 'P(cat)'), ('dog', 'P(dog)'))
    >>> match_classes(["score_0", "score_1", "score_2"], ["a", "b", "c"]).by_order
    True
    >>> match_classes(["p1", "p2", "p3"], ["0", "1", "2"]).pairs
    (('0', 'p1'), ('1', 'p2'), ('2', 'p3'))
    """
    names = _ClassNames.of(classes)
    found: dict[int, str] = {}
    around: Counter[tuple[str, str]] = Counter()
    for column in columns:
        for before, core, behind in (*_cores(column), *_cores(plain_name(column))):
            index = names.find(core)
            if index is not None and index not in found:
                found[index] = column
                around[before, behind] += column == before + core + behind
                break
    if not found:
        return _by_order(columns, classes)
    pairs = {classes[index]: column for index, column in sorted(found.items())}
    before, behind = around.most_common(1)[0][0]
    is_bare = not (before or behind)
    are_codes = all(map(_is_code, pairs))
    for column in columns:
        core = column[len(before) : len(column) - len(behind)]
        fits = column.startswith(before) and column.endswith(behind) and core != ""
        fits = fits and (not is_bare or (are_codes and _is_code(core)))
        if fits and column not in found.values() and core not in pairs:
            pairs[core] = column
    match = ClassMatch(tuple(pairs.items()), len(found), is_bare=is_bare)
    return _counted_on(match, classes) or match


def _is_code(name: str) -> bool:
    return _CODE.fullmatch(name) is not None


def _counted_on(match: ClassMatch, classes: Sequence[str]) -> ClassMatch | None:
    """Return columns that are numbered from another first number than the classes are."""
    names = [*classes, *(name for name, _ in match.pairs)]
    if not (match.beyond(classes) and all(map(_is_code, names))):
        return None
    if not match.lacking(classes):
        return _from_no_class(match, classes)
    columns = [column for _, column in sorted(match.pairs, key=lambda pair: float(pair[0]))]
    codes = sorted(classes, key=float)
    first = round(float(codes[0]))
    if len(columns) != len(codes):
        numbers = sorted(round(float(name)) for name, _ in match.pairs)
        of_number = {round(float(name)): name for name in codes}
        places = [number - numbers[0] + first for number in numbers]
        codes = [of_number.get(place, str(place)) for place in places]
    n_known = len(set(codes) & set(classes))
    return ClassMatch(tuple(zip(codes, columns, strict=True)), n_known, by_order=True)


def _from_no_class(match: ClassMatch, classes: Sequence[str]) -> ClassMatch | None:
    """Return columns that are numbered from 0, as places are, where no row is of a class 0.

    They may be the places of the classes 1 and up, the last of which has no row.
    """
    pairs = sorted(match.pairs, key=lambda pair: float(pair[0]))
    is_counted = [float(name) for name, _ in pairs] == list(range(len(pairs)))
    if not is_counted or pairs[0][0] in classes:
        return None
    return ClassMatch(tuple(pairs), match.n_known, by_order=True)


def may_match(columns: Sequence[str], classes: Sequence[str], n_known: float) -> bool:
    """Return whether `match_classes` could give so many classes to some of these columns.

    A glance at the names, before it is known which columns hold numbers.
    """
    names = _ClassNames.of(classes)
    found = {names.find(core) for column in columns for core in _all_cores(column)} - {None}
    if len(found) >= n_known:
        return True
    groups = _numbered(filter(_BEFORE.match, columns))
    if found:  # codes, which may be counted from another first number
        return bool(groups)
    return any(group.keys() >= set(wanted) for group in groups for wanted in _counted(len(classes)))


def numbered_alike(columns: Sequence[str], n_classes: int) -> list[tuple[str, ...]]:
    """Return the columns of one name that are numbered from 0 or 1, as many as there are classes.

    Examples
    --------
    >>> numbered_alike(["age", "net_0", "net_1", "net_2"], 3)
    [('net_0', 'net_1', 'net_2')]
    """
    return [
        tuple(group[number] for number in sorted(group))
        for group in _numbered(columns)
        if sorted(group) in _counted(n_classes)
    ]


def _numbered(columns: Iterable[str]) -> list[dict[int, str]]:
    """Return the columns that are called alike but for a number behind, each by its number."""
    numbered: dict[str, dict[int, str]] = {}
    for column in columns:
        if match := _NUMBERED.fullmatch(column):
            numbered.setdefault(match[1], {})[int(match[2])] = column
    return list(numbered.values())


def _counted(n: int) -> list[list[int]]:
    """Return how so many may be numbered."""
    return [list(range(first, first + n)) for first in (0, 1)]


def _all_cores(column: str) -> Iterator[str]:
    for name in (column, plain_name(column)):
        yield from (core for _, core, _ in _cores(name))


@dataclass(frozen=True, slots=True)
class _ClassNames:
    by_key: Mapping[str, int]
    by_word: Mapping[str, int]
    by_sign: Mapping[bool, int]

    @classmethod
    def of(cls, classes: Sequence[str]) -> _ClassNames:
        """Return the classes by what they are called; a name that fits two fits none."""
        tables: list[dict[str, int]] = [{}, {}]
        for table, fold in zip(tables, (label_key, plain_name), strict=True):
            n_of = Counter(map(fold, classes))
            table.update(
                (fold(name), index) for index, name in enumerate(classes) if n_of[fold(name)] == 1
            )
            table.pop("", None)
        signs = [sign_of_class(name.casefold()) for name in classes]
        by_sign = {sign: place for place, sign in enumerate(signs) if sign is not None}
        is_clear = sorted(map(str, signs)) == ["False", "True"]
        return cls(tables[0], tables[1], by_sign if is_clear else {})

    def find(self, text: str) -> int | None:
        index = self.by_key.get(label_key(text))
        index = self.by_word.get(plain_name(text)) if index is None else index
        if index is None and not text.isdigit():  # of two classes, "neg" is the one that is 0
            index = self.by_sign.get(sign_of_class(plain_name(text)))  # type: ignore[arg-type]
        return index


def _cores(column: str) -> Iterator[tuple[str, str, str]]:
    """Yield a name in three parts, with ever more words taken off its ends."""
    start = 0
    while True:
        rest = column[start:]
        end = len(rest)
        if start and column[:start].rstrip()[-1:] in {"(", "[", "="} and rest[-1:] in {")", "]"}:
            yield column[:start], rest[:-1], rest[-1:]
        yield column[:start], rest, ""
        behind = _BEHIND.search(rest)
        if behind is not None and behind.start():
            end = behind.start()
            yield column[:start], rest[:end], rest[end:]
        before = _BEFORE.match(rest)
        if before is None:
            return
        start += before.end()


def _by_order(columns: Sequence[str], classes: Sequence[str]) -> ClassMatch:
    """Return numbered columns of one name, where there are as many as classes."""
    for group in numbered_alike(list(filter(_BEFORE.match, columns)), len(classes)):
        pairs = tuple(zip(classes, group, strict=True))
        return ClassMatch(pairs, len(classes), by_order=True)
    return ClassMatch((), 0)


def add_up(columns: Sequence[NDArray[np.floating]]) -> bool:
    """Return whether these columns are shares of 1 in nearly every row that has them all."""
    # A sum beyond all doubles, or of both infinities, is not 1.
    with np.errstate(over="ignore", invalid="ignore"):
        total = np.stack(columns).sum(axis=0, dtype=np.float64)
    known = total[~np.isnan(total)]
    lowest = min(float(np.fmin.reduce(column)) for column in columns)
    return lowest >= 0 and len(known) > 0 and _share(np.abs(known - 1) <= _ABOUT) >= _MOSTLY


def _share(flags: NDArray[np.bool_]) -> float:
    return float(np.count_nonzero(flags)) / len(flags)


@dataclass(frozen=True, slots=True, eq=False)
class ClassValues:
    """What rows say by one score a class.

    Parameters
    ----------
    scores : (n, K) array of float64
        In the order of the classes, a column of NaN for a class that has none in the file.
    predicted : (n,) array of int
        The class with the greatest score, the first of equal ones; -1 where a score that
        the file has a column for is missing.
    findings
        What is odd about the scores.
    """

    scores: NDArray[np.float64]
    predicted: NDArray[np.integer]
    findings: tuple[Finding, ...]


def class_values(
    where: str,
    pairs: Sequence[tuple[str, NDArray[np.floating]]],
    names: Sequence[str],
    found: ClassColumns,
) -> ClassValues:
    """Return the scores of all classes, and what they call.

    Parameters
    ----------
    where
        The file name, for messages.
    pairs
        A class and its scores: (n,) float, NaN where there is none.
    names
        The columns that these came from, for messages.
    found
        The classes and the true class of each of the n rows.

    Raises
    ------
    DataError
        If two columns are of one class.
    """
    classes = found.classes.names
    places = [found.classes.find(name) for name, _ in pairs]
    taken = [place for place in places if place is not None]
    if len(set(taken)) < len(pairs):
        message = phrase("two columns of scores are of one class: {names}", names=listed(names))
        raise DataError(message, where=where, hint=phrase("Choose one column for each class"))
    # Columns lie in one piece each: they are walked one after the other.
    scores = np.full((len(found.truth), len(classes)), np.nan, order="F")
    for place, (_, values) in zip(taken, pairs, strict=True):
        scores[:, place] = values
    order = sorted(taken)
    present = ClassScores(
        [classes[place] for place in order],
        np.zeros(len(scores), np.intp),
        [scores[:, place] for place in order],
    )
    calls = present.calls
    back = np.array([*order, -1], np.intp)
    absent = sorted(set(range(len(classes))) - set(order))
    return ClassValues(
        scores=scores,
        predicted=back[calls.predicted],
        findings=(
            *_absent_findings(absent, found),
            *_call_findings(calls.n_missing, calls.n_tied, is_told=found.predicted is not None),
            *_probability_findings(present, names),
        ),
    )


def _absent_findings(absent: Sequence[int], found: ClassColumns) -> Iterator[Finding]:
    if absent:
        shown = listed([show_hidden(found.classes.names[place]) for place in absent])
        n_rows = sum(found.n_true[place] for place in absent)
        text = phrase(
            "there is no column of scores for {names}: {n} rows cannot be called right",
            names=shown,
            n=grouped(n_rows),
        )
        yield Finding("missing_class_column", text, n_rows)


def _call_findings(n_missing: int, n_tied: int, *, is_told: bool) -> Iterator[Finding]:
    """Yield which rows the scores call nothing, or more than one class.

    Where a column tells the predicted classes, the scores decide nothing but the rank of a class.
    """
    if n_missing:
        text = phrase_n(
            n_missing,
            "1 row has no score for some class",
            "{n} rows have no score for some class",
            n=grouped(n_missing),
        )
        if not is_told:
            text = phrase("{text}, and so no predicted class", text=text)
        yield Finding("missing_score", text, n_missing)
    if n_tied:
        tied = phrase_n(
            n_tied,
            "1 row has the same greatest score for several classes",
            "{n} rows have the same greatest score for several classes",
            n=grouped(n_tied),
        )
        text = phrase(
            "{tied}: the first counts as the best of them"
            if is_told
            else "{tied}: the first is taken",
            tied=tied,
        )
        yield Finding("tied_classes", text, n_tied)


def _probability_findings(scores: ClassScores, names: Sequence[str]) -> Iterator[Finding]:
    """Yield what does not fit scores that are probabilities, by their names or mostly."""
    outside = np.zeros(scores.n, bool)
    for column in scores.columns:
        outside |= (column < 0) | (column > 1)
    n_outside = int(np.count_nonzero(outside))
    are_named = all(_PROBABILITY.search(name) for name in names)
    if not are_named and scores.n and n_outside > (1 - _MOSTLY) * scores.n:
        # Logits, votes, distances: scores that were never meant as probabilities.
        return
    if n_outside:
        text = phrase(
            "probabilities outside 0 to 1 in {n} rows: the values are kept",
            n=grouped(n_outside),
        )
        yield Finding("prob_range", text, n_outside)
    off = np.abs(scores.row_sums - 1) > max(_SUM_LIMIT, _rounding(scores.columns))
    n_off = int(np.count_nonzero(off & ~outside))
    if n_off:
        first = int(np.flatnonzero(off & ~outside)[0])
        text = phrase(
            "the probabilities of {n} rows do not add up to 1, the first to {sum}: they are kept "
            "as they are",
            n=grouped(n_off),
            sum=score(scores.row_sums[first], 4),
        )
        yield Finding("prob_sum", text, n_off)


def _rounding(columns: Sequence[NDArray[np.floating]]) -> float:
    """Return by how much a sum of K values may miss 1 since they are written with few digits.

    The error of each is uniform: four standard deviations of the sum, or what is possible.
    """
    sample = np.stack([column[:_SAMPLE] for column in columns])
    sample = sample[np.isfinite(sample)]
    for n_digits in range(_MOST_DIGITS):
        unit = 10.0**-n_digits
        if np.all(np.abs(sample / unit - np.round(sample / unit)) < _SUM_LIMIT):
            if not n_digits:
                return 0.0
            return unit * min(len(columns) / 2, 4 * math.sqrt(len(columns) / 12))
    return 0.0
