"""Evalgui: decide where to put a threshold, and prove it.

The window and the command line in Python: `evaluate` returns all numbers of predictions, and
`show` opens the window on them. Importing this loads nothing; each name is loaded when it is
first used, and changes nothing in numpy, pandas or pyarrow.

Examples
--------
>>> import evalgui
>>> found = evalgui.evaluate(truth=[1, 1, 0, 0], score=[0.9, 0.4, 0.5, 0.1])
>>> found.counts
Counts(tp=1, fp=0, fn=1, tn=2)
"""

from evalgui.version import __version__

TYPE_CHECKING = False  # not that of typing: nothing is imported before `evalgui.__main__` runs
if TYPE_CHECKING:
    from evalgui.core.errors import CancelledError, DataError, EvalguiError, ReadingError
    from evalgui.interface.comparison import Comparison
    from evalgui.interface.counting import count_expression, write_counts
    from evalgui.interface.evaluating import evaluate
    from evalgui.interface.evaluation import Evaluation
    from evalgui.interface.merging import merge
    from evalgui.interface.plotted import Plot
    from evalgui.interface.running import runs
    from evalgui.interface.window_process import show

__all__ = [
    "CancelledError",
    "Comparison",
    "DataError",
    "EvalguiError",
    "Evaluation",
    "Plot",
    "ReadingError",
    "__version__",
    "count_expression",
    "evaluate",
    "merge",
    "runs",
    "show",
    "write_counts",
]

_HOMES = {
    "CancelledError": "evalgui.core.errors",
    "Comparison": "evalgui.interface.comparison",
    "DataError": "evalgui.core.errors",
    "EvalguiError": "evalgui.core.errors",
    "Evaluation": "evalgui.interface.evaluation",
    "Plot": "evalgui.interface.plotted",
    "ReadingError": "evalgui.core.errors",
    "count_expression": "evalgui.interface.counting",
    "evaluate": "evalgui.interface.evaluating",
    "merge": "evalgui.interface.merging",
    "runs": "evalgui.interface.running",
    "show": "evalgui.interface.window_process",
    "write_counts": "evalgui.interface.counting",
}


def __getattr__(name: str) -> object:
    """Load a name when it is first used."""
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module

    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return what can be used, loaded or not."""
    return sorted({*globals(), *__all__})
