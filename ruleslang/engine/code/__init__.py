"""
Prints a flow as one C text, and plays matches with its functions, however they are compiled.

In: a `CompiledGame`, whose functions of Python read its cells, and its `Code`: the functions of the
text, and memory.
Out: the C text, matches as `match.Match` promises them, results of whole games, and batches.
Always: the state of a match is one block of memory of fixed size, which is copied as bytes; nothing
is allocated during play, and there are no globals. A program with a construct that has no C form is
refused as a whole.
Not here: names, views, hashes: they are made from its cells and frames; and compilers, in `c` and
`wasm`.
"""
