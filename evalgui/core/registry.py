"""Declared entries in their order, each found by its id: where every list of a kind begins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Generic, Protocol, TypeVar, overload

from evalgui.core.declarations import DeclarationError
from evalgui.core.near_names import meant
from evalgui.core.vocabulary import phrase


class Identified(Protocol):
    """What a registry holds."""

    @property
    def id(self) -> str:
        """Its stable name."""


Entry = TypeVar("Entry", bound=Identified)


class UnknownIdError(LookupError):
    """There is no entry with an id; the message says which there are."""


class Registry(Sequence[Entry], Generic[Entry]):
    """Entries in the order in which they are shown, each with an id of its own.

    What is shown of a registry is made when it is shown, never when a module is loaded: an
    entry that comes later is seen everywhere.

    Parameters
    ----------
    kind
        What its entries are, for messages: ``"measure of two classes"``.
    entries
        The entries.
    more
        Returns those that follow from entries of another registry.

    Raises
    ------
    DeclarationError
        If two entries have one id.
    """

    def __init__(
        self, kind: str, *entries: Entry, more: Callable[[], Iterable[Entry]] | None = None
    ) -> None:
        ids = [entry.id for entry in entries]
        for known in ids:
            if ids.count(known) > 1:
                message = f"two entries are called '{known}': write another id for one {kind}"
                raise DeclarationError(message)
        self._kind = kind
        self._entries = entries
        self._more = more
        self._by_id: tuple[tuple[Entry, ...], dict[str, Entry]] = ((), {})

    @property
    def ids(self) -> Mapping[str, Entry]:
        """The entries by their ids, in their order."""
        entries, known = self._by_id
        now = self._entries if self._more is None else self._all  # asked for in every frame
        if entries is not now and entries != now:
            known = {entry.id: entry for entry in now}
            self._by_id = now, known
        return known

    @property
    def _all(self) -> tuple[Entry, ...]:
        return self._entries if self._more is None else (*self._entries, *self._more())

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, place: int | slice) -> Entry | tuple[Entry, ...]:
        return self._all[place]

    def by_id(self, entry_id: str) -> Entry:
        """Return an entry by its id.

        Raises
        ------
        UnknownIdError
            If there is none.
        """
        found = self.ids.get(entry_id)
        if found is not None:
            return found
        raise self._unknown(entry_id)

    def _unknown(self, entry_id: str) -> UnknownIdError:
        said = {"kind": self._kind, "id": entry_id, "known": ", ".join(self.ids)}
        if near := meant(entry_id, self.ids):
            message = phrase(
                "there is no {kind} '{id}'. {near}There are {known}", near=near, **said
            )
        else:
            message = phrase("there is no {kind} '{id}': write one of {known}", **said)
        return UnknownIdError(message)


class LateRegistry(Registry[Entry]):
    """Entries that stand in a file each, which is loaded when its entry is asked for.

    Their ids are known before: to look at them loads nothing.

    Parameters
    ----------
    kind
        As of `Registry`.
    package
        Where the files are. That of the entry ``thing`` is ``thing.py``, and calls it ``THING``.
    names
        The ids of the entries, in their order.
    """

    def __init__(self, kind: str, package: str, *names: str) -> None:
        super().__init__(kind)
        self._package, self._names = package, names

    @property
    def ids(self) -> Mapping[str, Entry]:
        """The entries by their ids, in their order; each is loaded when it is looked up."""
        return _Late(self._package, self._names, super().ids)

    @property
    def _all(self) -> tuple[Entry, ...]:
        return tuple(self.ids.values())


class _Late(Mapping[str, Entry]):
    """What was declared by its name, and behind it what came later."""

    def __init__(self, package: str, names: Sequence[str], more: Mapping[str, Entry]) -> None:
        self._package, self._names, self._more = package, names, more

    def __getitem__(self, entry_id: str) -> Entry:
        if entry_id not in self._names:
            return self._more[entry_id]
        home = import_module(f"{self._package}.{entry_id}")
        found: Entry = getattr(home, entry_id.upper())
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self._names
        yield from self._more

    def __len__(self) -> int:
        return len(self._names) + len(self._more)
