"""Formulas: read from the measures' own text, filled with numbers, and drawn.

No formula is written down here, and no number computed.
"""
