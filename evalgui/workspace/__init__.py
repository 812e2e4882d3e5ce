"""The one owner of state: what is shown, its history, and work in the background.

`workspace` says which of its files stands on which. QtCore only: no widget, no pixel. It
computes nothing itself; `core.snapshot.resolve` does.
"""
