"""The samples that come with the program, each with what its columns mean."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalgui.core.errors import ReadingError
from evalgui.core.vocabulary import phrase
from evalgui.io.meaning import Roles
from evalgui.locations import resources


@dataclass(frozen=True, slots=True)
class Sample:
    """A bundled file.

    Parameters
    ----------
    id
        Stable name, as on the command line.
    title, description
        For the menu and its tool-tip.
    stands_for
        The field whose work it shows on the start page, such as "Clinic"; "" for none.
    path
        Where it is.
    roles
        What its columns mean.
    """

    id: str
    title: str
    description: str
    stands_for: str
    path: Path
    roles: Roles


def samples() -> tuple[Sample, ...]:
    """Return the samples in menu order.

    Raises
    ------
    FileNotFoundError
        If the installation is incomplete.
    """
    folder = resources() / "samples"
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    return tuple(
        Sample(
            entry["id"],
            entry["title"],
            entry["description"],
            entry.get("stands_for", ""),
            folder / entry["file"],
            _roles(entry["roles"]),
        )
        for entry in index
    )


def sample_by_id(sample_id: str) -> Sample:
    """Return a sample; raise `ReadingError` where there is none of that name."""
    known = {sample.id: sample for sample in samples()}
    if sample_id not in known:
        message = phrase("there is no sample called {name}", name=sample_id)
        raise ReadingError(message, hint=phrase("Choose one of {names}", names=", ".join(known)))
    return known[sample_id]


def sample_at(path: Path) -> Sample | None:
    """Return the sample that is at a place; None where that is a file of the user's.

    The place may be told from the working folder, or by a link.
    """
    place = Path(os.path.realpath(path))
    return next((sample for sample in samples() if sample.path == place), None)


def _roles(entry: dict[str, Any]) -> Roles:
    if "scores" in entry:  # one a class
        return Roles(
            truth=entry["truth"],
            predicted=entry["predicted"],
            probabilities=tuple(entry["scores"].items()),
            higher_is_positive=entry["higher_is_positive"],
        )
    return Roles(
        truth=entry["truth"],
        scores=(entry["score"], *entry.get("other_scores", ())),
        predicted="",
        positive=entry["positive"],
        higher_is_positive=entry["higher_is_positive"],
    )
