"""
Expressions in core words, a module for each family.

In: an expression of a program and the body it stands in. Out: a word.
Always: what may be none, or may leave where it must lie, is tested by a word; all else is settled.
"""
