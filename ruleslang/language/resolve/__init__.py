"""
Resolves names: one table of every name that a rulebook declares.

In: the trees of a rulebook, and its tables.
Out: `Symbols` and diagnostics.
Always: a name means one thing in the whole rulebook, except for words of lists and faces of dice,
which are distinguished by their context, and fields, which belong to their kinds.
Not here: local names, types of expressions.
"""
