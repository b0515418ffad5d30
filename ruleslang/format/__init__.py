"""
Tree to text: the one way to lay out a rulebook.

In: a `Source`.
Out: the same rulebook, laid out, or the diagnostics that say why there is none.
Always: what is printed is read again and compared before it is handed out; a file with syntax
errors, a changed tree or a lost comment gives no text at all. Formatting twice changes nothing.
The way there: a node becomes `Line`s (what stands on a line, and which line of the source it comes
from); `layout` puts the comments and blank lines of the source between them; `margin` wraps what is
too long and sets citations and comments at the right edge.
Not here: files, names, types.
"""
