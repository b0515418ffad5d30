"""
Is a rulebook consistent? Analyses of a compiled game that prove, search and count.

In: a compiled game and the places of its origins. Out: `Finding`s: what contradicts itself, what
can never happen, what nobody decided, each with its place, what was proved or searched, and a
position where there is one. Here a rule is never run to find out what it means: conditions are
translated to terms over whole numbers (`terms`), and a solver answers whether they can hold
together (`solve`). What a term cannot say is an unknown that may be anything of its type: an
unknown makes a proof impossible, never a false one. No file is opened here, and nothing printed.
"""
