"""
What nodes of any sort have in common, the tree's and the program's: fields, and walks over them.

In: classes made by attrs. Out: their fields, and what stands in an object.
Not here: any node.
"""
