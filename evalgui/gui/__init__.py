"""The window: views that render snapshots and only ever ask for a change.

`app` wires views to the workspace, never to each other; `panes` lists the parts of the window,
`actions` what can be done, `help_pages` what can be read. Views live in `panels` and `plots`,
what tables show in `models`, and what opens over the window in `dialogs`. Nothing is computed
or decided here: numbers come from a snapshot, and rules of the field from `core`.
"""
