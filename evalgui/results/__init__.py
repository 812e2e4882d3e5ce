"""What is said of data, as values: results of pieces, which know nothing of how they are shown.

The topics, one file each, declare results; renderers show any of them. Neither knows the other.
"""
