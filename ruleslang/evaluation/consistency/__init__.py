"""
Checks whether a rulebook is consistent: analyses of a compiled game that prove, search and count.

In: a compiled game and the places of its origins.
Out: `Finding`s: contradictions, impossible events and undefined cases, each with its place, the
proof or the search, and a position if there is one.

Conditions are translated to terms over integers (`terms`), and a solver decides whether they can
hold together (`solve`). Anything that a term cannot express becomes an unknown of its type: an
unknown can prevent a proof, but never lead to a false one. These modules open no file and print
nothing.
"""
