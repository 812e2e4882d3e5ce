"""A table as it was read: its columns, and their cells as texts, numbers and codes.

Everything that holds data in `evalgui.io` stands on it, and it on Arrow. It knows no file, no
format and no proposal; what columns mean lies in `evalgui.io.meaning`.
"""

from evalgui.io.table.cell_text import texts_of
from evalgui.io.table.cells import Cells, HeldCells, offsets_of
from evalgui.io.table.codes import Encoded
from evalgui.io.table.count_cells import are_frequencies, whole_numbers
from evalgui.io.table.decimal_signs import DecimalChoice, has_points
from evalgui.io.table.large_integers import LARGEST_EXACT_INTEGER, n_tied_beyond
from evalgui.io.table.narrow_cells import NarrowCells, narrowed
from evalgui.io.table.notes import NOTE, TOTAL, Notes, find_notes, two_header_rows, without_notes
from evalgui.io.table.number_cells import is_number, likely_decimal, number_share
from evalgui.io.table.number_forms import FORMS, bare_cells
from evalgui.io.table.numbers import LONGEST_NUMBER, MISSING_WORDS, Numbers, is_missing
from evalgui.io.table.pieces import WITHOUT_COLLECTOR, let_go, text_column
from evalgui.io.table.profile import Profile
from evalgui.io.table.pyarrow_names import ArrowArray, ArrowColumn, arrow, kernels
from evalgui.io.table.question_cells import with_cells
from evalgui.io.table.raw_column import DAMAGED, Distinct, RawColumn
from evalgui.io.table.raw_table import RawTable

__all__ = [
    "DAMAGED",
    "FORMS",
    "LARGEST_EXACT_INTEGER",
    "LONGEST_NUMBER",
    "MISSING_WORDS",
    "NOTE",
    "TOTAL",
    "WITHOUT_COLLECTOR",
    "ArrowArray",
    "ArrowColumn",
    "Cells",
    "DecimalChoice",
    "Distinct",
    "Encoded",
    "HeldCells",
    "NarrowCells",
    "Notes",
    "Numbers",
    "Profile",
    "RawColumn",
    "RawTable",
    "are_frequencies",
    "arrow",
    "bare_cells",
    "find_notes",
    "has_points",
    "is_missing",
    "is_number",
    "kernels",
    "let_go",
    "likely_decimal",
    "n_tied_beyond",
    "narrowed",
    "number_share",
    "offsets_of",
    "text_column",
    "texts_of",
    "two_header_rows",
    "whole_numbers",
    "with_cells",
    "without_notes",
]
