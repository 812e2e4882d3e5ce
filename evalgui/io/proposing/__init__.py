"""Which column is what: proposed with reasons, and asked about where nothing is sure.

`propose` goes through the steps; each of the other modules knows one kind of role. No data set
is made here, but for trying one.
"""
