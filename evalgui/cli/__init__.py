"""The command line: what is asked for, and evaluations without a window. Never imports Qt."""

from evalgui.cli.commands import Command, Evaluate, Inspect, Window
from evalgui.cli.parsing import parse

__all__ = ["Command", "Evaluate", "Inspect", "Window", "parse"]
