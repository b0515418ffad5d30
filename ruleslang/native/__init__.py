"""
The native engine: C that is made of a flow, compiled once with the machine's compiler.

In: a `Flow`.
Out: matches that play as those of every other engine.
Always: nothing that was not compiled from this very text is ever loaded.
Not here: the lowering.
"""
