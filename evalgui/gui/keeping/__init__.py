"""The workspace file in the window: saving, opening, and what is asked before work is lost.

Here live the questions (`asking`, `save_dialog`, `sources_dialog`) and what connects them with the
document and the window (`keeping`). Not here: what is written (`evalgui.workspace.keeping`).
"""
