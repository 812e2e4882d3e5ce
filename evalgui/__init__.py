"""Evalgui: decide where to put a threshold, and prove it."""

from evalgui.version import __version__

__all__ = ["__version__"]
