"""
What each statement is and does: the one account that checks, invariants, lowering and secrecy ask.

In: a statement. Out: its blocks, what it writes, whom it asks, whether chance acts, what it runs,
how it leaves.
Always: every class of statement has an entry, and one without does not type-check; an entry speaks
of the statement alone, and `blocks` has what is true of blocks.
Not here: what a statement means, and what the engine does with it.
"""
