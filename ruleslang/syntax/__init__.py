"""
Text to tree.

In: a `Source`.
Out: a `Tree` and diagnostics; `parse` never raises and never panics.
Always: nodes are values that compare by identity; every node has a span; the tree says what is
written and nothing else, what passes find out lies in side tables. The tree covers the whole file:
what cannot be read is a `Junk` node.
Not here: who is who, types, files. The one file read here is the grammar.
"""
