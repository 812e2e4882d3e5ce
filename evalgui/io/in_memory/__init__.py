"""Data that another Python program hands over: tables and arrays, as the content of a file.

They take the way of a file from here on, so that no second way to a number exists. No object of
the caller is changed, and no path is touched.
"""

from evalgui.io.in_memory.class_columns import by_class, has_column_for_each_class
from evalgui.io.in_memory.tables import Given, columns_of_table, given, is_table

__all__ = [
    "Given",
    "by_class",
    "columns_of_table",
    "given",
    "has_column_for_each_class",
    "is_table",
]
