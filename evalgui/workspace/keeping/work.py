"""What there is to save: all that is open, as one value that is cheap to take and to compare."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from evalgui.core.snapshot import Inputs
from evalgui.io.bytes.clipboard import Pasted

if TYPE_CHECKING:
    from evalgui.workspace.data_sets import DataSet, DataSets
    from evalgui.workspace.opened_file import FileDecisions

_DECIDED = tuple(one.name for one in fields(Inputs) if one.name != "dataset")
_SINGLED_OUT = ("pins", "second", "classes", "notes")
_FILES = ("path", "others_of_path", "decisions")
_NAMES = (*_FILES, *_DECIDED, *_SINGLED_OUT, "link")
_WITH_LOCK = {"decisions", "score", "positive", "intervals", "waiting"}
_OF_LINE = {"threshold", "provenance", "is_followed", "is_locked", "development"}
"""What goes along to other data with a lock, and what does of a line that is locked or follows."""


@dataclass(frozen=True, slots=True, eq=False)
class Work:
    """All that is open.

    Parameters
    ----------
    data_sets
        The data sets, each with what was decided on it.
    layout
        How the window is laid out, as the window writes it.
    """

    data_sets: DataSets
    layout: str = ""

    @property
    def items(self) -> tuple[DataSet, ...]:
        """The data sets that came from a file or a text: only these can be kept."""
        return tuple(item for item in self.data_sets.items if item.opened is not None)

    @property
    def place(self) -> int:
        """Which of these is shown."""
        shown = self.data_sets.shown
        return next((place for place, item in enumerate(self.items) if item is shown), 0)

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to keep."""
        return not self.items

    @property
    def is_in_no_file(self) -> bool:
        """Whether data are in no file: the workspace always holds them."""
        return bool(self._texts)

    @property
    def is_had_once(self) -> bool:
        """Whether data were pasted or typed: nothing else holds them."""
        return any(not one.is_bundled for one in self._texts)

    @property
    def _texts(self) -> tuple[Pasted, ...]:
        places = (item.opened.path for item in self.items if item.opened is not None)
        return tuple(place for place in places if isinstance(place, Pasted))

    @property
    def name(self) -> str:
        """What is shown is called."""
        return self.data_sets.shown.name

    @property
    def n_bytes(self) -> int:
        """How large the data are, as files or as text."""
        found: dict[object, int] = {}
        for item in self.items:
            opened = item.opened
            if opened is None:
                continue
            if isinstance(opened.path, Pasted):
                found[opened.path] = len(opened.path.text)
            found.update({path: stamp[2] for path, stamp in opened.stamps.items()})
        return sum(found.values())

    def decided(self) -> tuple[Decided, ...]:
        """Return what was decided on each data set: what differs in it is not saved yet.

        How the window is laid out, what is selected and which of the data sets is shown decides
        nothing.
        """
        return self.decided_since(0)

    def decided_since(self, n_known: int) -> tuple[Decided, ...]:
        """Return what was decided on each data set but the first ones."""
        link = self.data_sets.shown.snapshot.choices.link  # of one not shown it may be older
        return tuple((*_decided_on(item), link) for item in self.items[n_known:])

    def goes_along(self, before: tuple[Decided, ...]) -> bool:
        """Return whether all that was decided since holds for other data that are opened, too.

        That is so of a rule that is followed and of each threshold that is locked, with its class
        and direction; not of one that was chosen on another score or class than is locked.

        Parameters
        ----------
        before
            What was decided then.
        """
        inputs, now = self.data_sets.shown.snapshot.inputs, self.decided()
        if not (inputs.is_followed or inputs.has_lock) or len(now) != len(before):
            return False
        is_line_along = inputs.is_followed or inputs.is_locked or inputs.threshold is None
        along = _WITH_LOCK | (_OF_LINE if is_line_along else set())
        along |= {"second"} if inputs.is_locked else set()
        places = [at for at, name in enumerate(_NAMES) if name in along]
        first, last = list(before[self.place]), list(now[self.place])
        if not _is_read_alike(first[_FILES.index("decisions")], last[_FILES.index("decisions")]):
            return False
        for at in places:
            first[at] = last[at] = None
        of_others = _NAMES.index("others")
        for decided in (first, last):
            decided[of_others] = [one for one in decided[of_others] if not one.is_locked]
        others = [one for at, one in enumerate(zip(before, now, strict=True)) if at != self.place]
        return first == last and all(one == other for one, other in others)


Decided = tuple[Any, ...]
"""What was decided on one data set, to be compared with what is decided later."""


def _is_read_alike(one: FileDecisions, other: FileDecisions) -> bool:
    """Return whether a file was read alike, but for the class and the direction of scores."""

    def rest(how: FileDecisions) -> FileDecisions:
        roles = replace(how.roles, positive=None, higher_is_positive=None, opposite=())
        return replace(how, roles=replace(roles, direction_of=None))

    return rest(one) == rest(other)


def _decided_on(item: DataSet) -> Decided:
    """Return what was decided on a data set alone."""
    opened, inputs, choices = item.opened, item.snapshot.inputs, item.snapshot.choices
    files = () if opened is None else (opened.path, opened.others, opened.decisions)
    return (
        *files,
        *(getattr(inputs, name) for name in _DECIDED),
        *(getattr(choices, name) for name in _SINGLED_OUT),
    )
