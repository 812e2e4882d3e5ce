"""The plots: generic drawing of curves, with the threshold to drag.

What a curve is, and what its axes are called, is declared in `core.curves`: no plot is made for
one curve alone.
"""
