"""Prints a tree in the one layout of the language.

In: a `Source`.
Out: the same rulebook, formatted, or the diagnostics that prevent it.
Always: the output is parsed again and compared; a file with syntax errors, a changed tree or a lost
comment gives no text at all. Formatting is idempotent.
Steps: a node becomes `Line`s (text, and the source line it comes from); `layout` inserts the
comments and blank lines of the source; `render` wraps long lines and aligns citations and comments
at the right edge.
Not here: files, names, types.
"""
