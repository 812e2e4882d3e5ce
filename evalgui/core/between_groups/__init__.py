"""Groups under one threshold: how far their rates lie apart, and how far chance alone puts them.

Which rows are a group is not known here: counts of groups are given.
"""
