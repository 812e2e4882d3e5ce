"""Item models over arrays: what the tables show, without a widget.

They read a snapshot or a table and never change one.
"""
