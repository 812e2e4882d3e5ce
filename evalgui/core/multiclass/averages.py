"""The averages over classes as measures: balanced accuracy, macro, weighted and micro averages."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core.metrics import Metric, metric_by_id
from evalgui.core.multiclass import slopes
from evalgui.core.multiclass.averaging import Averaging, average, indices, members, summed
from evalgui.core.multiclass.declaring import (
    SIGNED_UNIT,
    UNIT,
    ConfusionMatrix,
    MulticlassSettings,
    Over,
    OverallFamily,
    OverallMetric,
    Proper,
    TakenIn,
    divide,
    joined,
    named,
    need_rows,
    phrase,
    some,
)
from evalgui.core.texts import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from evalgui.core.multiclass.slopes import Cells, Sloped
    from evalgui.core.words import Words

_PRECISION, _RECALL, _F1, _JACCARD = (metric_by_id(name) for name in ("PPV", "TPR", "F1", "JACC"))

_OF_CLASS = {
    _PRECISION.id: slopes.precision,
    _RECALL.id: slopes.recall,
    _F1.id: slopes.dice,
    _JACCARD.id: slopes.jaccard,
}


def _as_it_is(accuracy: float, _k: int) -> float:
    return accuracy


_MICRO = {
    _PRECISION.id: _as_it_is,
    _RECALL.id: _as_it_is,
    _F1.id: _as_it_is,
    _JACCARD.id: lambda accuracy, _k: accuracy / (2 - accuracy),
}
"""What each is of the accuracy when all rows are taken in."""


def _in_truth(matrix: ConfusionMatrix, settings: MulticlassSettings) -> NDArray[np.bool_]:
    """Return the classes that balanced accuracy is over: those with a recall."""
    chosen = members(matrix, settings) & (matrix.actual > 0)
    return np.asarray(chosen)


def _recalls(matrix: ConfusionMatrix, settings: MulticlassSettings) -> NDArray[np.float64]:
    used = _in_truth(matrix, settings)
    return np.asarray(divide(matrix.diagonal[used], matrix.actual[used]))


def _balanced_accuracy(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    recalls = _recalls(matrix, settings)
    return math.fsum(recalls) / len(recalls)


def _adjusted(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    by_chance = 1 / int(_in_truth(matrix, settings).sum())
    return (_balanced_accuracy(matrix, settings) - by_chance) / (1 - by_chance)


def _geometric_mean(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    recalls = _recalls(matrix, settings)
    with np.errstate(divide="ignore"):
        return math.exp(math.fsum(np.log(recalls)) / len(recalls)) if recalls.all() else 0.0


def _with_recall(matrix: ConfusionMatrix, settings: MulticlassSettings) -> TakenIn:
    """Return which classes a mean of recalls is over: it never makes a 0 of a missing one."""
    used = _in_truth(matrix, settings)
    left_out = members(matrix, settings) & ~used
    return TakenIn(indices(used), indices(left_out), quantity=_RECALL.symbol)


def _in_both_means(matrix: ConfusionMatrix, settings: MulticlassSettings) -> TakenIn:
    """Return which classes macro precision and macro recall are both over."""
    parts = [
        average(matrix, metric, Averaging.MACRO, settings).taken for metric in (_PRECISION, _RECALL)
    ]
    left_out = tuple(sorted({index for part in parts for index in part.left_out}))
    as_zero = tuple(sorted({index for part in parts for index in part.as_zero}))
    wanted = indices(members(matrix, settings))
    used = tuple(index for index in wanted if index not in set(left_out))
    quantity = phrase("{one} or no {other}", one=_PRECISION.symbol, other=_RECALL.symbol)
    return TakenIn(used, left_out, as_zero, quantity)


def _f_of_means(matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
    precision = average(matrix, _PRECISION, Averaging.MACRO, settings).value
    recall = average(matrix, _RECALL, Averaging.MACRO, settings).value
    if precision == recall == 0:
        return 0.0  # the limit, as for the F1 of one class
    return float(divide(2 * precision * recall, precision + recall))


def _slope(
    metric: Metric,
    how: Averaging,
    cells: Cells,
    matrix: ConfusionMatrix,
    settings: MulticlassSettings,
) -> Sloped:
    """Return an average at other cells of a matrix, over the same classes, and its slope."""
    taken = average(matrix, metric, how, settings).taken
    if how is Averaging.MICRO:
        return slopes.together(cells, _OF_CLASS[metric.id], taken.used)
    of_class, by_support = _OF_CLASS[metric.id], how is Averaging.WEIGHTED
    return slopes.mean(cells, of_class, taken.used, taken.as_zero, by_support=by_support)


def _mean_recall_slope(
    cells: Cells, matrix: ConfusionMatrix, settings: MulticlassSettings
) -> Sloped:
    used = indices(_in_truth(matrix, settings))
    return slopes.mean(cells, slopes.recall, used, by_support=False)


def _adjusted_slope(cells: Cells, matrix: ConfusionMatrix, settings: MulticlassSettings) -> Sloped:
    by_chance = 1 / int(_in_truth(matrix, settings).sum())
    value, slope = _mean_recall_slope(cells, matrix, settings)
    return (value - by_chance) / (1 - by_chance), slope / (1 - by_chance)


def _geometric_slope(cells: Cells, matrix: ConfusionMatrix, settings: MulticlassSettings) -> Sloped:
    return slopes.geometric_mean(cells, indices(_in_truth(matrix, settings)))


def _f_of_means_slope(
    cells: Cells, matrix: ConfusionMatrix, settings: MulticlassSettings
) -> Sloped:
    known = cells, matrix, settings
    return slopes.f_of(
        _slope(_PRECISION, Averaging.MACRO, *known), _slope(_RECALL, Averaging.MACRO, *known)
    )


def _need_choice(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    is_empty = settings.over is Over.CHOSEN and not members(matrix, settings).any()
    return phrase("no class is chosen") if is_empty else ""


def _need_class_in_truth(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    return (
        ""
        if _in_truth(matrix, settings).any()
        else phrase("no class to average has a row in the truth")
    )


def _need_two_in_truth(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    return "" if _in_truth(matrix, settings).sum() > 1 else phrase("the truth is one class only")


def _need_values(metric: Metric, how: Averaging) -> Callable[..., str]:
    def missing(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
        if not math.isnan(average(matrix, metric, how, settings).value):
            return ""
        return phrase(
            "no class with support has a {symbol}"
            if how is Averaging.WEIGHTED
            else "no class to average has a {symbol}",
            symbol=metric.symbol,
        )

    return missing


def _need_means(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    if math.isnan(_f_of_means(matrix, settings)):
        return phrase("macro {precision} or macro {recall} has no value")
    return ""


def _say_members(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
    used = np.flatnonzero(_in_truth(matrix, settings))
    if len(used) == len(matrix):
        return ""
    names = some([matrix.classes[index] for index in used])
    return phrase(
        "over the chosen classes of the truth: {names}"
        if settings.over is Over.CHOSEN
        else "over the classes of the truth: {names}",
        names=names,
    )


def without_value(found: TakenIn, classes: Sequence[str], most: int = 3) -> tuple[str, ...]:
    """Return in words which classes of an average have no value, and what becomes of them.

    Parameters
    ----------
    found
        The classes that are in it.
    classes
        The names of all classes.
    most
        How many of them to name.
    """

    def told(places: Sequence[int], *, as_zero: bool) -> str:
        return phrase(
            "counted as 0, having no {quantity}: {names}"
            if as_zero
            else "left out, having no {quantity}: {names}",
            quantity=found.quantity,
            names=some([classes[i] for i in places], most),
        )

    groups = ((found.left_out, False), (found.as_zero, True))
    return tuple(told(places, as_zero=as_zero) for places, as_zero in groups if places)


def _say_used(
    taken: Callable[[ConfusionMatrix, MulticlassSettings], TakenIn],
) -> Callable[[ConfusionMatrix, MulticlassSettings], str]:
    """Return a note on how many classes are in an average, where that is not all it could be."""

    def note(matrix: ConfusionMatrix, settings: MulticlassSettings) -> str:
        found = taken(matrix, settings)
        parts = without_value(found, matrix.classes)
        if settings.over is Over.CHOSEN and found.used:
            parts = (
                phrase("over {n} of {all} classes", n=len(found.used), all=len(matrix)),
                *parts,
            )
        return joined("; ", parts) if parts else ""

    return note


_SETTINGS = ("over", "chosen", "undefined_as_zero")
_OF_RECALLS = ("over", "chosen")


@dataclass(frozen=True, slots=True)
class _Within:
    """A name as it stands within a sentence: proper names and symbols keep their size."""

    name: str

    def in_words(self, words: Words, /) -> str:
        """Return it in the words of a field."""
        name = words.said(self.name)
        first, _, rest = name.partition(" ")
        is_proper = not first[1:].islower() or first == "Jaccard"
        if is_proper or words.language.keeps_capitals:
            return name
        return f"{first.lower()} {rest}".rstrip()


def _named(how: Averaging, name: object) -> str:
    """Return the name of an average, given that of its measure."""
    return phrase(
        "Macro {name}"
        if how is Averaging.MACRO
        else "Weighted {name}"
        if how is Averaging.WEIGHTED
        else "Micro {name}",
        name=name,
    )


def _recipe(how: Averaging, formula: object) -> str:
    """Return how an average is made, given the formula of its measure."""
    return phrase(
        "mean over the classes of {formula}"
        if how is Averaging.MACRO
        else "mean, weighted by support, over the classes of {formula}"
        if how is Averaging.WEIGHTED
        else "from the summed counts of the classes: {formula}",
        formula=formula,
    )


def _symbol(how: Averaging, symbol: object) -> Text:
    return Text(
        "macro {symbol}"
        if how is Averaging.MACRO
        else "weighted {symbol}"
        if how is Averaging.WEIGHTED
        else "micro {symbol}",
        {"symbol": symbol},
    )


def _averaged(
    metric_id: str,
    metric: Metric,
    how: Averaging,
    aliases: tuple[str, ...] = (),
    proper: Proper = Proper.SPREAD,
) -> OverallMetric[ConfusionMatrix]:
    def compute(how: Averaging, matrix: ConfusionMatrix, settings: MulticlassSettings) -> float:
        return average(matrix, metric, how, settings).value

    def taken(how: Averaging, matrix: ConfusionMatrix, settings: MulticlassSettings) -> TakenIn:
        return average(matrix, metric, how, settings).taken

    def fraction(matrix: ConfusionMatrix, settings: MulticlassSettings) -> tuple[int, int]:
        counts = summed(matrix.each_versus_rest(), members(matrix, settings))
        hits, total = metric.fraction(counts) if metric.fraction is not None else (0, 0)
        return int(hits), int(total)

    is_proportion = how is Averaging.MICRO and metric.fraction is not None
    return OverallMetric(
        id=metric_id,
        proper=Proper.MOST_PROBABLE if how is Averaging.MICRO else proper,
        name=_named(how, _Within(metric.name)),
        family=OverallFamily.AVERAGES,
        formula=_recipe(how, metric.formula),
        compute=partial(compute, how),
        needs=(need_rows, _need_choice, _need_values(metric, how)),
        range=UNIT,
        names={vocabulary: _named(how, _Within(name)) for vocabulary, name in metric.names.items()},
        aliases=(*aliases, *(_named(how, alias) for alias in metric.aliases)),
        symbol=_symbol(how, metric.symbol),
        sources=("binu-2022, classification report", *metric.sources),
        note=_say_used(partial(taken, how)),
        settings=_SETTINGS,
        taken=partial(taken, how),
        fraction=fraction if is_proportion else None,
        of_accuracy=_MICRO[metric.id] if how is Averaging.MICRO else None,
        slope=partial(_slope, metric, how),
    )


BACC = OverallMetric[ConfusionMatrix](
    id="BACC",
    proper=Proper.OVER_SHARE,
    name=phrase("Balanced accuracy"),
    family=OverallFamily.AVERAGES,
    formula=phrase("mean of n_ii / n_i+ over the classes of the truth"),
    compute=_balanced_accuracy,
    needs=(need_rows, _need_choice, _need_class_in_truth),
    range=UNIT,
    aliases=(phrase("macro recall over the truth"), phrase("average class accuracy")),
    symbol="BACC",
    sources=("tharwat-2018, section 2.8, for two classes", "Mosley 2013, for K classes"),
    note=_say_members,
    settings=_OF_RECALLS,
    taken=_with_recall,
    slope=_mean_recall_slope,
)
BACC_ADJUSTED = OverallMetric[ConfusionMatrix](
    id="BACC_ADJUSTED",
    proper=Proper.OVER_SHARE,
    name=phrase("Balanced accuracy, adjusted for chance"),
    family=OverallFamily.AVERAGES,
    formula=phrase("(BACC - 1/K) / (1 - 1/K), K classes in the truth"),
    compute=_adjusted,
    needs=(need_rows, _need_choice, _need_two_in_truth),
    range=SIGNED_UNIT,
    aliases=(phrase("informedness of K equal classes"),),
    symbol=phrase("BACC adj."),
    sources=("scikit-learn, balanced_accuracy_score(adjusted=True)",),
    note=_say_members,
    settings=_OF_RECALLS,
    taken=_with_recall,
    slope=_adjusted_slope,
)
GM_K = OverallMetric[ConfusionMatrix](
    id="GM_K",
    proper=Proper.SPREAD,
    name=phrase("Geometric mean of the recalls"),
    names=named(
        phrase("Geometric mean of the sensitivities"),
        phrase("Geometric mean of the true match rates"),
        phrase("Geometric mean of 1 - P_miss"),
    ),
    family=OverallFamily.AVERAGES,
    formula=phrase("(product of n_ii / n_i+)^(1/K) over the K classes of the truth"),
    compute=_geometric_mean,
    needs=(need_rows, _need_choice, _need_class_in_truth),
    range=UNIT,
    aliases=(phrase("G-mean, K classes"),),
    symbol="GM",
    sources=("tharwat-2018, eq. 15, for two classes", "Sun, Kamel and Wang 2006"),
    note=_say_members,
    settings=_OF_RECALLS,
    taken=_with_recall,
    slope=_geometric_slope,
)
F_OF_MEANS = OverallMetric[ConfusionMatrix](
    id="F_OF_MEANS",
    proper=Proper.SPREAD,
    name=phrase("F1 of macro precision and macro recall"),
    names=named(
        phrase("F1 of macro positive predictive value and macro sensitivity"),
        phrase("F1 of macro precision and macro TMR"),
        phrase("F1 of macro precision and macro 1 - P_miss"),
    ),
    family=OverallFamily.AVERAGES,
    formula=Text("2 P R / (P + R) of macro {precision} P and macro {recall} R, 0 where both are 0"),
    compute=_f_of_means,
    needs=(need_rows, _need_choice, _need_means),
    range=UNIT,
    symbol="F(P, R)",
    sources=("Sokolova and Lapalme 2009, there as the macro F-score",),
    note=_say_used(_in_both_means),
    settings=_SETTINGS,
    taken=_in_both_means,
    slope=_f_of_means_slope,
)

METRICS = (
    BACC,
    BACC_ADJUSTED,
    GM_K,
    _averaged(
        "MACRO_P", _PRECISION, Averaging.MACRO, (phrase("overall precision of the classes"),)
    ),
    _averaged(
        "MACRO_R", _RECALL, Averaging.MACRO, (phrase("macro sensitivity"),), Proper.OVER_SHARE
    ),
    _averaged("F_MACRO", _F1, Averaging.MACRO, (phrase("overall F"), "MACRO_F")),
    _averaged("MACRO_J", _JACCARD, Averaging.MACRO, (phrase("mean IoU"),)),
    _averaged("WEIGHTED_P", _PRECISION, Averaging.WEIGHTED),
    _averaged("WEIGHTED_R", _RECALL, Averaging.WEIGHTED, proper=Proper.MOST_PROBABLE),
    _averaged("WEIGHTED_F", _F1, Averaging.WEIGHTED),
    _averaged("WEIGHTED_J", _JACCARD, Averaging.WEIGHTED),
    _averaged("MICRO_P", _PRECISION, Averaging.MICRO),
    _averaged("MICRO_R", _RECALL, Averaging.MICRO),
    _averaged("MICRO_F", _F1, Averaging.MICRO),
    _averaged("MICRO_J", _JACCARD, Averaging.MICRO),
    F_OF_MEANS,
)
