"""What names of columns and classes speak for and against, as data: one file of words a language.

Anyone can extend the files; `evalgui.io.meaning.weighed_names` weighs what stands in them, and
knows no word itself.
"""
