"""The confusion matrix as a picture whose cells can be chosen: geometry, keys, colours, panel.

Nothing is counted here: the cells come with the snapshot.
"""
