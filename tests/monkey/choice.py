"""Which act comes next: one that is possible in the window, or in the dialog before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QFileDialog

from tests.monkey.acts import ACTS, DIALOG_ACTS
from tests.monkey.situations import DIALOG_SITUATIONS, SITUATIONS

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

    from tests.monkey.session import Session

_IN_WINDOW, _IN_DIALOG = ACTS | SITUATIONS, DIALOG_ACTS | DIALOG_SITUATIONS


def choose(session: Session, rng: random.Random) -> tuple[str, Iterator[str]]:
    """Return the name of an act that is possible now, and the act."""
    dialog = QApplication.activeModalWidget()
    acts = _IN_WINDOW if dialog is None else _IN_DIALOG
    if isinstance(dialog, QFileDialog):  # one of the desktop's: only its answer matters
        acts = {"leave": acts["leave"]}
    name = rng.choices(list(acts), [weight for weight, _act in acts.values()])[0]
    return name, acts[name][1](session, rng)
