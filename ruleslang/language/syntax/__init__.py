"""Parses texts.

In: a `Source`.
Out: a `Tree` and diagnostics; `parse` never raises.
Always: nodes compare by identity; every node has a span; the tree contains only the written text,
and later passes keep their results in side tables. The tree covers the whole file: unreadable parts
are `Junk` nodes.
Not here: name resolution, types, files. The only file read here is the grammar.
"""
