"""The rules that are marked on plots: found at once where that is quick, else a little later."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.progress import Watch
from evalgui.core.registry import UnknownIdError
from evalgui.core.rules import ParameterError
from evalgui.core.rules.limits import chances_are_at_hand
from evalgui.core.rules.short_lists import Wish, mark, short_list
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from evalgui.core.ranking import Ranking
    from evalgui.core.rules.rule import Choice
    from evalgui.core.rules.short_lists import Settled
    from evalgui.core.snapshot import Snapshot

_QUICK = 2_000  # distinct scores, up to which nobody waits for a handful of rules


class Marks(QObject):
    """Finds what the short list of rules chooses, and keeps it for the score that is shown."""

    made = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("the rules that are marked"))
        self._ranking: Ranking | None = None
        self._known: dict[Settled, Choice] = {}
        self._wish: Wish | None = None
        self._wanted: tuple[Settled, ...] = ()
        self._marks: tuple[Choice, ...] = ()

    def of(self, snapshot: Snapshot) -> tuple[Choice, ...]:
        """Return what is known of the rules to mark; what is not is found out."""
        ranking = snapshot.ranking
        if ranking is not self._ranking:
            self._tasks.cancel()
            self._ranking, self._known, self._wish, self._marks = ranking, {}, None, ()
        if ranking is None or not snapshot.choices.has_marks or not ranking.table.n:
            return ()
        wish = _wish(snapshot)
        if wish != self._wish:
            self._wish, self._wanted = wish, _wanted(wish)
            self._find_out(ranking)
            self._sum_up()
        return self._marks

    def _find_out(self, ranking: Ranking) -> None:
        missing = [one for one in self._wanted if one not in self._known]
        if not missing:
            self._tasks.cancel()
        elif len(ranking.table.steps) <= _QUICK and chances_are_at_hand():
            self._known |= {one: mark(one, ranking.table.steps, ranking.score) for one in missing}
        else:
            self._tasks.start(
                lambda task: _marked(missing, ranking, task),
                on_success=self._keep,
                on_failure=self.failed.emit,
                on_end=lambda: None,
            )

    def _keep(self, found: dict[Settled, Choice]) -> None:
        self._known |= found
        self._sum_up()
        self.made.emit()

    def _sum_up(self) -> None:
        found = (self._known.get(one) for one in self._wanted)
        self._marks = tuple(one for one in found if one is not None and one.threshold is not None)

    @property
    def is_busy(self) -> bool:
        """Whether some are being found out."""
        return self._tasks.is_busy

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._tasks.shut_down()


def _wish(snapshot: Snapshot) -> Wish:
    inputs, ranking = snapshot.inputs, snapshot.ranking
    wish = Wish(
        snapshot.choices.vocabulary,
        inputs.parameters,
        inputs.intervals.prevalence,
        steps=None if ranking is None else ranking.table.steps,
        kind=None if ranking is None else ranking.kind,
    )
    source = snapshot.provenance
    if source is None or not source.is_by_rule:
        return wish
    return replace(wish, rule=source.rule, settings=source.parameters)


def _wanted(wish: Wish) -> tuple[Settled, ...]:
    """Return the rules of a wish; the one in force is left out where there is none such."""
    try:
        return short_list(wish)
    except (UnknownIdError, ParameterError):  # it comes from another version of the program
        return short_list(replace(wish, rule=None, settings=()))


def _marked(missing: list[Settled], ranking: Ranking, task: Task) -> dict[Settled, Choice]:
    watch = Watch(cancelled=task.is_cancelled)
    found = {}
    for one in missing:
        watch.look()
        found[one] = mark(one, ranking.table.steps, ranking.score)
    return found
