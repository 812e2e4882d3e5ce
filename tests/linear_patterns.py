"""Whether a regular expression takes time in proportion to its text: proved on its parse.

Python's `re` tries one way to match after the other. Its work is linear where the number of
ways to read any text is bounded, and quadratic or worse where two different loops can share a
text in many ways (Weber and Seidl, On the degree of ambiguity of finite automata, 1991: there
are states p and q and a text v that leads from p to p, from p to q and from q to q).

The automaton is that of Glushkov: a state for each character of the pattern, and one that
stands for the search that begins again at each character.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from re import _compiler as compiler  # type: ignore[attr-defined]
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

ANYWHERE = frozenset({"search", "findall", "finditer", "sub", "subn", "split"})
AGAIN = ANYWHERE - {"search"}
CHARACTERS = [*map(chr, range(256)), "\u2019", "\u202f", "\u0661", "\u2264", "\u2265", "\ud800"]
EVERYTHING = (1 << len(CHARACTERS)) - 1
SEARCHING, BEHIND = -1, -2
_STARTS = ((codes.AT, codes.AT_BEGINNING), (codes.AT, codes.AT_BEGINNING_STRING))
_LEAVES = {codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN}
_CLOSING = {codes.AT, codes.ASSERT, codes.ASSERT_NOT}


@dataclass
class Part:
    """Where a part of a pattern may begin and end; masks are of characters that rule it out."""

    first: list[tuple[int, int]]
    last: list[tuple[int, int]]
    skipped: int | None  # what rules out that it is skipped; None where it cannot be


class Automaton:
    def __init__(self, pattern: re.Pattern[Any]) -> None:
        text = pattern.pattern
        self._flags = pattern.flags
        self.masks: dict[int, int] = {}
        self._groups: dict[int, int] = {}
        self._known: dict[str, int] = {}
        self.edges: Counter[tuple[int, int, int]] = Counter()
        parsed = list(parser.parse(text, self._flags & ~re.UNICODE))
        self.is_anchored = bool(parsed) and parsed[0] in _STARTS
        self.is_closed = bool(parsed) and parsed[-1][0] in _CLOSING
        self.not_after = self._behind(parsed)
        self.whole = self._sequence(parsed)

    def _behind(self, parsed: list[Any]) -> int:
        """Return the characters behind which the pattern never begins."""
        if not parsed or parsed[0][0] is not codes.ASSERT_NOT or parsed[0][1][0] > 0:
            return 0
        ((op, value),) = parsed[0][1][1]
        return self._mask(op, value)

    def _leaf(self, mask: int) -> Part:
        place = len(self.masks)
        self.masks[place] = mask
        return Part([(place, 0)], [(place, 0)], None)

    def _mask(self, op: Any, value: Any) -> int:
        written = repr((op, value))
        if written not in self._known:  # x{10000} has ten thousand that are alike
            state = parser.State()
            state.flags = self._flags
            one = compiler.compile(parser.SubPattern(state, [(op, value)]), self._flags)
            found = sum(1 << i for i, c in enumerate(CHARACTERS) if one.fullmatch(c))
            self._known[written] = found
        return self._known[written]

    def _join(self, one: Part, other: Part) -> None:
        for a, ruled in one.last:
            for b, further in other.first:
                self.edges[a, b, self.masks[b] & ~(ruled | further)] += 1

    def _two(self, one: Part, other: Part) -> Part:
        self._join(one, other)
        first, last = list(one.first), list(other.last)
        if one.skipped is not None:
            first += [(b, ruled | one.skipped) for b, ruled in other.first]
        if other.skipped is not None:
            last += [(a, ruled | other.skipped) for a, ruled in one.last]
        both = one.skipped is not None and other.skipped is not None
        return Part(first, last, one.skipped | other.skipped if both else None)  # type: ignore[operator]

    def _sequence(self, items: list[Any]) -> Part:
        whole = Part([], [], 0)
        for op, value in items:
            whole = self._two(whole, self._item(op, value))
        return whole

    def _item(self, op: Any, value: Any) -> Part:  # noqa: PLR0911 - one for each kind
        if op in _LEAVES:
            return self._leaf(self._mask(op, value))
        if op is codes.SUBPATTERN:
            members = list(value[3])
            if value[0] is not None and len(members) == 1 and members[0][0] in _LEAVES:
                self._groups[value[0]] = self._mask(*members[0])
            return self._sequence(members)
        if op is codes.GROUPREF and value in self._groups:
            return self._leaf(self._groups[value])
        if op is codes.ATOMIC_GROUP:
            return self._sequence(list(value))
        if op is codes.BRANCH:
            parts = [self._sequence(list(one)) for one in value[1]]
            skipped = [part.skipped for part in parts if part.skipped is not None]
            return Part(
                [item for part in parts for item in part.first],
                [item for part in parts for item in part.last],
                skipped[0] if skipped else None,
            )
        if op in {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}:
            return self._repeat(op, *value)
        if op is codes.AT or op in {codes.ASSERT, codes.ASSERT_NOT}:
            return Part([], [], 0)  # it only rules ways out
        pytest.fail(f"not understood: {op}")

    def _repeat(self, op: Any, least: int, most: int, items: Any) -> Part:
        is_endless = most is codes.MAXREPEAT
        n = max(least, 1) if is_endless else most
        copies: list[Part] = []
        for place in range(n):
            part = self._sequence(list(items))
            if place >= least:
                part = Part(part.first, part.last, part.skipped or 0)
            copies.append(part)
        # x{2,4} is xx(x(x)?)?: a copy is reached from the one before it alone.
        for one, other in pairwise(copies):
            self._join(one, other)
        if is_endless and copies:
            self._join(copies[-1], copies[-1])
        whole = Part(
            list(copies[0].first) if copies else [],
            [item for place, one in enumerate(copies, 1) if place >= least for item in one.last],
            0 if least == 0 or not copies or copies[0].skipped is not None else None,
        )
        if op is codes.POSSESSIVE_REPEAT and is_endless:
            # What could go on goes on.
            ruled = 0
            for place, out in copies[0].first:
                ruled |= self.masks[place] & ~out
            whole.last = [(place, out | ruled) for place, out in whole.last]
            whole.skipped = None if whole.skipped is None else whole.skipped | ruled
        return whole


def costly_loops(pattern: re.Pattern[Any], methods: frozenset[str]) -> list[str]:
    """Return the pairs of loops that make a pattern slower than linear, "" for the search.

    Parameters
    ----------
    pattern
        A compiled pattern.
    methods
        By which methods it is used: "match", "fullmatch", "search", "sub", ...
    """
    automaton = Automaton(pattern)
    edges = dict(automaton.edges)
    finals = {place for place, _ in automaton.whole.last}
    if automaton.is_closed or "fullmatch" in methods:
        finals = set()
    # Where a match may end it does, at the latest when all else has failed.
    stays = set(finals)
    if methods & ANYWHERE and not automaton.is_anchored:
        for state in (SEARCHING, BEHIND):
            edges[state, SEARCHING, EVERYTHING & ~automaton.not_after] = 1
            edges[state, BEHIND, automaton.not_after] = 1
        for place, ruled in automaton.whole.first:
            edges[SEARCHING, place, automaton.masks[place] & ~ruled] = 1
    is_passable = bool(methods & AGAIN)
    onward: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for a, b, mask in edges:
        if mask and (is_passable or not ({a, b} & finals)):
            onward[a].append((b, mask))
    loops = [place for place in list(onward) if _leads(onward, place, place)]
    found = [
        f"{_shown(automaton, place)} twice over"
        for (a, place, _), n in automaton.edges.items()
        if n > 1 and place in loops and a in loops and place not in stays
    ]
    found.extend(
        f"{_shown(automaton, p)} and {_shown(automaton, q)}"
        for p in loops
        for q in loops
        if p != q and q not in stays and _leads(onward, p, q) and _shares(onward, p, q)
    )
    return found


def _shown(automaton: Automaton, place: int) -> str:
    if place in {SEARCHING, BEHIND}:
        return "the search"
    mask = automaton.masks[place]
    members = [c for i, c in enumerate(CHARACTERS) if mask >> i & 1]
    return f"loop {place} of {members[:12]}"


def _leads(onward: dict[int, list[tuple[int, int]]], start: int, end: int) -> bool:
    seen, open_ = set(), [start]
    while open_:
        for place, _ in onward.get(open_.pop(), ()):
            if place == end:
                return True
            if place not in seen:
                seen.add(place)
                open_.append(place)
    return False


def _shares(onward: dict[int, list[tuple[int, int]]], p: int, q: int) -> bool:
    """Return whether some text leads from p to p, from p to q and from q to q."""
    start, end = (p, p, q), (p, q, q)
    seen, open_ = {start}, [start]
    while open_:
        a, b, c = open_.pop()
        for to_a, mask_a in onward.get(a, ()):
            for to_b, mask_b in onward.get(b, ()):
                if not mask_a & mask_b:
                    continue
                for to_c, mask_c in onward.get(c, ()):
                    there = (to_a, to_b, to_c)
                    if mask_a & mask_b & mask_c and there not in seen:
                        if there == end:
                            return True
                        seen.add(there)
                        open_.append(there)
    return False
