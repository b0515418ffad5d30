"""
The Python engine: prints a `Flow` as Python source, which runs in any Python without a compiler.

In: a program.
Out: an `Engine` whose matches can be copied at every decision without replaying.
Always: the same choices in the same order, the same hashes and views as the interpreter's, whose
definitions of names, hashes and views it uses on a picture of its state (`picture`).
Not here: the lowering of constructs, which is in `flow/`.
"""
