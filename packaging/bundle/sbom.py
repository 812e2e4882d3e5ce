"""Write what the program consists of as a bill of materials (CycloneDX): sbom.py LOCK FILE."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import (
    ExternalReference,
    ExternalReferenceType,
    HashAlgorithm,
    HashType,
    XsUri,
)
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL
from PySide6.QtCore import qVersion

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from developing import locks

from evalgui.io.parts import Part, parts_of

QT_LICENCE = "LGPL-3.0-only"
"""Under which of its licences Qt is used."""


def main(lock: str, target: str) -> None:
    """Write the list, and refuse one that does not follow the schema."""
    text = bill(Path(lock))
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong is not None:
        raise SystemExit(f"the list does not follow its schema: {wrong}")
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_text(text + "\n", encoding="utf-8")


def bill(lock: Path) -> str:
    """Return the list as JSON.

    Parameters
    ----------
    lock
        Where the digests of published files stand; without it the list has none.
    """
    locked = locks.read(lock) if lock.is_file() else {}
    parts = parts_of()
    digests = {key: one.digests for key, one in locked.items() if key in parts}
    own = parts.pop("evalgui")
    found = {key: component(key, one, digests.get(key, ())) for key, one in parts.items()}
    whole = other("evalgui", own.version, own.licence, ComponentType.APPLICATION)
    python = other("Python", platform.python_version(), "PSF-2.0", ComponentType.PLATFORM)
    qt = other("Qt", qVersion(), QT_LICENCE, ComponentType.FRAMEWORK)
    made = Bom(components=[*found.values(), python, qt])
    made.metadata.component = whole
    for key, one in found.items():
        made.register_dependency(one, [found[name] for name in parts[key].needs])
    made.register_dependency(whole, [python, *(found[name] for name in own.needs)])
    made.register_dependency(found["pyside6-essentials"], [qt])
    return JsonV1Dot6(made).output_as_string(indent=2)


def component(key: str, part: Part, digests: tuple[str, ...]) -> Component:
    """Return a package of Python, with the digests of all the files that it is published as."""
    address = PackageURL("pypi", name=key, version=part.version)
    hashes = [HashType(alg=HashAlgorithm.SHA_256, content=digest) for digest in digests]
    kind, where = ExternalReferenceType.DISTRIBUTION, XsUri(str(address))
    return Component(
        name=part.name,
        version=part.version,
        bom_ref=str(address),
        purl=address,
        licenses=[LicenseFactory().make_from_string(part.licence)],
        scope=ComponentScope.OPTIONAL if part.is_optional else ComponentScope.REQUIRED,
        external_references=[ExternalReference(type=kind, url=where, hashes=hashes)]
        if hashes
        else [],
    )


def other(name: str, version: str, licence: str, kind: ComponentType) -> Component:
    """Return what is no package of Python, or none that is published."""
    address = PackageURL("generic", name=name.lower(), version=version)
    return Component(
        name=name,
        version=version,
        type=kind,
        bom_ref=str(address),
        purl=address,
        licenses=[LicenseFactory().make_from_string(licence)],
        scope=ComponentScope.REQUIRED,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
