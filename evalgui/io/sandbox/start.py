"""How the program is started as the child process, and what the two say first.

Nothing is imported here: the child is small, and its memory is limited.
"""

START = "--limited-child"
"""The first argument of the program that makes a child of it."""

READY = b"evalgui reads\n"
"""What the child says when it runs: without it, it could not be started."""

OUT_OF_TIME = 75
"""How the child ends where it has used up its time, if it is not ended by the system."""

START_COUNT = "--counting-child"
"""The first argument of the program that makes a child of it in which an engine counts."""

READY_TO_COUNT = "evalgui counts"
"""What that child says when it runs."""

START_PAGES = "--pages-child"
"""The first argument of the program that makes a child of it that lays out a report on pages."""

READY_FOR_PAGES = b"evalgui writes\n"
"""What that child says when it runs."""

OUT_OF_MEMORY = 76
"""How that child ends where the memory is not enough for the pages."""

START_CHECK = "--checking-child"
"""The first argument of the program that makes a child of it that tries its window out."""
