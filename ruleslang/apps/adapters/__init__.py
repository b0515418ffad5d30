"""
Environments of other libraries for any game: one module and one extra for each library.

In: a game, or the name of its rulebook.
Out: what the library calls an environment.
Always: only `api/` is used, as any embedder would; a missing library is reported in one line that
says how to install it.
"""
