"""What is remembered about a user's work is for that user's eyes alone."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

PRIVATE = 0o600
PRIVATE_FOLDER = 0o700


def keep_private(*paths: Path) -> None:
    """Let nobody else read files; where that cannot be changed they stay as they are."""
    for path in paths:
        with contextlib.suppress(OSError):
            path.chmod(PRIVATE)
