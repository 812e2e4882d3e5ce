"""Figures for papers and slides: drawn anew at their own size, never a picture of the screen.

What is shown comes from the panes; what is decided here is the size, the text and the format.
"""
