"""Lowers the tree to a program: resolves each name, gives each expression its type, and binds the
names of each head.

In: trees and `Symbols`.
Out: a `Compiled` game and diagnostics; no game when there is an error.
Always: a call of a procedure inside an expression comes out as a statement before it; what is not
understood is reported once and becomes `Unknown`, which fits everywhere.
Not here: lints over whole programs (`checks`), files.
"""
