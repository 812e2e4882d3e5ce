"""Files, and what was pasted or typed: opened, read otherwise, read again, shown in turn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.assessed import score_of
from evalgui.core.languages import tr
from evalgui.core.requests import NameSpecies
from evalgui.core.transfer import carried, inherited, lock_of, without_lock
from evalgui.io.bytes.clipboard import Pasted
from evalgui.io.meaning import ReadOptions
from evalgui.io.remembered.import_spec import ImportSpec, has_signature, signature_of
from evalgui.io.room import free_memory, require_room
from evalgui.io.typed_data import OPTIONS
from evalgui.workspace.file_requests import (
    AddRecalibrated,
    AssignRoles,
    Close,
    OpenFiles,
    OpenTable,
    OpenText,
    OpenTyped,
    Reload,
    RolesRequest,
    ShowDataSet,
    decide_roles,
)
from evalgui.workspace.file_watch import FileWatch
from evalgui.workspace.previews import Previews
from evalgui.workspace.readings import read_again, read_anew, read_together, reader_of
from evalgui.workspace.staging import Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from evalgui.core.snapshot import Inputs, Snapshot
    from evalgui.io.loading import Loaded
    from evalgui.io.meaning import Roles
    from evalgui.workspace.data_sets import DataSets
    from evalgui.workspace.file_requests import FileRequest
    from evalgui.workspace.import_memory import ImportMemory
    from evalgui.workspace.opened_file import Opened, Place
    from evalgui.workspace.shown import Shown
    from evalgui.workspace.staged import Staged
    from evalgui.workspace.tasks import Task


class Openings(QObject):
    """Opens data sets in the background, and shows one or another of those that are open."""

    files_looked_at = Signal(object)

    def __init__(
        self,
        shown: Shown,
        staged: Staged,
        memory: ImportMemory | None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shown, self._staged = shown, staged
        self._memory = memory
        self.free_memory: Callable[[], int | None] = free_memory
        self.asked: OpenFiles | None = None  # last
        self._recall = None if memory is None else memory.recall
        self.previews = Previews(staged.staging, self)
        self.previews.failed.connect(shown.failed)
        shown.adopting.connect(self.previews.cancel)
        self.files = FileWatch(self)
        self.files.changed.connect(self._tell_of_files)
        self._of_memory: tuple[Place | None, bool] = (None, True)
        shown.data_sets_changed.connect(self._watch_files)
        shown.changed.connect(self._on_read_otherwise)

    def carry_out(self, request: FileRequest | NameSpecies) -> None:
        """Do what is asked of files: what has to be read is read in the background."""
        match request:
            case RolesRequest() | NameSpecies():
                self._assess_under(request)
            case OpenFiles():
                self._open_files(request)
            case OpenText(text):
                lock = lock_of(self._shown.snapshot)
                place = Pasted(text)
                self._staged.stage(place.name, reader_of(place, recall=self._recall, locked=lock))
            case OpenTyped(typed):
                place = typed.pasted
                reader = reader_of(place, typed.roles, OPTIONS, self._recall)
                self._staged.stage(place.name, reader)
            case OpenTable():
                self._open_table(request)
            case ShowDataSet(index):
                self._show_data_set(index)
            case Reload():
                self._reload()
            case Close():
                self._staged.close()

    def _open_files(self, request: OpenFiles) -> None:
        self.asked = request
        paths, roles, options = request.paths, request.roles, request.options
        lock = lock_of(self._shown.snapshot)
        placement = Placement.BESIDE if request.is_beside else Placement.ALONE
        read: Callable[[Task], tuple[Opened, ...]]
        if len(paths) == 1 and not paths[0].is_dir():
            name, read = paths[0].name, reader_of(paths[0], roles, options, self._recall, lock)
        elif paths:
            n_more = len(paths) - 1
            name = paths[0].name
            if n_more:
                name = tr("{name} and {n} more", name=name, n=n_more)
            read = partial(
                read_together,
                paths,
                roles=roles,
                options=options,
                recall=self._recall,
                locked=lock,
            )
        else:
            return

        def read_if_room(task: Task) -> tuple[Opened, ...]:
            if not request.is_tried:
                require_room(paths, self.free_memory())
            return read(task)

        self._staged.stage(name, read_if_room, placement)

    def _open_table(self, request: OpenTable) -> None:
        opened, roles = request.opened, request.roles
        self._of_memory = opened.path, request.is_remembered
        how = replace(request.loaded.table.how, is_together_guess=False)  # whoever opens it agrees
        loaded = replace(request.loaded, table=replace(request.loaded.table, how=how))
        again, shown = replace(opened, loaded=loaded), self._shown.opened
        if shown is not None and opened.path == shown.path:
            is_chosen = roles.positive != shown.loaded.proposal.roles.positive
            self._replace_shown(again, roles, keeps_class=not is_chosen)
            return
        placement = (
            Placement.BESIDE if self._staged.questions.goes_beside(opened.path) else Placement.ALONE
        )

        is_put_otherwise = how.together != opened.loaded.table.how.together

        def read(task: Task) -> tuple[Opened, ...]:
            if not is_put_otherwise:
                return (read_again(again, roles, task),)
            put = ReadOptions(together=how.together)
            found = read_together(opened.paths, task, roles=roles, options=put)
            return tuple(replace(one, folder_given=opened.folder_given) for one in found)

        def choose(fresh: Inputs) -> Inputs:
            now = self._shown.snapshot
            return carried(
                fresh, now if request.takes_lock else without_lock(now), is_answered=True
            )

        self._staged.stage(opened.name, read, placement, choose)

    def _assess_under(self, request: RolesRequest | NameSpecies) -> None:
        """Assess the open file under other roles; what was chosen stays as far as it can.

        Those that were asked for and are under way hold, too.
        """
        opened, asked = self._shown.opened, self._staged.staging.asked
        if opened is not None:
            shown = opened.loaded.proposal.roles
            before, keeps_class = asked or (shown, True)
            keeps_class |= isinstance(request, AssignRoles)
            roles = decide_roles(before, request, shown)
            is_made = isinstance(request, AddRecalibrated)
            self._replace_shown(opened, roles, keeps_class=keeps_class, is_made=is_made)

    def turns_to(self, positive: int | None) -> bool:
        """Return whether the score is turned, to assess a class under a lock that waits for it.

        Of two classes the score runs the other way for the other one, where that was positive by
        mistake, and the lock says how it was meant. If so, the file is assessed again.
        """
        roles = self._roles_of_lock(positive)
        if roles is not None and self._shown.opened is not None:
            self._replace_shown(self._shown.opened, roles, keeps_class=False)
        return roles is not None

    def _roles_of_lock(self, positive: int | None) -> Roles | None:
        """Return the roles under which that lock is in force; None where nothing is turned."""
        snapshot, opened = self._shown.snapshot, self._shown.opened
        dataset, waiting = snapshot.inputs.dataset, snapshot.inputs.waiting
        if dataset is None or waiting is None or opened is None:
            return None
        if positive is None or positive == snapshot.positive:
            return None
        score = score_of(dataset, snapshot.inputs.score, positive)
        if score is None or not dataset.scores:
            return None
        names = score.name, dataset.classes[positive]
        lock = next((one for one in waiting.each if one.is_on(*names)), None)
        if lock is None or score.higher_is_positive == lock.higher_is_positive:
            return None
        roles = opened.loaded.proposal.roles
        if roles.is_count_table:
            return None
        other = roles.for_class(lock.positive, is_other_of_two=dataset.n_classes == 2)
        return other.turned(lock.score)

    def _replace_shown(
        self, opened: Opened, roles: Roles, *, keeps_class: bool = True, is_made: bool = False
    ) -> None:
        """Assess the data set that is shown in another way, as one step of the history.

        A recalibrated score that is asked for has to be made; later on, of other rows, a finding
        says where it cannot be.
        """

        def read(task: Task) -> tuple[Opened, ...]:
            again = read_again(opened, roles, task)
            if is_made and again.loaded.dataset is not None:
                from evalgui.core.consequences.recalibration import require_recalibrated

                require_recalibrated(again.loaded.dataset)
            return (again,)

        self._staged.stage(
            opened.name,
            read,
            Placement.INSTEAD,
            lambda fresh: inherited(fresh, self._shown.snapshot, keeps_class=keeps_class),
        )
        self._staged.staging.asked = roles, keeps_class

    def _show_data_set(self, index: int) -> None:
        if index == self._shown.data_sets.current or not 0 <= index < len(
            self._shown.data_sets.items
        ):
            return
        if self._staged.staging.placement is Placement.INSTEAD:
            self._staged.staging.cancel()  # it was to take the place of the one that is left
        self._staged.show_current(self._shown.data_sets.at(index))

    def _reload(self) -> None:
        opened = self._shown.opened
        if opened is not None and opened.paths:
            self._staged.stage(
                opened.name,
                lambda task: (read_anew(opened, task),),
                Placement.INSTEAD,
                lambda fresh: inherited(fresh, self._shown.snapshot),
            )

    # ------------------------------------------------------------- what is known of them

    def describe_columns(self, names: Collection[str] | None = None) -> None:
        """Find out in the background what columns of the open file hold; None for all."""
        if self._shown.opened is not None:
            self.previews.describe_columns(self._shown.opened, names)

    def remember_choices(self, loaded: Loaded) -> None:
        """Keep what was decided about a file for the next one with the same columns."""
        if self._memory is not None:
            self._memory.remember(_spec_of(loaded))

    def _on_read_otherwise(self, old: Snapshot, new: Snapshot) -> None:
        """Remember what was corrected in the file that is open, in the place of what was before.

        Nothing is where nothing was remembered of such files, or the user does not want it.
        """
        is_same = new.dataset is old.dataset and new.positive == old.positive
        opened = None if is_same or self._memory is None else self._shown.as_opened
        if opened is None or self._memory is None:
            return
        place, wants = self._of_memory
        if place != opened.path:
            self._of_memory = opened.path, True
            return
        dataset, table = opened.loaded.dataset, opened.loaded.table
        if not wants or dataset is None or not has_signature(table):
            return
        shown = opened.as_shown(new) if dataset.n_classes == 2 else opened
        known, spec = self._memory.recall(signature_of(table)), _spec_of(shown.loaded)
        if known is not None and known != spec:
            self._memory.remember(spec)

    def forget_choices(self) -> None:
        """Forget what was decided about files."""
        if self._memory is not None:
            self._memory.clear()

    def _watch_files(self, data_sets: DataSets) -> None:
        self.files.watch(data_sets.files)
        self._tell_of_files()

    def _tell_of_files(self) -> None:
        self.files_looked_at.emit(self.files.findings(self._shown.opened))

    def shut_down(self) -> None:
        """Stop all work before the program ends."""
        self.previews.shut_down()
        self.files.shut_down()


def _spec_of(loaded: Loaded) -> ImportSpec:
    proposal = loaded.proposal
    return ImportSpec.of(loaded.table, proposal.roles, proposal.reasons).for_all_rows()
