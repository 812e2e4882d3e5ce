"""What others computed, and what this installation makes of it: results one beside the other.

Nothing here is tolerant: what is undefined stays undefined, and each number has its own tolerance.
"""
