"""
Tables derived from a program alone, which every engine needs before it plays.

In: a `Program`. Out: tables of the effects on each event, of what rules and named values read, of
what each procedure resets, and of values that depend on more than the state; `derive` makes all.
Always: nothing here depends on options, seats, positions of cards, or an engine.
Not here: types (`program.typing`), and what a match keeps while it is played.
"""
