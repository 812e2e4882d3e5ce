"""The plots: generic drawing of curves, with the threshold to drag."""
