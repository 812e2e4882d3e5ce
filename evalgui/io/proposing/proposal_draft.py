"""A proposal in the making: what is decided, what was found, and what is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalgui.io.meaning import guessed, left_open, likely

if TYPE_CHECKING:
    from evalgui.core.checks import Finding
    from evalgui.io.meaning import Basis, Reason, Role, Roles
    from evalgui.io.table import Profile, RawTable


@dataclass(slots=True)
class Draft:
    """A proposal in the making; `wanted` is what the user decided, `roles` all of it."""

    table: RawTable
    profiles: list[Profile]
    wanted: Roles
    roles: Roles
    reasons: list[Reason] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def look(self) -> None:
        """Stop the work when it is no longer wanted."""
        for profile in self.profiles[:1]:
            profile.look()

    def others(self, *names: str | None) -> list[Profile]:
        """Return the profiles of all columns but these, and but one of frequencies."""
        taken = {*names, self.roles.weight}
        return [profile for profile in self.profiles if profile.column.name not in taken]

    @property
    def is_doubtful(self) -> bool:
        """Whether anything has to be asked so far."""
        return any(one.confidence.asks for one in self.reasons)

    def find(self, role: Role, sentence: str, by: Basis, *columns: str, question: str = "") -> None:
        """Note why a role is what it is, where that is likely enough; ask where there is doubt."""
        if question:
            self.guess(role, sentence, by, *columns, question=question)
        else:
            self.reasons.append(likely(role, sentence, by, *columns))

    def guess(self, role: Role, sentence: str, by: Basis, *columns: str, question: str) -> None:
        """Note why a role may be what it is, and ask."""
        self.reasons.append(guessed(role, sentence, by, *columns, question=question))

    def leave_open(self, role: Role, sentence: str, *, question: str) -> None:
        """Note that nothing says what a role is, and ask."""
        self.reasons.append(left_open(role, sentence, question=question))
