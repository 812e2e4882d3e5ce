"""The panels of the window, one file each, with the widgets that they are made of.

A panel renders snapshots and asks through signals. It knows no workspace and no other panel;
which of them the window has is said in `gui.panes`.
"""
