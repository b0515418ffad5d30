"""
Mutants of a rulebook: each has one clause, word, number or line of its text changed.

In: the files of a rulebook, how many mutants, a seed.
Out: the verdict on each mutant; those that nobody notices; those that no example notices.
Always: the same seed changes the same places; only the declaration that is mutated is read again.
Not here: files, terminals; what a rule was meant to do.
"""
