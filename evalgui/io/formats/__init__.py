"""Formats of files: each is a value that says how it is told and read; `registry` names them all.

What columns mean does not live here, nor is a name of a file looked at. Nothing is imported here,
since the limited child loads single formats.
"""
