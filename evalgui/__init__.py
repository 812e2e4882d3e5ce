"""Evalgui: decide where to put a threshold, and prove it."""

__version__ = "0.1.0"
