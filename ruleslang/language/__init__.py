"""
The language: text to program, in five passes.

`syntax` parses a text to a tree, `resolve` collects the declared names, `lower` types the tree
and emits a `Program`, `checks` reports mistakes that only the whole program shows. `format` prints
a tree as text again; `highlight` colours it.

In: texts. Out: a `Compiled` game and diagnostics.
Always: a pass returns its result and its diagnostics; it never raises.
Never: a match is played here.
"""
