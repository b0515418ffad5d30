"""
How the classes of nodes are made: the tree's, and the program's.

In: a class with annotated fields. Out: a frozen class with slots, to everyone an attrs class.
Always: a class costs next to nothing until it is used, for a command meets half of them.
Not here: any node.
"""
