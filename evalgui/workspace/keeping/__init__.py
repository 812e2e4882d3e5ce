"""What is open as a workspace file: gathered, saved, opened again, and kept from being lost.

Here live what there is to save as one value (`work`), that value as `evalgui.io.keeping` writes it
(`gathering`) and back (`restoring`), the file that it belongs to (`document`), and the copy that
survives a crash (`autosave`). Not here: questions to the user, which are of `evalgui.gui.keeping`.
"""
