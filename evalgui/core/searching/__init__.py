"""The best of all operating points: what is wanted, what has to be met, and how it is found.

Of the rules of the field, which stand in `core.rules`, nothing is known here.
"""
