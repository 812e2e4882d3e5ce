"""What is shown, said again: as a command line, and as a call of `evalgui.evaluate`."""

from __future__ import annotations

import math
import shlex
import subprocess
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from evalgui.core.consequences.settings import NO_CONSEQUENCES, Every
from evalgui.core.deciding import default_threshold
from evalgui.core.errors import DataError
from evalgui.core.grey_zone import grey_ends
from evalgui.core.intervals.settings import DEFAULT_INTERVALS
from evalgui.core.languages import tr
from evalgui.core.metrics import DEFAULT_PARAMETERS, Vocabulary
from evalgui.core.multiclass import DEFAULT_SETTINGS, Over
from evalgui.core.provenance import Origin
from evalgui.core.thresholds import is_same_threshold, written
from evalgui.core.vocabulary import phrase
from evalgui.interface.arguments import words_of
from evalgui.interface.role_arguments import said_roles
from evalgui.interface.rule_argument import said_rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from evalgui.core.consequences.settings import OverTime
    from evalgui.core.resampled import Resampled
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.io.loading import Loaded

_STANDARD_INPUT = "-"
_SAVED = "data.csv"
_SHORT = 80  # characters of a call on one line


@dataclass(frozen=True, slots=True, eq=False)
class Saying:
    """What reproduces an evaluation.

    Parameters
    ----------
    paths
        The files; none where the data have no file.
    arguments
        What is said of them, by the names of `evalgui.evaluate`.
    remarks
        What no argument can say, in sentences.
    """

    paths: tuple[Path, ...]
    arguments: Mapping[str, Any]
    remarks: tuple[str, ...] = ()

    def command(self, *, folder: Path | None = None, is_windows: bool = False) -> str:
        """Return a command line, after its remarks.

        Parameters
        ----------
        folder
            Where it will be typed: files in it go by their relative paths.
        is_windows
            Whether a shell of Windows reads it.
        """
        files = [_plain(_near(path, folder), is_windows) for path in self.paths]
        remarks = list(self.remarks)
        if not files:
            files = [_STANDARD_INPUT]
            remarks.append(tr("the data have no file: give them as the standard input"))
        words = ["evalgui", "evaluate", *files, *words_of(self.arguments)]
        line = subprocess.list2cmdline(words) if is_windows else shlex.join(words)
        return "\n".join([*map(_remark, remarks), line])

    def python(self, *, folder: Path | None = None) -> str:
        """Return lines of Python, after the remarks."""
        files = [str(_near(path, folder)) for path in self.paths]
        remarks = list(self.remarks)
        if not files:
            files = [_SAVED]
            remarks.append(tr("the data have no file: save them as {name}", name=_SAVED))
        data = repr(files[0]) if len(files) == 1 else repr(files)
        said = [data, *(f"{name}={value!r}" for name, value in self.arguments.items())]
        call = f"found = evalgui.evaluate({', '.join(said)})"
        if len(call) > _SHORT:
            inner = "".join(f"    {one},\n" for one in said)
            call = f"found = evalgui.evaluate(\n{inner})"
        return "\n".join([*map(_remark, remarks), "import evalgui", "", call, ""])


def say(snapshot: Snapshot, loaded: Loaded, paths: Sequence[Path]) -> Saying:
    """Return what reproduces what is shown.

    Parameters
    ----------
    snapshot
        With a data set.
    loaded
        The data, with the positive class that is shown as the one of its roles.
    paths
        Their files; none where they have none.

    Raises
    ------
    DataError
        If nothing is assessed.
    """
    if snapshot.matrix is None:
        raise DataError(phrase("there is nothing that is assessed"), where=loaded.table.name)
    arguments, remarks = said_roles(snapshot, loaded)
    threshold, remark = _threshold(snapshot)
    arguments |= threshold | dict(_settings(snapshot))
    return Saying(tuple(paths), arguments, tuple(filter(None, [*remarks, remark])))


def _threshold(snapshot: Snapshot) -> tuple[dict[str, Any], str]:
    """Return what puts the threshold where it is, and what cannot be said of it."""
    ranking, point, provenance = snapshot.ranking, snapshot.point, snapshot.provenance
    if ranking is None or point is None or provenance is None:
        return {}, ""
    is_start = provenance.kind is Origin.START
    if is_start and is_same_threshold(point.threshold, default_threshold(ranking)):
        return {}, ""
    remark = ""
    if provenance.kind is Origin.CHOSEN and provenance.is_by_rule:
        rule = said_rule(provenance, ranking, point.threshold, snapshot.inputs.intervals.prevalence)
        if rule:
            return rule, ""
        remark = tr(
            "the rule {rule} chose the threshold, with numbers that have no option",
            rule=provenance.rule,
        )
    if provenance.kind is Origin.FROZEN:
        source = provenance.source
        if source:
            remark = tr("the threshold was chosen on {source}", source=source)
        else:
            remark = tr("the threshold was chosen on other data")
    place: dict[str, Any] = {"threshold": _number(written(point.threshold, ranking.score))}
    if provenance.kind is Origin.PRESPECIFIED:
        place["prespecified"] = True
    return place, remark


def _number(text: str) -> float | str:
    """Return a threshold as Python has it where that is the same, else as it is written."""
    try:
        value = float(text)
    except ValueError:
        return "none"
    is_same = math.isfinite(value) and repr(value).removesuffix(".0") == text
    return value if is_same else text


def _settings(snapshot: Snapshot) -> Iterator[tuple[str, Any]]:
    """Yield what was set in measures and intervals."""
    inputs, choices = snapshot.inputs, snapshot.choices
    ranking = snapshot.ranking
    ends = grey_ends(snapshot)
    if ranking is not None and ends is not None:
        yield "grey", tuple(_number(written(end, ranking.score)) for end in ends)
    parameters = {
        one.name: getattr(inputs.parameters, one.name)
        for one in fields(inputs.parameters)
        if getattr(inputs.parameters, one.name) != getattr(DEFAULT_PARAMETERS, one.name)
    }
    if parameters:
        yield "parameter", parameters
    intervals = inputs.intervals
    if intervals.level != DEFAULT_INTERVALS.level:
        yield "level", intervals.level
    if intervals.methods:
        yield "interval", {kind.value: method for kind, method in intervals.methods.items()}
    if intervals.prevalence is not None and snapshot.point is not None:
        yield "prevalence", _prevalence(inputs)
    yield from _consequences(inputs)
    if snapshot.point is None:
        yield from _averages(snapshot)
    if snapshot.resampled is not None:
        yield from _drawn(snapshot.resampled)
    if choices.vocabulary is not Vocabulary.MACHINE_LEARNING:
        yield "vocabulary", choices.vocabulary.value


def _prevalence(inputs: Inputs) -> float | str | None:
    """Return the prevalence that was typed, or that of another study."""
    share, people = inputs.intervals.prevalence, inputs.intervals.prevalence_of
    return share if share is None or people is None else f"{round(share * people)}/{people}"


def _consequences(inputs: Inputs) -> Iterator[tuple[str, Any]]:
    """Yield what was said about consequences."""
    said = inputs.consequences
    known: dict[str, Any] = {
        "score_kind": None if said.scale is None else said.scale.value,
        "risk_threshold": [*said.risks],
        "require": [one.text for one in said.requirements],
        "group": [*said.groups],
        "against": None if said.against == NO_CONSEQUENCES.against else said.against,
        "few": None if said.few == NO_CONSEQUENCES.few else said.few,
        **_over(said.over),
        "fta": said.acquiring_by or [f"{k}/{n}" for k, n in said.acquiring],
        "fte": said.enrolling_by if said.enrolling is None else "{}/{}".format(*said.enrolling),
        "iapar": said.matched if said.iapar is None else "{}/{}".format(*said.iapar),
        "reference_accuracy": None
        if said.reference is None
        else "{!r}/{!r}".format(*said.reference),
        "alpha": None if said.alpha == NO_CONSEQUENCES.alpha else said.alpha,
        "fmr_target": said.fmr_target,
        "class_cost": [f"{truth}->{call}={cost!r}" for truth, call, cost in said.class_costs],
        "calls": [*said.readers],
    }
    yield from (one for one in known.items() if one[1] not in (None, "", []))


def _over(over: OverTime | None) -> dict[str, Any]:
    """Return over which dates numbers are told."""
    if over is None:
        return {}
    every = None if over.every is Every.MONTH else over.every.value
    order = None if over.order is None else over.order.value
    return {"over": over.column, "every": every, "date_order": order}


def _drawn(found: Resampled) -> Iterator[tuple[str, Any]]:
    """Yield what was drawn again."""
    yield from (("bootstrap", found.n_replicates), ("seed", found.seed))
    if found.n_bins is not None:
        yield "binned", True


def _averages(snapshot: Snapshot) -> Iterator[tuple[str, Any]]:
    """Yield how classes are averaged, as far as that is not usual."""
    settings, usual = snapshot.inputs.multiclass, DEFAULT_SETTINGS
    if settings.over is Over.CHOSEN:
        yield "classes", list(settings.chosen)
    elif settings.over is not usual.over:
        yield "average_over", settings.over.value
    if settings.undefined_as_zero:
        yield "undefined_as_zero", True
    if settings.order:
        yield "class_order", list(settings.order)
    if settings.top_k != usual.top_k and snapshot.class_scores is not None:
        yield "top_k", settings.top_k


def _near(path: Path, folder: Path | None) -> Path:
    """Return a path as it is written from a folder: relative for what lies in it."""
    if folder is None or not path.is_absolute():
        return path
    try:
        return path.relative_to(folder)
    except ValueError:
        return path


def _plain(path: Path, is_windows: bool) -> str:  # noqa: FBT001 - handed on
    """Return a path that no command line takes for an option."""
    here = ".\\" if is_windows else "./"
    return f"{here}{path}" if str(path).startswith("-") else str(path)


def _remark(text: str) -> str:
    return f"# {' '.join(text.split())}"
