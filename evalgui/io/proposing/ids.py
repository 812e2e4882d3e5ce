"""Which columns tell rows apart: by their names, unless their cells say otherwise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalgui.io.meaning import is_class_name, is_id_name
from evalgui.io.proposing.weighing import is_sure

if TYPE_CHECKING:
    from evalgui.io.proposing.weighing import Sign
    from evalgui.io.table import Profile

_FIRST = 20  # cells that are there without reading a column
_FRACTION = re.compile(r"[+-]?[0-9]*(?:\.|,(?![0-9]{3}$))0*[1-9][0-9]*")


def is_id(profile: Profile) -> bool:
    """Return whether a column tells rows apart: it is no score, and no truth either."""
    return is_sure("id", profile, _OF_IDS)


def tells_rows_apart(profile: Profile) -> bool:
    """Return whether a column is an id or a row number, which only rises, and has no classes.

    It has as many texts as rows, and shares those of any prediction.
    """
    return is_sure("id", profile, _OF_IDS | {"rows": rows_of_ids, "classes": classes_of_ids})


def name_of_ids(profile: Profile) -> str:
    """Return whether a column is called as ids are."""
    return "named" if is_id_name(profile.name) else ""


def contents_of_ids(profile: Profile) -> str:
    """Return what the first cells say against ids: fractions are measured.

    A column that nothing else needs is read no further.
    """
    cells = profile.column.head(_FIRST)
    n_fractions = sum(_FRACTION.fullmatch(cell.strip()) is not None for cell in cells)
    return "measured" if n_fractions > len(cells) / 2 else ""


def classes_of_ids(profile: Profile) -> str:
    """Return whether a column is one of classes, by its name or by its words."""
    is_class = is_class_name(profile.name)
    return "classes" if is_class or (profile.has_class_words and not profile.is_number) else ""


def rows_of_ids(profile: Profile) -> str:
    """Return whether a column counts the rows: whole numbers that rise from row to row."""
    return "counter" if profile.is_counter else ""


_OF_IDS: dict[str, Sign[Profile]] = {"name": name_of_ids, "contents": contents_of_ids}
