"""
Properties of each class of nodes, for checks, invariants, lowering and secrecy.

In: a statement, an expression, a clause, an effect or a line of an example. Out: the cells it
writes and reads, whom it asks, its use of chance, what it runs and when, how it leaves, its tests.
Always: every class of each union has an entry, or the type check fails; an entry describes the
node alone, and `blocks` has the properties of blocks.
Not here: the meaning of a node, and how engines run it.
"""
