"""Formats of files: each is a value that says how it is told and read; `registry` names all."""
