"""Results as tables: what each holds, declared in `TABLES`, and the formats they are written in.

A table is the `LongTable` of a result; its rows are made a block at a time (`blocks`), so that ten
million of them pass through. A format writes any table; neither knows the other. Other rooms take
from here what they need.
"""

from evalgui.io.writers.tables.cells import as_html, as_text, cells_in_words
from evalgui.io.writers.tables.contents import Contents
from evalgui.io.writers.tables.declared import TABLES, TableKind, curve_table
from evalgui.io.writers.tables.formats import FORMATS, TableFormat, format_of
from evalgui.io.writers.tables.how import How
from evalgui.io.writers.tables.table_files import (
    Written,
    about_path,
    notes_of,
    planned,
    write_tables,
)

__all__ = [
    "FORMATS",
    "TABLES",
    "Contents",
    "How",
    "TableFormat",
    "TableKind",
    "Written",
    "about_path",
    "as_html",
    "as_text",
    "cells_in_words",
    "curve_table",
    "format_of",
    "notes_of",
    "planned",
    "write_tables",
]
