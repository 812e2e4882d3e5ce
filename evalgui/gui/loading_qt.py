"""Qt and pyqtgraph are loaded without what the program never uses: a tenth of its start.

PySide6 puts an import of its own in the place of Python's, which reads the source text of every
module that is imported from then on: that module could ask for other spellings of Qt's names
(``from __feature__ import snake_case``). None of the program does.

pyqtgraph copies every name of three modules of Qt into modules of its own, and PySide6 makes a
class when its name is asked for: all 1,500 of them. Here those modules ask when they are asked.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from contextlib import ExitStack, contextmanager
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MIRRORED = ("QtCore", "QtGui", "QtWidgets")


class _Mirror(ModuleType):
    """A module that has the names of another, each once it was asked for."""

    def __init__(self, name: str, shown: ModuleType) -> None:
        super().__init__(name)
        self._shown = shown

    def __getattr__(self, name: str) -> object:
        found = getattr(self._shown, name)
        setattr(self, name, found)
        return found


def load_qt() -> None:
    """Load PySide6 and pyqtgraph; Python's import stays as it is."""
    plain = builtins.__import__
    modules = {name: importlib.import_module(f"PySide6.{name}") for name in _MIRRORED}
    builtins.__import__ = plain
    if "pyqtgraph" in sys.modules:
        return
    with ExitStack() as hidden:
        for name, module in modules.items():
            mirror = f"pyqtgraph.Qt.{name}"
            sys.modules[mirror] = _Mirror(mirror, module)
            hidden.enter_context(_no_names(module))
        importlib.import_module("pyqtgraph")


@contextmanager
def _no_names(module: ModuleType) -> Iterator[None]:
    """Let `dir` find nothing in a module meanwhile, so that nothing is copied."""
    names = vars(module)
    own = names.get("__dir__")  # of PySide6, which knows the classes that are not made yet
    names["__dir__"] = list
    try:
        yield
    finally:
        del names["__dir__"]
        if own is not None:
            names["__dir__"] = own
