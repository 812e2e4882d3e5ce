"""A declared entry that is there for the time of a test, as one more line of a registry."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import pytest

from evalgui.core.registry import Identified, Registry

if TYPE_CHECKING:
    from collections.abc import Iterator

Entry = TypeVar("Entry", bound=Identified)


@contextmanager
def with_entry(registry: Registry[Entry], entry: Entry) -> Iterator[None]:
    """Let a registry hold one more entry, behind all others."""
    Registry("entry", *registry, entry)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_entries", (*registry._entries, entry))
        yield
