"""
Games for other people's libraries: each module is an extra of its own, named as its library.

In: a game, or what finds its rulebook. Out: what the library calls an environment.
Always: everything is asked of `api/`, as any embedder would; a library that is not installed is one
line that says how it is.
"""
