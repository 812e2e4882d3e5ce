"""How files of one kind are read and what their columns mean, to be used again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from evalgui.core.errors import DataError, ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.bytes.source import read_source
from evalgui.io.meaning import (
    ENCODINGS,
    Arrangement,
    Confidence,
    DecimalSign,
    ReadOptions,
    Role,
    may_separate,
)
from evalgui.io.remembered.roles_json import roles_from_json, roles_to_json

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from evalgui.io.meaning import Reason, Roles
    from evalgui.io.table import RawTable

_FORMAT = "evalgui import"
_VERSION = 1
_SIZE_LIMIT = 1 << 20
_HINT = phrase("Save the choices again from the import dialog")


@dataclass(frozen=True, slots=True)
class ImportSpec:
    """What was decided about a file, for the next ones with the same columns.

    Parameters
    ----------
    columns
        The names of the columns, in their order.
    options
        How the file is read.
    roles
        What its columns mean.
    accepted
        Which of these were guesses that the user left as they were.
    """

    columns: tuple[str, ...]
    options: ReadOptions
    roles: Roles
    accepted: tuple[Role, ...] = ()

    @classmethod
    def of(cls, table: RawTable, roles: Roles, reasons: Iterable[Reason] = ()) -> ImportSpec:
        """Return what was decided about a table, given why if that is known."""
        how = table.how
        options = ReadOptions(
            encoding=how.encoding,
            delimiter=how.delimiter,
            header=how.header,
            decimal=roles.decimal if how.delimiter else None,
            sheet=how.sheet,
            together=how.together,
        )
        accepted = [one.role for one in reasons if one.confidence is Confidence.ACCEPTED]
        return cls(table.names, options, roles, tuple(dict.fromkeys(accepted)))

    def for_all_rows(self) -> ImportSpec:
        """Return the same without a choice of rows, which belongs to one file."""
        return replace(self, roles=self.roles.for_any_rows())

    @property
    def signature(self) -> str:
        """What files of this kind have in common: see `signature_of`."""
        return _signature(self.columns)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON types that `from_object` understands."""
        options = {key: value for key, value in asdict(self.options).items() if value is not None}
        accepted = {"accepted": [role.value for role in self.accepted]} if self.accepted else {}
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "columns": list(self.columns),
            "options": options,
            "roles": roles_to_json(self.roles),
            **accepted,
        }

    def to_json(self) -> str:
        """Return it as JSON text that `from_json` understands."""
        return json.dumps(self.as_json(), ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> ImportSpec:
        """Return what JSON text says.

        Raises
        ------
        DataError
            If it is no such text.
        """
        try:
            given = json.loads(text)
        except (ValueError, RecursionError):
            given = None
        return cls.from_object(given)

    @classmethod
    def from_object(cls, given: object) -> ImportSpec:
        """Return what JSON types say.

        Raises
        ------
        DataError
            If they say no such thing.
        """
        if not isinstance(given, dict) or given.get("format") != _FORMAT:
            raise DataError(phrase("these are no import choices of this program"), hint=_HINT)
        if given.get("version") != _VERSION:
            message = phrase(
                "these import choices have the version {version}, not {known}",
                version=str(given.get("version")),
                known=str(_VERSION),
            )
            hint = phrase("Use the version of the program that wrote them")
            raise DataError(message, hint=hint)
        columns = given.get("columns")
        if not isinstance(columns, list) or not all(isinstance(name, str) for name in columns):
            message = phrase("these import choices do not say of which columns")
            raise DataError(message, hint=_HINT)
        return cls(
            tuple(columns),
            _options(given.get("options")),
            roles_from_json(given.get("roles") or {}),
            _accepted(given.get("accepted")),
        )


def read_import_spec(path: str | os.PathLike[str]) -> ImportSpec:
    """Read the choices in a file of up to 1 MiB.

    Raises
    ------
    ReadingError
        If the file cannot be read.
    DataError
        If it holds no such choices.
    """
    source = read_source(path, size_limit=_SIZE_LIMIT)
    try:
        text = source.data.decode("utf-8")
    except UnicodeDecodeError:
        message = phrase("the file is not UTF-8")
        raise ReadingError(message, where=source.name, hint=_HINT) from None
    try:
        return ImportSpec.from_json(text)
    except DataError as error:
        raise DataError(error.message, where=source.name, hint=error.hint) from None


def signature_of(table: RawTable) -> str:
    """Return what files with the same columns have in common: 64 hexadecimal digits.

    Names alone do not make it where they are those that this program gave: two files without
    a header and with as many columns have little in common.
    """
    return _signature(table.names)


def has_signature(table: RawTable) -> bool:
    """Return whether the columns of a table have names of their own."""
    return table.how.header is not False or table.known is not None


def _signature(names: tuple[str, ...]) -> str:
    return hashlib.sha256(json.dumps(names).encode()).hexdigest()


def _accepted(given: object) -> tuple[Role, ...]:
    """Return which roles were guesses; what no role is called, as of a later version, is none."""
    known = {role.value: role for role in Role}
    names = given if isinstance(given, list) else []
    return tuple(known[name] for name in names if isinstance(name, str) and name in known)


def _options(given: object) -> ReadOptions:
    """Return how to read a file, or refuse what no reader knows."""
    if given is None:
        return ReadOptions()
    if not isinstance(given, dict):
        raise DataError(phrase("the options of these import choices are no object"), hint=_HINT)
    kinds: dict[str, Any] = {
        "encoding": tuple(ENCODINGS),
        "header": (True, False),
        "decimal": get_args(DecimalSign),
        "together": get_args(Arrangement),
    }
    sheet, delimiter = given.get("sheet"), given.get("delimiter")
    if not (delimiter is None or (isinstance(delimiter, str) and may_separate(delimiter))):
        message = phrase("'{value}' is no delimiter that a file can have", value=str(delimiter))
        raise DataError(message, hint=_HINT)
    for key, known in kinds.items():
        value = given.get(key)
        if value is not None and value not in known:
            message = phrase(
                "'{value}' is no {key} that a file can have", value=str(value), key=key
            )
            raise DataError(message, hint=_HINT)
    if sheet is not None and not isinstance(sheet, str):
        raise DataError(phrase("the sheet of these import choices is no name"), hint=_HINT)
    return ReadOptions(sheet=sheet, delimiter=delimiter, **{key: given.get(key) for key in kinds})
