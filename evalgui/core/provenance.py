"""Where a threshold comes from: a part of every number that is taken at it."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from evalgui.core.rules.rule import Choice, Value

TYPED = "typed"
"""What stands for a rule where nobody but the user chose the threshold."""


LINKED = "linked"
"""What stands for a rule where a threshold was taken from that of another score.

Its parameters are ``link``, what the two have in common, and ``score``, whose threshold that is.
"""


class Origin(StrEnum):
    """How a threshold came to be."""

    START = "start"  # nobody has decided yet
    CHOSEN = "chosen"  # on the data that it is assessed on
    PRESPECIFIED = "prespecified"  # before the data were seen
    FROZEN = "frozen"  # on other data


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a threshold comes from.

    Parameters
    ----------
    kind
        How it came to be.
    rule
        The id of the rule that chose it, `TYPED` where the user did, `LINKED` where it was taken
        from another score, None where nothing did.
    parameters
        What was set in the rule, each with its id.
    source
        The name of the data that it was chosen on, "" where it rests on none.
    when
        When that was, ISO 8601 in UTC, "" where nobody decided.

    Examples
    --------
    >>> one = Provenance(Origin.CHOSEN, "sensitivity", (("sensitivity", 0.95),), "a.csv")
    >>> one.frozen().as_json()["kind"], one.frozen().source
    ('frozen', 'a.csv')
    """

    kind: Origin = Origin.START
    rule: str | None = None
    parameters: tuple[tuple[str, Value], ...] = ()
    source: str = ""
    when: str = ""

    @property
    def is_by_rule(self) -> bool:
        """Whether a rule put the threshold where it is, and not the user or another score."""
        return self.rule not in {None, TYPED, LINKED}

    def frozen(self) -> Provenance:
        """Return that of the same threshold on other data."""
        return replace(self, kind=Origin.FROZEN)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON types: ``kind``, ``rule``, ``parameters``, ``source``, ``when``.

        What there is none of is None, and the parameters are an object.
        """
        return {
            "kind": self.kind.value,
            "rule": self.rule,
            "parameters": dict(self.parameters),
            "source": self.source or None,
            "when": self.when or None,
        }


START = Provenance()


def now() -> str:
    """Return this moment as a provenance has it: ISO 8601 in UTC, to the second."""
    return _told(int(time.time()))  # the same word in all frames of a second


def local_offset() -> str:
    """Return how far the clock of this place is ahead of UTC now, such as "+01:00"."""
    return datetime.now(UTC).astimezone().isoformat()[-6:]


@lru_cache(maxsize=1)
def _told(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def chosen_by(choice: Choice, source: str, when: str) -> Provenance:
    """Return the provenance of what a rule chose on data with a name."""
    return Provenance(Origin.CHOSEN, choice.rule.id, tuple(choice.parameters.items()), source, when)


@lru_cache(maxsize=1)  # one is made in each frame of a drag, and compared by many
def typed(source: str, when: str) -> Provenance:
    """Return the provenance of a threshold that the user put where it is, seeing data."""
    return Provenance(Origin.CHOSEN, TYPED, (), source, when)


def prespecified(when: str) -> Provenance:
    """Return the provenance of a threshold that was settled before the data were seen."""
    return Provenance(Origin.PRESPECIFIED, TYPED, (), "", when)


def provenance_from(found: object) -> Provenance | None:
    """Read what `Provenance.as_json` wrote; None where it is no such thing.

    Examples
    --------
    >>> provenance_from(START.as_json()) == START, provenance_from({"kind": "other"})
    (True, None)
    """
    kind = found.get("kind") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(kind, str) or kind not in set(Origin):
        return None
    rule, parameters = found.get("rule"), found.get("parameters") or {}
    source, when = found.get("source") or "", found.get("when") or ""
    texts = (rule or "", source, when)
    if not isinstance(parameters, dict) or not all(isinstance(one, str) for one in texts):
        return None
    return Provenance(Origin(kind), rule, _read(parameters), source, when)


def _read(parameters: Mapping[str, Any]) -> tuple[tuple[str, Value], ...]:
    """Return parameters without what can be none."""
    return tuple((name, one) for name, one in parameters.items() if _is_value(one))


def _is_value(found: object) -> bool:
    """Return whether a parameter can have a value: no number is too large for a double."""
    if isinstance(found, int):
        return abs(found) <= sys.float_info.max
    return isinstance(found, str | float | None)
