"""
Lowers expressions, a module for each family.

In: an expression of a program and the body that contains it. Out: an expression. Always: an
expression tests what may be none, or out of its range; everything else is decided statically.
"""
