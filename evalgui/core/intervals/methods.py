"""Which methods there are for each kind of number: where every list of them begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.intervals import (
    auc,
    average_precision,
    delta,
    equal_error_rate,
    fnmr_at_fmr,
    proportions,
    ratios,
    square_and_add,
)
from evalgui.core.kind import Kind
from evalgui.core.registry import Registry, UnknownIdError
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.intervals.method import Method
    from evalgui.core.intervals.settings import IntervalSettings

OFFERED: dict[Kind, Registry[Method]] = {
    Kind.PROPORTION: Registry(phrase("method of proportions"), *proportions.METHODS),
    Kind.F1: Registry(phrase("method of F1"), *proportions.METHODS),
    Kind.SMOOTH: Registry(phrase("method of smooth measures"), *square_and_add.METHODS),
    Kind.LR: Registry(phrase("method of likelihood ratios"), *ratios.OF_RATES),
    Kind.ODDS: Registry(phrase("method of odds ratios"), *ratios.OF_ODDS),
    Kind.AUC: Registry(phrase("method of ROC areas"), *auc.METHODS),
    Kind.AP: Registry(phrase("method of average precision"), *average_precision.METHODS),
    Kind.EER: Registry(phrase("method of equal error rates"), *equal_error_rate.METHODS),
    Kind.FNMR_AT_FMR: Registry(phrase("method of FNMR at FMR"), *fnmr_at_fmr.METHODS),
    Kind.K_CLASSES: Registry(phrase("method of measures of K classes"), *delta.METHODS),
}

_RECOMMENDED = {
    kind: next(method for method in methods if method.is_recommended)
    for kind, methods in OFFERED.items()
}


def recommended_method(kind: Kind) -> Method:
    """Return the method that a kind begins with."""
    return _RECOMMENDED[kind]


def method_of(settings: IntervalSettings, kind: Kind) -> Method:
    """Return the method that makes the intervals of a kind under some settings.

    Raises
    ------
    UnknownIdError
        If the settings name one that there is not.
    """
    wanted = settings.methods.get(kind)
    return _RECOMMENDED[kind] if wanted is None else OFFERED[kind].by_id(wanted)


def method_named(text: str) -> tuple[Kind, str]:
    """Return the kind and the id of a method from ``"KIND=METHOD"``.

    Raises
    ------
    UnknownIdError
        If there is none of the two; the message says which there are.

    Examples
    --------
    >>> method_named("proportion=clopper-pearson")
    (<Kind.PROPORTION: 'proportion'>, 'clopper-pearson')
    """
    kind_id, _, method_id = (part.strip() for part in text.partition("="))
    if kind_id not in {kind.value for kind in OFFERED}:
        message = phrase(
            "there is no kind of number '{kind}': write one of {known}",
            kind=kind_id,
            known=", ".join(OFFERED),
        )
        raise UnknownIdError(message)
    kind = Kind(kind_id)
    return kind, OFFERED[kind].by_id(method_id).id
