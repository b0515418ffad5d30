"""
Lowers expressions, a module for each family.

In: an expression of a program and the body that contains it.
Out: a word.
Always: a word tests what may be none, or out of its range; everything else is decided statically.
"""
