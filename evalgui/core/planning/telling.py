"""What was asked about the size of a study, and the answer, in sentences of any field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.digits import exact, grouped, percent_of, rounded
from evalgui.core.planning.question import Counted, Goal
from evalgui.core.texts import Joined, Text
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.planning.answer import SampleSize
    from evalgui.core.planning.question import Question
    from evalgui.core.planning.support import Support

_WANTED = {
    Goal.WIDTH: Text("{measure} {expected}, its {level} interval ({method}) at most {aim} wide"),
    Goal.STANDARD_ERROR: Text("{measure} {expected}, its standard error at most {aim}"),
    Goal.LOWER: Text(
        "{measure} {expected}, its one-sided {level} lower limit ({method}) at least {aim}"
    ),
    Goal.UPPER: Text(
        "{measure} {expected}, its one-sided {level} upper limit ({method}) at most {aim}"
    ),
    Goal.CLAIM: Text("{measure} below {aim}, claimed at one-sided {level} where no error is seen"),
    Goal.POWER: Text("{measure}: a difference found with power {aim} by McNemar's test at {level}"),
}
_WIDTH_ALONE = Text("{measure}, its {level} interval ({method}) at most {aim} wide")


def wanted(question: Question) -> Text:
    """Return what is wanted, as the head of an answer.

    Examples
    --------
    >>> from evalgui.core.texts import Style
    >>> from evalgui.core.vocabulary import MACHINE_LEARNING
    >>> from evalgui.core.planning import PLANNED, Question
    >>> asked = Question(measure=PLANNED.by_id("FPR"), goal=Goal.CLAIM, aim=0.001)
    >>> print(*wanted(asked).told(Style(MACHINE_LEARNING)).split())
    False positive rate below 0.001, claimed at one-sided 95 % where no error is seen
    """
    method = phrase("Wilson") if question.goal is Goal.WIDTH else "Clopper-Pearson"
    if question.measure.counted is Counted.BOTH:
        method = phrase("logit, Hanley and McNeil")
    template, measure = _WANTED[question.goal], question.measure
    if measure.rests_on:
        method = measure.method
        template = template if question.expected is not None else _WIDTH_ALONE
    return template.filled(
        {
            "measure": measure.title,
            "expected": "" if question.expected is None else exact(question.expected),
            "aim": exact(question.aim),
            "level": percent_of(question.level),
            "method": method,
        },
    )


def needed(found: SampleSize) -> Text:
    """Return how many are needed, as one sentence.

    Examples
    --------
    >>> from evalgui.core.texts import Style
    >>> from evalgui.core.vocabulary import MACHINE_LEARNING
    >>> from evalgui.core.planning import PLANNED, Question, answer
    >>> asked = Question(
    ...     measure=PLANNED.by_id("TPR"), goal=Goal.WIDTH, aim=0.1, expected=0.9, prevalence=0.2
    ... )
    >>> print(needed(answer(asked)).told(Style(MACHINE_LEARNING)))
    705 rows: 141 actual positives and 564 actual negatives
    """
    first = Text("{n} {counted}", {"n": grouped(found.n), "counted": found.counted})
    if not (found.n_positive and found.n_negative):
        return first
    return Text(
        "{first}: {n_positive} {actual_positives} and {n_negative} {actual_negatives}",
        {
            "first": first,
            "n_positive": grouped(found.n_positive),
            "n_negative": grouped(found.n_negative),
        },
    )


def supports(support: Support, expected: float | None, level: float) -> Joined:
    """Return what data of a size support of one measure, as one sentence.

    Examples
    --------
    >>> from evalgui.core.texts import Style
    >>> from evalgui.core.vocabulary import MACHINE_LEARNING
    >>> from evalgui.core.planning import Sizes, supported
    >>> for one in supported(Sizes(141, 0), 0.9)[-1:]:
    ...     print(*supports(one, 0.9, 0.95).told(Style(MACHINE_LEARNING)).split())
    False negative rate, 141 actual positives: without an error, below 0.021 (one-sided 95 %)
    """
    head = Text(
        "{measure}, {n} subjects with {counted}"
        if support.of_subjects
        else "{measure}, {n} {counted}",
        {
            "measure": support.measure.title,
            "n": grouped(support.n),
            "counted": support.measure.counted.words,
        },
    )
    if support.measure.is_error_rate and not support.reason:
        rest = Text(
            "without an error, below {claim} (one-sided {level})",
            {"claim": rounded(support.claim), "level": percent_of(level)},
        )
    elif support.reason:
        rest = Text(
            "no claim: {reason}" if support.measure.is_error_rate else "no interval: {reason}",
            {"reason": support.reason},
        )
    elif expected is None or support.measure.rests_on:
        rest = Text(
            "a {level} interval {width} wide ({method})",
            {
                "level": percent_of(level),
                "width": rounded(support.width),
                "method": support.measure.method,
            },
        )
    else:
        rest = Text(
            "at {expected}, a {level} interval {width} wide, one-sided lower limit {limit}",
            {
                "expected": exact(expected),
                "level": percent_of(level),
                "width": rounded(support.width),
                "limit": rounded(support.limit),
            },
        )
    return Joined((head, rest), ": ")
