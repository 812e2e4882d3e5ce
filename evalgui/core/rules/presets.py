"""Sets of rules that a field, a competition or a standard asks for, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalgui.core.registry import Registry
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.rules.declaring import Values

Asked = tuple[str, "Values"]


@dataclass(frozen=True, slots=True)
class Preset:
    """Rules with what is set in them.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    name
        Its name in lists.
    source
        Who asks for them.
    rules
        The id of each rule, and what is set in it.
    """

    id: str
    name: str
    source: str
    rules: tuple[Asked, ...]


def _each(rule_id: str, *targets: float) -> tuple[Asked, ...]:
    return tuple((rule_id, {rule_id: target}) for target in targets)


def _cost(*numbers: tuple[float, float]) -> tuple[Asked, ...]:
    return tuple(("min-dcf", {"p-target": prior, "c-miss": miss}) for prior, miss in numbers)


_ZEROS: tuple[Asked, ...] = (("zero-fmr", {}), ("zero-fnmr", {}))

PRESETS: Registry[Preset] = Registry(
    phrase("preset"),
    Preset(
        "fvc2006",
        "FVC2006",
        phrase("Fingerprint Verification Competition 2006"),
        (("eer-fvc", {}), *_each("fmr", 0.01, 0.001), *_ZEROS),
    ),
    Preset(
        "nist-1-1",
        phrase("NIST face 1:1"),
        phrase("NIST Face Recognition Technology Evaluation, 1:1"),
        _each("fmr", 1e-3, 1e-4, 1e-5, 1e-6),
    ),
    Preset(
        "sre08",
        "NIST SRE08",
        phrase("NIST Speaker Recognition Evaluation 2008"),
        _cost((0.01, 10.0)),
    ),
    Preset(
        "sre10",
        "NIST SRE10",
        phrase("NIST Speaker Recognition Evaluation 2010"),
        _cost((0.001, 1.0)),
    ),
    Preset(
        "sre16",
        "NIST SRE16",
        phrase("NIST Speaker Recognition Evaluation 2016: the mean of both"),
        _cost((0.01, 1.0), (0.005, 1.0)),
    ),
    Preset(
        "voxsrc", "VoxSRC", phrase("VoxCeleb Speaker Recognition Challenge"), _cost((0.05, 1.0))
    ),
    Preset(
        "sp-800-63",
        "SP 800-63-4",
        phrase("NIST SP 800-63-4, draft of 2023; in each group of users"),
        (*_each("fmr", 1e-4), *_each("fnmr", 0.01)),
    ),
    Preset(
        "biopp",
        "BIOPP 2.0",
        phrase("Common Criteria biometric protection profile 2.0: upper limits at 80 %"),
        (("fmr-limit", {"fmr": 1e-4, "level": 0.8}), ("fnmr-limit", {"fnmr": 0.05, "level": 0.8})),
    ),
    Preset(
        "screening",
        phrase("Screening"),
        phrase("few of the diseased are missed"),
        _each("sensitivity", 0.95),
    ),
    Preset(
        "rule-out",
        phrase("Rule-out"),
        phrase("a negative result excludes the disease"),
        _each("npv", 0.99),
    ),
    Preset(
        "rule-in",
        phrase("Rule-in"),
        phrase("a positive result confirms the disease"),
        _each("lr-positive", 10.0),
    ),
)
