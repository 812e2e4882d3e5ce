"""The licences of the program and of all that it rests on, as text to read."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

from evalgui.core.vocabulary import Vocabulary, phrase, words_in
from evalgui.io.parts import parts_of
from evalgui.locations import resources

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from evalgui.io.parts import Part

QT = phrase(
    "Windows are drawn by Qt and Qt for Python (PySide6, shiboken6), which are used under the GNU "
    "Lesser General Public License, version 3. Its text and that of the GNU General Public "
    "License, which belongs to it, stand below. Both are libraries of their own, in the folders "
    "PySide6 and shiboken6 of this installation: you may exchange them for others of the same "
    "interface, such as changed ones, and take the program apart to find faults of these. The Qt "
    "Company publishes their sources with each release."
)
"""What whoever passes Qt on has to say."""

OF_QT = ("LGPL-3.0.txt", "GPL-3.0.txt", "qt-third-parties.txt")
"""Texts that come with the program, since the packages of Qt carry none."""

BUNDLED = "LICENCES.txt"
"""What a bundle has beside these: all of it in one file, written when the bundle was made."""


def licences() -> str:
    """Return what Qt wants to be said, and the licences of all that the program rests on.

    Returns
    -------
    str
        Names, versions and licences, then all texts: in a bundle as they were when it was made,
        elsewhere as the metadata of what is installed say.
    """
    said = words_in(Vocabulary.MACHINE_LEARNING).said(QT)
    bundled = resources() / "licences" / BUNDLED
    known = bundled.read_text(encoding="utf-8") if bundled.is_file() else collected(parts_of())
    return f"{said}\n\n{known}"


def collected(parts: dict[str, Part], others: Iterable[tuple[str, Path]] = ()) -> str:
    """Return the licences of some packages.

    Parameters
    ----------
    parts
        See `evalgui.io.parts.parts_of`.
    others
        Texts of what is no package of Python, each under its name.

    Returns
    -------
    str
        A line for each package; then each text once, under whose it is.
    """
    told = [f"{one.name} {one.version}: {one.licence}" for one in parts.values()]
    python = f"Python {platform.python_version()}: PSF-2.0"
    folder = resources() / "licences"
    texts = [("Qt", folder / name) for name in OF_QT]
    texts += [(one.name, path) for one in parts.values() for path in one.texts]
    owners: dict[str, list[str]] = {}
    for name, path in (*texts, *others):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            owners.setdefault(text, []).append(f"{name}: {path.name}")
    lines = [*sorted(told, key=str.casefold), python]
    for text, names in owners.items():
        lines += ["", "=" * 80, *dict.fromkeys(names), "", text]
    return "\n".join([*lines, ""])
