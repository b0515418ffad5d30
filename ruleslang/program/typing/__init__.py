"""
The type of every expression of a program, and the range of every number.

In: the declarations of a program, and the locals of a body.
Out: `type_of`, a total function of expressions; arithmetic on ranges; the result types
of built-in functions.
Always: in play, the value of an expression is in the type of the expression.
Not here: trees and diagnostics; types that occur only while a text is read, which are in `types`.
"""
