"""The threshold in what is shown: gathered for a frame, and one step of the history a drag.

What was decided about it stands beside it: the rule that it follows, and that it is locked.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import Signal

from evalgui.core import threshold_moves
from evalgui.core.deciding import locked_together, settled
from evalgui.core.flipping import other_point, placed
from evalgui.core.provenance import Origin, Provenance, chosen_by, now, prespecified, typed
from evalgui.core.rules import RULES, rule_by_id
from evalgui.core.thresholds import is_same_threshold
from evalgui.workspace.latest_in_frame import LatestInFrame
from evalgui.workspace.travelling import Travelling

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from evalgui.core.choices import Choices
    from evalgui.core.deciding import Locked
    from evalgui.core.pins import Placed
    from evalgui.core.rules.rule import Choice
    from evalgui.core.score_table import Steps
    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.history import Step


class _Chosen(NamedTuple):
    """A threshold that a rule chose, and whether the rule is followed."""

    threshold: float
    provenance: Provenance
    is_followed: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """What was shown when the threshold began to move; where it stood is singled out meanwhile."""

    snapshot: Snapshot
    last: Placed | None

    def chosen(self, choices: Choices) -> Choices:
        """Return choices with it."""
        is_same = choices.last is self.last or choices.last == self.last
        return choices if is_same else replace(choices, last=self.last)


class Thresholds(Travelling):
    """Moves the threshold of what is shown, unless it is locked."""

    refused = Signal()  # to move the line, since it is locked

    def __init__(self, snapshot: Snapshot, parent: QObject | None = None) -> None:
        super().__init__(snapshot, parent)
        self._before_drag: _Before | None = None
        self._rule: _Chosen | None = None
        self._frame = LatestInFrame(self)
        self._frame.arrived.connect(self._on_frame)

    def set_threshold(self, threshold: float) -> None:
        """Ask for a threshold; within one frame the latest wins, and the last always arrives.

        `CALLS_NOTHING` is a threshold, too.
        """
        self._rule = None
        self._ask(threshold)

    def _ask(self, threshold: float) -> None:
        if self.snapshot.ranking is None or is_same_threshold(threshold, self._wanted_threshold()):
            return
        if self.refuses():
            return
        if self._before_drag is None:
            self._before_drag = _Before(self.snapshot, placed(self.snapshot))
        self._frame.ask(threshold)

    def refuses(self) -> bool:
        """Return whether the line is locked; if so, say that it stays."""
        if self.snapshot.inputs.is_locked and self.snapshot.ranking is not None:
            self.refused.emit()
            return True
        return False

    def commit_threshold(self) -> None:
        """Make the threshold as it now is one step of the history."""
        self._frame.hand_on()
        drag, self._before_drag = self._before_drag, None
        if drag is None:
            return
        before = drag.snapshot
        if not is_same_threshold(_threshold(before), _threshold(self.snapshot)):
            self._remember(before)
            self.history_changed.emit()
        else:  # it was brought back
            self._single_out(replace(self.snapshot.choices, last=before.choices.last))

    def flip(self) -> None:
        """Go to the other operating point, the pinned one or the last one, and back again."""
        self.commit_threshold()
        other = other_point(self.snapshot)
        if other is not None:
            made, follows = other.provenance, other.is_followed
            self.choose_threshold(other.threshold, made, follows=follows)

    def drop_threshold(self) -> None:
        """Take a drag back: the threshold, and where it comes from, are as before; no step."""
        self._frame.forget()
        drag, self._before_drag = self._before_drag, None
        if drag is not None and self.snapshot.inputs is not drag.snapshot.inputs:
            before = drag.snapshot
            self._announce(before.inputs, _Before(before, before.choices.last))

    def choose_threshold(
        self, threshold: float, provenance: Provenance | None = None, *, follows: bool = False
    ) -> None:
        """Set a threshold at once, as one step of the history.

        Where nothing but its provenance is new, or that the rule in it is followed from now on,
        that is a step, too.
        """
        if self.refuses():
            return
        self._rule = None if provenance is None else _Chosen(threshold, provenance, follows)
        is_moved = not is_same_threshold(threshold, self._wanted_threshold())
        self._ask(threshold)
        self.commit_threshold()
        if provenance is not None and not is_moved and self.snapshot.ranking is not None:
            before = self.snapshot
            self._on_frame(threshold)
            self._remember(before)
            self.history_changed.emit()

    def move_threshold(self, n_steps: int) -> None:
        """Move by attainable thresholds: positive numbers to higher scores."""
        self._move(lambda steps, now: threshold_moves.by_steps(steps, now, n_steps))

    def move_threshold_by_percentile(self, n_percent: int) -> None:
        """Move so that this many per cent fewer rows (more, if negative) lie below the line."""
        self._move(lambda steps, now: threshold_moves.by_percentile(steps, now, n_percent))

    def go_to_end(self, *, highest: bool) -> None:
        """Go to the highest or the lowest attainable threshold."""
        self._move(lambda steps, _now: threshold_moves.end(steps, highest=highest))

    def apply_rule(self, rule_id: str) -> None:
        """Go to the threshold that a rule chooses, if it finds one."""
        ranking = self.snapshot.ranking
        if ranking is not None:
            prevalence = self.snapshot.inputs.intervals.prevalence
            given = rule_by_id(rule_id).at_prevalence({}, prevalence)
            self.use_choice(ranking.choice(rule_id, given))

    def use_choice(self, choice: Choice, *, follows: bool = False) -> None:
        """Go to what a rule chose for the score on show, if it found a threshold.

        A rule that is followed moves the line again whenever the data, the rows to assess, the
        score, the class or what is set in it change.
        """
        dataset, ranking = self.snapshot.dataset, self.snapshot.ranking
        if dataset is None or ranking is None or choice.threshold is None:
            return
        if follows:
            ranking.keep(choice)
        made = chosen_by(choice, dataset.name, now())
        self.choose_threshold(choice.threshold, made, follows=follows)

    # ------------------------------------------------------------- what is decided about it

    def set_followed(self, *, followed: bool) -> None:
        """Follow the rule that chose the threshold, or leave the line where it is, as one step."""
        snapshot, made = self.snapshot, self.snapshot.provenance
        if made is None or followed == snapshot.inputs.is_followed:
            return
        if not followed:
            self._settle(provenance=made, is_followed=False)
            return
        made = settled(made, now())
        if made.rule in RULES.ids and not self.refuses():
            made = replace(made, kind=Origin.CHOSEN, when=now())
            self._settle(provenance=made, is_followed=True, development=None)

    def set_locked(self, *, locked: bool) -> None:
        """Let nothing move the line, or let it move again, as one step; a locked line follows none.

        Other files that are opened are assessed at a locked threshold, too. Each score of the data
        has a lock of its own; to lock this one ends others that wait for another class or
        direction, or for a score that the data do not have, and so does to unlock.
        """
        made, inputs = self.snapshot.provenance, self.snapshot.inputs
        ended = inputs.waits_here
        if not locked and not inputs.is_locked and ended:
            self._end_waiting(ended)
        elif made is None or locked == inputs.is_locked:
            return
        elif locked:
            decided = {"provenance": settled(made, now()), "is_followed": False, "is_locked": True}
            self._settle(**decided, waiting=_without(inputs.waiting, ended))
        else:
            self._settle(is_locked=False)

    def _end_waiting(self, ended: tuple[Locked, ...]) -> None:
        """Let locks go that wait, those kept with other thresholds, too, as one step."""
        self.commit_threshold()
        inputs = self.snapshot.inputs
        names = [] if inputs.dataset is None else [one.name for one in inputs.dataset.scores]
        places = {names.index(one.score) for one in ended if one.score in names}
        others = tuple(
            replace(one, is_locked=one.is_locked and one.score not in places)
            for one in inputs.others
        )
        self._remember(self.snapshot)
        waiting = _without(inputs.waiting, ended)
        self._restore(replace(self.snapshot.inputs, waiting=waiting, others=others))

    def prespecify(self) -> None:
        """Say that the threshold was settled before the data were seen, as one step."""
        made = self.snapshot.provenance
        if made is not None and made.kind is not Origin.PRESPECIFIED:
            self._settle(provenance=prespecified(now()), is_followed=False)

    def _settle(self, **decided: Any) -> None:  # noqa: ANN401 - fields of `Inputs`
        """Decide something about the threshold as it now is, as one step."""
        self.commit_threshold()
        snapshot = self.snapshot
        if snapshot.point is not None:
            self._remember(snapshot)
            threshold = snapshot.point.threshold
            self._restore(replace(snapshot.inputs, threshold=threshold, **decided))

    def _move(self, to: Callable[[Steps, float], float]) -> None:
        ranking = self.snapshot.ranking
        if ranking is not None and ranking.table.n:
            self.choose_threshold(to(ranking.table.steps, self._wanted_threshold()))

    def _wanted_threshold(self) -> float:
        if self._frame.pending is not None:
            return self._frame.pending
        point = self.snapshot.point
        return math.nan if point is None else point.threshold

    def _on_frame(self, threshold: float) -> None:
        dataset, known = self.snapshot.dataset, self._rule
        if known is None or not is_same_threshold(known.threshold, threshold):
            made = typed("" if dataset is None else dataset.name, now())
            known = _Chosen(threshold, made, is_followed=False)
        inputs = replace(
            self.snapshot.inputs,
            threshold=threshold,
            provenance=known.provenance,
            is_followed=known.is_followed,
            development=None,
        )
        self._announce(inputs, self._before_drag)

    def _adopt(self, data_sets: DataSets) -> None:
        self._end_drag()
        super()._adopt(data_sets)

    def _restore(self, inputs: Inputs, step: Step | None = None) -> None:
        self._end_drag()
        super()._restore(inputs, step)

    def _end_drag(self) -> None:
        """Forget a threshold that was asked for, before others are shown."""
        self._frame.forget()
        self._before_drag = None


def _without(waiting: Locked | None, ended: tuple[Locked, ...]) -> Locked | None:
    """Return the locks that wait still."""
    each = () if waiting is None else waiting.each
    return locked_together(one for one in each if one not in ended)


def _threshold(snapshot: Snapshot) -> float:
    return math.nan if snapshot.point is None else snapshot.point.threshold
