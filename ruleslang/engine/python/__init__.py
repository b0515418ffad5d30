"""
The Python engine: prints a `Flow` as Python source, which runs in any Python without a compiler.

In: a program.
Out: an `Engine` whose matches can be copied at every decision without replaying.
Not here: the lowering of constructs (`flow/`), and the reading of matches (`cells/`).
"""
