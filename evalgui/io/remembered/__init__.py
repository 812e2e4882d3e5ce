"""What was decided about a file, as text: to be used again, by the program and in scripts.

It holds names of columns and classes and numbers of rows, and no cell of them; where such text
is kept is not known here but by `workspace.import_memory`.
"""
