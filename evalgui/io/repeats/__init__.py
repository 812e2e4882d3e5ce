"""What occurs more than once in a file: looked for after the first curve, and pointed out.

It is not in `building`, since no number depends on it and nobody should wait for it.
"""

REPEATED_IDS = "repeated_ids"
"""The code of the finding that ids occur more than once."""
