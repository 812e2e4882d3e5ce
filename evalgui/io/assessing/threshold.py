"""Where a threshold is put without a window: typed, by a rule, or frozen on other data."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from evalgui.core.counts import Counts
from evalgui.core.deciding import Development
from evalgui.core.errors import DataError, sentence_of
from evalgui.core.part_names import part_name
from evalgui.core.provenance import (
    Origin,
    Provenance,
    chosen_by,
    now,
    prespecified,
    provenance_from,
)
from evalgui.core.provenance import typed as typed_on
from evalgui.core.rules import ParameterError, choose, rule_by_id
from evalgui.core.sampling import Sampling
from evalgui.core.snapshot import Snapshot, resolve
from evalgui.core.thresholds import from_units, may_be_threshold
from evalgui.core.vocabulary import joined, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from evalgui.core.dataset import Score
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules.rule import Choice, Value

_LONGEST = 64 * 2**20  # bytes of an evaluation that are read
_MOST_ROWS = 2**53  # that are counted exactly


@dataclass(frozen=True, slots=True)
class RuleAsked:
    """A rule with what is set in it.

    Parameters
    ----------
    rule_id
        The id of the rule.
    values
        What is set in it, by the ids of its parameters.
    """

    rule_id: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def on(self, ranking: Ranking, name: str, prevalence: float | None = None) -> Choice:
        """Return what the rule chooses for a score.

        Parameters
        ----------
        ranking
            The score.
        name
            The name of the data in messages.
        prevalence
            As of `Rule.at_prevalence`.

        Raises
        ------
        DataError
            If the rule cannot work with what is set.
        """
        rule = rule_by_id(self.rule_id)
        values = rule.at_prevalence(self.values, prevalence)
        try:
            return ranking.cautioned(choose(rule, ranking.table.steps, ranking.score, values))
        except ParameterError as error:
            raise DataError(sentence_of(error), where=name) from None


@dataclass(frozen=True, slots=True)
class Frozen:
    """A threshold that was chosen on other data.

    Parameters
    ----------
    text
        The threshold in the units of the score, as `from_units` reads it.
    higher_is_positive
        The direction of the score that it was chosen for.
    provenance
        Where it comes from.
    name
        Where it stood, in messages.
    development
        What it did on the data that it was chosen on; None where that is not known.
    """

    text: str
    higher_is_positive: bool
    provenance: Provenance
    name: str = ""
    development: Development | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """What says where the threshold is.

    Parameters
    ----------
    typed
        The threshold in the units of the score, or None.
    rule
        The rule that chooses it, or None.
    frozen
        The evaluation of other data that it is taken from, a file or what was read of it; or None.
    is_prespecified
        Whether the typed one was settled before the data were seen.
    """

    typed: str | None = None
    rule: RuleAsked | None = None
    frozen: Path | Frozen | None = None
    is_prespecified: bool = False

    @property
    def is_said(self) -> bool:
        """Whether anything says where it is."""
        return (self.typed, self.rule, self.frozen) != (None, None, None)

    def on(self, snapshot: Snapshot, name: str, *, needs_score: bool = False) -> Snapshot:
        """Return a snapshot with the threshold where it is to be.

        Parameters
        ----------
        snapshot
            At its default threshold.
        name
            The name of the data in messages.
        needs_score
            Whether a score of one class must be there in any case.

        Raises
        ------
        DataError
            If there is no score of one class, a rule finds no threshold, or the other
            evaluation has none for such scores.
        """
        ranking = snapshot.ranking
        if not self.is_said and not needs_score:
            return snapshot
        if ranking is None:
            message = phrase("there is no score of one class to put a threshold on")
            hint = phrase("Name a column with --score, or a class with --positive")
            raise DataError(message, where=name, hint=hint)
        if not self.is_said:
            return snapshot
        threshold, provenance, development = self._found(
            ranking, name, snapshot.inputs.intervals.prevalence
        )
        inputs = replace(
            snapshot.inputs, threshold=threshold, provenance=provenance, development=development
        )
        return resolve(inputs, snapshot)

    def _found(
        self, ranking: Ranking, name: str, prevalence: float | None
    ) -> tuple[float | None, Provenance, Development | None]:
        """Return a threshold, where it comes from, and what it did there."""
        if self.typed is not None:
            how = prespecified(now()) if self.is_prespecified else typed_on(name, now())
            return from_units(self.typed, ranking.score), how, None
        if self.frozen is not None:
            frozen = self.frozen if isinstance(self.frozen, Frozen) else read_frozen(self.frozen)
            if frozen.higher_is_positive != ranking.score.higher_is_positive:
                message = phrase("the threshold was chosen for scores that run the other way")
                hint = phrase("Give --lower-is-positive or --higher-is-positive")
                raise DataError(message, where=frozen.name, hint=hint)
            return _in_units(frozen, ranking.score), frozen.provenance, frozen.development
        if self.rule is None:
            return None, Provenance(), None
        choice = self.rule.on(ranking, name, prevalence)
        if choice.threshold is None:
            message = phrase(
                "the rule {rule} finds no threshold on these scores", rule=self.rule.rule_id
            )
            if choice.undefined:
                message = joined(": ", [message, choice.undefined])
            raise DataError(message, where=name, hint=phrase("Give one with --threshold"))
        return choice.threshold, chosen_by(choice, name, now()), None


def _in_units(frozen: Frozen, score: Score) -> float:
    threshold = from_units(frozen.text, score)
    if threshold is None:
        raise DataError(phrase("the threshold is no number"), where=frozen.name)
    return threshold


def read_frozen(path: Path) -> Frozen:
    """Read the threshold of another evaluation, as `evaluate --format json` printed it.

    Raises
    ------
    DataError
        If the file cannot be read, or holds no threshold.
    """
    return frozen_of(_read(path), path.name)


def frozen_of(found: Mapping[str, Any], name: str) -> Frozen:
    """Return the threshold of an evaluation, as `evaluate --format json` has it.

    Parameters
    ----------
    found
        The evaluation.
    name
        Where it stands, in messages, and where the threshold comes from if nothing says it.

    Raises
    ------
    DataError
        If it holds no threshold.
    """
    threshold, infinite = found.get("threshold"), found.get("threshold_infinite")
    higher = found.get("higher_is_positive")
    if not isinstance(higher, bool) or (threshold is None and infinite not in {"+inf", "-inf"}):
        raise DataError(phrase("there is no threshold in it"), where=name, hint=_HINT)
    text = str(infinite) if threshold is None else json.dumps(threshold)
    if threshold is None and found.get("nothing_called") and (infinite == "+inf") == higher:
        text = "none"
    if not may_be_threshold(text):
        raise DataError(phrase("the threshold is no number"), where=name, hint=_HINT)
    provenance = provenance_from(found.get("provenance"))
    if provenance is None:
        file = found.get("file")
        rule = found.get("rule")
        provenance = Provenance(
            Origin.CHOSEN,
            rule if isinstance(rule, str) else None,
            source=file if isinstance(file, str) else name,
        )
    # Of a threshold that was frozen there already, those are not the data it was chosen on.
    before = None if provenance.kind is Origin.FROZEN else _development(found, text, name)
    return Frozen(text, higher, provenance.frozen(), name, before)


def _development(found: Mapping[str, Any], threshold: str, name: str) -> Development | None:
    """Return what an evaluation says that a threshold did; None where it does not say that."""
    counts, sampling = found.get("counts"), found.get("sampling")
    if not isinstance(counts, dict) or set(counts) != {"tp", "fp", "fn", "tn"}:
        return None
    if not all(type(n) is int and 0 <= n <= _MOST_ROWS for n in counts.values()):
        return None
    if sampling not in set(Sampling):
        return None
    known = found.get("effective_n", {})
    is_known = isinstance(known, dict) and all(
        type(n) in {int, float} and 0 < n <= _MOST_ROWS for n in known.values()
    )
    kept = dict(known) if is_known else {}
    return Development(_part(found, name), Counts(**counts), Sampling(sampling), threshold, kept)


def _part(found: Mapping[str, Any], name: str) -> str:
    """Return what the rows of an evaluation are called: a file, or a part of it."""
    file, subset, by_hand = map(found.get, ("file", "subset", "set_aside_by_hand"))
    by_hand = by_hand if isinstance(by_hand, list) else []
    lists = [one.get("rows") for one in by_hand if isinstance(one, dict)]
    rows = {
        n
        for own in lists
        if isinstance(own, list)
        for n in own
        if type(n) is int and 0 < n <= _MOST_ROWS
    }
    aside = np.array(sorted(rows), dtype=np.int64)
    named, chosen = (one if isinstance(one, str) else "" for one in (file, subset))
    return part_name(named or name, chosen, aside)


_HINT = phrase("Give what evaluate --format json printed for one score of one file")


def _read(path: Path) -> dict[str, Any]:
    """Return a JSON object that is a file."""
    try:
        with path.open("rb") as file:
            data = file.read(_LONGEST + 1)
    except OSError as error:
        message = phrase("it cannot be read: {why}", why=error.strerror)
        raise DataError(message, where=path.name) from None
    if len(data) > _LONGEST:
        raise DataError(phrase("it is too large for an evaluation"), where=path.name, hint=_HINT)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise DataError(phrase("it is no JSON"), where=path.name, hint=_HINT) from None
    if not isinstance(found, dict):
        raise DataError(phrase("it is no evaluation"), where=path.name, hint=_HINT)
    return found
