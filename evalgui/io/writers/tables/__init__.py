"""Results as tables: what each holds, declared in `TABLES`, and the formats they are written in.

A table is a value (`out_table`) whose rows are made a block at a time, so that ten million of
them pass through; a format writes any table. Neither knows the other.
"""
