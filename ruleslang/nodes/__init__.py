"""
What nodes of any sort have in common, the tree's and the program's (fields, walks, plain data), and
the budget of time and memory of a whole command.

In: classes made by attrs. Out: their fields, what stands in an object, how it is written and read.
Not here: any node.
"""
