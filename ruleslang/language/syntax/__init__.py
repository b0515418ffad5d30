"""Parses texts.

In: a `Source`.
Out: a `Tree` and diagnostics; `parse` never raises.
Always: nodes compare by identity; every node has a span; the tree contains only what is written,
later passes keep their results in side tables. The tree covers the whole file: what cannot be read
is a `Junk` node.
Not here: name resolution, types, files. The only file read here is the grammar.
"""
