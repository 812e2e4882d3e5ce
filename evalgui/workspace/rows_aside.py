"""Setting rows aside by hand: each time a step of the data set that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from evalgui.core.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from evalgui.io.meaning import Roles


class RowsAside(QObject):
    """Sets rows aside and takes them back, by their numbers in the file.

    Parameters
    ----------
    roles
        Returns the roles that hold, or are about to; None where there is no file.
    reassess
        Assesses the file under other roles.
    """

    failed = Signal(object)

    def __init__(
        self,
        roles: Callable[[], Roles | None],
        reassess: Callable[[Roles], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._roles = roles
        self._reassess = reassess

    def set_aside(self, rows: Collection[int], reason: str) -> None:
        """Set rows aside for a reason."""
        roles = self._roles()
        if roles is not None:
            try:
                self._reassess(roles.with_rows_aside(rows, reason))
            except DataError as error:
                self.failed.emit(error)

    def take_back(self, rows: Collection[int]) -> None:
        """Use rows again."""
        roles = self._roles()
        if roles is not None:
            self._reassess(roles.with_rows_back(rows))
