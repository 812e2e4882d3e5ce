"""Delimited text, from bytes to columns: shared by every reader of a text format.

`encoding` makes UTF-8 of the bytes, `dialect` finds out how lines become cells,
`tokeniser` splits them exactly, and `clean` does the same at once where nothing is odd.
"""
