"""A workspace as JSON text and back: ``workspace.json`` in the archive that is the file."""

from __future__ import annotations

from typing import Any

from evalgui.core.api import DataError, Provenance, provenance_from
from evalgui.io.keeping.kept import Kept
from evalgui.io.keeping.schema import Form, as_json, from_json, parsed, written
from evalgui.io.remembered.import_spec import ImportSpec

FORMAT = "evalgui workspace"
VERSION = 1
_HINT = "Open a copy of it, or save the workspace again"


def to_json(kept: Kept) -> bytes:
    """Return a workspace as the text of a file: the same bytes for the same value.

    Raises
    ------
    DataError
        If it holds what `from_json` would refuse, such as a note that is too long.
    """
    said = {"format": FORMAT, "version": VERSION} | as_json(kept, FORMS)
    try:
        data = written(said)
    except ValueError:
        raise DataError("there is a number in the workspace that no file can hold") from None
    if _read(data) != kept:
        raise DataError("the workspace does not read back as what it is")
    return data


def from_workspace_json(data: bytes, where: str = "") -> Kept:
    """Return the workspace that the text of a file says.

    Parameters
    ----------
    data
        UTF-8.
    where
        The name of the file, for messages.

    Raises
    ------
    DataError
        If it is of another version, or anything in it is not as this program writes it; in
        words, with the place.
    """
    try:
        return _read(data)
    except DataError as error:
        raise DataError(error.message, where=where, hint=error.hint or _HINT) from None


def _read(data: bytes) -> Kept:
    given = parsed(data)
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise DataError("this is no workspace of this program")
    version = given.get("version")
    if type(version) is not int or version < 1:
        raise DataError("the workspace does not say of which version it is")
    if version > VERSION:
        message = f"the workspace has version {version}, and this program knows {VERSION}"
        raise DataError(message, hint="Open it with a newer version of the program")
    said = {key: value for key, value in given.items() if key not in {"format", "version"}}
    return from_json(Kept, said, FORMS)


def _provenance(given: object) -> Provenance:
    found = provenance_from(given)
    if found is None:
        raise DataError("this does not say where a threshold comes from")
    return found


FORMS: dict[type, Form[Any]] = {
    Provenance: Form(Provenance.as_json, _provenance),
    ImportSpec: Form(ImportSpec.as_json, ImportSpec.from_object),
}
"""The types whose JSON is that of the rest of the program."""
