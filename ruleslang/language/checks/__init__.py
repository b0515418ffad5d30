"""Checks whole programs for errors and doubtful rules that are not visible in a single line.

In: a `Compiled` game and the places of its origins; for advice on wording, the trees too.
Out: diagnostics. `errors` keep a rulebook from being played; `lint` is advice and warnings;
`advise` names the usual one of two ways to write the same.
Always: `find_never_set` reports `never-set`, and is listed in `errors` or `lints`; where one check
reports several slugs, it has the name of the first; a check only reads the program; following all
advice on wording leaves the program the same.
Not here: names and types, which lowering checks; spaces and line breaks, which the formatter sets.
"""
