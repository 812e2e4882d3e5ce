"""What the help says of the methods that are offered."""

from __future__ import annotations

import re

from evalgui.core.intervals.methods import OFFERED, recommended_method
from evalgui.locations import resources

PAGE = resources() / "help" / "uncertainty.md"


def test_that_the_help_names_every_kind_with_its_methods() -> None:
    """A row that offers the same as the one above says so."""
    rows = re.findall(
        r"^\| `([a-z0-9-]+)` \|[^|]*\| `([a-z-]+)` \|(.*)\|$", PAGE.read_text("utf-8"), re.MULTILINE
    )
    told = {kind: (first, others) for kind, first, others in rows}
    assert set(told) == {kind.value for kind in OFFERED}
    for kind, methods in OFFERED.items():
        first, others = told[kind.value]
        assert first == recommended_method(kind).id
        if "the same" not in others:
            assert set(re.findall(r"`([a-z-]+)`", others)) == {one.id for one in methods} - {first}
