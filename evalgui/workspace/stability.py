"""How stable the rule in force is: found out in the background, once its threshold rests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from evalgui.core.progress import Watch
from evalgui.core.provenance import Origin
from evalgui.core.rules import choose, rule_by_id
from evalgui.core.thresholds import is_same_threshold
from evalgui.core.vocabulary import phrase
from evalgui.workspace.tasks import Task, Tasks

if TYPE_CHECKING:
    from evalgui.core.provenance import Provenance
    from evalgui.core.ranking import Ranking
    from evalgui.core.snapshot import Snapshot
    from evalgui.core.stability import Stability

MOST_ROWS = 1_000_000
"""With more it is only found out when somebody asks for it."""

_RESTING = 400  # milliseconds
_REPLICATES = ((20_000, 2_000), (100_000, 1_000), (MOST_ROWS, 200))
_OF_MORE = 100
_ON_THESE_DATA = frozenset({Origin.START, Origin.CHOSEN})


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """What a stability is of."""

    snapshot: Snapshot
    provenance: Provenance
    ranking: Ranking

    @property
    def is_decided(self) -> bool:
        """Whether somebody chose the rule: where the threshold merely starts, few want to know."""
        return self.provenance.kind is Origin.CHOSEN

    def is_same(self, other: _Asked) -> bool:
        """Return whether it would be the same."""
        one, two = self.provenance, other.provenance
        return (
            other.ranking is self.ranking
            and other.snapshot.dataset is self.snapshot.dataset
            and (one.kind, one.rule, one.parameters) == (two.kind, two.rule, two.parameters)
            and _is_same_point(self.snapshot, other.snapshot)
        )


class Stabilities(QObject):
    """Draws rows again and again and lets the rule in force choose; what it finds comes later."""

    made = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = Tasks(self, phrase("how stable the rule is"))
        self._asked: _Asked | None = None
        self._found: Stability | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_RESTING)
        self._later.timeout.connect(self._begin)

    def of(self, snapshot: Snapshot) -> Stability | None:
        """Return how stable the rule in force is; None while that is not known."""
        asked = _asked(snapshot)
        if asked is None and self._asked is None:
            return None
        if asked is None or self._asked is None or not self._asked.is_same(asked):
            self._later.stop()
            self._tasks.cancel()
            self._asked, self._found = asked, None
            if asked is not None and asked.is_decided and asked.ranking.table.n <= MOST_ROWS:
                self._later.start()
        return self._found

    def find_out(self) -> None:
        """Find it out now, however many rows there are."""
        if self._asked is not None and self._found is None and not self._tasks.is_busy:
            self._begin()

    @property
    def is_busy(self) -> bool:
        """Whether it is being found out, or soon will be."""
        return self._tasks.is_busy or self._later.isActive()

    def _begin(self) -> None:
        self._later.stop()
        asked = self._asked
        if asked is not None:
            self._tasks.start(
                lambda task: _found(asked, task),
                on_success=self._keep,
                on_failure=lambda _error: None,  # nobody knows whose the rows are: none is shown
                on_end=lambda: None,
            )

    def _keep(self, found: Stability | None) -> None:
        self._found = found
        if found is not None:
            self.made.emit()

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self._later.stop()
        self._tasks.shut_down()


def _asked(snapshot: Snapshot) -> _Asked | None:
    """Return what is to be found out; None where no rule chose the threshold on these data."""
    ranking, given = snapshot.ranking, snapshot.provenance
    if ranking is None or snapshot.point is None or given is None or not given.is_by_rule:
        return None
    return _Asked(snapshot, given, ranking) if given.kind in _ON_THESE_DATA else None


def _is_same_point(one: Snapshot, other: Snapshot) -> bool:
    if one.point is None or other.point is None:
        return False
    return is_same_threshold(one.point.threshold, other.point.threshold)


def _found(asked: _Asked, task: Task) -> Stability | None:
    """Let the rule choose again and again; None where the threshold is not where it puts it."""
    from evalgui.core.bootstrap.reselection import reselect
    from evalgui.core.redraw import plan_of

    snapshot, ranking, given = asked.snapshot, asked.ranking, asked.provenance
    rule = rule_by_id(given.rule or "")
    if rule.is_number or snapshot.point is None:
        return None
    choice = choose(rule, ranking.table.steps, ranking.score, dict(given.parameters))
    if choice.threshold is None or choice.row != snapshot.point.row:
        return None
    plan = plan_of(snapshot, n_replicates=n_replicates(ranking.table.n))
    return reselect(choice, plan, Watch(cancelled=task.is_cancelled).step)


def n_replicates(n: int) -> int:
    """Return how often so many rows are drawn again: less often where it takes longer."""
    return next((often for most, often in _REPLICATES if n <= most), _OF_MORE)
