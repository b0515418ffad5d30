"""Checks whole programs for errors and doubtful rules that no single line shows.

In: a `Compiled` game and the places of its origins; for advice on wording, the trees too.
Out: diagnostics. `errors` keep a rulebook from being played; `lint` is advice and warnings;
`advise` names the usual one of two ways to write the same.
Always: `find_never_set` reports `never-set`, and is listed in `errors` or `lints`; where one check
reports several slugs, it has the name of the first; a check reads the program and changes nothing;
whoever follows all advice on wording has the same program.
Not here: names and types, which lowering has checked; spaces and breaks, which the formatter sets.
"""
