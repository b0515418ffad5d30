"""
Lowers statements, a module for each family.

In: a statement of a program and the body it stands in.
Out: steps.
"""
