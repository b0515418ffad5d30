"""
The Python engine: Python source made of a `Flow`, which plays in any Python without a compiler.

In: a program. Out: an `Engine` whose matches are copied at every decision without playing again.
Always: the same choices in the same order, the same hashes and views as the interpreter's, whose
definitions of names, hashes and views it uses, on a picture of its state (`picture`).
Not here: what a construct means in core words, which is in `flow/`.
"""
