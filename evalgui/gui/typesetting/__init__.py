"""Formulas: read from the measures' own text, filled with numbers, and drawn."""
