"""
Checks whether a rulebook is consistent: analyses of a compiled game that prove, search and count.

In: a compiled game and the places of its origins.
Out: `Finding`s: contradictions, what can never happen, what nobody decides, each with its place,
the proof or the search, and a position if there is one.

Conditions are translated to terms over integers (`terms`), and a solver decides whether they can
hold together (`solve`). What a term cannot express is an unknown of any value of its type: an
unknown can prevent a proof, never make a false one. No file is opened here, and nothing printed.
"""
