"""The confusion matrix as a picture whose cells can be chosen: geometry, keys, colours, panel."""
