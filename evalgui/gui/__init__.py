"""The window: views that render snapshots and only ever ask for a change."""
