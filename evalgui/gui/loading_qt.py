"""Qt and pyqtgraph are loaded without what the program never uses: a tenth of its start.

PySide6 puts an import of its own in the place of Python's, which reads the source text of every
module that is imported from then on: that module could ask for other spellings of Qt's names
(``from __feature__ import snake_case``). None of the program does.

pyqtgraph copies every name of three modules of Qt into modules of its own, and PySide6 makes a
class when its name is asked for: all 1,500 of them. Here those modules ask when they are asked.

And it imports its trees of parameters, its views of images and its tables, which derive from a
dozen more of Qt's widgets. Here they are imported when something is asked of them.
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
_NOT_YET = (
    "imageview",
    *(
        f"widgets.{name}"
        for name in (
            "CheckTable",
            "ColorMapWidget",
            "DataFilterWidget",
            "DataTreeWidget",
            "DiffTreeWidget",
            "FeedbackButton",
            "GradientWidget",
            "HistogramLUTWidget",
            "JoystickButton",
            "LayoutWidget",
            "PathButton",
            "ProgressDialog",
            "RawImageWidget",
            "ScatterPlotWidget",
            "TableWidget",
            "TreeWidget",
            "ValueLabel",
            "VerticalLabel",
        )
    ),
)


class _Mirror(ModuleType):
    """A module that has the names of another, each once it was asked for."""

    def __init__(self, name: str, shown: ModuleType) -> None:
        super().__init__(name)
        self._shown = shown

    def __getattr__(self, name: str) -> object:
        found = getattr(self._shown, name)
        setattr(self, name, found)
        return found


class _Later(ModuleType):
    """Stands for a module, of which it has no names to hand on, until it is asked for one."""

    __all__: tuple[str, ...] = ()

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


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
        for name in _NOT_YET:
            sys.modules[f"pyqtgraph.{name}"] = _Later(f"pyqtgraph.{name}")
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
