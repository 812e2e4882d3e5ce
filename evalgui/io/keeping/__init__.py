"""What the user keeps: files written completely or not at all, and the workspace.

Here live the one way in which the program writes a file (`writing`), the lock beside a workspace
that is open (`lock`), what a workspace holds as a value (`kept`), and that value as a file and
back (`workspace_file`). Not here: what is written into other files (`evalgui.io.writers`), and
choices for the next file of a kind (`evalgui.io.remembered`).
"""
