"""
The C engine: prints a flow as one C text, and plays matches with its functions.

In: a `CompiledGame`, whose functions of Python read its cells.
Out: the C text and its library, matches as `match.Match` promises them, results of whole games.
Always: the state of a match is one block of memory of fixed size, which is copied as bytes; nothing
is allocated during play, and there are no globals. A program with a construct that has no C form is
refused as a whole. A library is cached under the digest of all its inputs, and checked before it is
loaded; without a compiler there is a one-line message (`NoCompiler`).
Not here: names, views, hashes: they are made from its cells and frames.
"""
