"""evalgui in Python: the numbers of the window and the command line as objects and data frames.

`evaluating` takes data and options, `asking` makes of them what the command line makes of its
words, `evaluation` and `comparison` are what comes of it. What is given, and how files are read,
stands in `evalgui.io`; nothing here computes a number.
"""
