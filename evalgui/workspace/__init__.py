"""The one owner of state. QtCore only: no widget, no pixel."""
