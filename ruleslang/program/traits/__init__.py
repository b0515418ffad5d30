"""
What each node is and does: the one account that checks, invariants, lowering and secrecy ask.

In: a statement, an expression, a clause, an effect or a line of an example. Out: what it writes and
reads, whom it asks, whether chance acts, what it runs and when, how it leaves, what it tests.
Always: every class of each union has an entry, and one without does not type-check; an entry speaks
of the node alone, and `blocks` has what is true of blocks.
Not here: what a node means, and what the engine does with it.
"""
