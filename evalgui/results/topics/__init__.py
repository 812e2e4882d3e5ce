"""The topics: each file declares one result, once for every way of showing it.

None of them knows how a result is shown.
"""
