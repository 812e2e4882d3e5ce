"""The command line: what is asked for, and evaluations without a window. Never imports Qt."""

from evalgui.cli.first_word import parse
from evalgui.cli.window import Window

__all__ = ["Window", "parse"]
