"""
What follows from a program alone, and every engine needs before it plays.

In: a `Program`. Out: tables: which effects stand on what, what rules and named values read, what
begins anew with a procedure, which values depend on more than the state; `derive` makes them all.
Always: nothing here depends on options, seats, cards that lie anywhere, or on an engine.
Not here: types, which are in `program.typing`; what a match keeps while it is played.
"""
