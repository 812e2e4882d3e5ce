"""Undo and redo of what the user chose: a value of light steps, one of each data set."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, NamedTuple

from evalgui.core.notes import NO_NOTES
from evalgui.core.pins import NO_PINS
from evalgui.core.vocabulary import phrase

if TYPE_CHECKING:
    from evalgui.core.choices import Choices
    from evalgui.core.notes import Notes
    from evalgui.core.pins import Pins, Placed
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.workspace.opened_file import FileDecisions, Opened

_LONGEST = 200
_NAMES = {
    phrase("rows set aside"): ("set_aside",),
    phrase("rows to assess"): ("subset",),
    phrase("recalibrated score"): ("recalibrated",),
    phrase("direction"): ("higher_is_positive", "opposite", "direction_of"),
    phrase("columns"): ("options", "roles"),
    phrase("class"): ("positive",),
    phrase("score"): ("score",),
    phrase("lock"): ("is_locked",),
    phrase("grey zone"): ("second",),
    phrase("threshold"): (
        "threshold",
        "provenance",
        "is_followed",
        "others",
        "last",
        "development",
    ),
    phrase("intervals"): ("intervals",),
    phrase("parameters"): ("parameters",),
    phrase("consequences"): ("consequences",),
    phrase("averages"): ("multiclass",),
    phrase("pins"): ("pins",),
    phrase("notes"): ("notes",),
    phrase("classes"): ("classes",),
}  # of steps by what differs; where several do, the first one brought the others about


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """What was chosen at one time, without the data: those of 200 steps would fill the memory.

    Parameters
    ----------
    inputs
        The score, the class, the threshold and the parameters; no data set.
    decisions
        How the file was read and what its columns were taken for, from which the data set is
        made again; None for data that come from no file.
    pins, classes, last, second, notes
        What was singled out of it (see `evalgui.core.choices.Choices`) that is a decision, too,
        and where the threshold stood before.
    """

    inputs: Inputs
    decisions: FileDecisions | None
    pins: Pins = NO_PINS
    classes: tuple[int, ...] = ()
    last: Placed | None = None
    second: float | None = None
    notes: Notes = NO_NOTES

    @classmethod
    def of(cls, snapshot: Snapshot, opened: Opened | None) -> Step:
        """Return what is chosen now."""
        inputs, choices = replace(snapshot.inputs, dataset=None), snapshot.choices
        decisions = None if opened is None else opened.decisions
        own = choices.pins, choices.classes, choices.last, choices.second, choices.notes
        return cls(inputs, decisions, *own)

    def name_beside(self, other: Step) -> str:
        """Return what differs between two steps, in words: "threshold"; "" for nothing."""
        one, two = self._parts(), other._parts()
        differs = {part for part in {**one, **two} if one.get(part) != two.get(part)}
        return next((name for name, parts in _NAMES.items() if not differs.isdisjoint(parts)), "")

    def _parts(self) -> dict[str, object]:
        """Return all that was chosen by its name; of the roles those that have one, too."""
        found: dict[str, object] = {}
        decided = () if self.decisions is None else (self.decisions.roles, self.decisions)
        for whole in (*decided, self.inputs, self):
            found |= {part.name: getattr(whole, part.name) for part in fields(whole)}
        return found

    def is_of_other_classes(self, other: Step) -> bool:
        """Return whether two steps differ in the classes that stand out, if in anything."""
        one, two = self.inputs, other.inputs
        same = all(getattr(one, part.name) == getattr(two, part.name) for part in fields(one))
        own = self.decisions, self.pins, self.second, self.notes
        return same and own == (other.decisions, other.pins, other.second, other.notes)

    def chosen(self, choices: Choices) -> Choices:
        """Return choices with those that this step has of its own."""
        chosen = replace(choices, pins=self.pins, classes=self.classes, notes=self.notes)
        return replace(chosen, last=self.last, second=self.second)

    def without_rows_aside(self) -> Step:
        """Return the step with no row set aside by hand."""
        decisions = self.decisions
        if decisions is None or not decisions.roles.set_aside:
            return self
        roles = replace(decisions.roles, set_aside=())
        return replace(self, decisions=replace(decisions, roles=roles))


class Change(NamedTuple):
    """One step on: what was chosen before and after it."""

    before: Step
    after: Step

    @property
    def name(self) -> str:
        """What it changed, as it stands within a sentence."""
        return self.before.name_beside(self.after)


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The steps before and after the one that is shown; a change makes another value.

    Parameters
    ----------
    past
        The steps before, the last one at the end.
    future
        The steps that were taken back, the next one at the head.
    """

    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    def after(self, before: Step) -> History:
        """Return the history after a new step, given what was chosen before it."""
        return History((*self.past, before)[-_LONGEST:])

    def at(self, distance: int) -> Step | None:
        """Return the step so far away, negative for back; None where there is none."""
        if distance < 0:
            return self.past[distance] if -distance <= len(self.past) else None
        return self.future[distance - 1] if 0 < distance <= len(self.future) else None

    def without_rows_aside(self) -> History:
        """Return the history with no row set aside by hand: the rows of the file are others now."""
        past, future = (
            tuple(step.without_rows_aside() for step in steps) for steps in (self.past, self.future)
        )
        return History(past, future)

    def leads(self, distance: int) -> bool:
        """Return whether there is a step so far away; here there is one, too."""
        return distance == 0 or self.at(distance) is not None

    def moved(self, distance: int, current: Step) -> History:
        """Return the history as seen from the step so far away, given the current one."""
        every = (*self.past, current, *self.future)
        place = len(self.past) + distance
        return History(every[:place], every[place + 1 :])


NO_HISTORY = History()
