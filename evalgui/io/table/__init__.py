"""A table as it was read and what can be said of it: columns, cells, numbers, labels, roles.

Everything else in `evalgui.io` stands on it; it knows no file, no format and no proposal.
"""
