"""What has to be asked before data can be assessed, where nobody can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalgui.core.errors import EvalguiError
from evalgui.core.vocabulary import joined

if TYPE_CHECKING:
    from evalgui.core.dataset import Dataset
    from evalgui.io.loading import Loaded


class UnansweredError(EvalguiError):
    """Something has to be asked first.

    Parameters
    ----------
    loaded
        The data, with the reasons that ask.
    """

    def __init__(self, loaded: Loaded) -> None:
        self.loaded = loaded
        self.name = loaded.table.name
        self.asked = loaded.proposal.asked
        super().__init__(joined(" ", [one.question for one in self.asked]), where=self.name)


def answered(loaded: Loaded) -> Dataset:
    """Return the data set of what was read.

    Raises
    ------
    UnansweredError
        If something has to be asked first.
    """
    if loaded.dataset is None:
        raise UnansweredError(loaded)
    return loaded.dataset
