"""
What is wrong, or doubtful, with a whole program that no single line shows.

In: a `Compiled` game and the places of its origins.
Out: diagnostics. `errors` keep a rulebook from being played; `lint` is advice and warnings.
Always: one question a module, listed in `all`; a check reads the program and changes nothing.
Not here: names and types, which lowering has settled.
"""
