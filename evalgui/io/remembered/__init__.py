"""What was decided about a file, as text: to be used again, by the program and in scripts.

It holds names of columns and classes and never a row; where such text is kept is known by
`workspace.import_memory`.
"""
