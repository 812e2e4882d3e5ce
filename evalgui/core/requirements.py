"""What is required of a result: a number, or its one-sided limit, on one side of a bound."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import StrEnum

from evalgui.core.measured import Sided
from evalgui.core.metrics import metric_called
from evalgui.core.probabilities import PROBABILITY_METRICS
from evalgui.core.ranking_metrics import RANKING_METRICS
from evalgui.core.registry import UnknownIdError

OF_CONSEQUENCES = (
    *("ppv", "npv", "cost", "net_benefit", "standardised", "avoided", "over_all"),
    *("observed_expected", "in_the_large", "intercept", "slope", "brier", "scaled_brier"),
    *("mcb", "dsc", "log_score", "ici", "ece"),
)
"""The numbers of people, decision curve and calibration that may be required."""

_RELATION = re.compile("[<>]=?")
_LIMIT = "-limit"


class Verdict(StrEnum):
    """What became of a requirement."""

    MET = "met"
    NOT_MET = "not met"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A number, or its one-sided limit, on one side of a bound.

    Parameters
    ----------
    text
        As it was written.
    name
        The id of a measure, or one of `OF_CONSEQUENCES`.
    is_limit
        Whether the limit has to lie there, not the value alone: the lower one where the bound is
        the least, the upper one where it is the most.
    relation
        ``">="``, ``"<="``, ``">"`` or ``"<"``.
    bound
        Finite.
    """

    text: str
    name: str
    is_limit: bool
    relation: str
    bound: float

    @property
    def side(self) -> Sided:
        """Which limit it asks for."""
        return Sided.LOWER if self.relation.startswith(">") else Sided.UPPER

    def verdict(self, number: float) -> Verdict:
        """Return what a value, or a limit, comes to; NaN cannot tell."""
        if math.isnan(number):
            return Verdict.CANNOT_TELL
        holds = {
            ">=": number >= self.bound,
            "<=": number <= self.bound,
            ">": number > self.bound,
            "<": number < self.bound,
        }[self.relation]
        return Verdict.MET if holds else Verdict.NOT_MET


def requirement(text: str) -> Requirement:
    """Return a requirement that is written such as ``TPR-limit>=0.9`` or ``brier<=0.1``.

    Parameters
    ----------
    text
        A measure by its id or any of its names, or one of `OF_CONSEQUENCES`; ``-limit`` for its
        one-sided limit; ``>=``, ``<=``, ``>`` or ``<``; a number.

    Raises
    ------
    ValueError
        If it is not understood; the message says what to write.

    Examples
    --------
    >>> one = requirement("sensitivity-limit >= 0.9")
    >>> one.name, one.is_limit, one.relation, one.bound
    ('TPR', True, '>=', 0.9)
    """
    found = _RELATION.search(text)
    name = "" if found is None else text[: found.start()].strip()
    is_limit = name.endswith(_LIMIT)
    name = name.removesuffix(_LIMIT).strip()
    if found is None or not name:
        message = f"'{text}' is no requirement such as TPR-limit>=0.9 or brier<=0.1"
        raise ValueError(message)
    number = text[found.end() :].strip()
    try:
        bound = float(number)
    except ValueError:
        bound = math.nan
    if not math.isfinite(bound):
        message = f"'{number}' is no number that something can be required to be"
        raise ValueError(message)
    return Requirement(text.strip(), _named(name), is_limit, found[0], bound)


def _named(name: str) -> str:
    written = name.strip()
    known = (*OF_CONSEQUENCES, *RANKING_METRICS.ids, *PROBABILITY_METRICS.ids)
    for one in known:
        if written.casefold().replace("-", "_") == one:
            return one
    try:
        return metric_called(written).id
    except UnknownIdError as error:
        message = f"{error}; or {', '.join(known)}"
        raise ValueError(message) from None
