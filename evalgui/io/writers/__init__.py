"""What leaves the program: tables and reports, each in its file.

Figures are not written here but where they are drawn, in `gui.plots`.
"""
