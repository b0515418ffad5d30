"""
How any compiled match is read and arranged: its cells, frames, chance, choices, views and keys.

In: a `Flow`, the cells and frames of a match, and the functions that a printer compiled.
Out: matches (`CompiledMatch`) of what any printer compiles (`CompiledGame`).
Always: the same choices in the same order, the same hashes and views as the interpreter's.
Not here: the lowering of constructs, which is in `flow/`, and text of any programming language.
"""
