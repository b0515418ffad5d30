"""
Lowers statements, a module for each family.

In: a statement of a program and the body that contains it.
Out: statements.
"""
