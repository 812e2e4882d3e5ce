"""The columns that counts go by: what they are called, and how many rows they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalgui.core.digits import grouped
from evalgui.core.errors import DataError
from evalgui.core.groups import MOST_GROUPS
from evalgui.core.vocabulary import phrase, phrase_n
from evalgui.io.counting.bins import MOST_BINS
from evalgui.io.counting.inputs import place_of
from evalgui.io.layouts.counted import BIN, HIGH, LOW, N_NEGATIVE, N_POSITIVE, SCORE
from evalgui.io.meaning import listed, quoted, show_hidden

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evalgui.io.counting.bins import Bins
    from evalgui.io.meaning import Roles
    from evalgui.io.table import RawTable

MOST_COMBINED = 1_000_000
"""Into so many groups counts are parted at most: more are no groups, but names or ids."""

_OWN = {name.casefold() for name in (BIN, LOW, HIGH, SCORE, N_POSITIVE, N_NEGATIVE)}
_VALUES = ("string", "boolean", "int", "uint", "float", "decimal", "date", "time")


@dataclass(frozen=True, slots=True)
class KeptColumns:
    """Columns of the files, and what they are called in the count table.

    Parameters
    ----------
    names
        What each column of the files is called there: its own name, but where the count table
        has such a column itself.
    places
        The place of each among all columns of the files.
    """

    names: Mapping[str, str]
    places: tuple[int, ...] = ()

    @classmethod
    def of(
        cls,
        table: RawTable,
        roles: Roles,
        by: Sequence[str],
        schema: Any,  # noqa: ANN401 - of pyarrow
        types: Sequence[str],
    ) -> KeptColumns:
        """Return the columns of some names.

        Parameters
        ----------
        table
            The first rows.
        roles
            What other columns are.
        by
            The names of the columns.
        schema
            All columns of the files.
        types
            Their types, as Ibis calls them.

        Raises
        ------
        DataError
            If there is no such column, or it is no column of groups.
        """
        taken = {name.casefold() for name in schema.names} | _OWN
        found: dict[str, str] = {}
        places = []
        for wanted in by:
            column = table.column(wanted)
            if column.name in found:
                continue
            place = place_of(table, column.name, schema)
            _require_groups(table, roles, column.name, types[place])
            own = column.name
            while own.casefold() in _OWN or (own != column.name and own.casefold() in taken):
                own += "_"
            taken.add(own.casefold())
            found[column.name] = own
            places.append(place)
        return cls(found, tuple(places))

    @property
    def notes(self) -> tuple[str, ...]:
        """Which columns are called otherwise, in words."""
        return tuple(
            phrase("the column {name} is called {own} here", name=quoted(name), own=quoted(own))
            for name, own in self.names.items()
            if own != name
        )

    def zones(self, schema: Any) -> dict[str, str]:  # noqa: ANN401 - of pyarrow
        """Return the time zones of the columns that have one, by what they are called."""
        kinds = [schema.field(place).type for place in self.places]
        types = zip(self.names.values(), kinds, strict=True)
        return {own: kind.tz for own, kind in types if getattr(kind, "tz", None)}

    def told(self, counted: Sequence[int], bins: Bins | None, n_rows: int) -> str:
        """Return how many groups there are, and how many rows the count table may have.

        Parameters
        ----------
        counted
            How many pairs (and so on) of values there are, then how many values of each column.
        bins
            The bins; None where each distinct score is counted.
        n_rows
            How many rows the files have.

        Raises
        ------
        DataError
            If there are more than a count table holds.
        """
        n, *of_each = counted
        names = listed([*self.names.values()])
        if n > MOST_COMBINED:
            message = phrase(
                "{names} part the rows into more than {most} groups",
                names=names,
                most=grouped(MOST_COMBINED),
            )
            raise DataError(message, hint=phrase("Name columns with fewer values with --by"))
        most = n_rows if bins is None else min(n_rows, n * len(bins))
        if bins is not None and most > MOST_BINS:
            message = phrase(
                "{n} groups by {names}, each in {n_bins} bins, are a count table of up to {most} "
                "rows, and at most {n_made} are made",
                n=grouped(n),
                names=names,
                n_bins=grouped(len(bins)),
                most=grouped(most),
                n_made=grouped(MOST_BINS),
            )
            fewer = MOST_BINS // n - 4
            hint = phrase("Name fewer columns with --by")
            if fewer > 0:
                hint = phrase("Count with --bins {n}, or name fewer columns with --by", n=fewer)
            raise DataError(message, hint=hint)
        text = phrase_n(
            n,
            "1 group by {names}: a count table of at most {most} rows",
            "{n} groups by {names}: a count table of at most {most} rows",
            n=grouped(n),
            names=names,
            most=grouped(most),
        )
        many = [
            name
            for name, found in zip(self.names.values(), of_each, strict=True)
            if found > MOST_GROUPS
        ]
        if many:
            return phrase(
                "{groups}; {names}: more than {most} values are no groups when it opens",
                groups=text,
                names=listed(many),
                most=MOST_GROUPS,
            )
        return text


def _require_groups(table: RawTable, roles: Roles, name: str, kind: str) -> None:
    others: dict[str | None, str] = {
        **dict.fromkeys(roles.scores, phrase("the score")),
        roles.truth: phrase("the truth"),
        roles.weight: phrase("the weight of rows"),
    }
    shown = show_hidden(name)
    hint = phrase("Name columns such as that of the site with --by")
    if name in others:
        message = phrase(
            "'{name}' is {what}: it does not say of which group a row is",
            name=shown,
            what=others[name],
        )
        raise DataError(message, where=table.name, hint=hint)
    if not kind.lstrip("!").startswith(_VALUES):
        message = phrase(
            "'{name}' holds no texts, numbers, dates or yes and no ({kind}): no groups",
            name=shown,
            kind=kind,
        )
        raise DataError(message, where=table.name, hint=hint)
