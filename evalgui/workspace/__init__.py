"""The one owner of state: what is shown, its history, and work in the background.

`workspace` says of which parts it is made. QtCore only: no widget, no pixel. It decides and
computes nothing itself; `core.decide.decide` and `core.snapshot.resolve` do.
"""
