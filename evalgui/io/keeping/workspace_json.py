"""A workspace as JSON text and back: ``workspace.json`` in the archive that is the file."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from evalgui.core.errors import DataError
from evalgui.core.provenance import Provenance, provenance_from
from evalgui.core.vocabulary import phrase
from evalgui.io.keeping.kept import Kept
from evalgui.io.keeping.schema import Form, as_json, from_json, parsed, written
from evalgui.io.remembered.import_spec import ImportSpec

if TYPE_CHECKING:
    from collections.abc import Mapping

FORMAT = "evalgui workspace"
VERSION = 1
_FORMAT, _VERSION, _DIGEST = "format", "version", "digest"  # keys beside those of `Kept`
_HINT = phrase(phrase("Open a copy of it, or save the workspace again"))


def to_json(kept: Kept, data: Mapping[str, bytes] | None = None) -> bytes:
    """Return a workspace as the text of a file: the same bytes for the same value.

    Parameters
    ----------
    kept
        The workspace.
    data
        The embedded files by their names, of which the digest is, too.

    Raises
    ------
    DataError
        If it holds what `from_json` would refuse, such as a note that is too long.
    """
    said = {_FORMAT: FORMAT, _VERSION: VERSION} | as_json(kept, FORMS)
    try:
        text = written(said | {_DIGEST: digest_of(said, data or {})})
    except ValueError:
        raise DataError(
            phrase("there is a number in the workspace that no file can hold")
        ) from None
    if _read(text) != kept:
        raise DataError(phrase("the workspace does not read back as what it is"))
    return text


def digest_of(said: Mapping[str, Any], data: Mapping[str, bytes]) -> str:
    """Return the SHA-256 of all that is in a workspace, 64 hexadecimal digits.

    It has no secret in it: who changes a workspace can make it anew.

    Parameters
    ----------
    said
        The description as JSON types; a digest in it does not count.
    data
        The embedded files by their names.

    Raises
    ------
    ValueError
        If there is a number in it that JSON does not have.
    """
    counted = {key: value for key, value in said.items() if key != _DIGEST}
    lines = [json.dumps(counted, sort_keys=True, allow_nan=False)]
    lines += [f"{name} {hashlib.sha256(data[name]).hexdigest()}" for name in sorted(data)]
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def is_intact(text: bytes, data: Mapping[str, bytes]) -> bool | None:
    """Return whether a workspace is as it was written; None where it does not say.

    Parameters
    ----------
    text
        Its description, which `from_workspace_json` has read.
    data
        The embedded files by their names.
    """
    said = parsed(text)
    return said[_DIGEST] == digest_of(said, data) if _DIGEST in said else None


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
    if not isinstance(given, dict) or given.get(_FORMAT) != FORMAT:
        raise DataError(phrase("this is no workspace of this program"))
    version = given.get(_VERSION)
    if type(version) is not int or version < 1:
        raise DataError(phrase("the workspace does not say of which version it is"))
    if version > VERSION:
        message = phrase(
            "the workspace has version {version}, and this program knows {known}",
            version=version,
            known=VERSION,
        )
        raise DataError(message, hint=phrase("Open it with a newer version of the program"))
    beside = {_FORMAT, _VERSION, _DIGEST}
    said = {key: value for key, value in given.items() if key not in beside}
    for one in said["data_sets"] if isinstance(said.get("data_sets"), list) else ():
        _move_species(one)
    return from_json(Kept, said, FORMS)


def _move_species(data_set: object) -> None:
    """Take the column of species, which once stood among the consequences, for a role."""
    match data_set:
        case {
            "consequences": {"species": str() as species} as said,
            "import_choices": {"roles": dict() as roles},
        }:
            del said["species"]
            if species:
                roles.setdefault("species", species)


def _provenance(given: object) -> Provenance:
    found = provenance_from(given)
    if found is None:
        raise DataError(phrase("this does not say where a threshold comes from"))
    return found


FORMS: dict[type, Form[Any]] = {
    Provenance: Form(Provenance.as_json, _provenance),
    ImportSpec: Form(ImportSpec.as_json, ImportSpec.from_object),
}
"""The types whose JSON is that of the rest of the program."""
