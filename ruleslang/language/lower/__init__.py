"""Lowers the tree to a program: resolves each name, gives each expression its type, and binds the
names of each head.

In: trees and `Symbols`.
Out: a `Compiled` game and diagnostics; no game when there is an error.
Always: a call of a procedure inside an expression becomes a statement before it; an unreadable part
is reported once and becomes `Unknown`, which fits everywhere.
Not here: lints over whole programs (`checks`), files.
"""
