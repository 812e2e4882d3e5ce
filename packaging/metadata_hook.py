"""What hatchling asks while it builds: README and addresses of the project (pyproject.toml)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from developing import address


class Described(MetadataHookInterface):
    """Fill in what depends on the address of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description, and the addresses where there are any."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = address.absolute(text, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = address.urls(metadata["version"])
