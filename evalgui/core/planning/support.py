"""What data at hand can support, from their numbers alone."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from evalgui.core import sample_size as size
from evalgui.core.planning.question import (
    NOTHING_SAID,
    PLANNED,
    Assumed,
    Counted,
    Planned,
    check_assumed,
    check_level,
    check_share,
)
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.counts import Counts
    from evalgui.core.ranked_subjects import RankedSubjects

NO_ROWS = phrase("there are none")
FEW = phrase("there are too few for any claim")
ONE_ROW = phrase("a class with fewer than two rows says nothing about its spread")
NOT_EXPECTED = phrase("no expected value is given")
NO_AREA = phrase("the expected AUC must be from 0.5 to below 1")
OF_SUBJECTS = phrase("how alike rows of one subject are is not known beforehand")


@dataclass(frozen=True, slots=True)
class Sizes:
    """What data at hand count.

    Parameters
    ----------
    positives, negatives
        The rows of each class.
    positive_calls, negative_calls
        Those that are called so at the threshold; None where there is none.
    of_subjects
        Whether subjects were drawn: then the subjects with such rows are counted, each once.
    """

    positives: int
    negatives: int
    positive_calls: int | None = None
    negative_calls: int | None = None
    of_subjects: bool = False

    @classmethod
    def at(cls, counts: Counts, subjects: RankedSubjects | None = None) -> Sizes:
        """Return what data count at a threshold.

        Parameters
        ----------
        counts
            Scalars.
        subjects
            Whose the rows are, where subjects were drawn and are known; of the calls nothing is
            then told.
        """
        if subjects is not None:
            positives, negatives = (int(np.count_nonzero(one)) for one in subjects.sizes)
            return cls(positives, negatives, of_subjects=True)
        return cls(
            int(counts.actual_positives),
            int(counts.actual_negatives),
            int(counts.predicted_positives),
            int(counts.predicted_negatives),
        )

    def of(self, counted: Counted) -> int | None:
        """Return how many there are of what a measure counts."""
        # A subject may have rows of both classes, and then counts once in all.
        both = (max if self.of_subjects else sum)((self.positives, self.negatives))
        return {
            Counted.POSITIVES: self.positives,
            Counted.NEGATIVES: self.negatives,
            Counted.POSITIVE_CALLS: self.positive_calls,
            Counted.NEGATIVE_CALLS: self.negative_calls,
        }.get(counted, both)


@dataclass(frozen=True, slots=True)
class Support:
    """What data of a size can support.

    Parameters
    ----------
    measure
        Of which measure.
    n
        How many it counts there.
    width
        Of the two-sided interval at the expected value; NaN of error rates, and with a reason.
    limit
        The one-sided lower limit at the expected value; NaN as the width.
    claim
        Of an error rate: what can be claimed where no error is seen; NaN of all others.
    error
        The standard error at the expected value, of an area after Hanley and McNeil (1982); NaN
        as the width.
    reason
        Why it can support nothing, "" where it does.
    of_subjects
        Whether what it counts are subjects, each once.
    """

    measure: Planned
    n: int
    width: float = math.nan
    limit: float = math.nan
    claim: float = math.nan
    error: float = math.nan
    reason: str = ""
    of_subjects: bool = False


def supported(
    sizes: Sizes,
    expected: float | None,
    level: float = 0.95,
    only: Planned | None = None,
    assumed: Assumed = NOTHING_SAID,
) -> tuple[Support, ...]:
    """Return what data of a size can support, measure by measure.

    Parameters
    ----------
    sizes
        What they count.
    expected
        The value that is expected of every measure that is good when high, in [0, 1]; None
        where claims alone are asked for.
    level
        The confidence.
    only
        The one measure that is asked about; None for all that rest on nothing more.
    assumed
        What is assumed of the scores, where it rests on that; the mean of logit p is the one
        that makes the prevalence.

    Raises
    ------
    DataError
        If the value or the level is none, in words.

    Examples
    --------
    >>> found = supported(Sizes(141, 2996), 0.9)
    >>> found[0].measure.id, round(found[0].width, 3)
    ('TPR', 0.1)
    >>> [(one.measure.id, round(one.claim, 4)) for one in found if one.measure.is_error_rate]
    [('FPR', 0.001), ('FNR', 0.0212)]
    """
    check_level(level)
    if only is not None and only.rests_on:
        return (_assuming(only, sizes, expected, level, assumed),)
    if expected is not None:
        check_share(expected)
    found = []
    for measure in PLANNED:
        n = sizes.of(measure.counted)
        if n is None or measure.counted is Counted.PAIRS or measure.rests_on:
            continue
        if only is not None and only is not measure:
            continue
        is_short = measure.counted is Counted.BOTH and min(sizes.positives, sizes.negatives) < 2
        if n and measure.is_error_rate:
            claim = size.claim(n, level)
            found.append(
                Support(measure, n, claim=claim) if claim < 1 else Support(measure, n, reason=FEW)
            )
        elif not n or is_short or expected is None:
            reason = NO_ROWS if not n else NOT_EXPECTED if expected is None else ONE_ROW
            found.append(Support(measure, n, reason=reason))
        elif measure.counted is Counted.BOTH:
            found.append(_auc_support(measure, sizes, expected, level))
        else:
            width = size.wilson_width(expected, n, level)
            limit, error = size.lower_limit(expected, n, level), _error(expected, n)
            found.append(Support(measure, n, width, limit, error=error))
    return tuple(replace(one, of_subjects=sizes.of_subjects) for one in found)


def _error(expected: float, n: int) -> float:
    return math.sqrt(expected * (1.0 - expected) / n)


def _auc_support(measure: Planned, sizes: Sizes, auc: float, level: float) -> Support:
    n = sizes.of(measure.counted) or 0
    if not 0.5 <= auc < 1.0:
        return Support(measure, n, reason=NO_AREA)
    error = size.auc_standard_error(auc, sizes.positives, sizes.negatives)
    low, high = size.auc_limits(auc, error, size.two_sided(level))
    limit = size.auc_limits(auc, error, size.one_sided(level))[0]
    return Support(measure, n, high - low, limit, error=error)


def _assuming(
    measure: Planned, sizes: Sizes, expected: float | None, level: float, assumed: Assumed
) -> Support:
    """Return what is supported of a measure that rests on what is assumed of the scores."""
    from evalgui.core.planning.expected import foretold, width

    check_assumed(measure, expected, assumed)
    n, classes = sizes.of(measure.counted) or 0, (sizes.positives, sizes.negatives)
    reason = OF_SUBJECTS if sizes.of_subjects else ONE_ROW if min(classes) < 2 else ""
    reason = reason if n else NO_ROWS
    if reason:
        return Support(measure, n, reason=reason)
    if measure.is_of_probabilities:
        known = replace(assumed, mean=None)
        found = foretold(measure, expected, sizes.positives / sum(classes), known)
        return Support(measure, n, width(measure, found, n, assumed.risk, level))
    areas = float(expected or 0.0), float(assumed.other or 0.0)
    shared = assumed.correlation if "correlation" in measure.rests_on else None
    error = size.auc_difference_error(areas, *classes, shared)
    return Support(measure, n, 2.0 * size.two_sided(level) * error, error=error)
