"""pyarrow's compute functions are made when they are asked for: a fortieth of the start.

`pyarrow.compute` gives each of 300 functions of Arrow a signature and a text of help as it is
imported, and a file of ten rows needs ten of them. Here the module makes a function when its
name is asked for, whoever asks, as it would have made it.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

_SPELT = {"and_": "and", "or_": "or"}
_AT_ONCE = "utf8_zero_fill"  # the module gives it a second name while it is imported


class _Few:
    """The registry of Arrow's functions, which lists but the one that is needed at once."""

    def __init__(self, registry: Any) -> None:  # noqa: ANN401 - a class of Arrow's without types
        self.get_function = registry.get_function

    @staticmethod
    def list_functions() -> list[str]:
        return [_AT_ONCE]


def lean_compute() -> Any:  # noqa: ANN401 - a module whose functions go without types
    """Return `pyarrow.compute`, which has all of its functions but makes each when asked."""
    if "pyarrow.compute" in sys.modules:
        return sys.modules["pyarrow.compute"]
    registered: Any = importlib.import_module("pyarrow._compute")
    whole = registered.function_registry
    registry = whole()
    registered.function_registry = lambda: _Few(registry)
    try:
        compute = importlib.import_module("pyarrow.compute")
    finally:
        registered.function_registry = whole
    names = vars(compute)

    def make(name: str) -> object:
        try:
            function = registry.get_function(_SPELT.get(name, name))
        except KeyError:
            function = None
        if function is None or not _is_called_by_name(function):
            raise AttributeError(f"module 'pyarrow.compute' has no attribute {name!r}")
        names[name] = names["_wrap_function"](name, function)
        return names[name]

    names.update(function_registry=whole, __getattr__=make)
    return compute


def _is_called_by_name(function: Any) -> bool:  # noqa: ANN401 - a class of Arrow's without types
    """Return whether the module has a function, which is not so for parts of group-by."""
    takes_nothing = function.arity == 0
    return function.kind != "hash_aggregate" and not (
        function.kind == "scalar_aggregate" and takes_nothing
    )
