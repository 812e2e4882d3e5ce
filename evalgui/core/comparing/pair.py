"""Two scores against each other: their areas, and what they call at a threshold of each."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias, cast

from evalgui.core.comparing import areas, predictive_values, rates
from evalgui.core.comparing.areas import INDEPENDENT
from evalgui.core.comparing.at_equal import equal_rates
from evalgui.core.comparing.joint import Fourfold, JointCalls
from evalgui.core.comparing.net_benefit import differences_of_worth
from evalgui.core.comparing.of_subjects import CallsOfSubjects, correlation
from evalgui.core.comparing.p_values import beyond_chi_square
from evalgui.core.comparing.rates import RateDifference
from evalgui.core.comparing.row_by_row import RowByRow
from evalgui.core.counts import divide
from evalgui.core.intervals.proportions import wilson
from evalgui.core.intervals.subjects import EFFECTIVE, ONE_SUBJECT, SUBJECTS, UNKNOWN_SUBJECTS
from evalgui.core.measured import Interval, Measured
from evalgui.core.metrics import DEFAULT_PARAMETERS, measured_at, metric_by_id
from evalgui.core.vocabulary import joined, phrase
from evalgui.core.weights import NO_COUNTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from evalgui.core.comparing.areas import AreaDifference
    from evalgui.core.comparing.at_equal import EqualRates
    from evalgui.core.comparing.bootstrap import Drawn
    from evalgui.core.comparing.candidate import Candidate
    from evalgui.core.comparing.mcnemar import McNemar
    from evalgui.core.comparing.net_benefit import WorthDifference
    from evalgui.core.comparing.several_areas import AreasTest
    from evalgui.core.counts import Counts
    from evalgui.core.equal_rate import AtEqual
    from evalgui.core.intervals.by_weight import WorthAt
    from evalgui.core.metrics.metric import Fraction

    OnSameRows: TypeAlias = Callable[[JointCalls], Fourfold]
    AmongCalls: TypeAlias = Callable[[JointCalls], tuple[Fourfold, Fourfold]]

PAIRED_RATES: Mapping[str, OnSameRows] = {
    "TPR": lambda calls: calls.positives,
    "TNR": lambda calls: calls.negatives.turned(),
    "FPR": lambda calls: calls.negatives,
    "FNR": lambda calls: calls.positives.turned(),
    "ACC": lambda calls: calls.right,
    "ERR": lambda calls: calls.right.turned(),
    "PPR": lambda calls: calls.positives + calls.negatives,
}
"""The rates of which both classifiers have the same denominator, by the id of the measure."""

PREDICTIVE_VALUES: Mapping[str, AmongCalls] = {
    "PPV": lambda calls: (calls.positives, calls.negatives),
    "NPV": lambda calls: (calls.negatives.turned(), calls.positives.turned()),
    "FDR": lambda calls: (calls.negatives, calls.positives),
    "FOR": lambda calls: (calls.positives.turned(), calls.negatives.turned()),
}
"""The rates among the calls of each classifier: what they count, and the rest of the calls."""

PAIRED_MOVER = phrase("Newcombe, paired method 10")
CORRELATED_MOVER = phrase("MOVER of correlated Wilson limits")
UNPAIRED_MOVER = phrase("Newcombe, method 10 (MOVER)")
GENERALISED_SCORE = phrase("Leisenring-Alonzo-Pepe generalised score")
POOLED = phrase("normal test with the pooled rate")

NO_CALLS = phrase("a classifier has no rows in the denominator")
NO_SUBJECTS = phrase("subjects were drawn, and of one side the counts alone are known")
SHARED_SUBJECTS = phrase("a subject has rows on both sides, which are no independent samples")
TOO_SURE = phrase(
    "rows of one subject depend on each other, so that the interval of the areas is too short and "
    "its p value too small"
)
NO_MCNEMAR = phrase("McNemar's test takes rows of one subject for independent: see the accuracy")

AT_SHARES = phrase(
    "accuracy, and what depends on the share of {positives} otherwise, is compared at that of the "
    "file, whose sizes of classes were chosen"
)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """What is said of two classifiers.

    Parameters
    ----------
    first, second
        Their names.
    area
        The difference of the areas.
    area_interval
        Its interval.
    at
        The differences of rates at the threshold of each, by the id of the measure.
    calls
        What both call the same rows; None where each has rows of its own.
    n
        The instances that are compared: of the same rows one number, else that of each.
    n_left_out
        The instances that are not, as they have no score, or only one of both.
    assumes
        What all intervals and tests assume, but for the area by subject, and where the data do
        not have it so.
    drawn
        Differences in rows, or subjects, that were drawn anew; None where that was not asked for.
    are_of_subjects
        Whether subjects were drawn, whose rows depend on each other.
    equal
        The same rates where both have one in common; None where that was not asked for.
    worth
        Their net benefit, by the risk thresholds that were asked about.
    rows
        Which of both is right about each row; None where each has rows of its own.
    is_at_one_cutoff
        Whether both are called at the same threshold.
    lacking
        Why nobody knows how far chance goes, such as `SHARED_SUBJECTS`; "" where that is known.
    alike
        Of the first of several comparisons the test that all areas are the same; None elsewhere.
    orders
        Of scores in bins the same where these are in the worst order for the first and in the best
        one for the second, and the other way round; None where nothing is open.
    """

    first: str
    second: str
    area: AreaDifference
    area_interval: Interval
    at: Mapping[str, RateDifference]
    calls: JointCalls | None
    n: tuple[int, ...]
    n_left_out: int
    assumes: str = INDEPENDENT
    drawn: Drawn | None = None
    are_of_subjects: bool = False
    equal: EqualRates | None = None
    worth: Mapping[float, WorthDifference] = field(default_factory=lambda: MappingProxyType({}))
    rows: RowByRow | None = None
    is_at_one_cutoff: bool = False
    lacking: str = ""
    alike: AreasTest | None = None
    orders: tuple[Pair, Pair] | None = None

    @property
    def is_paired(self) -> bool:
        """Whether both were compared on the same rows."""
        return self.calls is not None

    @property
    def mcnemar(self) -> McNemar | None:
        """The test of which classifier is right on more rows; None without the same rows."""
        return None if self.calls is None else self.calls.right.test

    @property
    def why_no_mcnemar(self) -> str:
        """Why that test has no p value, "" where it has one, or there is no such test."""
        if self.mcnemar is None:
            return ""
        return NO_MCNEMAR if self.are_of_subjects else self.mcnemar.reason

    def with_drawn(self, drawn: Drawn) -> Pair:
        """Return it with what was drawn anew: also where subjects leave no other interval."""
        if self.equal is None or not self.are_of_subjects:
            return replace(self, drawn=drawn)
        return replace(self, drawn=drawn, equal=self.equal.with_drawn(drawn))


def _with_orders(
    pair: Pair, first: Candidate, second: Candidate, compare: Callable[[Candidate, Candidate], Pair]
) -> Pair:
    """Return a comparison with those of the orders that put its ends apart, where bins are open."""
    if first.bins is None and second.bins is None:
        return pair
    low, high = (
        compare(first.in_order(is_best=is_best), second.in_order(is_best=not is_best))
        for is_best in (False, True)
    )
    return replace(pair, orders=(low, high))


def compare_paired(
    first: Candidate, second: Candidate, level: float, at: AtEqual | None = None
) -> Pair:
    """Compare two scores on the rows that have both.

    Parameters
    ----------
    first, second
        Of the same rows, in the same order.
    level
        The two-sided confidence of the intervals.
    at
        What both have in common; None where each is compared at its own threshold alone.
    """
    pair = _paired(first, second, level, at)
    return _with_orders(pair, first, second, lambda one, other: _paired(one, other, level, at))


def _paired(first: Candidate, second: Candidate, level: float, at: AtEqual | None) -> Pair:
    first.require_counts()
    rows = first.has_score & second.has_score
    one, other = first.of_rows(rows), second.of_rows(rows)
    counts = one.positives, one.negatives
    area = areas.paired(one.score, other.score, *counts, one.subjects).recommended()
    calls = JointCalls.of(one.called, other.called, one.positives, one.negatives)
    n, by_subject = (one.n_instances,), first.by_subject or second.by_subject
    if by_subject:
        differing = _paired_of_subjects(one, other, level)
    else:
        differing = {name: _paired_rate(of(calls), level) for name, of in PAIRED_RATES.items()}
        differing |= {
            name: _predictive(*of(calls), level) for name, of in PREDICTIVE_VALUES.items()
        }
    left_out = first.n_instances - n[0]
    assumes = _assumed(area, first, second)
    interval = _area_interval(area, level, assumes, *n)
    told = _of_shares(assumes, first, second)
    known = first.name, second.name, area, interval, differing, calls, n, left_out, told
    equal = None if at is None else equal_rates(one, other, level, at, is_paired=True)
    worth = differences_of_worth(one, other, level, is_paired=True)
    by_row = RowByRow.of(first, second)
    return Pair(
        *known,
        are_of_subjects=by_subject,
        equal=equal,
        worth=worth,
        rows=by_row,
        is_at_one_cutoff=first.threshold == second.threshold,
    )


def compare_unpaired(
    first: Candidate,
    second: Candidate,
    level: float,
    at: AtEqual | None = None,
    *,
    lacking: str = "",
) -> Pair:
    """Compare two scores that have rows of their own.

    Parameters
    ----------
    first, second, level, at
        As of `compare_paired`.
    lacking
        Why nobody knows how far chance goes, such as `SHARED_SUBJECTS`: then there is neither an
        interval nor a test. "" where that is known.
    """
    pair = _unpaired(first, second, level, at, lacking)
    return _with_orders(
        pair, first, second, lambda one, other: _unpaired(one, other, level, at, lacking)
    )


def _unpaired(
    first: Candidate, second: Candidate, level: float, at: AtEqual | None, lacking: str
) -> Pair:
    for each in (first, second):
        each.require_counts()
    parts = [one.of_rows(one.has_score) for one in (first, second)]
    tables = [one.table for one in parts]
    found = [one.area_of(table) for one, table in zip(parts, tables, strict=True)]
    area = areas.unpaired(found[0], found[1]).recommended()
    one, other = (
        table.counts_at(part.threshold) for table, part in zip(tables, parts, strict=True)
    )
    whose = [CallsOfSubjects.of(part) for part in parts]
    lacks = any(part.by_subject and known is None for part, known in zip(parts, whose, strict=True))
    worths = [None if known is None else known.worth for known in whose]
    why = lacking or (UNKNOWN_SUBJECTS if lacks else "")
    differing = compare_counts(one, other, level, worths, lacking=why)
    n = tuple(one.n_instances for one in parts)
    left_out = first.n_instances + second.n_instances - sum(n)
    assumes = _assumed(area, first, second)
    interval = _area_interval(area, level, assumes, *n)
    if lacking:
        interval = Interval(level, "", math.nan, math.nan, n, reason=lacking)
    told = _of_shares(assumes, first, second)
    known = first.name, second.name, area, interval, differing, None, n, left_out, told
    equal = None if at is None else equal_rates(parts[0], parts[1], level, at, is_paired=False)
    by_subject = first.by_subject or second.by_subject
    worth = differences_of_worth(parts[0], parts[1], level, is_paired=False)
    return Pair(
        *known,
        are_of_subjects=by_subject,
        equal=equal,
        worth=worth,
        is_at_one_cutoff=first.threshold == second.threshold,
        lacking=lacking,
    )


def draw_again(  # noqa: PLR0913 - what is drawn, of what, and how often
    pair: Pair,
    first: Candidate,
    second: Candidate,
    *,
    n_replicates: int,
    seed: int,
    measures: Sequence[str] = (),
    n_bins: int | None = None,
    step: Callable[[float, str], None] | None = None,
) -> Pair:
    """Return a comparison with the differences in rows, or subjects, that are drawn anew.

    Parameters
    ----------
    pair
        The comparison.
    first, second
        What is compared, also rows without a score.
    measures
        As of `evalgui.core.comparing.bootstrap.draw_paired`; its `MEASURES` where none are named.
    n_replicates, seed, n_bins, step
        Likewise.

    Raises
    ------
    DataError
        If subjects are to be drawn, and nobody knows whose the rows are.
    """
    from evalgui.core.comparing.bootstrap import MEASURES, draw_paired, draw_unpaired  # as asked

    rows = first.has_score, second.has_score
    if pair.is_paired:
        rows = rows[0] & rows[1], rows[0] & rows[1]
    drawn = (draw_paired if pair.is_paired else draw_unpaired)(
        first.of_rows(rows[0]),
        second.of_rows(rows[1]),
        n_replicates=n_replicates,
        seed=seed,
        measures=measures or MEASURES,
        at=pair.equal.at if pair.equal is not None and pair.are_of_subjects else None,
        n_bins=n_bins,
        step=step,
    )
    alone = ONE_SUBJECT if pair.are_of_subjects and 1 in drawn.n_units else ""
    return pair.with_drawn(drawn.lacking(pair.lacking or alone))


def compare_counts(
    first: Counts,
    second: Counts,
    level: float,
    worths: Sequence[WorthAt | None] = (None, None),
    *,
    lacking: str = "",
) -> dict[str, RateDifference]:
    """Compare the rates of two matrices that count rows of their own.

    Parameters
    ----------
    first, second
        Python integers; of sums of weights, which are no counts, there is no interval.
    level
        The two-sided confidence of the intervals.
    worths
        Of each, as how many independent rows its rows count where subjects were drawn; None
        where the rows are independent.
    lacking
        Why nobody knows how far chance goes, such as `NO_SUBJECTS`: then there is neither an
        interval nor a test.

    Returns
    -------
    dict
        The first less the second by the id of each measure of `PAIRED_RATES` and of
        `PREDICTIVE_VALUES`.

    Examples
    --------
    >>> from evalgui.core.counts import Counts
    >>> found = compare_counts(Counts(56, 10, 14, 90), Counts(48, 20, 32, 80), 0.95)["TPR"]
    >>> round(found.difference, 6), round(found.interval.lower, 4), round(found.interval.upper, 4)
    (0.2, 0.0524, 0.3339)
    """
    measured = [measured_at(counts, DEFAULT_PARAMETERS) for counts in (first, second)]
    if lacking:
        return {
            name: _undefined(level, measured[0][name].value, measured[1][name].value, lacking)
            for name in (*PAIRED_RATES, *PREDICTIVE_VALUES)
        }
    if any(worths):
        known = (first, second), worths, level
        return {name: _by_worth(name, *known) for name in (*PAIRED_RATES, *PREDICTIVE_VALUES)}
    return {
        name: _unpaired_rate(measured[0][name], measured[1][name], level)
        for name in (*PAIRED_RATES, *PREDICTIVE_VALUES)
    }


def _assumed(area: AreaDifference, *candidates: Candidate) -> str:
    """Return what a comparison assumes, and that its area is too sure where it goes by rows."""
    if not any(one.by_subject for one in candidates):
        return INDEPENDENT
    return SUBJECTS if area.by_subject else joined("; ", (INDEPENDENT, TOO_SURE))


def _of_shares(assumes: str, *candidates: Candidate) -> str:
    """Return what a comparison assumes, and that its share of positives was chosen."""
    if not any(one.sampling.fixes_shares for one in candidates):
        return assumes
    return joined("; ", (assumes, AT_SHARES))


def _area_interval(area: AreaDifference, level: float, assumes: str, *n: int) -> Interval:
    low, high = area.limits(level)
    reason = area.reason
    method = "" if reason else area.method
    return Interval(
        level, method, low, high, n, area.assumes if area.by_subject else assumes, reason
    )


def _paired_rate(rows: Fourfold, level: float) -> RateDifference:
    if not rows.n:
        return _undefined(level, math.nan, math.nan)
    limits = rates.paired(rows.both, rows.first_only, rows.second_only, rows.neither, level)
    interval = Interval(level, PAIRED_MOVER, *limits, (rows.n,))
    test = rows.test
    values = rows.first / rows.n, rows.second / rows.n
    each = tuple(_alone((k, rows.n), rows.n, level) for k in (rows.first, rows.second))
    return RateDifference(*values, interval, test.p, test.method, test.statistic, each)


def _alone(
    share: tuple[float, float], n: int, level: float, how: str = phrase("Wilson")
) -> Interval:
    """Return the interval of a rate alone: k and n, perhaps of as many rows as they are worth."""
    assumes = INDEPENDENT if how == "Wilson" else SUBJECTS
    return Interval(level, how, *wilson(*share, level), (n,), assumes)


def _paired_of_subjects(
    first: Candidate, second: Candidate, level: float
) -> dict[str, RateDifference]:
    """Compare the rates of two scores of the same rows where subjects were drawn."""
    one, other = CallsOfSubjects.of(first), CallsOfSubjects.of(second)
    names = (*PAIRED_RATES, *PREDICTIVE_VALUES)
    if one is None or other is None:
        of_all = [part.table.counts_at(part.threshold) for part in (first, second)]
        return compare_counts(of_all[0], of_all[1], level, lacking=UNKNOWN_SUBJECTS)
    counts, worths = (one.counts, other.counts), (one.worth, other.worth)
    return {
        name: _by_worth(name, counts, worths, level, correlation(one, other, fraction_of(name)))
        for name in names
    }


def _by_worth(
    name: str,
    counts: tuple[Counts, Counts],
    worths: Sequence[WorthAt | None],
    level: float,
    correlated: float | None = None,
) -> RateDifference:
    """Return the difference of a rate whose rows are worth fewer; correlated in paired data."""
    fraction = fraction_of(name)
    shares = [cast("tuple[int, int]", fraction(one)) for one in counts]
    values = [float(divide(k, n)) for k, n in shares]
    if not all(n for _k, n in shares):
        return _undefined(level, values[0], values[1])
    both: list[tuple[float, float]] = [
        (k, n) if worth is None else worth.worth(fraction).of(k, n)
        for (k, n), worth in zip(shares, worths, strict=True)
    ]
    if any(math.isnan(n) for _k, n in both):
        return _undefined(level, values[0], values[1], ONE_SUBJECT)

    def limits(at: float) -> tuple[float, float]:
        return rates.correlated(both[0], both[1], correlated or 0.0, at)

    method = joined(", ", (UNPAIRED_MOVER if correlated is None else CORRELATED_MOVER, EFFECTIVE))
    interval = Interval(level, method, *limits(level), tuple(n for _k, n in shares), SUBJECTS)
    p = rates.p_of_limits(limits)
    each = tuple(
        _alone(share, n, level, phrase("Wilson, {effective}", effective=EFFECTIVE))
        for share, (_k, n) in zip(both, shares, strict=True)
    )
    return RateDifference(values[0], values[1], interval, p, method, math.nan, each)


def fraction_of(name: str) -> Fraction:
    """Return the function of counts to the numerator and the denominator of a rate."""
    fraction = metric_by_id(name).fraction
    if fraction is None:
        message = f"{name} is no proportion"
        raise TypeError(message)
    return fraction


def _predictive(events: Fourfold, others: Fourfold, level: float) -> RateDifference:
    n = events.first + others.first, events.second + others.second
    value_1, value_2 = float(divide(events.first, n[0])), float(divide(events.second, n[1]))
    if not all(n):
        return _undefined(level, value_1, value_2)
    limits = predictive_values.difference(events, others, level)
    interval = Interval(level, CORRELATED_MOVER, *limits, n)
    score = predictive_values.generalised_score(events, others)
    p = beyond_chi_square(score)
    return RateDifference(value_1, value_2, interval, p, GENERALISED_SCORE, score)


def _unpaired_rate(first: Measured, second: Measured, level: float) -> RateDifference:
    if not (first.fraction and second.fraction and first.is_defined and second.is_defined):
        return _undefined(level, first.value, second.value)
    if any(isinstance(n, float) for n in (*first.fraction, *second.fraction)):
        return _undefined(level, first.value, second.value, NO_COUNTS)
    limits = rates.unpaired(first.fraction, second.fraction, level)
    n = first.fraction[1], second.fraction[1]
    interval = Interval(level, UNPAIRED_MOVER, *limits, n)
    statistic = rates.pooled_chi_square(first.fraction, second.fraction)
    p = beyond_chi_square(statistic)
    each = tuple(_alone(one, one[1], level) for one in (first.fraction, second.fraction))
    return RateDifference(first.value, second.value, interval, p, POOLED, statistic, each)


def _undefined(level: float, first: float, second: float, reason: str = NO_CALLS) -> RateDifference:
    nothing = Interval(level, "", math.nan, math.nan, reason=reason)
    return RateDifference(first, second, nothing, math.nan, "", math.nan)
