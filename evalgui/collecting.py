"""Python's collector of garbage waits while the program starts.

What is loaded is no garbage, and the collector would look through all of it each time that
some hundred objects more are there: a tenth of the start.
"""

from __future__ import annotations

import gc


def pause() -> None:
    """Collect nothing until `resume`."""
    gc.disable()


def resume() -> None:
    """Collect again, and never look through what has been loaded by now."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
