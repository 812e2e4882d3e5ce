"""The report on paper, and the dialog that asks for one.

A process of its own lays out pages (`child`), so that nothing of it can harm the window, and the
command line has Qt nowhere in its own process.
"""
