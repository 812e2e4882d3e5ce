"""The list of software of unknown provenance: `packaging/soup.toml` with the tested versions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from developing.environment import CONSTRAINTS, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

FACTS = ROOT / "packaging" / "soup.toml"


def lines() -> Iterator[str]:
    """Yield the list as Markdown."""
    import tomllib  # from Python 3.11 on, which is looked for before

    versions = pinned()
    facts: dict[str, dict[str, Any]] = tomllib.loads(FACTS.read_text(encoding="utf-8"))
    yield "# Software of unknown provenance"
    yield ""
    yield "| item | version | publisher | purpose | known anomaly | guard |"
    yield "|---|---|---|---|---|---|"
    for name, one in facts.items():
        version = versions.get(name.casefold(), "as installed, 3.11 or later")
        about = f"| {name} | {version} | {one['publisher']} | {one['purpose']} |"
        for anomaly, guard in one["anomalies"] or [["none that bears on it", ""]]:
            yield f"{about} {anomaly} | {guard} |"
            about = "| | | | |"


def pinned() -> dict[str, str]:
    """Return the tested version of each package."""
    text = CONSTRAINTS.read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE)
    return {name.casefold(): version for name, version in found}
