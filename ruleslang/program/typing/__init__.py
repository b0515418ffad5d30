"""
The type of every expression of a program, and the range of every number.

In: the declarations of a program, and what the locals of a body are.
Out: `type_of`, a total function of expressions; arithmetic on ranges; the answers
of built-in functions.
Always: a value met in play lies in the type of the expression that it is the value of.
Not here: trees and diagnostics; types that only a text under way has, which are in `types`.
"""
