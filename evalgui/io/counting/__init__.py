"""Counting data that are larger than the machine: from many files to one count table.

Engines count, which others keep: DuckDB on one machine, and any that Ibis knows. Here stand the
bins, the expression that all of them run, what the files mean, and the process in which DuckDB
runs with nothing but these files in its reach.
"""
