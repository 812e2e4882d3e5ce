"""From a path or the clipboard to bytes: checked, unpacked and hashed, before any format.

What the bytes mean is not known here.
"""
