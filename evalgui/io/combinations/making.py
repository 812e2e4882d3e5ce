"""All that combinations are made with: what comes of one, and how rows of files find each other."""

from evalgui.io.combinations.combined import (
    Combined,
    FileRows,
    NotTogetherError,
    Places,
    Stack,
    Unmatched,
    one_each,
)
from evalgui.io.combinations.findings import of_files, of_unmatched
from evalgui.io.combinations.joining import join
from evalgui.io.combinations.parts import has_name, is_measured, stem
from evalgui.io.combinations.shared_ids import share_ids
from evalgui.io.combinations.stacking import stacked, stacked_scores, stacked_texts

__all__ = [
    "Combined",
    "FileRows",
    "NotTogetherError",
    "Places",
    "Stack",
    "Unmatched",
    "has_name",
    "is_measured",
    "join",
    "of_files",
    "of_unmatched",
    "one_each",
    "share_ids",
    "stacked",
    "stacked_scores",
    "stacked_texts",
    "stem",
]
