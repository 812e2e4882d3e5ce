"""What names of columns and classes speak for and against, as data: one file of words a language.

Anyone can extend the files, or add one; they are read when the first word is asked for. How much
each sign says for a role stands in ``roles.toml``. `evalgui.io.meaning` weighs what stands in the
files, and knows no word itself.
"""
